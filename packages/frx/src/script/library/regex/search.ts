import { ExpressionError } from '../../../expression/errors.ts';
import { lower } from './characters.ts';
import { saved, searchAtOnce } from './machine.ts';
import type { Found, Slots, Subject, Thread } from './machine.ts';
import type { Instruction, Program } from './program.ts';

/** Most ways that a search keeps to come back to. */
const MOST_WAYS = 1_000_000;

/** Finds the first match from `from` on. `start` is where `\G` holds. */
export function search(program: Program, subject: Subject, from: number, start: number): Found | undefined {
  if (!program.instructions.some(({ op }) => op === 'reference')) return searchAtOnce(program, subject, from, start);
  for (let at = from; at <= subject.text.length; at++) {
    const found = matchAt(program, subject, at, start);
    if (found) return found;
  }
  return undefined;
}

/** A way through the pattern that has come to a place of the text. */
interface Way extends Thread {
  readonly at: number;
}

/**
 * Follows one way after the other, as references to groups need it; the text of a group is another on each way. Every move is counted, so
 * that a pattern with very many ways ends at the limit of steps.
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

/** The way behind an instruction; undefined when it ends here. */
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

/** Length of the text of a group when it stands at a place, too. */
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
