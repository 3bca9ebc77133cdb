import { BASIC_TYPE_NAMES } from '../expression/vb/typeNames.ts';
import { ExpressionError, NetException } from '../expression/errors.ts';
import type { Argument, Bound } from './binder/bound.ts';
import { NO_FRAME } from './binder/types/conversions.ts';
import { isEnum, isSpecial, special, specialOf, underlying } from './binder/types/specials.ts';
import { display, NamedType } from './binder/types/types.ts';
import type { Special, Type } from './binder/types/types.ts';

/** Types of the results of Visual Basic's operators by those of the operands (Visual Basic language specification, Operator Resolution). */

/** The type in which an operand is calculated; undefined for an Object and for other types. */
function kindOf(type: Type): Special | undefined {
  if (underlying(type)) return undefined;
  if (isEnum(type)) return 'int';
  const kind = specialOf(type);
  return kind === 'object' || kind === 'dynamic' || kind === 'error' || kind === 'void' ? undefined : kind;
}

const SIGNED: ReadonlySet<string> = new Set(['sbyte', 'short', 'int', 'long']);
const INTEGERS: readonly Special[] = ['sbyte', 'byte', 'short', 'ushort', 'int', 'uint', 'long', 'ulong'];
const REALS: readonly Special[] = ['double', 'float', 'decimal'];

/** The common type of two integers; undefined for ULong with a signed one. */
function integerOf(a: Special, b: Special): Special | undefined {
  if (a === b) return a;
  const [narrow, wide] = INTEGERS.indexOf(a) < INTEGERS.indexOf(b) ? [a, b] : [b, a];
  if (wide === 'ulong') return SIGNED.has(narrow) ? undefined : wide;
  if (wide === 'long' || wide === 'int') return wide;
  if (wide === 'uint') return SIGNED.has(narrow) ? 'long' : wide;
  if (wide === 'ushort') return SIGNED.has(narrow) ? 'int' : wide;
  return 'short';
}

/** A Boolean as a number is a Short, beside an SByte an SByte. */
const numberOf = (kind: Special, other?: Special): Special =>
  kind !== 'bool' ? kind : other === 'sbyte' ? other : 'short';
/** An operand of an operation on integers: texts and fractions are a Long. */
const wholeOf = (kind: Special, other?: Special): Special | undefined => {
  const number = numberOf(kind, other);
  if (INTEGERS.includes(number)) return number;
  return REALS.includes(number) || number === 'string' ? 'long' : undefined;
};

/** Type of `+`, `-`, `*` and Mod. */
function arithmeticOf(a: Special, b: Special): Special | undefined {
  const [x, y] = [numberOf(a, b), numberOf(b, a)];
  if (![x, y].every((kind) => INTEGERS.includes(kind) || REALS.includes(kind) || kind === 'string')) return undefined;
  if (x === 'string' || y === 'string') return 'double';
  const real = REALS.find((kind) => x === kind || y === kind);
  return real ?? integerOf(x, y) ?? 'decimal';
}

function integralOf(a: Special, b: Special): Special | undefined {
  const [x, y] = [wholeOf(a, b), wholeOf(b, a)];
  return x && y && (integerOf(x, y) ?? 'long');
}

function logicalOf(a: Special, b: Special): Special | undefined {
  const isLogical = (x: Special, y: Special): boolean => x === 'bool' && (y === 'bool' || y === 'string');
  return isLogical(a, b) || isLogical(b, a) ? 'bool' : integralOf(a, b);
}

function binaryOf(operator: string, a: Special, b: Special): Special | undefined {
  switch (operator) {
    case '+': {
      const isText = (kind: Special): boolean => kind === 'string' || kind === 'char';
      return isText(a) && isText(b) ? 'string' : arithmeticOf(a, b);
    }
    case '-':
    case '*':
    case 'mod':
      return arithmeticOf(a, b);
    case '/': {
      const kind = arithmeticOf(a, b);
      const isFraction = kind === 'float' || (kind === 'decimal' && (a === 'decimal' || b === 'decimal'));
      return kind && (isFraction ? kind : 'double');
    }
    case '\\':
      return integralOf(a, b);
    case 'and':
    case 'or':
    case 'xor':
      return logicalOf(a, b);
    case '<<':
    case '>>':
      return wholeOf(a);
    default:
      return undefined;
  }
}

