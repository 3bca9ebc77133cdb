import { expect, it, vi } from 'vitest';
import { newId } from './ids.ts';

it('A new id is a UUID of version 7 with the time it was made, and differs from every other', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 15, 12) });
  try {
    const ids = Array.from({ length: 200 }, newId);
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 0, 15, 12));
    }
  } finally {
    vi.useRealTimers();
  }
});
