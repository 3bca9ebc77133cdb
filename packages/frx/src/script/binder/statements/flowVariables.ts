import { ExpressionError } from '../../../expression/errors.ts';
import type { VariableSet } from './variableSet.ts';

/** A variable whose definite assignment is tracked. */
export interface Tracked {
  readonly name: string;
  readonly isOut: boolean;
  /** Distinguishes it from the other variables of its method. */
  readonly number: number;
}

/** Definitely assigned variables; undefined for unreachable code. */
export type State = VariableSet | undefined;

/** States at the exits of a loop or switch. */
export interface Target {
  readonly breaks: State[];
  readonly continues: State[] | undefined;
}

/** Returns the variables assigned on both of two paths. */
export function both(a: State, b: State): State {
  if (!a) return b;
  if (!b) return a;
  return a.and(b);
}

/** Returns the variables assigned on all of several paths. */
export function all(states: readonly State[]): State {
  return states.reduce((a, b) => both(a, b), undefined);
}

/** Variables in their scopes, and the errors of reading unassigned ones (C# specification, Definite assignment). */
export class FlowVariables {
  readonly errors: ExpressionError[] = [];
  protected readonly source: string;
  protected readonly untracked: ReadonlySet<string>;
  readonly #reported = new Set<Tracked>();
  #count = 0;
  protected scopes: Map<string, Tracked | undefined>[] = [new Map()];
  protected targets: Target[] = [];
  protected outs: readonly Tracked[] = [];

  constructor(source: string, untracked: ReadonlySet<string>) {
    this.source = source;
    this.untracked = untracked;
  }

  protected fail(message: string, position: number): void {
    this.errors.push(new ExpressionError(message, this.source, position));
  }

  protected find(name: string): Tracked | undefined {
    for (let index = this.scopes.length - 1; index >= 0; index--) {
      const scope = this.scopes[index];
      if (scope?.has(name)) return scope.get(name);
    }
    return undefined;
  }

  protected track(name: string, isOut: boolean): Tracked {
    this.#count += 1;
    return { name, isOut, number: this.#count };
  }

  protected add(name: string): Tracked | undefined {
    const made = this.untracked.has(name) ? undefined : this.track(name, false);
    this.scopes.at(-1)?.set(name, made);
    return made;
  }

  protected assigned(state: State, variable: Tracked | undefined): State {
    return state && variable && !state.has(variable.number) ? state.with(variable.number) : state;
  }

  protected declareAssigned(state: State, name: string): State {
    return this.assigned(state, this.add(name));
  }

  /** Checks reading of a variable. */
  protected read(state: State, name: string, position: number): void {
    const variable = this.find(name);
    if (!variable || !state || state.has(variable.number) || this.#reported.has(variable)) return;
    this.#reported.add(variable);
    this.fail(
      variable.isOut ? `CS0269: Use of unassigned out parameter '${name}'` : `CS0165: Use of unassigned local variable '${name}'`,
      position,
    );
  } // prettier-ignore

  /** Checks that the out parameters are assigned where control leaves the method. */
  protected leave(state: State, position: number): void {
    for (const variable of this.outs) {
      if (!state || state.has(variable.number) || this.#reported.has(variable)) continue;
      this.#reported.add(variable);
      this.fail(
        `CS0177: The out parameter '${variable.name}' must be assigned to before control leaves the current method`,
        position,
      );
    }
  }

  protected scoped<T>(run: () => T): T {
    this.scopes.push(new Map());
    try {
      return run();
    } finally {
      this.scopes.pop();
    }
  }
}
