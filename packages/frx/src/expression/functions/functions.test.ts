import { describe, expect, it } from 'vitest';
import { shown } from '../testing/testScope.ts';

/** Results of the reference for odd arguments. */

describe('functions of reports', () => {
  it.each([
    ['PadLeft(null, 3) + "|"', '|'],
    ['PadRight(null, 3, \'x\') + "|"', '|'],
    ['Insert(null, 0, "x")', ''],
    ['Replace(null, null, null)', ''],
    ['Substring("abc", 2, 5)', 'c'],
    ['Substring("abc", 5, -1)', ''],
    ['Substring(null, -1)', ''],
    ["Minimum('a', 'b')", '97'],
    ['FormatDateTime(new DateTime(2024, 1, 2, 3, 4, 5), "long time ")', '3:04:05 AM'],
    ['FormatNumber(1.5, 20)', '1.50000000000000000000'],
    ['FormatNumber(true)', 'True'],
    ['Switch(1, 2)', '2'],
    ['Switch(null, 1)', ''],
    ['Switch("true", 1, true, 2)', '1'],
  ])('%s', (source, expected) => {
    expect(shown(source)).toBe(expected);
  });

  it.each([
    ['Substring("abc", -1)', 'StartIndex cannot be less than zero.'],
    ['Substring("abc", -2, 2)', 'StartIndex cannot be less than zero.'],
    ['Substring("abc", 1, -1)', 'Length cannot be less than zero.'],
    ['FormatNumber(1.5, -1)', 'Valid values are between 0 and 99, inclusive.'],
    ['FormatCurrency(1.5, -1)', 'Valid values are between 0 and 99, inclusive.'],
    ['FormatPercent(1.5, 100)', 'Valid values are between 0 and 99, inclusive.'],
    ['FormatNumber(DateTime.MinValue)', 'Input string was not in a correct format.'],
    ['FormatDateTime(DateTime.MinValue, null)', 'Object reference not set to an instance of an object.'],
    ['ToChar(-1)', 'Value was either too large or too small for a character.'],
    ['Switch("x", 1)', 'was not recognized as a valid Boolean.'],
    ['ToRoman("x")', 'Input string was not in a correct format.'],
  ])('%s is an error', (source, message) => {
    expect(() => shown(source)).toThrow(message);
  });
});
