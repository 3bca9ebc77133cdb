import type { ReportDialog } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { mergedValues, reopened, withAnswer } from './dialogAnswers.ts';

const dialogOf = (values: Readonly<Record<string, string>>): ReportDialog => ({
  name: 'Form1',
  title: '',
  confirm: 'OK',
  parts: [
    { kind: 'note', text: 'Choose what is printed.' },
    ...Object.entries(values).map(([name, value]) => ({
      kind: 'text' as const,
      name,
      value,
      label: name,
      isMultiline: false,
      isEnabled: true,
      refreshes: false,
    })),
  ],
});

describe('answers to the dialogs of a report', () => {
  const first = { values: { A: 1 } };
  const second = { values: { B: 2 } };

  it('end at the dialog that is answered again, because the next ones depend on it', () => {
    const both = withAnswer(withAnswer({}, 'One', first), 'Two', second);
    expect(both).toEqual({ One: first, Two: second });
    const changed = { values: { A: 3 } };
    expect(withAnswer(both, 'One', changed)).toEqual({ One: changed });
    expect(withAnswer(both, 'Two', changed)).toEqual({ One: first, Two: changed });
  });

  it('begin with the first dialog when they are changed, with what was entered', () => {
    expect(reopened({ One: first, Two: second })).toEqual({ One: { values: { A: 1 }, isOpen: true } });
    expect(reopened({})).toBeUndefined();
  });

  it('keep what was entered while a dialog was asked again, and take the other values from it', () => {
    const values = mergedValues(dialogOf({ A: 'made by the script', B: 'made by the script', D: 'new' }), {
      values: { A: 'sent', B: 'entered since', C: 'of a field that is hidden now' },
      sent: { A: 'sent', B: 'sent', C: 'sent' },
    });
    expect(values).toEqual({ A: 'made by the script', B: 'entered since', D: 'new' });
  });
});
