import { ExpressionError, NetException } from '../expression/errors.ts';
import { builtInFunction, builtInName } from '../expression/functions/index.ts';
import type { Runtime } from '../expression/scope.ts';
import { asNumber } from '../expression/values/promotion.ts';
import { Char, type Value } from '../expression/values/values.ts';
import { VB_CONVERSIONS } from '../expression/vb/operators.ts';
import { inOrder } from './basicArguments.ts';
import type { Argument, Bound, Eval } from './binder/bound.ts';
import { fail } from './binder/context.ts';
import type { Context } from './binder/context.ts';
import { convert, emitValue } from './binder/types/convert.ts';
import { isDynamic, isSpecial, isVariant, special, underlying } from './binder/types/specials.ts';
import { arrayOf, display } from './binder/types/types.ts';
import type { Special, Type } from './binder/types/types.ts';
import { need } from './library/registry.ts';
import { checkConstant, isConvertible, operatorType, typeName } from './operatorTypes.ts';

/** Functions available in every report, for code of scripts and expressions: `ToWords(…)`, `FormatNumber(…)`. */

type Found = NonNullable<ReturnType<typeof builtInFunction>>;

/** Binds a call of such a function with any arguments; returns undefined if there is none of that name. */
function bindReportFunction(name: string, args: readonly Argument[], position: number, rt: Runtime): Bound | undefined {
  const found = builtInFunction(name);
  return found && callOf(found, args, position, rt);
}

/** Refuses a constant that `Asc`, `AscW` or `ChrW` cannot convert, as the compiler of Visual Basic calculates them. */
function checkCharacter(name: string, value: Value | undefined, position: number): void {
  const type = name === 'chrw' ? 'Char' : 'Integer';
  const isRefused =
    name === 'chrw'
      ? typeof value === 'number' && (value < -32768 || value > 65535)
      : (name === 'asc' || name === 'ascw') && value === '';
  if (isRefused)
    throw new ExpressionError(
      `BC30742: Value '${typeof value === 'number' ? String(value) : ''}' cannot be converted to '${type}'.`,
      undefined,
      position,
    );
}

/**
 * Binds a call of such a function, or of a function or operator of Visual Basic, in Visual Basic. Functions of reports are methods of the
 * script's class, so they take precedence in its code and in expressions; other classes use those of Visual Basic.
 */
export function bindBasicFunction(
  name: string,
  args: readonly Argument[],
  position: number,
  rt: Runtime,
  reportsFirst: boolean,
): Bound | undefined {
  const conversion = name.startsWith('vb:to ') ? name.slice('vb:to '.length) : VB_CONVERSIONS.get(name.toLowerCase());
  if (conversion !== undefined && args[0]) checkConversion(args[0], conversion, position);
  if (name.startsWith('vb:')) {
    const bound = bindReportFunction(name, args, position, rt);
    const type = operatorType(name.slice(3), args);
    return bound && type ? { ...bound, type } : bound;
  }
  const lower = name.toLowerCase();
  const own = builtInName(`vb.${lower}`);
  const general = builtInName(lower);
  const chosen = reportsFirst ? (general ?? own) : (own ?? general);
  if (chosen === undefined) return undefined;
  if (chosen.startsWith('vb.')) checkCharacter(lower, args[0]?.bound.constant?.value, position);
  const isOwn = chosen.startsWith('vb.');
  if (!isOwn && chosen !== 'IIf' && args.some((arg) => arg.name !== undefined || arg.place !== undefined))
    throw new ExpressionError(`Arguments of ${chosen} by name, or left out, are not available here`, undefined, position); // prettier-ignore
  const ordered = inOrder(isOwn ? chosen.slice(3) : lower, args, position);
  const [condition, ...rest] = ordered;
  const became = (arg: Argument, type: string): Argument => {
    checkConversion(arg, type.replace(/^vb:(?:to )?/u, ''), position);
    const bound = bindReportFunction(type, [arg], position, rt);
    return bound ? { ...arg, bound } : arg;
  };
  if (chosen === 'IIf' && condition) {
    const [known = condition] = withValues([condition], ['bool']);
    return bindReportFunction(chosen, [became(known, 'vb:bool'), ...rest], position, rt);
  }
  const ownTypes = isOwn ? ownParameters(lower, ordered) : [];
  for (const [index, type] of ownTypes.entries()) {
    const argument = ordered[index];
    if (argument) checkConversion(argument, type, position);
  }
  const parameters = isOwn ? [] : (PARAMETERS.get(chosen) ?? []);
  const given = withValues(ordered, isOwn ? ownTypes : parameters).map((arg, index) => {
    const type = parameters[index];
    return type === undefined || display(arg.bound.type) === type ? arg : became(arg, `vb:to ${type}`);
  });
  if (isOwn && OF_CHARACTERS.has(lower)) return ofCharacter(chosen, given, position, rt);
  // The size of a Decimal is 8 by its declared type, and 16 in an Object.
  const sized = chosen === 'vb.len' ? given.map((arg) => (isSpecial(arg.bound.type, 'decimal') ? became(arg, 'vb:to double') : arg)) : given; // prettier-ignore
  const bound = bindReportFunction(chosen, sized, position, rt);
  if (conversion !== undefined && bound) checkConstant(bound, args, position);
  return bound;
}

