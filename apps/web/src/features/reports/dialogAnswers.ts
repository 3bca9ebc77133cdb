import type { DialogAnswers, DialogValue, ReportDialog } from '@holdfast/contract';

/** The answer to one dialog. */
export type Answer = DialogAnswers[string];

/** Returns the answers with that to one dialog, without those to dialogs that follow it: their questions may depend on it. */
export function withAnswer(answers: DialogAnswers, dialog: string, answer: Answer): DialogAnswers {
  const names = Object.keys(answers);
  const at = names.indexOf(dialog);
  const earlier = Object.entries(answers).slice(0, at < 0 ? names.length : at);
  return { ...Object.fromEntries(earlier), [dialog]: answer };
}

/** Returns the answers with the first dialog open again, with what was entered; undefined when there is none. */
export function reopened(answers: DialogAnswers): DialogAnswers | undefined {
  const [first] = Object.entries(answers);
  return first && { [first[0]]: { values: first[1].values, isOpen: true } };
}

/** Values of the fields of a dialog, by their names. */
export type Values = Readonly<Record<string, DialogValue>>;

/** Returns the values that the fields of a dialog show. */
export function valuesOf({ parts }: ReportDialog): Values {
  return Object.fromEntries(parts.flatMap((part) => ('value' in part ? [[part.name, part.value]] : [])));
}

/**
 * Returns the values of a dialog that was asked again: what its script made of the values that were sent, and what was entered since.
 * @param sent the values of the last answer
 */
export function mergedValues(dialog: ReportDialog, { values, sent }: { values: Values; sent: Values }): Values {
  const shown = valuesOf(dialog);
  const entered = Object.entries(values).filter(([name, value]) => name in shown && value !== sent[name]);
  return { ...shown, ...Object.fromEntries(entered) };
}
