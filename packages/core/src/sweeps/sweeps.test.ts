import { expect, it } from 'vitest';
import { onEachDatabase, type TestFixture } from '../testing/index.ts';
import { outcomesOf } from './rules.ts';

const AT = Date.UTC(2026, 0, 15, 12);
const tagOf = (n: number): string => `34142${n.toString(16).padStart(3, '0').toUpperCase()}57BF40000000`;

/** A derrick with two tagged items and one without a tag, and a tagged item outside of it. */
async function rig(fixture: TestFixture) {
  const { build } = fixture;
  const { installation, drops, item: outside } = await build.itemInInspection();
  const inRig = { installationId: installation.id };
  const derrick = await build.item({ ...inRig, name: 'Derrick', isLocation: 1 });
  const inDerrick = { ...inRig, parentItemId: derrick.id };
  const lamp = await build.item({ ...inDerrick, name: 'Lamp' });
  const camera = await build.item({ ...inDerrick, name: 'Camera' });
  const sheave = await build.item({ ...inDerrick, name: 'Sheave' });
  for (const { id } of [lamp, camera, sheave]) await build.member({ installationInspectionId: drops.id, itemId: id });
  const maren = fixture.as('maren');
  await maren.setTag({ itemId: lamp.id, tag: tagOf(1) });
  await maren.setTag({ itemId: camera.id, tag: tagOf(2) });
  await maren.setTag({ itemId: outside.id, tag: tagOf(3) });
  const where = { installationInspectionId: drops.id, locationId: derrick.id };
  return { installation, drops, derrick, lamp, camera, sheave, outside, where, maren };
}

const read = (n: number, seenAt = AT) => ({ tag: tagOf(n), tagKind: 'epc' as const, seenAt });

onEachDatabase('Sweeps', (fixture) => {
  it('search for the tagged items of a location, or of the whole inspection', async () => {
    const { maren, where, lamp, camera, sheave, outside } = await rig(fixture);
    const { targets, untagged } = await maren.getSweepTargets(where);
    expect(targets).toEqual([
      { itemId: camera.id, name: 'Camera', place: 'Derrick', tag: tagOf(2), tagKind: 'epc' },
      { itemId: lamp.id, name: 'Lamp', place: 'Derrick', tag: tagOf(1), tagKind: 'epc' },
    ]);
    expect(untagged).toEqual([{ itemId: sheave.id, name: 'Sheave', place: 'Derrick' }]);
    const whole = await maren.getSweepTargets({ ...where, locationId: null });
    expect(whole.targets.map(({ itemId }) => itemId).toSorted()).toEqual([lamp.id, camera.id, outside.id].toSorted());
  });

  it('are saved with what was found, missing and unexpected, and keep it when items change', async () => {
    const { installation, maren, where, lamp, camera, outside } = await rig(fixture);
    const reads = [read(1), read(1, AT - 5_000), read(3), read(9)];
    const saved = await maren.saveSweep({ ...where, startedAt: AT - 60_000, endedAt: AT, reads });
    expect(saved).toMatchObject({ found: 1, missing: 1, unexpected: 2, untagged: 1, locationName: 'Derrick' });
    expect(saved).toMatchObject({ userName: 'Maren Thorskild', startedAt: '2026-01-15T11:59:00.000Z' });
    expect(saved.lines).toMatchObject([
      { outcome: 'missing', itemId: camera.id, name: 'Camera', place: 'Derrick', tag: tagOf(2), seenAt: null },
      { outcome: 'unexpected', itemId: null, name: '', tag: tagOf(9) },
      { outcome: 'unexpected', itemId: outside.id, place: 'Northmere Tarn', tag: tagOf(3) },
      { outcome: 'found', itemId: lamp.id, name: 'Lamp', seenAt: '2026-01-15T11:59:55.000Z' },
    ]);
    await maren.setItemName({ itemId: lamp.id, name: 'Floodlight' });
    await maren.setTag({ itemId: camera.id, tag: null });
    expect(await fixture.as('jorun').getSweep({ sweepId: saved.id })).toEqual(saved);
    const { lines: _lines, ...summary } = saved;
    const asked = { installationInspectionId: where.installationInspectionId };
    expect(await maren.getSweeps(asked)).toEqual([summary]);

    const { undo } = await maren.deleteSweep({ sweepId: saved.id });
    expect(await maren.getSweeps(asked)).toEqual([]);
    await expect(maren.getSweep({ sweepId: saved.id })).rejects.toBeProblem('notFound');
    await maren.undoChanges({ installationId: installation.id, undo: undo! });
    expect(await maren.getSweep({ sweepId: saved.id })).toEqual(saved);
  });

  it('list the items of the company whose tags were read elsewhere, and none of another company', async () => {
    const { maren, where, outside } = await rig(fixture);
    const foreign = await fixture.build.itemInInspection({ company: 'skerrow' });
    await fixture.as('wren').setTag({ itemId: foreign.item.id, tag: tagOf(7) });
    const { installationInspectionId } = where;
    const tags = [3, 7, 9].map((n) => ({ tag: tagOf(n), tagKind: 'epc' as const }));
    expect(await maren.identifyTags({ installationInspectionId, tags })).toMatchObject([
      { tag: tagOf(3), itemId: outside.id, place: 'Northmere Tarn' },
    ]);
    const saved = await maren.saveSweep({ ...where, startedAt: AT, endedAt: AT, reads: [read(7)] });
    expect(saved.lines.find(({ tag }) => tag === tagOf(7))).toMatchObject({ itemId: null, name: '' });
  });

  it('are refused to viewers, and for a location of another installation', async () => {
    const { maren, where } = await rig(fixture);
    const empty = { startedAt: AT, endedAt: AT, reads: [] };
    await expect(fixture.as('jorun').saveSweep({ ...where, ...empty })).rejects.toBeProblem('forbidden');
    const elsewhere = await fixture.build.item({ name: 'Deck', isLocation: 1 });
    await expect(maren.saveSweep({ ...where, ...empty, locationId: elsewhere.id })).rejects.toBeProblem('notFound');
  });

  it('are saved once under an id', async () => {
    const { maren, where } = await rig(fixture);
    const empty = { ...where, startedAt: AT, endedAt: AT - 1, reads: [] };
    const { id, startedAt, endedAt } = await maren.saveSweep(empty);
    expect(endedAt).toBe(startedAt);
    await expect(maren.saveSweep({ ...empty, id })).rejects.toBeProblem('alreadyExists');
  });
});

it('have only their reads as outcomes when they have no targets', () => {
  expect(outcomesOf([], [read(1)], [])).toMatchObject([{ outcome: 'unexpected', tag: tagOf(1) }]);
});
