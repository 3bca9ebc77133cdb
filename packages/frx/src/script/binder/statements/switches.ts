import { governing } from '../declarations/userOperators.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Expr, Statement, SwitchSection } from '../../grammar/syntax.ts';
import { textOf } from '../../runtime/values.ts';
import type { Bound, Frame } from '../bound.ts';
import { fail, Scope } from '../context.ts';
import type { Context } from '../context.ts';
import { convert, require } from '../types/convert.ts';
import { bindExpression, bindValue } from '../expressions/expressions.ts';
import { BREAK, GOTO, NEXT } from '../declarations/functions.ts';
import type { BoundStatement } from '../declarations/functions.ts';
import { compileYield } from '../declarations/iterators.ts';
import { bindPattern } from '../expressions/patterns.ts';
import { special, underlying } from '../types/specials.ts';
import type { Type } from '../types/types.ts';

/** The switch statement (C# specification, The switch statement). */

/** Label of `default`. */
export const DEFAULT = '<default>';

/** Label of a case with a constant. */
export function caseLabel(value: Value): string {
  return `<case>${typeof value}:${typeof value === 'object' && value !== null ? JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) : String(value)}`;
}

/**
 * Binds a switch statement.
 * @param blockOf binds the statements of a section; a parameter, because statements in turn contain switches
 */
export function bindSwitchStatement(
  context: Context,
  statement: Statement & { k: 'switch' },
  blockOf: (context: Context, statements: readonly Statement[]) => BoundStatement,
): BoundStatement {
  const value = governing(context, bindValue(context, statement.value));
  const scope = new Scope(context.scope);
  const { rt } = context.world.outside;
  const labels: {
    test: (() => (frame: Frame, value: Value) => boolean) | undefined;
    when: Bound | undefined;
    section: number;
    label: string;
    scope: Scope | undefined;
    constant: { value: Value } | undefined;
  }[] = [];
  const sections = statement.sections.map((section: SwitchSection, index) => {
    const inner = new Scope(scope);
    const sectionContext = { ...context, scope: inner };
    for (const { pattern, when, position } of section.labels) {
      if (!pattern) {
        labels.push({
          test: undefined,
          when: undefined,
          section: index,
          label: DEFAULT,
          scope: inner,
          constant: undefined,
        });
        continue;
      }
      const test = bindPattern(sectionContext, pattern, value.type);
      const guard = when && require(sectionContext, bindValue(sectionContext, when), special('bool'));
      const constant =
        pattern.k === 'constant' || pattern.k === 'type' ? constantLabel(context, pattern, value.type) : undefined;
      if (constant && !guard && labels.some((each) => each.label === caseLabel(constant.value)))
        fail(
          context,
          `CS0152: The switch statement contains multiple cases with the label value '${textOf(constant.value, rt)}'`,
          position,
        );
      labels.push({
        test,
        when: guard,
        section: index,
        label: constant && !guard ? caseLabel(constant.value) : '',
        scope: inner,
        constant,
      });
    }
    const declared = new Scope(inner);
    const body = blockOf({ ...context, scope: declared }, section.statements);
    // All sections share one scope for their declarations.
    for (const [name, local] of declared.names) scope.names.set(name, local);
    return { body, scope: inner, declared };
  });
  const last = labels.findIndex(({ test }) => test === undefined);
  const { position } = statement;
  const choose = (): ((frame: Frame, given: Value) => number) => {
    const tests = labels.map(({ test, when, section }) => ({ matches: test?.(), when: when?.emit(), section }));
    const shared = sections.flatMap((section) =>
      [...section.scope.owned, ...section.declared.owned].filter((variable) => variable.captured),
    );
    return (frame, given) => {
      for (const { slot } of shared) frame.k[slot] = { value: null };
      for (const { matches, when, section } of tests)
        if (matches?.(frame, given) && (!when || when(frame) === true)) return section;
      return last < 0 ? -1 : (labels[last]?.section ?? -1);
    };
  };
  const target = (label: string): number => labels.find((each) => each.label === label)?.section ?? -1;
  return {
    exec: () => {
      const subject = value.emit();
      const pick = choose();
      const bodies = sections.map(({ body }) => body.exec());
      return (frame) => {
        frame.position = position;
        let index = pick(frame, subject(frame));
        for (;;) {
          const signal = index < 0 ? NEXT : (bodies[index]?.(frame) ?? NEXT);
          if (signal === BREAK || signal === NEXT) return NEXT;
          if (signal !== GOTO) return signal;
          const next = target(frame.label);
          if (next < 0) return signal;
          rt.budget.step();
          index = next;
        }
      };
    },
    steps: sections.some(({ body }) => body.steps)
      ? () =>
          compileYield.choose(
            value.emit(),
            choose(),
            sections.map(({ body }) => body),
            target,
          )
      : undefined,
  };
}

function constantLabel(
  context: Context,
  pattern: Parameters<typeof bindPattern>[1],
  type: Type,
): { value: Value } | undefined {
  const inner = underlying(type) ?? type;
  let syntax: Expr | undefined;
  if (pattern.k === 'constant') syntax = pattern.value;
  else if (pattern.k === 'type' && pattern.type.k === 'name' && !pattern.designation) {
    const [first, ...rest] = pattern.type.parts;
    syntax = { k: 'id', id: first?.id ?? '', args: [], position: pattern.position };
    for (const part of rest)
      syntax = { k: 'member', target: syntax, id: part.id, args: [], position: pattern.position };
  }
  if (!syntax) return undefined;
  const bound = bindExpression(context, syntax);
  return bound.form ? bound.constant : (convert(context, bound, inner)?.constant ?? bound.constant);
}
