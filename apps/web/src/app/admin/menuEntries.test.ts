import { describe, expect, it } from 'vitest';
import { entryOf, menu } from './menuEntries.ts';

describe('the menu of the administration', () => {
  it.each(menu)('highlights %s on its list and on what lies below it', (entry) => {
    expect(entryOf(`/admin/${entry}`)).toBe(entry);
    expect(entryOf(`/admin/${entry}/0190aaaa-0000-7000-8000-000000000001`)).toBe(entry);
  });

  it('highlights inspections on the address of the area itself', () => {
    expect(entryOf('/admin')).toBe('inspections');
    expect(entryOf('/admin/')).toBe('inspections');
  });

  it('highlights nothing on an address of no entry', () => {
    expect(entryOf('/admin/unknown')).toBeUndefined();
  });
});
