import { compareClocks } from '../../clock.ts';
import { type DeviceRules, deviceRules, type ServerRules, serverRules } from '../../rules.ts';
import type { Rules } from './world.ts';

/** A rule replaced by a faulty one. The simulation must find every one of them out. */
export interface Fault {
  name: string;
  rules: Partial<Rules>;
  /** A seed that finds it out. */
  foundAt: number;
}

const server = (name: string, foundAt: number, rules: Partial<ServerRules>): Fault => ({
  name,
  foundAt,
  rules: { server: { ...serverRules, ...rules } },
});
const device = (name: string, foundAt: number, rules: Partial<DeviceRules>): Fault => ({
  name,
  foundAt,
  rules: { device: { ...deviceRules, ...rules } },
});

/** The planted faults by name. One that no seed finds out is not listed: it would say nothing. */
export const faults: readonly Fault[] = [
  server('clocks alone decide', 1, {
    wins: (edit, _base, current) => current === undefined || compareClocks(edit, current) > 0,
  }),
  server('arrival alone decides', 3, { wins: () => true }),
  server('own edits are not known', 1, {
    wins: (edit, base, current) =>
      current === undefined ||
      (base !== null && compareClocks(base, current) === 0) ||
      compareClocks(edit, current) > 0,
  }),
  server('no skew correction', 1, { correct: ([ms, counter], _skew, now, id) => [Math.min(ms, now), counter, id] }),
  server('no clamp', 2, { correct: ([ms, counter], skew, _now, id) => [ms + skew, counter, id] }),
  server('updates revive', 2, { revivesByUpdate: true }),
  server('orphans stay', 1, { movesOrphans: false }),
  server('duplicates are not known', 31, { isDuplicate: () => false, leavesGap: () => false }),
  server('everybody may write', 1, { mayWrite: () => true }),
  server('a short answer always', 19, { shortSuffices: () => true }),
  server('groups are split', 25, { keepsGroupsWhole: false }),
  server('deleted rows are left out', 5, { omitsDeleted: () => true }),
  server('the horizon is forgotten', 44, { reachesHorizon: () => true, reachesHorizonStill: () => true }),
  server('the horizon is looked at only when a stream begins', 1002383, { reachesHorizonStill: () => true }),
  server('a stream that was cut goes on whatever was forgotten', 647, {
    knows: (cursor, beganAt) => (beganAt === undefined ? cursor : Number.MAX_SAFE_INTEGER),
  }),
  server('marks promise the head', 2, { mark: (_sent, head) => head.seq }),
  device('no overlay', 1, { overlays: false }),
  device('the cursor always jumps', 1, { jump: (_cursor, { after }) => after }),
  device('one change too many is acknowledged', 3, { isAcknowledged: ({ n }, lastN) => n <= lastN + 1 }),
  device('the cursor first', 3, { cursorFirst: true }),
  device('an action is cut in two', 1, { cutsGroups: true }),
  device('a scope granted anew is taken for the old one', 1, { grantChanged: () => false }),
  device('absent rows stay', 76, { removesAbsent: false }),
  device('numbers of an older epoch stay', 31, { forgetsNumbers: false }),
  device('lost changes are not sent again', 76, { sendsAgain: false }),
  server('a copy of a device is not told from it', 82, { chainAgrees: () => true }),
  device('what waits for a withdrawn scope is not set aside', 230, { quarantines: false }),
  server('older changes are not brought up to date', 6, { upcasts: false }),
];
