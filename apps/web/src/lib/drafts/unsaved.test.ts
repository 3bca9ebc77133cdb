// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { mounted } from '../testing/mounted.ts';
import { hasUnsaved, useUnsaved } from './unsaved.ts';

describe('unsaved changes', () => {
  it('are known as long as a component has some', async () => {
    const one = await mounted<void, boolean>(useUnsaved, false);
    const other = await mounted<void, boolean>(useUnsaved, true);
    expect(hasUnsaved()).toBe(true);
    await one.render(true);
    await other.render(false);
    expect(hasUnsaved()).toBe(true);
    await one.end();
    expect(hasUnsaved()).toBe(false);
  });
});
