import { Problem } from '@holdfast/contract';
import type { Intent, Lookup } from '@holdfast/sync';

/**
 * Checks that the template opened by a choice does not lead back to the choice's own question through its choices (data decision 15): the
 * form would be infinite.
 */
export async function templateCannotContainItself({ before, after, lookup }: Intent): Promise<void> {
  const opened = after['fieldsTemplateId'];
  if (opened === null || opened === undefined || after.deletedAt !== null) return;
  // An option that is restored was absent while others were checked, so that its earlier reference to this template proves nothing.
  if (before !== null && before.deletedAt === null && opened === before['fieldsTemplateId']) return;
  const field = await lookup.row('field', String(after['fieldId']));
  if (field === undefined) throw new Problem('notFound');
  const home = String(field['fieldsTemplateId']);
  const reached = new Set<string>();
  const waiting = [String(opened)];
  while (waiting.length > 0) {
    const template = waiting.pop()!;
    if (template === home) throw new Problem('wouldLoop');
    if (reached.has(template)) continue;
    reached.add(template);
    waiting.push(...(await templatesOpenedBy(lookup, template)));
  }
}

async function templatesOpenedBy(lookup: Lookup, fieldsTemplateId: string): Promise<string[]> {
  const opened: string[] = [];
  for (const field of await lookup.find('field', { fieldsTemplateId })) {
    for (const option of await lookup.find('fieldOption', { fieldId: field.id })) {
      if (option['fieldsTemplateId'] !== null) opened.push(String(option['fieldsTemplateId']));
    }
  }
  return opened;
}
