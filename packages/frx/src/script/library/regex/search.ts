import { ExpressionError } from '../../../expression/errors.ts';
import { lower } from './characters.ts';
import { saved, searchAtOnce } from './machine.ts';
import type { Found, Slots, Subject, Thread } from './machine.ts';
import type { Instruction, Program } from './program.ts';

/** Greatest number of paths that a search keeps for backtracking. */
const MOST_WAYS = 1_000_000;

/** Finds the first match from `from` on. `start` is the position of `\G`. */
export function search(program: Program, subject: Subject, from: number, start: number): Found | undefined {
  if (!program.instructions.some(({ op }) => op === 'reference')) return searchAtOnce(program, subject, from, start);
  for (let at = from; at <= subject.text.length; at++) {
    const found = matchAt(program, subject, at, start);
    if (found) return found;
  }
  return undefined;
}

/** A path through the pattern at a position of the text. */
interface Way extends Thread {
  readonly at: number;
}

/**
 * Matches with backtracking, which references to groups require because the text of a group depends on the path. Every move is counted, so
 * that a pattern with very many paths ends at the limit of steps.
 */
function matchAt(
  { instructions, slots: count }: Program,
  subject: Subject,
  from: number,
  start: number,
): Found | undefined {
  const empty: Slots = Array.from({ length: count }, () => -1);
  const pending: Way[] = [{ pc: 0, slots: empty, captured: undefined, at: from }];
  for (let way = pending.pop(); way; way = pending.pop()) {
    subject.move();
    const instruction = instructions[way.pc];
    if (instruction?.op === 'match') return way;
    if (!instruction) continue;
    if (instruction.op === 'split') {
      if (pending.length > MOST_WAYS)
        throw new ExpressionError('A search with references to groups has too many ways through its text');
      pending.push({ ...way, pc: instruction.second });
    }
    const next = goOn(instruction, way, subject, start);
    if (next) pending.push(next);
  }
  return undefined;
}

/** Returns the path after an instruction; undefined if it fails. */
function goOn(instruction: Instruction, way: Way, subject: Subject, start: number): Way | undefined {
  const { pc, at, slots } = way;
  switch (instruction.op) {
    case 'character':
      return at < subject.text.length && instruction.test(subject.text.charCodeAt(at))
        ? { ...way, pc: pc + 1, at: at + 1 }
        : undefined;
    case 'split':
      return { ...way, pc: instruction.first };
    case 'jump':
      return { ...way, pc: instruction.to };
    case 'save':
      return { ...saved(way, instruction.slot, instruction.isListed === true, at), at };
    case 'turn':
      return { ...way, pc: slots[instruction.slot] === at ? instruction.empty : instruction.to };
    case 'reference': {
      const length = lengthOf(subject.text, slots, instruction.slot, at, instruction.ignoreCase);
      return length === undefined ? undefined : { ...way, pc: pc + 1, at: at + length };
    }
    default:
      return subject.passes(instruction, at, start) ? { ...way, pc: pc + 1 } : undefined;
  }
}

/** Returns the length of the text of a group if it also occurs at a position. */
function lengthOf(text: string, slots: Slots, slot: number, at: number, ignoreCase: boolean): number | undefined {
  const from = slots[slot] ?? -1;
  const end = slots[slot + 1] ?? -1;
  if (end < from || from < 0 || at + end - from > text.length) return undefined;
  for (let index = from; index < end; index++) {
    const [a, b] = [text.charCodeAt(index), text.charCodeAt(at + index - from)];
    if (a !== b && !(ignoreCase && lower(a) === lower(b))) return undefined;
  }
  return end - from;
}
