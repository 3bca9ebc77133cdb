import { describe, expect, it } from 'vitest';
import { ACCESS_TYPES, EX_TYPES, EXAMINED_TYPES } from '../itemTypes.ts';
import type { Found } from '../survey.ts';
import { tarnFindings } from './tarn.ts';
import { TARN } from './plan.ts';

const findings = tarnFindings();
const { rig } = findings;

/** Counts values by the result of a function. */
function countBy<T>(things: Iterable<T>, of: (thing: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const thing of things) counts[of(thing)] = (counts[of(thing)] ?? 0) + 1;
  return counts;
}

const outcome = (found: ReadonlyMap<string, Found>): Record<string, number> =>
  countBy(found.values(), (each) => each ?? 'notChecked');

const typesIn = (found: ReadonlyMap<string, Found>): Record<string, number> =>
  countBy(
    rig.equipment.filter(({ key }) => found.has(key)),
    ({ type }) => type,
  );

describe('Northmere Tarn', () => {
  it('has 34 places in its areas', () => {
    const places = countBy(rig.places, ({ type, name, within }) => (type === 'Area' ? name : within!));
    expect(places).toEqual({
      Derrick: 1,
      'Crown and water table': 4,
      'Crown to monkey board': 5,
      'Monkey board to drill floor': 5,
      'Travelling equipment': 3,
      'Drill floor': 4,
      Substructure: 2,
      'Pipe deck': 2,
      'Port pedestal crane': 3,
      'Starboard pedestal crane': 3,
      'Main deck': 2,
    });
    expect(rig.places).toHaveLength(34);
  });

  it('has four areas in its derrick and every level in its area', () => {
    const inDerrick = rig.places.filter(({ within }) => within === 'Derrick').map(({ name }) => name);
    expect(inDerrick).toEqual([
      'Crown and water table',
      'Crown to monkey board',
      'Monkey board to drill floor',
      'Travelling equipment',
    ]);
    expect(rig.places.filter(({ within }) => within === 'Crown to monkey board').map(({ name }) => name)).toEqual([
      'Girt 8',
      'Girt 7',
      'Girt 6',
      'Girt 5',
    ]);
  });

  it('has 566 items in its areas', () => {
    expect(countBy(rig.equipment, ({ area }) => area)).toEqual({
      'Crown and water table': 56,
      'Crown to monkey board': 85,
      'Monkey board to drill floor': 90,
      'Travelling equipment': 42,
      'Drill floor': 66,
      Substructure: 58,
      'Pipe deck': 43,
      'Port pedestal crane': 38,
      'Starboard pedestal crane': 38,
      'Main deck': 50,
    });
  });

  it('has 566 items of its types', () => {
    expect(countBy(rig.equipment, ({ type }) => type)).toEqual({
      Floodlight: 84,
      'CCTV Camera': 22,
      'Junction Box': 58,
      'Gas Detector': 26,
      'PA Speaker and Beacon': 30,
      'Cable Tray': 40,
      'Sheave / Snatch Block': 34,
      Shackle: 60,
      'Wire Rope Sling': 44,
      'Chain Hoist': 16,
      Padeye: 52,
      'Pedestal Crane': 2,
      'Air Winch (Tugger)': 8,
      'Safety Net': 10,
      'Handrail and Gate': 34,
      'Grating Panel': 26,
      'Fixed Ladder': 12,
      'Structural Member': 8,
    });
    expect(rig.equipment).toHaveLength(566);
  });

  it('has unique names, as inspectors write them, and tags by area and type', () => {
    expect(new Set(rig.equipment.map(({ name }) => name)).size).toBe(566);
    expect(new Set(rig.equipment.map(({ key }) => key)).size).toBe(566);
    const names = rig.equipment.map(({ name }) => name);
    expect(names).toContain('Floodlight, port fwd leg, girt 6');
    expect(names).toContain('Snatch block, tugger no. 2, u/s water table');
    expect(names.filter((name) => name.startsWith('Shackle 8.5 t bow, STBD crane ')).length).toBeGreaterThan(0);
    expect(rig.equipment.map(({ key }) => key)).toContain('NMT-DRK-FL-014');
  });

  it('places every item in a location of its area, or on an item there', () => {
    const areaOf = new Map([
      ...rig.places.map(({ key, name, type, within }): [string, string] => [key, type === 'Area' ? name : within!]),
      ...rig.equipment.map(({ key, area }): [string, string] => [key, area]),
    ]);
    for (const thing of rig.equipment) expect(areaOf.get(thing.within), thing.key).toBe(thing.area);
    const carriers = rig.equipment.filter(({ within }) => /-(PC|AW|HR)-/.test(within));
    expect(countBy(carriers, ({ type }) => type)).toHaveProperty('Handrail and Gate');
  });

  it('keeps heights within its levels, from 3.1 to 54 m, and fixtures between 0.4 and 38 kg', () => {
    for (const { height } of rig.equipment) {
      expect(height).toBeGreaterThanOrEqual(3.1);
      expect(height).toBeLessThanOrEqual(54);
    }
    const fixtures = rig.equipment.filter(({ type }) => /^(Floodlight|CCTV|Junction|Gas|PA|Cable|Shackle)/.test(type));
    for (const { weight } of fixtures) {
      expect(weight).toBeGreaterThanOrEqual(0.4);
      expect(weight).toBeLessThanOrEqual(38);
    }
    expect(TARN.letters).toBe('NMT');
  });
});

