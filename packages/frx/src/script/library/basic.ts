import { declareEnum } from './enums.ts';

/** Enums of Microsoft.VisualBasic, for the arguments of its functions. */

const numbered = (names: string, first = 0): Record<string, number> =>
  Object.fromEntries(names.split(' ').map((name, index) => [name, index + first]));

declareEnum(
  'Microsoft.VisualBasic',
  'DateInterval',
  numbered('Year Quarter Month DayOfYear Day WeekOfYear Weekday Hour Minute Second'),
);
declareEnum(
  'Microsoft.VisualBasic',
  'FirstDayOfWeek',
  numbered('System Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
);
declareEnum('Microsoft.VisualBasic', 'FirstWeekOfYear', numbered('System Jan1 FirstFourDays FirstFullWeek'));
declareEnum('Microsoft.VisualBasic', 'CompareMethod', numbered('Binary Text'));
declareEnum('Microsoft.VisualBasic', 'VbStrConv', numbered('None Uppercase Lowercase ProperCase'));
declareEnum('Microsoft.VisualBasic', 'DateFormat', numbered('GeneralDate LongDate ShortDate LongTime ShortTime'));