/** Functions with an overload for a character, which Nothing chooses, with the type of its result. */
const OF_CHARACTERS: ReadonlyMap<string, Special> = new Map([
  ['asc', 'int'],
  ['ascw', 'int'],
  ['lcase', 'char'],
  ['ucase', 'char'],
  ['val', 'int'],
]);

/** Binds a function with overloads for a character and a text. */
function ofCharacter(name: string, args: readonly Argument[], position: number, rt: Runtime): Bound | undefined {
  const [argument] = args;
  const type = OF_CHARACTERS.get(name.slice('vb.'.length));
  const isText = argument !== undefined && isSpecial(argument.bound.type, 'string');
  if (!argument || !type || isText) return bindReportFunction(name, args, position, rt);
  const { bound } = argument;
  const isNothing = isSpecial(bound.type, 'null') || bound.form === 'default';
  const isOpen = isDynamic(bound.type) || isSpecial(bound.type, 'object');
  const emit = (): Eval => {
    const value = emitValue(bound);
    return (frame) => value(frame) ?? new Char(0);
  };
  const given = isNothing || isOpen ? { type: isOpen ? bound.type : special('char'), position, emit } : bound;
  const found = bindReportFunction(name, [{ ...argument, bound: given }], position, rt);
  if (!found) return undefined;
  if (isSpecial(given.type, 'char')) return name === 'vb.val' ? { ...found, type: special('int'), emit: wholeOf(found) } : { ...found, type: special(type) }; // prettier-ignore
  return isOpen && type === 'char' ? { ...found, type: special('dynamic') } : found;
}

/** The number of `Val` of a character, which is an Integer. */
function wholeOf(found: Bound): () => Eval {
  return () => {
    const value = found.emit();
    return (frame) => asNumber(value(frame));
  };
}

/** Types of the first parameters of a function of Visual Basic; `InStr` may begin with a start. */
function ownParameters(name: string, args: readonly Argument[]): readonly string[] {
  const [first] = args;
  const hasStart = name === 'instr' && args.length > 2 && first !== undefined && !isSpecial(first.bound.type, 'string');
  return hasStart ? ['int', 'string', 'string'] : (OWN_PARAMETERS.get(name) ?? []);
}

/** Gives arguments the values that their parameters receive: that of a nullable, and "" for a String without one that is read as a date or Boolean. */
function withValues(args: readonly Argument[], types: readonly string[]): readonly Argument[] {
  return args.map((argument, index) => {
    const { bound } = argument;
    const isNullable = types[index] !== undefined && bound.form === undefined && underlying(bound.type) !== undefined;
    const isParsed = types[index] === 'DateTime' || types[index] === 'bool';
    const isEmpty = isParsed && isSpecial(bound.type, 'string') && bound.form === undefined;
    if (!isNullable && !isEmpty) return argument;
    const emit = (): Eval => {
      const value = emitValue(bound);
      return (frame) => {
        const given = value(frame);
        if (given !== null) return given;
        if (isEmpty) return '';
        throw new NetException('InvalidOperationException', 'Nullable object must have a value.');
      };
    };
    return { ...argument, bound: { type: underlying(bound.type) ?? bound.type, position: bound.position, emit } };
  });
}

/** Refuses a conversion that Visual Basic does not have even with Option Strict Off. @throws ExpressionError */
function checkConversion({ bound }: Argument, to: string, position: number): void {
  if (bound.form !== undefined || isConvertible(bound.type, resultOf(to))) return;
  throw new ExpressionError(
    `BC30311: Value of type '${typeName(bound.type)}' cannot be converted to '${typeName(resultOf(to))}'`,
    undefined,
    position,
  );
}

/** Types of the first parameters of report functions, to which arguments are converted implicitly. */
const PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    char: 'Asc',
    string: 'Format Insert Length LowerCase PadLeft PadRight Remove Substring TitleCase Trim UpperCase',
    'string string': 'Contains',
    'string string string': 'Replace',
    DateTime:
      'AddDays AddHours AddMinutes AddMonths AddSeconds AddYears Day DayOfWeek DayOfYear Hour Minute Month Second WeekOfYear Year',
    'DateTime DateTime': 'DateDiff',
    'int int': 'DaysInMonth',
    'int int int': 'DateSerial',
    int: 'Chr MonthName',
  }).flatMap(([types, names]) => names.split(' ').map((name) => [name, types.split(' ')] as const)),
);

/** Types of the first parameters of functions of Visual Basic, by the names in lower case. */
const OWN_PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    string: 'asc ascw datevalue lcase lset ltrim rset rtrim split strconv strreverse timevalue trim ucase',
    'string string': 'instr instrrev strcomp',
    'string string string': 'replace',
    int: 'chr chrw monthname space weekdayname',
    DateTime: 'day hour minute month second weekday year',
    'string int': 'left right',
    'string int int': 'mid',
    'int int int': 'dateserial timeserial',
  }).flatMap(([types, names]) => names.split(' ').map((name) => [name, types.split(' ')] as const)),
);