describe('the inspections of Tarn', () => {
  it('include the items fixed at height, with 28 of the padeyes', () => {
    const types = typesIn(findings.drops);
    expect(types['Padeye']).toBe(28);
    for (const gear of ['Shackle', 'Wire Rope Sling', 'Chain Hoist', 'Pedestal Crane'])
      expect(types[gear]).toBeUndefined();
    expect(findings.drops.size - 28).toBe(392);
    expect(outcome(findings.drops)).toEqual({
      fitForPurpose: 251,
      needsAttention: 58,
      defective: 21,
      notApplicable: 12,
      notChecked: 78,
    });
  });

  it('included 402 of the same items a year ago', () => {
    expect(outcome(findings.dropsBefore)).toEqual({
      fitForPurpose: 318,
      needsAttention: 61,
      defective: 14,
      notApplicable: 9,
    });
    for (const key of findings.dropsBefore.keys()) expect(findings.drops.has(key)).toBe(true);
  });

  it('have 9 of the 14 defects corrected, 5 remaining and 16 new ones', () => {
    const was = [...findings.dropsBefore].filter(([, found]) => found === 'defective').map(([key]) => key);
    const is = [...findings.drops].filter(([, found]) => found === 'defective').map(([key]) => key);
    expect(was.filter((key) => findings.drops.get(key) === 'fitForPurpose')).toHaveLength(9);
    expect(was.filter((key) => is.includes(key))).toHaveLength(5);
    const newly = is.filter((key) => !was.includes(key));
    expect(newly).toHaveLength(16);
    for (const key of newly) expect(findings.dropsBefore.has(key)).toBe(true);
    expect(findings.putRight.map(({ key }) => key).toSorted()).toEqual(
      was.filter((key) => !is.includes(key)).toSorted(),
    );
  });

  it('include lifting equipment, access ways and Ex equipment of exactly their types', () => {
    expect(outcome(findings.loler)).toEqual({ fitForPurpose: 44, needsAttention: 9, defective: 3, notChecked: 108 });
    expect(Object.keys(typesIn(findings.loler)).toSorted()).toEqual([...EXAMINED_TYPES].toSorted());
    expect(outcome(findings.access)).toEqual({
      fitForPurpose: 55,
      needsAttention: 11,
      defective: 4,
      notApplicable: 2,
    });
    expect(Object.keys(typesIn(findings.access)).toSorted()).toEqual([...ACCESS_TYPES].toSorted());
    expect(rig.equipment.filter(({ type }) => EX_TYPES.includes(type))).toHaveLength(114);
  });

  it('include none of 24 padeyes below the decks', () => {
    expect(findings.outOfScope).toHaveLength(24);
    for (const { key } of findings.outOfScope) expect(findings.drops.has(key)).toBe(false);
  });
});
