/** Bits of a number that one level of the tree decides, and that one part at its bottom holds. */
const BITS = 5;
const MASK = (1 << BITS) - 1;
/** The bits above the first are those of the root: 2 ** 25 numbers, more than the letters of a script. */
const ROOT_LEVEL = 4;

/** A tree of 32 branches; at the bottom the bits of 32 numbers. */
type Part = number | readonly (Part | undefined)[] | undefined;

/**
 * A set of variables by their numbers, which never changes. Sets made of each other share the parts in which they are equal, so that adding a
 * variable and combining two sets cost what differs, regardless of how many variables they hold.
 */
export class VariableSet {
  static readonly empty = new VariableSet(undefined);
  readonly #root: Part;

  private constructor(root: Part) {
    this.#root = root;
  }

  has(variable: number): boolean {
    let part = this.#root;
    for (let level = ROOT_LEVEL; typeof part === 'object'; level--) part = part[branch(variable, level)];
    return part !== undefined && (part & bit(variable)) !== 0;
  }

  /** Returns the set with one more variable. */
  with(variable: number): VariableSet {
    return new VariableSet(added(this.#root, variable, ROOT_LEVEL));
  }

  /** Returns the variables in both sets. */
  and(other: VariableSet): VariableSet {
    return new VariableSet(common(this.#root, other.#root));
  }

  /** Returns the variables in either set. */
  or(other: VariableSet): VariableSet {
    return new VariableSet(joined(this.#root, other.#root));
  }
}

const branch = (variable: number, level: number): number => (variable >>> (BITS * level)) & MASK;

const bit = (variable: number): number => 1 << branch(variable, 0);

function added(part: Part, variable: number, level: number): Part {
  if (level === 0) return (typeof part === 'number' ? part : 0) | bit(variable);
  const copy = typeof part === 'object' ? [...part] : Array<Part>(MASK + 1).fill(undefined);
  const index = branch(variable, level);
  copy[index] = added(copy[index], variable, level - 1);
  return copy;
}

function common(a: Part, b: Part): Part {
  if (a === b || a === undefined) return a;
  if (typeof a === 'object' && typeof b === 'object') return a.map((each, index) => common(each, b[index]));
  return typeof a === 'number' && typeof b === 'number' ? a & b : undefined;
}

function joined(a: Part, b: Part): Part {
  if (a === b || b === undefined) return a;
  if (typeof a === 'object' && typeof b === 'object') return a.map((each, index) => joined(each, b[index]));
  return typeof a === 'number' && typeof b === 'number' ? a | b : b;
}
