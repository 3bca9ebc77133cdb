import type { Binding, Evaluate, Scope } from './scope.ts';
import type { Expression } from './syntax.ts';
import type { TypeName } from './values.ts';

/** A compiled part of an expression. */
export interface CompiledNode<Env> {
  /** Static type as far as it is known, else `object`. */
  readonly type: TypeName;
  /** The value is a Variant: operators do not insist on casts. */
  readonly variant: boolean;
  readonly evaluate: Evaluate<Env>;
}

/** What is compiled for. */
export interface CompileContext<Env> {
  readonly scope: Scope<Env>;
  /** For messages. */
  readonly source: string;
  /** How many brackets around calculations this stands in. */
  readonly depth: number;
  /** Compiles a part of the expression. */
  readonly compile: (node: Expression) => CompiledNode<Env>;
}

export function made<Env>(type: TypeName, evaluate: Evaluate<Env>, variant = false): CompiledNode<Env> {
  return { type, variant, evaluate };
}

export function fromBinding<Env>(binding: Binding<Env>): CompiledNode<Env> {
  return made(binding.type, binding.read, binding.variant ?? false);
}
