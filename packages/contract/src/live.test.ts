import { describe, expect, it } from 'vitest';
import { readLiveEvent } from './live.ts';

describe('an event of the server', () => {
  it('is read with the names known to this version', () => {
    expect(readLiveEvent('hello', '{"heads":{"north":7},"later":1}')).toEqual({
      event: 'hello',
      data: { heads: { north: 7 } },
    });
    expect(readLiveEvent('revoked', '{"mode":"wipe"}')).toEqual({ event: 'revoked', data: { mode: 'wipe' } });
  });

  it.each([
    ['a later version', 'renamed', '{}'],
    ['no name', undefined, '{}'],
    ['invalid JSON', 'changed', '{"scopes":['],
    ['another shape', 'changed', '{"scopes":"north"}'],
    ['an unknown end of use', 'revoked', '{"mode":"shred"}'],
  ])('of %s is ignored', (_kind, event, data) => {
    expect(readLiveEvent(event, data)).toBeNull();
  });
});
