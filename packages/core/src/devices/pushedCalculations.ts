/** Calculated answers after a push: two devices may each have changed another of the answers they are made from. */
import type { PushAnswer, PushRequest } from '@holdfast/contract/sync';
import { changeOf, kyselyStore, openWriter } from '@holdfast/sync';
import type { DeviceCtx } from '../calls/ctx.ts';
import { registry } from '../db/registry.ts';
import { anyCalculates } from './queries.ts';
import { typedLookup } from '../db/scoped.ts';
import type { Tables } from '../db/schema.ts';
import { type AnsweredForm, storeCalculated } from '../fields/index.ts';

/**
 * Calculates the answers again that depend on pushed ones, and stores those that differ, under the name of the person who saved last. The device
 * receives them with its next pull.
 * @returns true when an answer was stored
 */
export async function calculateAfterPush(
  { application, now }: DeviceCtx,
  message: PushRequest,
  answer: PushAnswer,
): Promise<boolean> {
  if (answer.kind !== 'ack') return false;
  const applied = new Set(answer.verdicts.filter(({ seq }) => seq !== null).map(({ n }) => n));
  const changes = message.changes.filter(({ n, table }) => table === 'fieldResponse' && applied.has(n));
  if (changes.length === 0 || !(await anyCalculates(application.read))) return false;
  return application.write.transaction().execute(async (trx) => {
    const store = kyselyStore(trx, application.engine, registry);
    const head = await store.lockHead(message.scopeId);
    const lookup = typedLookup(store);
    const forms = new Map<string, { form: AnsweredForm; userId: string }>();
    for (const { id } of changes) {
      const row = await lookup.row('fieldResponse', id);
      const field = row && (await lookup.row('field', row.fieldId));
      if (row === undefined || field === undefined || row.scopeId !== message.scopeId) continue;
      const { ownerTable, ownerId, parentFieldOptionId, updatedByUserId: userId } = row;
      const form = { ownerTable, ownerId, parentFieldOptionId, fieldsTemplateId: field.fieldsTemplateId };
      forms.set(`${ownerId} ${parentFieldOptionId} ${field.fieldsTemplateId}`, { form, userId });
    }
    let stored = false;
    let last = head;
    for (const { form, userId } of forms.values()) {
      const author = { userId, deviceId: application.deviceId, now, groupId: application.ports.ids.next(now) };
      const writer = openWriter(store, registry, [last], author);
      let isChanged = false;
      await storeCalculated(
        {
          lookup,
          now,
          compiler: application.ports.formulas.compiler,
          async store(set) {
            isChanged = true;
            await writer.mutate(
              changeOf<Tables['fieldResponse']>('fieldResponse', { op: 'ins', scopeId: message.scopeId, set }),
            );
          },
        },
        form,
      );
      if (!isChanged) continue;
      await writer.finish();
      last = await store.lockHead(message.scopeId);
      stored = true;
    }
    return stored;
  });
}
