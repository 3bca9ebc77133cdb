/** Texts of the templates by which an inspection was recorded; loaded with its details. */
import { translator } from './translate.ts';

const recordedTemplateTexts = {
  'recorded.answers': { one: '{count} answer', other: '{count} answers' },
  'recorded.deleted': 'the template has been deleted',
  'recorded.failed': 'The templates could not be read. {reason}',
  'recorded.later': 'version {version} is in use now',
  'recorded.none': 'Nothing is recorded yet.',
  'recorded.same': 'in use',
  'recorded.title': 'Recorded with',
  'recorded.version': 'Version {version}',
} as const;

/** Returns a text of the templates of an inspection. */
export const t = translator<keyof typeof recordedTemplateTexts>(recordedTemplateTexts);
