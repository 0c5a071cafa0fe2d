// What the page asks of the program that serves it.
import { parseDocument, type Document } from "../document";

export interface Question {
  settings: Record<string, number>;
  path: string;
  off: string[];
  regions: boolean;
  /** quick: in passing, with few instants and without what the motion demands of the drives. */
  plan: "none" | "quick" | "whole";
    ratings: boolean;
  /** Which motion: one of least losses takes `pace` times as long as the fastest. */
  motion?: "fastest" | "rated" | "losses";
  pace?: number;
}

/** By which the server knows the questions of one page, of which the newest replaces the others. */
const page = String(Math.random()).slice(2);

async function ask(target: string, body: string, asker = ""): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(target, { method: "POST", headers: asker !== "" ? { "X-Page": asker } : {}, body });
  } catch {
    throw new Error("the program that serves this page does not answer any more");
  }
  // Another run of it, at the same port.
  if (answer.status === 403) throw new Error("the program was started anew: open the address that it printed");
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

/** @param place of the page that asks: a newer question from there replaces one that waits */
export async function compute(question: Question, place = ""): Promise<Document> {
  return parseDocument(await (await ask("compute", JSON.stringify(question), page + place)).arrayBuffer());
}

/** The study's designs, or null if there are no more than are known. */
export async function readStudy(known: number): Promise<Document | null> {
  const answer = await ask("study", String(known));
  return answer.status === 204 ? null : parseDocument(await answer.arrayBuffer());
}

/** The machine file with these values. */
export async function save(question: Question): Promise<{ text: string; name: string }> {
  const answer = await ask("save", JSON.stringify(question));
  const name = /filename="([^"]*)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "machine.yaml";
  return { text: await answer.text(), name };
}
