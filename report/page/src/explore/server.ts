// What the page asks of the program that serves it.
import { parseDocument, type Document } from "../document";

export interface Question {
  settings: Record<string, number>;
  path: string;
  off: string[];
  regions: boolean;
  plan: boolean;
}

/** By which the server knows the questions of one page, of which the newest replaces the others. */
const page = String(Math.random()).slice(2);

async function ask(target: string, question: Question): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(target, { method: "POST", headers: target === "compute" ? { "X-Page": page } : {}, body: JSON.stringify(question) });
  } catch {
    throw new Error("the program does not answer any more");
  }
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

export async function compute(question: Question): Promise<Document> {
  return parseDocument(await (await ask("compute", question)).arrayBuffer());
}

/** The machine file with these values. */
export async function save(question: Question): Promise<{ text: string; name: string }> {
  const answer = await ask("save", question);
  const name = /filename="([^"]*)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "machine.yaml";
  return { text: await answer.text(), name };
}
