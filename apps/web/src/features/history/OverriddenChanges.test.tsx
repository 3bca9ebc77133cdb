// @vitest-environment happy-dom
import type { OverriddenChange } from '@holdfast/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { cached } from '../../lib/testing/cached.ts';
import { rendered } from '../../lib/testing/rendered.ts';
import { t } from '../../lib/texts/index.ts';
import { OverriddenChanges } from './OverriddenChanges.tsx';

const DELETION: OverriddenChange = {
  id: 'change',
  itemId: 'item',
  place: 'Crown light',
  installationId: 'rig',
  installationInspectionId: null,
  kind: 'deleted',
  isOpen: true,
  what: 'Item',
  field: 'Name',
  kept: { value: '', userName: 'Wren Castellane', at: '2026-11-20T08:00:00.000Z' },
  overridden: { value: 'Crown lamp', userName: 'Maren Thorskild', at: '2026-11-20T09:00:00.000Z' },
  isOwn: true,
};

async function listOf(changes: OverriddenChange[]): Promise<HTMLElement> {
  const { cache, put } = cached();
  put('getOverriddenChanges', {}, changes);
  const { page } = await rendered(
    <QueryClientProvider client={cache}>
      <OverriddenChanges />
    </QueryClientProvider>,
  );
  return page;
}

/** Renders the list of one conflict. Returns its texts, separated by bars. */
async function shown(change: OverriddenChange): Promise<string> {
  const page = await listOf([change]);
  return page.querySelector('ul')!.innerHTML.replaceAll(/(?:<[^>]*>)+/g, '|');
}

describe('an edit of an item that another user had deleted', () => {
  it('shows the deletion as the value in use, and offers to restore the item', async () => {
    const text = await shown(DELETION);
    expect(text).toContain('|In use|Deleted|');
    expect(text).toContain('|Not in use|Crown lamp|');
    expect(text).toContain('|Restore the item|');
  });

  it('shows the deletion as undone once the item is restored, and asks for no decision', async () => {
    const text = await shown({ ...DELETION, isOpen: false });
    expect(text).toContain('|Deletion|Undone: the item was restored|');
    expect(text).toContain('|Change|Crown lamp|');
    expect(text).not.toContain('In use');
    expect(text).not.toContain('Restore the item');
  });
});

describe('two values of one field', () => {
  it('are the value in use and the other one; no deletion is mentioned', async () => {
    const text = await shown({
      ...DELETION,
      kind: 'value',
      isOpen: false,
      kept: { ...DELETION.kept, value: 'Crown light 2' },
    });
    expect(text).toContain('|In use|Crown light 2|');
    expect(text).toContain('|Not in use|Crown lamp|');
    expect(text).not.toMatch(/delet/i);
  });
});

it('a list without conflicts states that there are none', async () => {
  const page = await listOf([]);
  expect(page.querySelector('ul')).toBeNull();
  expect(page.textContent).toContain(t('overridden.none'));
});
