import { ExpressionError } from '../expression/errors.ts';
import type { Value } from '../expression/values/values.ts';
import type { Argument } from './binder/bound.ts';
import { literal } from './binder/expressions/literals.ts';

/** Arguments of the functions of Microsoft.VisualBasic that are given by name or left out. */

/** Parameters of a function with their defaults: `name` must be given, `name=value` may be left out. */
const PARAMETERS: Readonly<Record<string, string>> = {
  asc: 'String',
  ascw: 'String',
  chr: 'CharCode',
  chrw: 'CharCode',
  dateadd: 'Interval Number DateValue',
  datediff: 'Interval Date1 Date2 DayOfWeek=1 WeekOfYear=1',
  datepart: 'Interval DateValue FirstDayOfWeekValue=1 FirstWeekOfYearValue=1',
  dateserial: 'Year Month Day',
  datevalue: 'StringDate',
  ddb: 'Cost Salvage Life Period Factor=2',
  filter: 'Source Match Include=true Compare=0',
  fix: 'Number',
  format: 'Expression Style=',
  formatcurrency:
    'Expression NumDigitsAfterDecimal=-1 IncludeLeadingDigit=-2 UseParensForNegativeNumbers=-2 GroupDigits=-2',
  formatdatetime: 'Expression NamedFormat=0',
  formatnumber:
    'Expression NumDigitsAfterDecimal=-1 IncludeLeadingDigit=-2 UseParensForNegativeNumbers=-2 GroupDigits=-2',
  formatpercent:
    'Expression NumDigitsAfterDecimal=-1 IncludeLeadingDigit=-2 UseParensForNegativeNumbers=-2 GroupDigits=-2',
  fv: 'Rate NPer Pmt PV=0 Due=0',
  getchar: 'str Index',
  hex: 'Number',
  iif: 'Expression TruePart FalsePart',
  instr: 'String1 String2 Compare=0',
  instrrev: 'StringCheck StringMatch Start=-1 Compare=0',
  int: 'Number',
  ipmt: 'Rate Per NPer PV FV=0 Due=0',
  irr: 'ValueArray Guess',
  isdate: 'Expression',
  isdbnull: 'Expression',
  isnothing: 'Expression',
  isnumeric: 'Expression',
  join: 'SourceArray Delimiter=\u0020',
  lbound: 'Array Rank=1',
  lcase: 'Value',
  left: 'str Length',
  len: 'Expression',
  lset: 'Source Length',
  ltrim: 'str',
  mid: 'str Start Length',
  mirr: 'ValueArray FinanceRate ReinvestRate',
  monthname: 'Month Abbreviate=false',
  nper: 'Rate Pmt PV FV=0 Due=0',
  npv: 'Rate ValueArray',
  oct: 'Number',
  pmt: 'Rate NPer PV FV=0 Due=0',
  ppmt: 'Rate Per NPer PV FV=0 Due=0',
  pv: 'Rate NPer Pmt FV=0 Due=0',
  rate: 'NPer Pmt PV FV=0 Due=0 Guess',
  replace: 'Expression Find Replacement Start=1 Count=-1 Compare=0',
  right: 'str Length',
  rset: 'Source Length',
  rtrim: 'str',
  sln: 'Cost Salvage Life',
  space: 'Number',
  split: 'Expression Delimiter=\u0020 Limit=-1 Compare=0',
  str: 'Number',
  strcomp: 'String1 String2 Compare=0',
  strconv: 'str Conversion LocaleID=0',
  strdup: 'Number Character',
  strreverse: 'Expression',
  syd: 'Cost Salvage Life Period',
  timeserial: 'Hour Minute Second',
  timevalue: 'StringTime',
  trim: 'str',
  typename: 'VarName',
  ubound: 'Array Rank=1',
  ucase: 'Value',
  val: 'InputStr',
  vartype: 'VarName',
  weekday: 'DateValue DayOfWeek=1',
  weekdayname: 'Weekday Abbreviate=false FirstDayOfWeekValue=0',
  year: 'DateValue',
  month: 'DateValue',
  day: 'DateValue',
  hour: 'TimeValue',
  minute: 'TimeValue',
  second: 'TimeValue',
};

interface Parameter {
  readonly name: string;
  readonly initial: { readonly type: string; readonly value: Value } | undefined;
}

/** Splits a list of parameters at the blanks before their names. */
function parametersOf(list: string): Parameter[] {
  return list.split(/ (?=[A-Za-z])/u).map((each) => {
    const [name = '', initial] = each.split('=');
    return { name: name.toLowerCase(), initial: initial === undefined ? undefined : defaultOf(initial) };
  });
}

function defaultOf(text: string): { type: string; value: Value } {
  if (text === 'true' || text === 'false') return { type: 'bool', value: text === 'true' };
  if (/^-?\d+$/u.test(text)) return { type: 'int', value: Number(text) };
  return { type: 'string', value: text };
}

/** Returns the arguments of a function in the order of its parameters. Throws ExpressionError for those that it does not have. */
export function inOrder(name: string, args: readonly Argument[], position: number): readonly Argument[] {
  if (args.every((argument) => argument.name === undefined && argument.place === undefined)) return args;
  const starts = name === 'instr' && (args.length > 3 || args.some((argument) => argument.name?.toLowerCase() === 'start')); // prettier-ignore
  const parameters = parametersOf(`${starts ? 'Start ' : ''}${PARAMETERS[name] ?? ''}`);
  const given: (Argument | undefined)[] = parameters.map(() => undefined);
  for (const [index, argument] of args.entries()) {
    const at =
      argument.name === undefined
        ? (argument.place ?? index)
        : parameters.findIndex((parameter) => parameter.name === argument.name?.toLowerCase());
    if (PARAMETERS[name] === undefined || at < 0 || at >= parameters.length || given[at])
      throw new ExpressionError(
        argument.name === undefined
          ? `BC30455: Arguments of '${name}' cannot be left out here`
          : `BC30272: '${argument.name}' is not a parameter of '${name}'`,
        undefined,
        position,
      );
    given[at] = argument;
  }
  const last = given.findLastIndex((argument) => argument !== undefined);
  return given.slice(0, last + 1).map((argument, index) => {
    if (argument) return { ...argument, name: undefined, place: undefined };
    const parameter = parameters[index];
    if (!parameter?.initial)
      throw new ExpressionError(
        `BC30455: Argument not specified for parameter '${parameter?.name ?? ''}' of '${name}'`,
        undefined,
        position,
      );
    return {
      name: undefined,
      mode: 'value',
      bound: literal(parameter.initial.type, parameter.initial.value, position),
    };
  });
}
