// Notes on how something is done: what each tells how to do.
import { terms } from './terms.ts';

/** `How to deploy the shop`, `To stop the pump, …`, `Installing the agent: …`, `Rollback of the shop: …` */
const TASK =
  /^(?:(?:how\s)?to\s(?<verb>\p{L}+)|(?<gerund>\p{L}+ing)\s[^:.]{1,60}:|(?<noun>\p{L}+)\sof\s[^:.]{1,60}:)/iu;

/** Whether each tells how to do something else: `To start the pump: …`, `To stop the pump: …`. */
export function areOtherTasks(a: string, b: string): boolean {
  const [one, other] = [taskOf(a), taskOf(b)];
  return one !== undefined && other !== undefined && !isSameWord(one, other);
}

/** `deploy` and `deployment` have stems that differ in their last letter. */
const isSameWord = (a: string, b: string): boolean => a.startsWith(b.slice(0, -1)) || b.startsWith(a.slice(0, -1));

function taskOf(text: string): string | undefined {
  const { verb, gerund, noun } = TASK.exec(text.trim())?.groups ?? {};
  return terms(verb ?? gerund ?? noun ?? '')[0];
}
