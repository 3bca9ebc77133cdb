import { describe, expect, it } from 'vitest';
import { pathTo, stepsBetween, type View, viewOf } from './views.ts';

const dashboard: View = { at: 'dashboard' };
const tarn: View = { at: 'installation', installationId: 'tarn' };
const drops: View = { at: 'inspection', installationId: 'tarn', installationInspectionId: 'drops' };
const loler: View = { at: 'inspection', installationId: 'tarn', installationInspectionId: 'loler' };
const lamp: View = { at: 'item', installationId: 'tarn', installationInspectionId: 'drops', itemId: 'lamp' };
const hook: View = { at: 'item', installationId: 'tarn', installationInspectionId: 'drops', itemId: 'hook' };

describe('views in the history', () => {
  it('goes one level down with one new entry', () => {
    expect(stepsBetween(dashboard, tarn)).toEqual([{ move: 'push', view: tarn }]);
  });

  it('leaves an entry for each level on the way to an inspection, so that Back goes up one level', () => {
    expect(stepsBetween(dashboard, drops)).toEqual([
      { move: 'push', view: tarn },
      { move: 'push', view: drops },
    ]);
  });

  it('replaces a view on the same level', () => {
    expect(stepsBetween(lamp, hook)).toEqual([{ move: 'replace', view: hook }]);
  });

  it('goes back before it opens another branch', () => {
    expect(stepsBetween(lamp, loler)).toEqual([
      { move: 'back', by: 1 },
      { move: 'replace', view: loler },
    ]);
  });

  it('goes back to a level above, and does nothing when it is already there', () => {
    expect(stepsBetween(lamp, tarn)).toEqual([{ move: 'back', by: 2 }]);
    expect(stepsBetween(lamp, lamp)).toEqual([]);
  });

  it('reads the view from a history entry, and the dashboard from any other state', () => {
    for (const view of [tarn, drops, lamp]) expect(viewOf(structuredClone(view))).toEqual(view);
    for (const state of [null, undefined, 'x', {}, { itemId: 'lamp' }]) expect(viewOf(state)).toEqual(dashboard);
  });

  it('returns the levels above a view', () => {
    expect(pathTo(lamp)).toEqual([dashboard, tarn, drops, lamp]);
  });
});
