import { bindValue } from '../entry.ts';
import type { Expr } from '../../grammar/syntax.ts';
import type { Runtime } from '../../../expression/scope.ts';
import type { Value } from '../../../expression/values/values.ts';
import { error, formatText, textOf } from '../../runtime/values.ts';
import { FormattableObj } from '../../library/formattable.ts';
import { need } from '../../library/registry.ts';
import { condition } from '../declarations/userOperators.ts';
import type { Bound, Eval } from '../bound.ts';
import type { Context } from '../context.ts';
import { fail, Scope } from '../context.ts';
import { implicitConversion } from '../types/conversions.ts';
import { convert, emitValue, require } from '../types/convert.ts';
import { bestCommonType, withCommonNames } from '../types/inference.ts';
import { bindPattern } from './patterns.ts';
import { isSpecial, isVariant, special, isDynamic, isError, variant } from '../types/specials.ts';
import { isTotal } from '../types/variants.ts';
import { display, same } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** Conditional and switch expressions and interpolated strings. */

export function bindSwitch(context: Context, syntax: Expr & { k: 'switch' }): Bound {
  const operand = bindValue(context, syntax.operand);
  const arms = syntax.arms.map((arm) => {
    const scope = new Scope(context.scope);
    const inner: Context = { ...context, scope };
    const test = bindPattern(inner, arm.pattern, operand.type);
    const when = arm.when && require(inner, bindValue(inner, arm.when), special('bool'));
    return { scope, test, when, value: bindValue(inner, arm.value, true) };
  });
  const { position } = syntax;
  const into = (type: Type): Bound | undefined => {
    const values = arms.map(({ value }) => convert(context, value, type));
    if (values.some((value) => !value)) return undefined;
    return {
      type,
      position,
      fresh: true,
      emit: () => {
        const subject = operand.emit();
        const compiled = arms.map(({ test, when, scope }, index) => {
          const value = values[index];
          return {
            matches: test(),
            when: when?.emit(),
            value: value ? emitValue(value) : () => null,
            shared: scope.owned.filter((variable) => variable.captured),
          };
        });
        return (frame) => {
          const given = subject(frame);
          for (const { matches, when, value, shared } of compiled) {
            for (const { slot } of shared) frame.k[slot] = { value: null };
            if (matches(frame, given) && (!when || when(frame) === true)) return value(frame);
          }
          throw unmatched(given, context.world.outside.rt);
        };
      },
    };
  };
  const type = bestCommonType(
    context,
    arms.map(({ value }) => value),
  );
  if (type) {
    const made = into(type);
    if (made) return { ...made, form: 'arms', into };
  }
  return {
    type: special('error'),
    form: 'arms',
    position,
    into,
    emit: () => fail(context, 'CS8506: No best type was found for the switch expression.', position),
  };
}

/** Splits the format of an interpolated string: .NET ends it at its first brace, although the compiler includes doubled ones. */
function formatEnd(raw: string): { readonly format: string; readonly behind: string; readonly isInvalid: boolean } {
  const at = raw.search(/[{}]/u);
  if (at < 0) return { format: raw, behind: '', isInvalid: false };
  const rest = `${raw.slice(at + 1)}}`;
  const behind = rest.replaceAll(/\{\{|\}\}/gu, (pair) => pair.charAt(0));
  const isInvalid = raw.charAt(at) === '{' || /[{}]/u.test(rest.replaceAll(/\{\{|\}\}/gu, ''));
  return { format: raw.slice(0, at), behind, isInvalid };
}

export function bindText(context: Context, syntax: Expr & { k: 'text' }): Bound {
  const parts = syntax.parts.map((part) => {
    if ('text' in part) return { text: part.text, value: undefined, raw: '' };
    const value = bindValue(context, part.value);
    if (isSpecial(value.type, 'void'))
      fail(context, "CS0029: Cannot implicitly convert type 'void' to 'object'", value.position);
    const alignment = part.alignment && require(context, bindValue(context, part.alignment), special('int'));
    return {
      value:
        value.form === 'arms' || value.form === 'tuple' || value.form === 'default'
          ? require(context, value, isSpecial(value.type, 'error') ? special('object') : value.type)
          : value,
      width: (alignment?.constant?.value ?? 0) as number,
      // No format applies to a total, as it is no number of .NET.
      raw: isTotal(context, value.type) ? '' : (part.format ?? ''),
      text: '',
    };
  });
  const { rt } = context.world.outside;
  const { position } = syntax;
  const made: Bound = {
    type: special('string'),
    position,
    constant: parts.every((part) => part.value === undefined)
      ? { value: parts.map((part) => part.text).join('') }
      : undefined,
    emit: () => {
      const pieces = parts.map((part): string | ({ value: Eval; width: number } & ReturnType<typeof formatEnd>) =>
        part.value === undefined ? part.text : { value: part.value.emit(), width: part.width, ...formatEnd(part.raw) },
      );
      return (frame) => {
        let text = '';
        for (const piece of pieces) {
          if (typeof piece === 'string') {
            text += piece;
            continue;
          }
          const value = piece.value(frame);
          if (piece.isInvalid) throw error('FormatException', 'Input string was not in a correct format.');
          const written = formatText(value, piece.format, rt);
          if (piece.width !== 0) rt.budget.hold(Math.abs(piece.width));
          text += (piece.width < 0 ? written.padEnd(-piece.width) : written.padStart(piece.width)) + piece.behind;
        }
        rt.budget.hold(text.length);
        return text;
      };
    },
  };
  const formattable = (type: Type): Bound => ({
    type,
    position,
    emit: () => {
      const values = parts.flatMap((part) => (part.value === undefined ? [] : [part.value.emit()]));
      let count = 0;
      const composite = parts
        .map((part) => {
          if (part.value === undefined) return part.text.replaceAll(/[{}]/gu, '$&$&');
          const width = part.width === 0 ? '' : `,${String(part.width)}`;
          return `{${String(count++)}${width}${part.raw === '' ? '' : `:${part.raw}`}}`;
        })
        .join('');
      return (frame) =>
        new FormattableObj(
          composite,
          values.map((value) => value(frame)),
        );
    },
  });
  const into = (type: Type): Bound | undefined =>
    type === need('FormattableString').open || type === need('IFormattable').open ? formattable(type) : undefined;
  return { ...made, into };
}

