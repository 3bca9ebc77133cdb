import { ExpressionError } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values/values.ts';
import { nullReference } from '../../runtime/values.ts';
import type { Bound, Eval, Frame } from '../bound.ts';
import type { Context, Scope } from '../context.ts';
import { emitValue } from '../types/convert.ts';
import { decide } from '../statements/handlers.ts';
import { BREAK, GOTO, NEXT, RETURN } from './functions.ts';
import type { BoundStatement, Exec, Signal, Steps } from './functions.ts';

/** Iterators (C# specification, Iterators): statements that contain a `yield` run as generators, which stop at each value. */

export function hasYield(statement: BoundStatement): boolean {
  return statement.steps !== undefined;
}

/** Returns the steps of a statement; one without `yield` is a single step. */
function stepsOf(statement: BoundStatement | undefined): Steps {
  if (statement?.steps) return statement.steps();
  const exec: Exec = statement ? statement.exec() : () => NEXT;
  // eslint-disable-next-line require-yield
  return function* run(frame) {
    return exec(frame);
  };
}

/** Returns a function that creates a new cell for each captured variable of a scope. */
function renew(scope: Scope): (frame: Frame) => void {
  const shared = scope.owned.filter((variable) => variable.captured && !variable.constant);
  return (frame) => {
    for (const { slot } of shared) frame.k[slot] = { value: null };
  };
}

/** Statements of iterators, as generators. */
export const compileYield = {
  value(_context: Context, value: Bound, position: number): Steps {
    const given = emitValue(value);
    return function* run(frame) {
      frame.position = position;
      yield given(frame);
      return NEXT;
    };
  },

  end(): Steps {
    // eslint-disable-next-line require-yield
    return function* run() {
      return RETURN;
    };
  },

  block(
    context: Context,
    list: readonly BoundStatement[],
    labels: ReadonlyMap<string, number>,
    start: readonly Exec[],
  ): Steps {
    const steps = list.map(stepsOf);
    const begin = renew(context.scope);
    return function* run(frame) {
      begin(frame);
      for (const exec of start) exec(frame);
      for (let at = 0; at < steps.length; at++) {
        const step = steps[at];
        const signal: Signal = step ? yield* step(frame) : NEXT;
        if (signal === NEXT) continue;
        const target = signal === GOTO ? labels.get(frame.label) : undefined;
        if (target === undefined) return signal;
        at = target - 1;
      }
      return NEXT;
    };
  },

  choice(test: Eval, yes: BoundStatement, no: BoundStatement | undefined): Steps {
    const [whenTrue, whenFalse] = [stepsOf(yes), stepsOf(no)];
    return function* run(frame) {
      return yield* test(frame) === true ? whenTrue(frame) : whenFalse(frame);
    };
  },

  loop(context: Context, test: Eval, body: BoundStatement, isDo: boolean, _next: undefined): Steps {
    const steps = stepsOf(body);
    const { budget } = context.world.outside.rt;
    return function* run(frame) {
      for (let first = isDo; ; first = false) {
        budget.step();
        if (!first && test(frame) !== true) return NEXT;
        const signal: Signal = yield* steps(frame);
        if (signal === BREAK) return NEXT;
        if (signal === RETURN || signal === GOTO) return signal;
      }
    };
  },

  forLoop(
    context: Context,
    scope: Scope,
    start: readonly BoundStatement[],
    test: Bound | undefined,
    next: readonly Bound[],
    body: BoundStatement,
  ): Steps {
    const begin = start.map(({ exec }) => exec());
    const when = test?.emit();
    const after = next.map((each) => each.emit());
    const steps = stepsOf(body);
    const fresh = renew(scope);
    const { budget } = context.world.outside.rt;
    return function* run(frame) {
      fresh(frame);
      for (const each of begin) each(frame);
      for (;;) {
        budget.step();
        if (when && when(frame) !== true) return NEXT;
        const signal: Signal = yield* steps(frame);
        if (signal === BREAK) return NEXT;
        if (signal === RETURN || signal === GOTO) return signal;
        for (const each of after) each(frame);
      }
    };
  },

  each(
    context: Context,
    scope: Scope,
    source: Eval,
    slot: number,
    set: Eval,
    body: BoundStatement,
    enumerated: (value: Value) => Iterable<Value>,
  ): Steps {
    const steps = stepsOf(body);
    const fresh = renew(scope);
    const { rt } = context.world.outside;
    return function* run(frame) {
      const object = source(frame);
      if (object === null) throw nullReference();
      for (const item of enumerated(object)) {
        rt.budget.step();
        fresh(frame);
        frame.v[slot] = item;
        set(frame);
        const signal: Signal = yield* steps(frame);
        if (signal === BREAK) return NEXT;
        if (signal === RETURN || signal === GOTO) return signal;
      }
      return NEXT;
    };
  },

  choose(
    subject: Eval,
    pick: (frame: Frame, given: Value) => number,
    sections: readonly BoundStatement[],
    target: (label: string) => number,
  ): Steps {
    const bodies = sections.map(stepsOf);
    return function* run(frame) {
      let index = pick(frame, subject(frame));
      for (;;) {
        const body = bodies[index];
        const signal: Signal = body ? yield* body(frame) : NEXT;
        if (signal === BREAK || signal === NEXT) return NEXT;
        if (signal !== GOTO) return signal;
        const next = target(frame.label);
        if (next < 0) return signal;
        index = next;
      }
    };
  },

  /** Compiles `try` without catch clauses. The finally block also runs when the iterator is disposed of early. */
  guarded(body: BoundStatement, end: BoundStatement | undefined): Steps {
    return cleaned(stepsOf(body), end?.exec());
  },

  using(start: Exec, body: BoundStatement, dispose: (frame: Frame) => void): Steps {
    const steps = cleaned(stepsOf(body), dispose);
    return function* run(frame) {
      start(frame);
      return yield* steps(frame);
    };
  },
};

/** Returns steps with a final action, which also runs when the iterator is disposed of early. */
function cleaned(steps: Steps, last: ((frame: Frame) => unknown) | undefined): Steps {
  return function* run(frame) {
    let runs = true;
    try {
      return yield* steps(frame);
    } catch (thrown) {
      // An error that ends the whole run skips finally blocks.
      runs = thrown instanceof ExpressionError;
      decide(thrown);
      throw thrown;
    } finally {
      if (runs) last?.(frame);
    }
  };
}
