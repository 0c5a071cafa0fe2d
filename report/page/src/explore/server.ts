// What the page asks of the program that serves it.
import { parseDocument, type Document } from "../document";
import type { Wishes } from "../state";

interface Asked {
  settings: Record<string, number>;
  path: string;
  off: string[];
  /** Whether all that can be moved is listed: it is always the same. */
  choices?: boolean;
  regions: boolean;
  /** quick: in passing, with few instants and without what the motion demands of the drives. */
  plan: "none" | "quick" | "whole";
  ratings: boolean;
  /** Which points can be moved at p; by these names alone, if there are any. */
  handles?: { p: number; by?: string[] };
}

/** What is asked for, with how it is planned. */
export type Question = Asked & Partial<Wishes>;

/** By which the server knows the questions of one page, of which the newest replaces the others. */
const page = String(Math.random()).slice(2);

/** The program has ended, or is another run than the one that sent this page. */
export class Gone extends Error {}

async function ask(target: string, body: string, asker = ""): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(target, { method: "POST", headers: asker !== "" ? { "X-Page": asker } : {}, body });
  } catch {
    throw new Gone("The program that serves this page has ended: start it again and open the address that it prints.");
  }
  // Another run of it, at the same port.
  if (answer.status === 403) throw new Gone("The program was started anew: open the address that it printed.");
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

/** @param place of the page that asks: a newer question from there replaces one that waits */
export async function compute(question: Question, place = ""): Promise<Document> {
  return parseDocument(await (await ask("compute", JSON.stringify(question), page + place)).arrayBuffer());
}

/** As compute(), of one of the machines that are drawn upon this one. */
export async function computeOther(number: number, question: Question): Promise<Document> {
  return parseDocument(await (await ask(`beside/${number}`, JSON.stringify(question), `${page}beside${number}`)).arrayBuffer());
}

/** Why the program cannot be asked any more; empty if it can. */
export async function findGone(): Promise<string> {
  try {
    await ask("alive", "");
    return "";
  } catch (error) {
    return error instanceof Gone ? error.message : "";
  }
}

/** What a typed value is, in SI; plain numbers are in the unit shown. @throws with the reason why it is none */
export async function readValue(name: string, text: string): Promise<{ value: number; isPlain: boolean }> {
  const { value, is_plain, wrong } = await (await ask("value", JSON.stringify({ name, text }))).json() as { value: number; is_plain: boolean; wrong?: string };
  if (wrong !== undefined) throw new Error(wrong);
  return { value, isPlain: is_plain };
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
