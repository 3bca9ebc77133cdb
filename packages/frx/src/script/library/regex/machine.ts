import { isAsciiWord, isWordPart } from './characters.ts';
import type { Instruction, Lookaround, Program } from './program.ts';
import type { Anchor } from './tree.ts';

/**
 * Matches a pattern in time linear in pattern and text (Pike's algorithm): all paths are followed at once, each instruction at most once
 * for each character, in the order in which .NET would try them.
 */

/** Counts the work. */
export interface Meter {
  step(): void;
}

/** Number of moves that count as one step. */
const MOVES_PER_STEP = 8;

/** A text with the results of its lookarounds, shared by the searches of a pattern. */
export class Subject {
  readonly text: string;
  readonly #meter: Meter;
  readonly #lookarounds = new Map<Lookaround, Uint8Array>();
  #moves = 0;

  constructor(text: string, meter: Meter) {
    this.text = text;
    this.#meter = meter;
  }

  move(): void {
    if (++this.#moves % MOVES_PER_STEP === 0) this.#meter.step();
  }

  /** Returns true if an anchor matches at a position; `start` is where the search began. */
  holds(anchor: Anchor, ascii: boolean, at: number, start: number): boolean {
    const { text } = this;
    switch (anchor) {
      case 'start':
        return at === 0;
      case 'end':
        return at === text.length;
      case 'last end':
        return at === text.length || (at === text.length - 1 && text.charCodeAt(at) === 10);
      case 'line start':
        return at === 0 || text.charCodeAt(at - 1) === 10;
      case 'line end':
        return at === text.length || text.charCodeAt(at) === 10;
      case 'search start':
        return at === start;
      default: {
        const isPart = ascii ? isAsciiWord : isWordPart;
        const before = at > 0 && isPart(text.charCodeAt(at - 1));
        const after = at < text.length && isPart(text.charCodeAt(at));
        return (before !== after) === (anchor === 'word');
      }
    }
  }

  /** Returns the positions at which a lookaround matches. */
  table(lookaround: Lookaround, start: number): Uint8Array {
    let table = this.#lookarounds.get(lookaround);
    if (!table) this.#lookarounds.set(lookaround, (table = this.#tableOf(lookaround, start)));
    return table;
  }

  /** Starts the pattern at every position and records where it can end. */
  #tableOf({ behind, program }: Lookaround, start: number): Uint8Array {
    const { text } = this;
    const table = new Uint8Array(text.length + 1);
    const seen = new Int32Array(program.length).fill(-1);
    let current: number[] = [];
    let next: number[] = [];
    const step = behind ? 1 : -1;
    let turn = 0;
    for (let at = behind ? 0 : text.length; at >= 0 && at <= text.length; at += step, turn++) {
      const pending = [0, ...current];
      current = [];
      for (let pc = pending.pop(); pc !== undefined; pc = pending.pop()) {
        const instruction = program[pc];
        if (!instruction || seen[pc] === turn) continue;
        seen[pc] = turn;
        this.move();
        switch (instruction.op) {
          case 'character':
            current.push(pc);
            break;
          case 'split':
            pending.push(instruction.first, instruction.second);
            break;
          case 'jump':
            pending.push(instruction.to);
            break;
          case 'match':
            table[at] = 1;
            break;
          default:
            if (this.passes(instruction, at, start)) pending.push(pc + 1);
        }
      }
      const index = behind ? at : at - 1;
      if (index < 0 || index >= text.length) continue;
      const code = text.charCodeAt(index);
      next = [];
      for (const pc of current) {
        const instruction = program[pc];
        if (instruction?.op === 'character' && instruction.test(code)) next.push(pc + 1);
      }
      current = next;
    }
    return table;
  }

  /** Returns true if an anchor or a lookaround matches. */
  passes(instruction: Instruction, at: number, start: number): boolean {
    if (instruction.op === 'anchor') return this.holds(instruction.anchor, instruction.ascii, at, start);
    if (instruction.op === 'lookaround')
      return (this.table(instruction.lookaround, start)[at] === 1) !== instruction.negative;
    return true;
  }
}

/** Positions saved by a path: start and end of each group, and starts of iterations. */
export type Slots = readonly number[];

/** A capture of a group that is captured several times, with those before it. */
interface Captured {
  /** Slot of the end of the group. */
  readonly slot: number;
  readonly start: number;
  readonly end: number;
  readonly before: Captured | undefined;
}

/** A path through the pattern. */
export interface Thread {
  readonly pc: number;
  readonly slots: Slots;
  readonly captured: Captured | undefined;
}

/** Captures of a match. */
export interface Found {
  /** Start and end of each group, -1 if it did not participate. */
  readonly slots: Slots;
  readonly captured: Captured | undefined;
}

