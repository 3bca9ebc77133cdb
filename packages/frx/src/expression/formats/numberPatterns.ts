/**
 * Positions of sign and symbol in .NET's NumberFormatInfo, by pattern number: `n` is the number, `$` the currency symbol, `%` the percent
 * symbol, `-` the negative sign.
 */
export const numberNegativePatterns: readonly string[] = ['(n)', '-n', '- n', 'n-', 'n -'];

export const currencyPositivePatterns: readonly string[] = ['$n', 'n$', '$ n', 'n $'];

export const currencyNegativePatterns: readonly string[] = [
  '($n)',
  '-$n',
  '$-n',
  '$n-',
  '(n$)',
  '-n$',
  'n-$',
  'n$-',
  '-n $',
  '-$ n',
  'n $-',
  '$ n-',
  '$ -n',
  'n- $',
  '($ n)',
  '(n $)',
  '$- n',
];

export const percentPositivePatterns: readonly string[] = ['n %', 'n%', '%n', '% n'];

export const percentNegativePatterns: readonly string[] = [
  '-n %',
  '-n%',
  '-%n',
  '%-n',
  '%n-',
  'n-%',
  'n%-',
  '-% n',
  'n %-',
  '% n-',
  '% -n',
  'n- %',
];
