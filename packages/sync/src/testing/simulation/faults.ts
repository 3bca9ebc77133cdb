/** A change of one source of the product. `find` occurs exactly once in it. */
interface Patch {
  /** Path from `packages/sync/src`. */
  file: string;
  find: string;
  replace: string;
}

/** A fault planted into the product's sources while they are loaded. The simulation must find every one of them. */
export interface Fault {
  name: string;
  /** A seed that finds the fault. */
  foundAt: number;
  patches: readonly Patch[];
}

const fault = (name: string, foundAt: number, file: string, find: string, replace: string): Fault => ({
  name,
  foundAt,
  patches: [{ file, find, replace }],
});

const RULES = 'rules.ts';
const PUSH = 'server/push.ts';
const PULL = 'server/pull.ts';
const OUTBOX = 'device/outbox.ts';
const RESET = 'device/reset.ts';

const horizonWhileStreaming: Patch = {
  file: PULL,
  find: 'if (cursor > 0 && knownUpTo(cursor, beganAt) < chunk.horizon) return false;',
  replace: '',
};

/** The planted faults by name. A fault that no seed finds is not listed, because it would prove nothing. */
export const faults: readonly Fault[] = [
  fault('clocks alone decide', 1, RULES, ' || isOnTop(base, current, deviceId) ||', ' ||'),
  fault('arrival alone decides', 3, RULES, 'compareClocks(edit, current) > 0;', 'true;'),
  fault('own edits are not known', 1, RULES, '|| isOnTop(base, current, deviceId)', "|| isOnTop(base, current, '')"),
  fault('no skew correction', 1, RULES, 'Math.min(ms + skew, now)', 'Math.min(ms, now)'),
  fault('no clamp', 2, RULES, 'Math.min(ms + skew, now)', 'ms + skew'),
  fault('updates revive', 2, 'arbitrate.ts', "&& change.op === 'ins') {", "&& ['ins', 'upd'].includes(change.op)) {"),
  fault('orphans stay', 1, PUSH, 'moved = await ledger.settle(origin.origin, setting.serverId);', ''),
  {
    name: 'duplicates are not known',
    foundAt: 31,
    patches: [
      { file: PUSH, find: 'n > device.lastN', replace: 'true' },
      { file: PUSH, find: 'request.changes[0]!.n > lastN + 1', replace: 'false' },
    ],
  },
  fault('a disabled account writes through the desktop of another', 149, RULES, 'one.userId === userId && ', ''),
  fault('all participants may write', 1, RULES, "scopeId !== 'library' &&", 'true ||'),
  fault('a short answer always', 19, PUSH, 'if (!suffices) row.full = true;', ''),
  fault('groups are split', 25, PUSH, 'group.some(({ atomic }) => atomic)', 'false'),
  fault('deleted rows are left out', 5, PULL, 'omitsDeleted && !referred.has(name)', '!referred.has(name)'),
  {
    name: 'the horizon is forgotten',
    foundAt: 80,
    patches: [{ file: PULL, find: 'follows && known >= horizon', replace: 'follows' }, horizonWhileStreaming],
  },
  {
    name: 'the horizon is looked at only when a stream begins',
    foundAt: 1002383,
    patches: [horizonWhileStreaming],
  },
  fault(
    'a stream that was cut goes on although rows were purged',
    647,
    PULL,
    'Math.max(cursor, beganAt ?? 0)',
    'beganAt === undefined ? cursor : Number.MAX_SAFE_INTEGER',
  ),
  fault(
    'marks promise the head',
    2,
    PULL,
    "{ kind: 'mark', scopeId, cursor }",
    "{ kind: 'mark', scopeId, cursor: chunk.head.seq }",
  ),
  fault(
    'a promoted replica keeps the epoch',
    4,
    'server/epoch.ts',
    'noted.timeline === null || isPlanned ? noted.epoch : newId()',
    'noted.epoch',
  ),
  fault(
    'a stream goes on over a promoted replica',
    284,
    PULL,
    'if ((await setting.epoch()) !== epoch) return false;',
    '',
  ),
  fault('no overlay', 1, 'device/replica.ts', 'overlay(registry.get(table)!, image, row.pending)', 'image'),
  fault(
    'the cursor always jumps',
    1,
    OUTBOX,
    'if (subscription.cursor > 0 && subscription.cursor === head.before)',
    '',
  ),
  fault('one change too many is acknowledged', 3, OUTBOX, 'n <= lastN)', 'n <= lastN + 1)'),
  fault(
    'the cursor first',
    3,
    'device/sync.ts',
    "yield { kind: 'step', at: 'arrived' };",
    `await inRun(run, async (store) => {
      for (const one of await store.list('subscription', { scopeId: line.scopeId }))
        await store.put('subscription', { ...one, cursor: line.cursor });
    });
    yield { kind: 'step', at: 'arrived' };`,
  ),
  {
    name: 'an action is cut in two',
    foundAt: 1,
    patches: [
      { file: OUTBOX, find: 'i > 0 && entry.groupId !== waiting[i - 1]!.groupId', replace: 'i > 0' },
      { file: OUTBOX, find: 'if (starts && groupEndsBeyond(waiting, i, batch.changes)) break;', replace: '' },
    ],
  },
  fault('a scope granted again is taken for the old one', 1, RESET, ' || subscription.grantId !== scope.grantId', ''),
  fault('absent rows stay', 76, 'device/stage.ts', 'await removeUnnamed(replica, scopeId, held, rest);', ';'),
  fault(
    'deleted rows are left out of a stream that begins again',
    36,
    PULL,
    'from === 0 && asked.scopes[scopeId]?.grantId !== grantId',
    'from === 0',
  ),
  fault('numbers of an older epoch stay', 31, RESET, 'await zeroNumbers(store, registry, scopeId);', ''),
  fault('lost changes are not sent again', 76, RESET, 'if (lastN < state.ackedN) {', 'if (false) {'),
  fault('a copy of a device is not distinguished from it', 82, PUSH, 'if (recorded !== computed) return agreed;', ''),
  fault(
    'what waits for a withdrawn scope is not set aside',
    230,
    RESET,
    "if (entry.op === 'noop' || entry.sentAt !== null) continue;",
    'continue;',
  ),
  fault('columns that older programs do not know are not added', 6, 'change.ts', '...Object.fromEntries(later), ', ''),
];
