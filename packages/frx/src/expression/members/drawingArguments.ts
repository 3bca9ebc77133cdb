import { enumByName } from '../values/enums.ts';
import { ExpressionError } from '../errors.ts';
import { EnumValue } from '../values/values.ts';
import type { EnumType, Value } from '../values/values.ts';
import { real } from './arguments.ts';

/** Arguments of the constructors in System.Drawing. */

export function enumOf(name: string): EnumType {
  const type = enumByName(name);
  if (!type) throw new ExpressionError(`${name} is not known`);
  return type;
}

export function flag(args: readonly Value[], index: number): boolean {
  return args[index] === true;
}

export function number(args: readonly Value[], index: number, fallback: number): number {
  return args.length > index ? real(args, index) : fallback;
}

export function name(args: readonly Value[], index: number, type: string, fallback: string): string {
  const value = args[index];
  if (!(value instanceof EnumValue) || value.type.name !== type) return fallback;
  for (const [member, memberValue] of value.type.members) if (memberValue === value.value) return member;
  return fallback;
}

/** Refuses a member that needs a report that runs. */
export function withoutRun(member: string): never {
  throw new ExpressionError(`${member} is available only while a report runs`);
}