const NEGATIVE: Readonly<Partial<Record<Special, Special>>> = { byte: 'short', ushort: 'int', uint: 'long', ulong: 'decimal', string: 'double' }; // prettier-ignore

function unaryOf(operator: string, kind: Special): Special | undefined {
  if (operator === 'not') return kind === 'bool' ? kind : wholeOf(kind);
  if (operator !== 'negate' && operator !== 'plus') return undefined;
  if (arithmeticOf(kind, kind) === undefined) return undefined;
  const number = numberOf(kind);
  if (operator === 'negate') return NEGATIVE[number] ?? number;
  return number === 'string' ? 'double' : number;
}

const isTime = (type: Type, name: string): type is NamedType =>
  type instanceof NamedType && type.definition.name === name && type.definition.namespace === 'System';

/** Type of dates and spans of time that are added or subtracted. */
function timeOf(operator: string, a: Type, b: Type): Type | undefined {
  if (operator !== '+' && operator !== '-') return undefined;
  if (isTime(b, 'TimeSpan') && (isTime(a, 'DateTime') || isTime(a, 'TimeSpan'))) return a;
  return undefined;
}

const isBitwise = (operator: string): boolean => operator === 'and' || operator === 'or' || operator === 'xor';

/** Returns the type of an operation; undefined if it depends on the values. */
export function operatorType(operator: string, args: readonly Argument[]): Type | undefined {
  const [a, b] = args.map(({ bound }) => bound.type);
  if (!a) return undefined;
  const kind = kindOf(a);
  if (isEnum(a) && (b ? isBitwise(operator) && isSpecial(b, 'null') : operator === 'not')) return a;
  if (b && isEnum(b) && isBitwise(operator) && isSpecial(a, 'null')) return b;
  if (!b) {
    const one = kind && unaryOf(operator, kind);
    return one && special(one);
  }
  const time = timeOf(operator, a, b);
  if (time) return time;
  const other = kindOf(b);
  if (!kind || !other) return undefined;
  const found = binaryOf(operator, kind, other);
  return found && special(found);
}

/** Kinds of values between which Visual Basic has no conversion; texts and objects become all of them. */
function groupOf(type: Type): 'char' | 'date' | 'number' | undefined {
  const inner = underlying(type) ?? type;
  if (isTime(inner, 'DateTime')) return 'date';
  const kind = specialOf(inner);
  if (kind === 'char') return 'char';
  return isEnum(inner) ||
    kind === 'bool' ||
    INTEGERS.some((each) => each === kind) ||
    REALS.some((each) => each === kind)
    ? 'number'
    : undefined;
}

/** Returns true unless Visual Basic refuses the conversion of a basic type to another one also with Option Strict Off. */
export function isConvertible(from: Type, to: Type): boolean {
  const [source, target] = [groupOf(from), groupOf(to)];
  if (isTime(from, 'TimeSpan')) return target === undefined && specialOf(to) !== 'string';
  return source === undefined || target === undefined || source === target;
}

/** Returns the name of a type in messages of Visual Basic. */
export function typeName(type: Type): string {
  const inner = underlying(type);
  if (inner) return `${typeName(inner)}?`;
  const name = display(type);
  return name === 'dynamic' ? 'Object' : (BASIC_TYPE_NAMES[name] ?? name);
}

/** Refuses an operation on numeric constants that has no result; the compiler calculates it. @throws ExpressionError */
export function checkConstant(bound: Bound, args: readonly Argument[], position: number): void {
  const isConstant = args.every(
    ({ bound: { constant, folds, type } }) =>
      (constant !== undefined || folds === true) && groupOf(type) === 'number' && !isEnum(type),
  );
  if (!isConstant || args.length === 0) return;
  try {
    bound.emit()(NO_FRAME);
  } catch (error) {
    if (!(error instanceof NetException)) throw error;
    if (error.typeName === 'DivideByZeroException')
      throw new ExpressionError(
        'BC30542: Division by zero occurred while evaluating this expression',
        undefined,
        position,
      );
    if (error.typeName === 'OverflowException')
      throw new ExpressionError(
        `BC30439: Constant expression not representable in type '${typeName(bound.type)}'`,
        undefined,
        position,
      );
  }
}