export function bindConditional(context: Context, syntax: Expr & { k: 'conditional' }): Bound {
  const test = condition(context, syntax.test);
  const yes = bindValue(context, syntax.yes, true);
  const no = bindValue(context, syntax.no, true);
  const { position } = syntax;
  const into = (type: Type): Bound | undefined => {
    const a = convert(context, yes, type);
    const b = convert(context, no, type);
    if (!a || !b) return undefined;
    const constant =
      test.constant && a.constant && b.constant ? (test.constant.value === true ? a.constant : b.constant) : undefined;
    return {
      type,
      position,
      fresh: true,
      constant,
      emit: () => {
        const condition = test.emit();
        const whenTrue = emitValue(a);
        const whenFalse = emitValue(b);
        return (frame) => (condition(frame) === true ? whenTrue(frame) : whenFalse(frame));
      },
    };
  };
  const types = [commonType(context, yes, no), ...(context.world.isBasic ? [special('dynamic')] : [])];
  for (const type of types) {
    const made = type && into(type);
    if (made) return made;
  }
  // The target type is not considered before C# 9.
  const isFailed = (bound: Bound): boolean => isError(bound.type) && bound.form !== 'tuple';
  if (!context.world.isBasic && !isFailed(yes) && !isFailed(no))
    fail(
      context,
      `CS0173: Type of conditional expression cannot be determined because there is no implicit conversion between '${display(yes.type)}' and '${display(no.type)}'`,
      position,
    );
  return {
    type: special('error'),
    form: 'arms',
    position,
    into,
    emit: () => fail(context, 'CS0173: Type of conditional expression cannot be determined', position),
  };
}

/** Returns the type of a conditional (C# specification, Conditional operator). */
function commonType(context: Context, a: Bound, b: Bound): Type | undefined {
  const typed = (bound: Bound): boolean =>
    bound.form === undefined ||
    (bound.form === 'tuple' && !isSpecial(bound.type, 'error')) ||
    (bound.form === 'arms' && !isSpecial(bound.type, 'error'));
  const [ta, tb] = [typed(a) && !isSpecial(a.type, 'null'), typed(b) && !isSpecial(b.type, 'null')];
  if (ta && tb && !context.world.isBasic && isVariant(a.type) !== isVariant(b.type)) {
    const other = isVariant(a.type) ? b.type : a.type;
    if (isDynamic(other) || isSpecial(other, 'object')) return other;
    if (implicitConversion(variant(), other, context))
      fail(
        context,
        `CS0172: Type of conditional expression cannot be determined because 'Variant' and '${display(other)}' implicitly convert to one another`,
        a.position,
      );
  }
  // If two types convert to each other and one is `dynamic`, `dynamic` is preferred.
  if (ta && isDynamic(a.type)) return a.type;
  if (tb && isDynamic(b.type)) return b.type;
  if (ta && tb && same(a.type, b.type)) return withCommonNames(a.type, [a.type, b.type]);
  if (
    ta &&
    convert(context, b, a.type) &&
    !(tb && a.type !== b.type && convert(context, a, b.type) && preferred(context, b.type, a.type))
  )
    return a.type;
  if (tb && convert(context, a, b.type)) return b.type;
  return undefined;
}

/** Returns true if the first of two types, which convert both ways because of constants, is the wider one. */
function preferred(context: Context, a: Type, b: Type): boolean {
  return implicitConversion(b, a, context) !== undefined && implicitConversion(a, b, context) === undefined;
}

function unmatched(value: Value, rt: Runtime): Error {
  const text = 'Non-exhaustive switch expression failed to match its input.';
  return error(
    'SwitchExpressionException',
    value === null ? text : `${text}\nUnmatched value was ${textOf(value, rt)}.`,
  );
}
