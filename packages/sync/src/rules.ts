/**
 * The decisions of synchronisation, each a small function by itself. Both sides are handed them, so that a simulation can replace one by a
 * faulty one and see that it is found out.
 */
import { type Clock, compareClocks, successor } from './clock.ts';
import type { OutboxRecord, SubscriptionRecord } from './records.ts';
import type { StoredRow } from './registry.ts';
import type { Acknowledgement } from '@holdfast/contract/sync';
import type { Membership } from './rights.ts';
import type { Head } from './store.ts';

/** What decides on the server. */
export interface ServerRules {
  /** An edit's clock by the server's time: its age is measured by the device's own clock, and it never lies in the future. */
  correct(clock: Clock, skew: number, now: number, deviceId: string): Clock;
  /** Whether an edit takes effect: made on top of what stands, or after an edit of the same device, or else the later one (docs/sync.md, "What is promised"). */
  wins(edit: Clock, base: Clock | null, current: Clock | undefined, deviceId: string): boolean;
  /** The clock a winning edit leaves: never earlier than the one it replaces. */
  advance(edit: Clock, current: Clock | undefined): Clock;
  /** Whether taking a deletion back counts: only of the deletion that was seen, or one of the device's own. */
  restores(base: Clock | null, current: Clock | undefined, deviceId: string): boolean;
  /** Whether a change brings a deleted row back to life without saying so. */
  revivesByUpdate: boolean;
  /** Whether moving a row below itself is looked for. */
  refusesLoops: boolean;
  /** Whether the children of a deleted row move to the nearest living ancestor. */
  movesOrphans: boolean;
  /** Whether a change with this number was taken before. */
  isDuplicate(n: number, lastN: number): boolean;
  /** Whether the number leaves a gap. */
  leavesGap(n: number, lastN: number): boolean;
  /** Whether the chain of a device agrees with the one recorded. */
  chainAgrees(recorded: string, told: string): boolean;
  /** Who may write where. */
  mayWrite(
    memberships: readonly Membership[],
    userId: string,
    scopeId: string,
    right: Membership['rights'][number],
  ): boolean;
  /** Scopes a device may read. */
  mayRead(memberships: readonly Membership[]): Membership[];
  /** Whether the device holds everything of an acknowledged row but its number. */
  shortSuffices(told: { exact: boolean; seen: number | null; prior: number; touched: boolean }): boolean;
  /** Whether rows changed by the server itself are answered too. */
  reportsSideEffects: boolean;
  /** Whether a refused change of an all-or-nothing group takes the others back. */
  keepsGroupsWhole: boolean;
  /** Whether the feed leaves out the deleted row. */
  omitsDeleted(cursor: number): boolean;
  /**
   * The number up to which a device knows of every deletion. What a stream from the beginning has told was alive when it was told: if it
   * is gone, it was deleted after the stream began, and a cut one knows of all deletions before that.
   */
  knows(cursor: number, beganAt: number | undefined): number;
  /** Whether a device that knows a scope up to a number knows of every deletion that was forgotten since. */
  reachesHorizon(cursor: number, horizon: number): boolean;
  /** The same of a stream under way, where deletions may be forgotten before it comes to them. */
  reachesHorizonStill(told: number, horizon: number): boolean;
  /** The number a mark may promise. */
  mark(sent: number, head: Head): number;
  /** Whether changes of older versions are brought up to date. */
  upcasts: boolean;
}

/** What decides on the device. */
export interface DeviceRules {
  /** Whether an image is not older than what is here. */
  accepts(imageSeq: number, local: StoredRow | null): boolean;
  /** Whether waiting changes stay visible over an image. */
  overlays: boolean;
  /** Whether images of a scope are wanted. */
  isSubscribed(subscription: SubscriptionRecord | undefined): boolean;
  /** Whether the scope was granted anew. */
  grantChanged(subscription: SubscriptionRecord, grantId: string): boolean;
  /** Whether changes that can no longer be sent are set aside. */
  quarantines: boolean;
  /** The cursor after a push reply: it may pass over exactly the numbers the reply itself brought. */
  jump(cursor: number, head: Acknowledgement['head'] & object): number;
  /** Whether a waiting change is acknowledged. */
  isAcknowledged(entry: OutboxRecord, lastN: number): boolean;
  /** Whether the cursor is saved before the rows. */
  cursorFirst: boolean;
  /** Whether rows a complete stream did not name are removed. */
  removesAbsent: boolean;
  /** Whether numbers of an older epoch are forgotten. */
  forgetsNumbers: boolean;
  /** Whether acknowledged changes the server lost are sent again. */
  sendsAgain: boolean;
  /** The columns of an edit, all of a group when one of it changed. */
  wholeGroups: boolean;
  /** Whether a group may be cut by the limit of a push. */
  cutsGroups: boolean;
  /** Whether the digest is compared. */
  compares(mine: { rows: number; digest: string }, theirs: { rows: number; digest: string }): boolean;
}

/** The rules of the server. */
export const serverRules: ServerRules = {
  correct([ms, counter], skew, now, deviceId) {
    return [Math.min(ms + skew, now), counter, deviceId];
  },
  wins(edit, base, current, deviceId) {
    if (current === undefined || current[2] === deviceId) return true;
    if (base !== null && compareClocks(base, current) === 0) return true;
    return compareClocks(edit, current) > 0;
  },
  advance(edit, current) {
    if (current === undefined || compareClocks(edit, current) > 0) return edit;
    return successor(current, edit[2]);
  },
  restores(base, current, deviceId) {
    if (current === undefined || current[2] === deviceId) return true;
    return base !== null && compareClocks(base, current) === 0;
  },
  revivesByUpdate: false,
  refusesLoops: true,
  movesOrphans: true,
  isDuplicate: (n, lastN) => n <= lastN,
  leavesGap: (n, lastN) => n > lastN + 1,
  chainAgrees: (recorded, told) => recorded === told,
  mayWrite: (memberships, userId, scopeId, right) =>
    scopeId !== 'library' &&
    memberships.some((one) => one.userId === userId && one.scopeId === scopeId && one.rights.includes(right)),
  mayRead: (memberships) => [...memberships],
  shortSuffices: ({ exact, seen, prior, touched }) => exact && !touched && seen === prior,
  reportsSideEffects: true,
  keepsGroupsWhole: true,
  omitsDeleted: (cursor) => cursor === 0,
  knows: (cursor, beganAt = 0) => Math.max(cursor, beganAt),
  reachesHorizon: (cursor, horizon) => cursor >= horizon,
  reachesHorizonStill: (told, horizon) => told >= horizon,
  mark: (sent) => sent,
  upcasts: true,
};

/** The rules of the device. */
export const deviceRules: DeviceRules = {
  accepts: (imageSeq, local) => local === null || imageSeq >= local._seq,
  overlays: true,
  isSubscribed: (subscription) => subscription !== undefined,
  grantChanged: ({ grantId }, now) => grantId !== now,
  quarantines: true,
  // Never from 0: what a stream from the beginning would remove is still here then.
  jump: (cursor, { before, after }) => (cursor > 0 && cursor === before ? after : cursor),
  isAcknowledged: ({ n }, lastN) => n <= lastN,
  cursorFirst: false,
  removesAbsent: true,
  forgetsNumbers: true,
  sendsAgain: true,
  wholeGroups: true,
  cutsGroups: false,
  compares: (mine, theirs) => mine.rows === theirs.rows && mine.digest === theirs.digest,
};