const NONE: readonly number[] = [];

/** Finds the first match of a pattern without references from `from` on. `start` is the position of `\G`. */
export function searchAtOnce(program: Program, subject: Subject, from: number, start: number): Found | undefined {
  const { instructions } = program;
  const { text } = subject;
  const empty: Slots = Array.from({ length: program.slots }, () => -1);
  const seen = new Int32Array(instructions.length << program.depth).fill(-1);
  const begins = firstCharacters(instructions);
  let current: Thread[] = [];
  let found: Found | undefined;

  const add = (list: Thread[], first: Thread, at: number): void => {
    // Paths to be followed, the most preferred last.
    const pending: Thread[] = [first];
    for (let thread = pending.pop(); thread; thread = pending.pop()) {
      const { pc } = thread;
      const instruction = instructions[pc];
      if (!instruction) continue;
      // An iteration without characters so far ends differently from one with characters.
      let way = pc << program.depth;
      for (const [index, loop] of (program.loops[pc] ?? NONE).entries())
        if (thread.slots[loop] === at) way |= 1 << index;
      if (seen[way] === at) continue;
      seen[way] = at;
      subject.move();
      switch (instruction.op) {
        case 'character':
        case 'match':
          list.push(thread);
          break;
        case 'split':
          pending.push({ ...thread, pc: instruction.second }, { ...thread, pc: instruction.first });
          break;
        case 'jump':
          pending.push({ ...thread, pc: instruction.to });
          break;
        case 'save':
          pending.push(saved(thread, instruction.slot, instruction.isListed === true, at));
          break;
        case 'turn':
          pending.push({ ...thread, pc: thread.slots[instruction.slot] === at ? instruction.empty : instruction.to });
          break;
        default:
          if (subject.passes(instruction, at, start)) pending.push({ ...thread, pc: pc + 1 });
      }
    }
  };

  for (let at = from; at <= text.length; at++) {
    if (!found) {
      if (current.length === 0 && begins) {
        while (at < text.length && !begins(text.charCodeAt(at))) {
          at++;
          subject.move();
        }
        if (at >= text.length) return undefined;
      }
      add(current, { pc: 0, slots: empty, captured: undefined }, at);
    }
    if (current.length === 0) {
      if (found) return found;
      continue;
    }
    const code = at < text.length ? text.charCodeAt(at) : -1;
    const next: Thread[] = [];
    for (const { pc, slots, captured } of current) {
      const instruction = instructions[pc];
      if (instruction?.op === 'match') {
        // Less preferred paths are dropped.
        found = { slots, captured };
        break;
      }
      if (code >= 0 && instruction?.op === 'character' && instruction.test(code))
        add(next, { pc: pc + 1, slots, captured }, at + 1);
    }
    current = next;
  }
  return found;
}

/** Returns the path after an instruction that saves the position. */
export function saved({ pc, slots, captured }: Thread, slot: number, isListed: boolean, at: number): Thread {
  return {
    pc: pc + 1,
    slots: slots.with(slot, at),
    captured: isListed ? { slot, start: slots[slot - 1] ?? at, end: at, before: captured } : captured,
  };
}

const firsts = new WeakMap<readonly Instruction[], ((code: number) => boolean) | null>();

/** Returns the characters with which a match can begin; undefined if it can be empty. */
function firstCharacters(instructions: readonly Instruction[]): ((code: number) => boolean) | undefined {
  let known = firsts.get(instructions);
  if (known === undefined) firsts.set(instructions, (known = findFirst(instructions) ?? null));
  return known ?? undefined;
}

function findFirst(instructions: readonly Instruction[]): ((code: number) => boolean) | undefined {
  const tests: ((code: number) => boolean)[] = [];
  const seen = new Set<number>();
  const pending = [0];
  for (let pc = pending.pop(); pc !== undefined; pc = pending.pop()) {
    const instruction = instructions[pc];
    if (!instruction || seen.has(pc)) continue;
    seen.add(pc);
    switch (instruction.op) {
      case 'character':
        tests.push(instruction.test);
        break;
      case 'match':
        return undefined;
      case 'split':
        pending.push(instruction.first, instruction.second);
        break;
      case 'jump':
        pending.push(instruction.to);
        break;
      case 'turn':
        pending.push(instruction.to, instruction.empty);
        break;
      default:
        pending.push(pc + 1);
    }
  }
  const known = new Int8Array(128);
  return (code) => {
    if (code >= 128) return tests.some((test) => test(code));
    const held = known[code] ?? 0;
    if (held !== 0) return held > 0;
    const is = tests.some((test) => test(code));
    known[code] = is ? 1 : -1;
    return is;
  };
}
