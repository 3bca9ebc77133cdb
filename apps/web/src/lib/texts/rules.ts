/** Texts of questions with rules; loaded with them. */
import { translator } from './translate.ts';

const ruleTexts = {
  'rules.calculated': 'Calculated',
  'rules.notAsked': 'Not asked with the current answers. The recorded answer is kept.',
  'rules.below': 'Below the expected minimum of {limit}',
  'rules.above': 'Above the expected maximum of {limit}',
  'rules.use': 'Use {answer}',
  'rules.useAll': { one: 'Use the proposed answer', other: 'Use all {count} proposed answers' },
  'rules.needsPhoto': 'A photo is needed',
  'rules.needsNote': 'A note is needed',
  'rules.needsFile': 'A file is needed',
  'rules.lack.file': { one: '{count} item needs a file', other: '{count} items need a file' },
  'rules.lack.note': { one: '{count} item needs a note', other: '{count} items need a note' },
  'rules.lack.photo': { one: '{count} item needs a photo', other: '{count} items need a photo' },
  'rules.incomplete': 'The item counts as incomplete until then.',
} as const;

/** Returns a text of questions with rules. */
export const t = translator<keyof typeof ruleTexts>(ruleTexts);
