import { Problem } from '@holdfast/contract';
import type { WriteCtx } from '../calls/ctx.ts';
import { readFormerShortNames } from './formerShortNames.ts';

/**
 * Returns the former short names of a question once it has another short name, as stored. Called after the next version of its template begins.
 * @throws {Problem} `notFound`
 */
export async function formerShortNamesAfter(
  { lookup }: Pick<WriteCtx, 'lookup'>,
  id: string,
  shortName: string,
): Promise<string> {
  const field = await lookup.row('field', id);
  const template = field && (await lookup.row('fieldsTemplate', field.fieldsTemplateId));
  if (field === undefined || template === undefined) throw new Problem('notFound');
  const former = readFormerShortNames(field.formerShortNames) ?? [];
  const before = field.shortName;
  if (before === shortName) return field.formerShortNames;
  const kept = former.filter(({ name }) => name !== before && name !== shortName);
  const until = template.version - 1;
  // Without a short name it was only in a version that may have recorded answers.
  const now = before === '' && until < 1 ? kept : [...kept, { name: before, until }];
  return now.length === 0 ? '' : JSON.stringify(now);
}
