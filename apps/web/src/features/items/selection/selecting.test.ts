import type { InspectionRow } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { inspectionRow } from '../../../lib/testing/inspectionRow.ts';
import { listing } from '../list/listing.ts';
import { branchesOf, chosenOf, extended, toggled } from './selecting.ts';

const row = (itemId: string, parentItemId: string | null, over: Partial<InspectionRow> = {}): InspectionRow =>
  inspectionRow(itemId, { parentItemId, ...over });

const place = { isLocation: true, context: true };
const rows = [
  row('derrick', null, place),
  row('crane', 'derrick'),
  row('hook', 'crane'),
  row('lamp', 'derrick'),
  row('deck', null, place),
];
const everything = { search: '', condition: null, locationId: null, only: null };
const listed = listing(rows, everything, new Set(), []);
const branches = branchesOf(rows, listed);

describe('selecting rows', () => {
  it('selects a row with its contents, and for a location only the contents', () => {
    expect(branches.get('derrick')).toEqual(['crane', 'hook', 'lamp']);
    expect(branches.get('crane')).toEqual(['crane', 'hook']);
    expect(branches.get('hook')).toEqual(['hook']);
  });

  it('selects the contents of a collapsed location, and nothing that the filter excludes', () => {
    const folded = listing(rows, everything, new Set(['derrick']), []);
    expect(branchesOf(rows, folded).get('derrick')).toEqual(['crane', 'hook', 'lamp']);
    const narrowed = listing(rows, { ...everything, search: 'lamp' }, new Set(), []);
    expect(branchesOf(rows, narrowed).get('derrick')).toEqual(['lamp']);
  });

  it('selects a complete branch, and deselects it once all of it is selected', () => {
    const some = new Set(['hook']);
    expect(chosenOf(branches.get('derrick')!, some)).toBe('some');
    const all = toggled(some, branches.get('derrick')!);
    expect([...all].toSorted()).toEqual(['crane', 'hook', 'lamp']);
    expect(chosenOf(branches.get('derrick')!, all)).toBe('all');
    expect([...toggled(all, branches.get('crane')!)]).toEqual(['lamp']);
  });

  it('extends from one row to another, in either direction, over items only', () => {
    expect([...extended(new Set(), listed.rows, 'lamp', 'derrick')]).toEqual(['crane', 'hook', 'lamp']);
    expect([...extended(new Set(['x']), listed.rows, null, 'hook')]).toEqual(['x', 'hook']);
  });
});
