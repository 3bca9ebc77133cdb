import { describe, expect, it } from 'vitest';
import { entryOf, menu } from './menuEntries.ts';

describe('the menu of the administration', () => {
  it.each(menu)('highlights %s on its list and on the addresses below it', (entry) => {
    expect(entryOf(`/admin/${entry}`)).toBe(entry);
    expect(entryOf(`/admin/${entry}/0190aaaa-0000-7000-8000-000000000001`)).toBe(entry);
  });

  it('highlights Inspections on the address of the area itself', () => {
    expect(entryOf('/admin')).toBe('inspections');
    expect(entryOf('/admin/')).toBe('inspections');
  });

  it('highlights nothing on other addresses', () => {
    expect(entryOf('/admin/unknown')).toBeUndefined();
  });
});
