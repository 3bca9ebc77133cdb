import { expect, it } from 'vitest';
import { templateLists } from '../../features/fields/templateTypes.ts';
import { adminTexts } from './admin.ts';
import { adminDeletionTexts } from './adminDeletions.ts';
import { adminReportTexts } from './adminReports.ts';
import { fillingTexts } from './filling.ts';
import { texts } from './index.ts';
import { libraryTexts } from './library.ts';
import { reasonTexts } from './reasons.ts';

/** Key and texts of every entry of the catalogues of the administration. */
const entries = Object.entries({
  ...adminTexts,
  ...adminDeletionTexts,
  ...adminReportTexts,
  ...libraryTexts,
}).map(([key, text]) => [key, typeof text === 'string' ? [text] : Object.values(text)] as const);

/** Returns the keys of the entries with a text that matches. */
const keysOf = (pattern: RegExp): string[] =>
  entries.filter(([, texts]) => texts.some((text) => pattern.test(text))).map(([key]) => key);

it('The administration has one word for a question: Prompt is used in the name of a list alone', () => {
  expect(keysOf(/prompt/i)).toEqual(['admin.prompt-templates']);
});

it('Texts name the lists of templates as the menu does; Field Templates is the part of an item type', () => {
  const named = entries.flatMap(([, texts]) => texts.flatMap((text) => text.match(/(?:[A-Z]\w+ )+Templates\b/g) ?? []));
  const ofMenu = templateLists.map((list) => adminTexts[`admin.${list}`]);
  expect([...new Set(named)].toSorted()).toEqual([...ofMenu, 'Field Templates'].toSorted());
});

it('Sentences and questions have the usual order of words', () => {
  expect(keysOf(/ (?:it|them) no longer\b|\bno longer\?|\b(\w+) \1\b/i)).toEqual([]);
});

it('Inspectors read of fields; a question is an item of a survey or handover', () => {
  const ofInspectors = Object.entries({ ...texts, ...fillingTexts, ...reasonTexts });
  const named = ofInspectors.filter(([, text]) =>
    (typeof text === 'string' ? [text] : Object.values<string>(text)).some((form) =>
      /\bquestions?\b/i.test(form.replaceAll(/\{\w+\}/g, '')),
    ),
  );
  expect(named.map(([key]) => key).toSorted()).toEqual(['fill.chooseHint', 'fill.questions', 'items.questions']);
});
