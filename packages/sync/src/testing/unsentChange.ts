import type { OutboxRecord } from '../records.ts';

/** A change in the outbox of a device for tests: an update without values of the place `rig` in scope A, by `maren`. */
export function unsentChange(over: Partial<OutboxRecord> = {}): OutboxRecord {
  return {
    n: 1,
    groupId: 'g',
    atomic: 0,
    tableName: 'place',
    rowId: 'rig',
    scopeId: 'A',
    userId: 'maren',
    op: 'upd',
    setJson: '{}',
    oldJson: '{}',
    baseJson: '{}',
    clock: '[1,0,"d1"]',
    at: 1,
    historyJson: null,
    itemId: null,
    installationInspectionId: null,
    chain: '',
    sentAt: null,
    ...over,
  };
}
