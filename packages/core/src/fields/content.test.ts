import type { TemplateContent } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { contentDifferences } from './content.ts';

type ContentField = TemplateContent['fields'][number];

const field = (id: string, name = id): ContentField => ({
  id,
  name,
  shortName: '',
  description: '',
  fieldTypeId: 'text',
  required: false,
  showInList: false,
  options: [],
  rules: null,
});
const content = (...fields: ContentField[]): TemplateContent => ({ name: 'Securing', evidence: [], fields });
const differences = (before: TemplateContent, after: TemplateContent): string[] =>
  contentDifferences(before, after, new Map()).map(({ kind, name, changes }) =>
    [kind, name, ...changes.map(({ property }) => property)].join(' '),
  );

describe('the differences between two contents of a template', () => {
  const [a, b, c] = [field('a'), field('b'), field('c')];

  it('name a question that was moved, also when it was changed as well', () => {
    expect(differences(content(a, b, c), content(c, a, b))).toEqual(['moved c']);
    expect(differences(content(a, b, c), content(field('c', 'Torque'), a, b))).toEqual([
      'changed Torque name',
      'moved Torque',
    ]);
  });

  it('do not name questions as moved that keep their order around added and removed ones', () => {
    expect(differences(content(a, b), content(c, a))).toEqual(['added c', 'removed b']);
    expect(differences(content(a, b), content(a, b))).toEqual([]);
  });
});