/** Types of C# that are never converted to a text implicitly. */
const VALUE_TYPES = new Set(
  'bool byte sbyte short ushort int uint long ulong float double decimal char DateTime TimeSpan'.split(' '),
);

/** Binds a call of such a function in C#; returns undefined if there is none of that name. */
export function bindSharpFunction(
  context: Context,
  name: string,
  args: readonly Argument[],
  position: number,
): Bound | undefined {
  refuseOtherThanTexts(name, args);
  return bindReportFunction(name, withoutVariants(context, name, args), position, context.world.outside.rt);
}

/** Functions of numbers whose overloads for double and decimal are equally good for a Variant. */
const OF_REALS = new Set(['Ceiling', 'Floor', 'Round', 'Truncate']);
/** Functions of doubles alone. */
const OF_DOUBLES = new Set('Acos Asin Atan Cos Exp Log Sin Sqrt Tan'.split(' '));
/** Functions of two numbers of one type, from int up. */
const OF_NUMBERS = new Set(['Maximum', 'Minimum']);

/** Converts Variants to the types of the parameters that C# chooses for them. @throws ExpressionError for an ambiguous call */
function withoutVariants(context: Context, name: string, args: readonly Argument[]): readonly Argument[] {
  return args.map((argument, index) => {
    if (!isVariant(argument.bound.type) || argument.bound.form !== undefined) return argument;
    if (index === 0 && OF_REALS.has(name))
      return fail(
        context,
        `CS0121: The call is ambiguous between the following methods or properties: '${name}(double)' and '${name}(decimal)'`,
        argument.bound.position,
      );
    const wanted = parameterFor(name, index, args);
    const bound = wanted && convert(context, argument.bound, resultOf(wanted));
    return bound ? { ...argument, bound } : argument;
  });
}

/** The type to which a function converts a Variant; undefined where it takes an object. */
function parameterFor(name: string, index: number, args: readonly Argument[]): string | undefined {
  if (name === 'Abs') return 'sbyte';
  if (OF_DOUBLES.has(name)) return 'double';
  if (!OF_NUMBERS.has(name)) return (VARIANT_PARAMETERS.get(name) ?? PARAMETERS.get(name))?.[index];
  const other = args.map(({ bound }) => display(bound.type)).find((type) => LARGER_THAN_INT.has(type));
  return other ?? 'int';
}

/** All parameters of functions of which `PARAMETERS` has the first one. */
const VARIANT_PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'DateTime double': 'AddDays AddHours AddMinutes AddSeconds',
    'DateTime int': 'AddMonths AddYears',
    'string int char': 'PadLeft PadRight',
    'string int int': 'Remove Substring',
    'string int string': 'Insert',
  }).flatMap(([types, names]) => names.split(' ').map((name) => [name, types.split(' ')] as const)),
);

const LARGER_THAN_INT = new Set(['long', 'float', 'double', 'decimal']);

/** Refuses arguments that are not texts where a report function takes texts. @throws ExpressionError */
function refuseOtherThanTexts(name: string, args: readonly Argument[]): void {
  for (const [index, wanted] of (PARAMETERS.get(name) ?? []).entries()) {
    const bound = args[index]?.bound;
    if (wanted !== 'string' || !bound || !VALUE_TYPES.has(display(bound.type))) continue;
    const type = display(bound.type);
    throw new ExpressionError(
      `CS1503: Argument ${String(index + 1)}: cannot convert from '${type}' to 'string'`,
      undefined,
      bound.start ?? bound.position,
    );
  }
}

/** Returns true for the name of the function that tests a name of data for null. */
export function isNullTest(name: string, isBasic: boolean): boolean {
  return isBasic ? name.toLowerCase() === 'isnull' : name === 'IsNull';
}

/** Binds `IsNull("Source.Column")`. */
export function bindNullTest(args: readonly Argument[], isNull: (name: string) => boolean, position: number): Bound {
  return {
    type: special('bool'),
    position,
    emit: () => {
      const [name] = args.map(({ bound }) => emitValue(bound));
      return (frame) => {
        const value = name?.(frame);
        if (typeof value !== 'string') throw new ExpressionError('IsNull takes the name of a column as a text');
        return isNull(value);
      };
    },
  };
}

function callOf({ call, type }: Found, args: readonly Argument[], position: number, rt: Runtime): Bound {
  return {
    type: resultOf(type),
    position,
    emit: () => {
      const [first, second, ...more] = args.map(({ bound }) => emitValue(bound));
      if (!first) return () => call([], rt);
      if (!second) return (frame) => call([first(frame)], rt);
      if (more.length === 0) return (frame) => call([first(frame), second(frame)], rt);
      const values: readonly Eval[] = [first, second, ...more];
      return (frame) =>
        call(
          values.map((value) => value(frame)),
          rt,
        );
    },
  };
}

function resultOf(name: string): Type {
  if (name.endsWith('[]')) return arrayOf(resultOf(name.slice(0, -2)));
  if (name === 'object') return special('dynamic');
  return name === 'DateTime' || name === 'TimeSpan' ? need(name).of([]) : special(name as 'int');
}
