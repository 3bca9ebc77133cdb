import type { CharacterTest } from './characters.ts';
import { UnsupportedPattern } from './tree.ts';
import type { Anchor, Node } from './tree.ts';

/** Compiles a pattern to instructions for the matcher. */

export type Instruction =
  | { readonly op: 'character'; readonly test: CharacterTest }
  /** Continues at both instructions; the first one is preferred. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  /** Saves the position; the end of a group that can be captured several times is added to the list of captures. */
  | { readonly op: 'save'; readonly slot: number; readonly isListed?: boolean }
  /** Ends an iteration that began at the position in `slot`: an empty one continues at `empty`, any other at `to`. */
  | { readonly op: 'turn'; readonly slot: number; empty: number; to: number }
  /** Matches the text of a group, which is given by the slot of its start. */
  | { readonly op: 'reference'; readonly slot: number; readonly ignoreCase: boolean }
  | { readonly op: 'anchor'; readonly anchor: Anchor; readonly ascii: boolean }
  | { readonly op: 'lookaround'; readonly lookaround: Lookaround; readonly negative: boolean }
  | { readonly op: 'match' };

/** A lookaround: instructions that are run once over the whole text, forward for a lookbehind. */
export interface Lookaround {
  readonly behind: boolean;
  readonly program: readonly Instruction[];
}

/** Instructions that a pattern is compiled to. */
export interface Program {
  readonly instructions: readonly Instruction[];
  /** For each instruction the slots of the enclosing loops whose bodies can be empty. */
  readonly loops: readonly (readonly number[])[];
  /** Greatest nesting of such loops. */
  readonly depth: number;
  /** Slots of a thread: two for each group, then one for each loop whose body can be empty. */
  readonly slots: number;
}

/** Greatest number of instructions of a pattern. */
const MOST = 20_000;
/** Greatest nesting of loops whose bodies can be empty. */
const DEEPEST = 4;

/** Compiles a pattern. `places` contains the index of a group's slots. */
export function compilePattern(
  root: Node,
  places: ReadonlyMap<number, number>,
  repeated: ReadonlySet<number>,
): Program {
  const compiler = new Compiler(places, repeated, false, true);
  compiler.emit({ op: 'save', slot: 0 });
  compiler.node(root);
  compiler.emit({ op: 'save', slot: 1 });
  compiler.emit({ op: 'match' });
  return { instructions: compiler.instructions, loops: compiler.loops, depth: compiler.depth, slots: compiler.slots };
}

class Compiler {
  readonly instructions: Instruction[] = [];
  readonly loops: (readonly number[])[] = [];
  depth = 0;
  #around: readonly number[] = [];
  readonly #places: ReadonlyMap<number, number>;
  readonly #repeated: ReadonlySet<number>;
  readonly #isBackward: boolean;
  readonly #hasSlots: boolean;
  slots: number;

  constructor(
    places: ReadonlyMap<number, number>,
    repeated: ReadonlySet<number>,
    isBackward: boolean,
    hasSlots: boolean,
  ) {
    this.#places = places;
    this.#repeated = repeated;
    this.#isBackward = isBackward;
    this.#hasSlots = hasSlots;
    this.slots = places.size * 2;
  }

  emit<T extends Instruction>(instruction: T): T {
    this.loops.push(this.#around);
    if (this.instructions.push(instruction) > MOST) throw new UnsupportedPattern('the pattern is too large');
    return instruction;
  }

  get #here(): number {
    return this.instructions.length;
  }

