// Regular expressions for =~, matched by following all ways at once: the time grows with text times pattern, never
// exponentially as with a backtracking matcher. What that cannot do (back references, looking around) is refused.
import type { Budget } from '../budget.ts';
import { runtimeError } from '../error.ts';
import { type Instruction, program } from './regex-program.ts';

const programs = new WeakMap<Budget, Map<string, readonly Instruction[]>>();

/** Whether the whole text matches. */
export function matchesPattern(text: string, pattern: string, budget: Budget): boolean {
  const known = programs.get(budget) ?? new Map<string, readonly Instruction[]>();
  programs.set(budget, known);
  const instructions = known.get(pattern) ?? program(pattern, refuse);
  if (known.size < 100) known.set(pattern, instructions);
  return runs(instructions, text, budget);
}

const refuse = (reason: string) =>
  runtimeError('ArgumentError', 'InvalidArgumentValue', `This regular expression is not supported: ${reason}.`);

function runs(instructions: readonly Instruction[], text: string, budget: Budget): boolean {
  const characters = Array.from(text);
  let current = new Set<number>();
  enter(instructions, current, 0, 0, characters);
  for (let at = 0; at < characters.length; at++) {
    budget.step(current.size + 1);
    const next = new Set<number>();
    const character = characters[at] ?? '';
    for (const index of current) {
      const instruction = instructions[index];
      if (instruction?.kind === 'take' && instruction.accepts(character)) {
        enter(instructions, next, index + 1, at + 1, characters);
      }
    }
    if (next.size === 0) return false;
    current = next;
  }
  return [...current].some((index) => instructions[index]?.kind === 'end');
}

const isWord = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);

/** Adds every instruction that can be reached without taking a character. */
function enter(
  instructions: readonly Instruction[],
  reached: Set<number>,
  first: number,
  at: number,
  characters: readonly string[],
): void {
  const open = [first];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const instruction = instructions[index];
    if (!instruction || reached.has(index)) continue;
    reached.add(index);
    switch (instruction.kind) {
      case 'split':
        open.push(...instruction.to);
        break;
      case 'start':
        if (at === 0) open.push(index + 1);
        break;
      case 'finish':
        if (at === characters.length) open.push(index + 1);
        break;
      case 'border':
        if ((isWord(characters[at - 1]) !== isWord(characters[at])) === instruction.wanted) open.push(index + 1);
        break;
    }
  }
}
