import { compareClocks } from '../clock.ts';
import { type DeviceRules, deviceRules, type ServerRules, serverRules } from '../rules.ts';
import type { Rules } from './world.ts';

/** A rule replaced by a faulty one. The simulation must find every one of them out. */
export interface Fault {
  name: string;
  rules: Partial<Rules>;
}

const server = (name: string, rules: Partial<ServerRules>): Fault => ({
  name,
  rules: { server: { ...serverRules, ...rules } },
});
const device = (name: string, rules: Partial<DeviceRules>): Fault => ({
  name,
  rules: { device: { ...deviceRules, ...rules } },
});

/** The planted faults by name. */
export const faults: readonly Fault[] = [
  server('clocks alone decide', {
    wins: (edit, _base, current) => current === undefined || compareClocks(edit, current) > 0,
  }),
  server('arrival alone decides', { wins: () => true }),
  server('own edits are not known', {
    wins: (edit, base, current) =>
      current === undefined ||
      (base !== null && compareClocks(base, current) === 0) ||
      compareClocks(edit, current) > 0,
  }),
  server('no skew correction', { correct: ([ms, counter], _skew, now, id) => [Math.min(ms, now), counter, id] }),
  server('no clamp', { correct: ([ms, counter], skew, _now, id) => [ms + skew, counter, id] }),
  server('updates revive', { revivesByUpdate: true }),
  server('loops are not refused', { refusesLoops: false }),
  server('orphans stay', { movesOrphans: false }),
  server('duplicates are not known', { isDuplicate: () => false, leavesGap: () => false }),
  server('everybody may write', { mayWrite: () => true }),
  server('a short answer always', { shortSuffices: () => true }),
  server('effects of the server are not told', { tellsSideEffects: false }),
  server('groups are split', { keepsGroupsWhole: false }),
  server('deleted rows are left out', { omitsDeleted: () => true }),
  server('marks promise the head', { mark: (_sent, head) => head.seq }),
  server('older changes are not brought up to date', { upcasts: false }),
  server('the chain is not compared', { chainAgrees: () => true }),
  device('no guard', { accepts: () => true }),
  device('no overlay', { overlays: false }),
  device('images of any scope', { isSubscribed: () => true }),
  device('grants are not compared', { grantChanged: () => false }),
  device('nothing is set aside', { quarantines: false }),
  device('the cursor always jumps', { jump: (_cursor, { after }) => after }),
  device('one change too many is acknowledged', { isAcknowledged: ({ n }, lastN) => n <= lastN + 1 }),
  device('the cursor first', { cursorFirst: true }),
  device('absent rows stay', { removesAbsent: false }),
  device('numbers of an older epoch stay', { forgetsNumbers: false }),
  device('lost changes are not sent again', { sendsAgain: false }),
  device('half a group of columns', { wholeGroups: false }),
  device('an action is cut in two', { cutsGroups: true }),
];
