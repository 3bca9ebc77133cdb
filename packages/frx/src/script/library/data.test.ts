import { describe, expect, it } from 'vitest';
import { LimitError } from '../../limits.ts';
import { host, script } from '../testing/testScript.ts';

const TABLE = 'var t = new System.Data.DataTable(); t.Columns.Add("A", typeof(int)); t.Rows.Add(1);';

function data(body: string, limits = {}): unknown {
  return script(`object F() { ${TABLE} ${body} }`, host({}, limits)).call('F', []);
}

describe('expressions of data tables that are not available', () => {
  it.each([
    ['ABS(A) = 1', 'ABS is not available'],
    ['Other.A = 1', 'relations (Other.…) are not available'],
  ])('end the run, which no catch prevents: %s', (filter, message) => {
    expect(() => data(`try { return t.Select("${filter}").Length; } catch (Exception) { return -1; }`)).toThrow(
      message,
    );
  });

  it('nest no deeper than a limit', () => {
    expect(() => data(`return t.Select(new string('(', 5000) + "A" + new string(')', 5000));`)).toThrow(
      'nests too deep',
    );
  });
});

describe('events of data tables', () => {
  it('refuse rows of other tables while they have handlers, which no catch prevents', () => {
    expect(() =>
      data(
        'var u = t.Copy(); t.RowChanged += (s, e) => {}; try { t.Merge(u); return 0; } catch (Exception) { return -1; }',
      ),
    ).toThrow('Rows of another table cannot be taken into a table whose events have handlers');
  });
});

describe('an edit of a row', () => {
  it('that is begun again is cancelled to the values before the first begin', () => {
    expect(
      data('var r = t.Rows[0]; r.BeginEdit(); r["A"] = 2; r.BeginEdit(); r["A"] = 3; r.CancelEdit(); return r["A"];'),
    ).toEqual(data('return t.Rows[0]["A"];'));
  });

  it('of a deleted row is refused when it begins', () => {
    const begin =
      'try { r.BeginEdit(); return "begun"; } catch (DeletedRowInaccessibleException e) { return e.Message; }';
    expect(data(`t.AcceptChanges(); var r = t.Rows[0]; r.Delete(); ${begin}`)).toBe(
      'Deleted row information cannot be accessed through the row.',
    );
  });
});

describe('rows that depend on each other', () => {
  const CHAIN =
    'var s = new System.Data.DataSet(); s.Tables.Add(t); t.Columns.Add("B", typeof(int)); s.Relations.Add("R", t.Columns["A"], t.Columns["B"]);';

  it('are deleted together in a chain deeper than the limit of calls', () => {
    const rows = 'for (int i = 2; i <= 1000; i++) t.Rows.Add(i, i - 1);';
    expect(data(`${CHAIN} ${rows} t.Rows[0].Delete(); return t.Rows.Count;`)).toEqual(0);
  });

  it('count as steps', () => {
    const rows = 'for (int i = 2; i <= 200; i++) t.Rows.Add(i, i - 1);';
    expect(() => data(`${CHAIN} ${rows} t.Rows[0].Delete(); return 0;`, { steps: 20_000 })).toThrow(LimitError);
  });
});

describe('the size of data tables', () => {
  it('counts as kept bytes', () => {
    expect(() => data('for (int i = 0; i < 100000; i++) t.Rows.Add(i); return 0;', { keptBytes: 500_000 })).toThrow(
      LimitError,
    );
  });

  it('counts as steps when rows are chosen', () => {
    expect(() =>
      data(
        'for (int i = 0; i < 500; i++) t.Rows.Add(i); for (int i = 0; i < 100; i++) t.Select("A > 3", "A DESC"); return 0;',
        {
          steps: 20_000,
        },
      ),
    ).toThrow(LimitError);
  });

  it('is limited where a column is calculated from itself', () => {
    expect(() =>
      data('t.Columns.Add("B", typeof(int)); t.Columns["B"].Expression = "B + 1"; return t.Rows[0]["B"];'),
    ).toThrow();
  });
});