  node(node: Node): void {
    switch (node.k) {
      case 'empty':
        return;
      case 'character':
        this.emit({ op: 'character', test: node.test });
        return;
      case 'all':
        for (const item of this.#isBackward ? node.items.toReversed() : node.items) this.node(item);
        return;
      case 'any':
        this.#any(node.items);
        return;
      case 'anchor':
        this.emit({ op: 'anchor', anchor: node.anchor, ascii: node.ascii });
        return;
      case 'group': {
        const place = this.#places.get(node.number);
        if (place === undefined || !this.#hasSlots) {
          this.node(node.body);
          return;
        }
        this.emit({ op: 'save', slot: place * 2 });
        this.node(node.body);
        this.emit({ op: 'save', slot: place * 2 + 1, isListed: this.#repeated.has(node.number) });
        return;
      }
      case 'reference':
        this.emit({ op: 'reference', slot: (this.#places.get(node.number) ?? 0) * 2, ignoreCase: node.ignoreCase });
        return;
      case 'lookaround': {
        const inner = new Compiler(this.#places, this.#repeated, !node.behind, false);
        inner.node(node.body);
        inner.emit({ op: 'match' });
        if (this.instructions.length + inner.instructions.length > MOST)
          throw new UnsupportedPattern('the pattern is too large');
        this.emit({
          op: 'lookaround',
          lookaround: { behind: node.behind, program: inner.instructions },
          negative: node.negative,
        });
        return;
      }
      default:
        this.#loop(node);
    }
  }

  #any(items: readonly Node[]): void {
    const ends: { to: number }[] = [];
    for (const [index, item] of items.entries()) {
      if (index === items.length - 1) {
        this.node(item);
        break;
      }
      const split = this.emit({ op: 'split', first: this.#here + 1, second: 0 });
      this.node(item);
      ends.push(this.emit({ op: 'jump', to: 0 }));
      split.second = this.#here;
    }
    for (const end of ends) end.to = this.#here;
  }

  /** Emits a choice between another iteration of a loop and its end. */
  #split(lazy: boolean): { enter(at: number): void; leave(at: number): void } {
    const split = this.emit({ op: 'split', first: 0, second: 0 });
    return {
      enter: (at) => {
        if (lazy) split.second = at;
        else split.first = at;
      },
      leave: (at) => {
        if (lazy) split.first = at;
        else split.second = at;
      },
    };
  }

  #loop({ body, min, max, lazy }: Node & { k: 'loop' }): void {
    if (this.#hasSlots && max > 1 && canBeEmpty(body)) {
      if (lazy) throw new UnsupportedPattern('lazy repetitions of what can be empty are not available');
      this.#emptyLoop(body, min, max);
      return;
    }
    for (let count = 0; count < min; count++) this.node(body);
    if (max === Infinity) {
      const start = this.#here;
      const split = this.#split(lazy);
      split.enter(this.#here);
      this.node(body);
      this.emit({ op: 'jump', to: start });
      split.leave(this.#here);
      return;
    }
    const splits: { leave(at: number): void }[] = [];
    for (let count = min; count < max; count++) {
      const split = this.#split(lazy);
      split.enter(this.#here);
      splits.push(split);
      this.node(body);
    }
    for (const split of splits) split.leave(this.#here);
  }

  /** Compiles a loop whose body can be empty: after the least number of iterations an empty one is the last. */
  #emptyLoop(body: Node, min: number, max: number): void {
    const slot = this.slots++;
    const ends: ((at: number) => void)[] = [];
    const turn = (): Instruction & { op: 'turn' } => {
      const outer = this.#around;
      this.emit({ op: 'save', slot });
      this.#around = [...outer, slot];
      this.depth = Math.max(this.depth, this.#around.length);
      if (this.depth > DEEPEST) throw new UnsupportedPattern('repetitions of what can be empty nest too deep');
      this.node(body);
      const made = this.emit({ op: 'turn' as const, slot, empty: 0, to: this.#here + 1 });
      this.#around = outer;
      ends.push((at) => {
        made.empty = at;
      });
      return made;
    };
    for (let count = 1; count < min; count++) this.node(body);
    if (max === Infinity) {
      const jump = min === 0 ? this.emit({ op: 'jump' as const, to: 0 }) : undefined;
      const start = this.#here;
      turn();
      if (jump) jump.to = this.#here;
      const split = this.#split(false);
      split.enter(start);
      split.leave(this.#here);
    } else {
      for (let count = Math.max(min, 1); count <= max; count++) {
        if (count > min) {
          const split = this.#split(false);
          split.enter(this.#here);
          ends.push((at) => split.leave(at));
        }
        turn();
      }
    }
    for (const end of ends) end(this.#here);
  }
}

function canBeEmpty(node: Node): boolean {
  switch (node.k) {
    case 'character':
      return false;
    case 'all':
      return node.items.every(canBeEmpty);
    case 'any':
      return node.items.some(canBeEmpty);
    case 'loop':
      return node.min === 0 || canBeEmpty(node.body);
    case 'group':
      return canBeEmpty(node.body);
    default:
      return true;
  }
}
