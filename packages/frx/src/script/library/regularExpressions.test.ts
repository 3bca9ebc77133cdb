import { describe, expect, it } from 'vitest';
import { LimitError } from '../../limits.ts';
import { host, run, script } from '../testing/testScript.ts';

/** Result of `return …` in a script with regular expressions. */
function regex(code: string): string {
  return run(`return System.Text.RegularExpressions.${code};`);
}

describe('patterns that .NET accepts and scripts of reports do not', () => {
  it.each([
    [String.raw`(a\1)`, 'references to a group inside of it are not available'],
    [String.raw`(?=(a))\1`, 'references to groups that lookarounds capture are not available'],
    [String.raw`(a)(?=\1)`, 'references to groups inside of lookarounds are not available'],
    ['(?>a+)b', 'atomic groups (?>…) are not available'],
    ['(?(a)b|c)', 'conditions (?(…)…) are not available'],
    ['(?<o>[(])(?<-o>[)])', 'balancing groups (?<name-name>…) are not available'],
    ['(?:a|b?)*?c', 'lazy repetitions of what can be empty are not available'],
    ['(?<x>a(?<x>b))', 'a group inside of a group of its own name is not available'],
    ['(a{1000}){1000}', 'the pattern is too large'],
  ])('are refused before the code runs: %s', (pattern, message) => {
    const loaded = script(
      `bool F() { return System.Text.RegularExpressions.Regex.IsMatch("a", @"${pattern.replaceAll('"', '""')}"); }
       object G() { return new System.Text.RegularExpressions.Regex(@"${pattern.replaceAll('"', '""')}"); }`,
    );

    expect(loaded.check().map((error) => error.message)).toEqual([
      `Regular expression '${pattern}': ${message} in scripts of reports`,
      `Regular expression '${pattern}': ${message} in scripts of reports`,
    ]);
  });

  it('end the run when they are created at run time, which no catch prevents', () => {
    expect(() =>
      run(
        'string p = "(?>"; p += "a)"; try { return System.Text.RegularExpressions.Regex.IsMatch("aa", p); } catch (Exception) { return "caught"; }',
      ),
    ).toThrow('atomic groups (?>…) are not available');
  });

  it('are refused from right to left', () => {
    expect(() => regex('Regex.IsMatch("a", "a", System.Text.RegularExpressions.RegexOptions.RightToLeft)')).toThrow(
      'RegexOptions.RightToLeft is not available',
    );
  });
});

describe('references to groups', () => {
  it('end at the limit of steps when a text has too many paths', () => {
    expect(() =>
      script(
        String.raw`bool F() => System.Text.RegularExpressions.Regex.IsMatch(new string('a', 60), @"^(a+)*b\1$");`,
        host({}, { steps: 100_000 }),
      ).call('F', []),
    ).toThrow(expect.objectContaining({ limit: 'steps' }));
  });
});

describe('captures inside lookarounds', () => {
  it('are refused when they are read, and affect nothing else', () => {
    expect(regex('Regex.Replace("1234567", @"\\B(?=(\\d{3})+$)", ",")')).toBe('1,234,567');
    expect(() => regex('Regex.Match("ab", "a(?=(b))").Groups[1].Value')).toThrow(
      'groups inside of lookarounds have no captures',
    );
  });
});

describe('the work of a search', () => {
  it('grows with the length of the text only, where backtracking would not end', () => {
    expect(regex(`Regex.IsMatch(new string('a', 3000) + "!", "^(a+)+$")`)).toBe('False');
    expect(regex(`Regex.IsMatch(new string('a', 3000) + "!", @"^(?=(a|aa)+$)")`)).toBe('False');
  });

  it('counts as steps of the script', () => {
    expect(() =>
      run(
        `return System.Text.RegularExpressions.Regex.IsMatch(new string('a', 100000), "^(a|b)*c");`,
        host({}, { steps: 5000 }),
      ),
    ).toThrow(LimitError);
  });
});

it('matches halves of surrogate pairs separately, as .NET does', () => {
  expect(regex(`Regex.Matches("\\ud83d\\ude00", ".").Count`)).toBe('2');
});
