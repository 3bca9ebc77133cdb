import { keep } from '../expression/budget.ts';
import type { Budget } from '../expression/budget.ts';
import { assignTo } from '../expression/convert.ts';
import { ExpressionError } from '../expression/errors.ts';
import type { Binding } from '../expression/scope.ts';
import type { TypeName, Value } from '../expression/values.ts';
import type { Frame } from './frame.ts';

/** The most local variables of a method. */
const MAX_LOCALS = 1000;

/** The local variables of a method while it is compiled: names by block, and a place in the frame for each. */
export interface Locals {
  /** Number of places a frame needs. */
  readonly size: number;
  find(name: string): Binding<Frame> | undefined;
  /** Adds a variable to the present block; `var` takes any value. */
  declare(name: string, type: TypeName): Binding<Frame> & { readonly slot: number };
  /** Compiles something in a block of its own. */
  block<T>(compile: () => T): T;
}

export function createLocals(budget: Budget): Locals {
  const blocks: Map<string, Binding<Frame>>[] = [new Map()];
  let size = 0;
  return {
    get size() {
      return size;
    },
    find(name) {
      for (let index = blocks.length - 1; index >= 0; index--) {
        const found = blocks[index]?.get(name);
        if (found) return found;
      }
      return undefined;
    },
    declare(name, type) {
      if (size >= MAX_LOCALS) throw new ExpressionError('A method has too many variables');
      const slot = size++;
      const binding = { ...variable(slot, type, budget), slot };
      blocks.at(-1)?.set(name, binding);
      return binding;
    },
    block(compile) {
      blocks.push(new Map());
      try {
        return compile();
      } finally {
        blocks.pop();
      }
    },
  };
}

function variable(slot: number, type: TypeName, budget: Budget): Binding<Frame> {
  const read = (frame: Frame): Value => frame.locals[slot] ?? null;
  if (type === 'var' || type === 'object' || type === 'dynamic') {
    return {
      type: 'object',
      variant: type === 'dynamic',
      read,
      write: (frame, value) => {
        keep(value, budget);
        frame.locals[slot] = value;
      },
    };
  }
  const convert = assignTo(type);
  return {
    type,
    read,
    write: (frame, value) => {
      const converted = convert(value);
      keep(converted, budget);
      frame.locals[slot] = converted;
    },
  };
}
