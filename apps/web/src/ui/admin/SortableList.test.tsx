// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { rendered } from '../../lib/testing/rendered.ts';
import { SortableList } from './SortableList.tsx';

interface Entry {
  id: string;
  name: string;
}

const ENTRIES: readonly Entry[] = ['Height', 'Weight', 'Remedy'].map((name) => ({ id: name, name }));

/** Names of the heads that were rendered, in order. */
let heads: string[] = [];

function Head({ name, isOpen }: { name: string; isOpen: boolean }): ReactNode {
  heads.push(name);
  return isOpen ? `${name}, open` : name;
}

function listOf(entries: readonly Entry[], open: string | null): ReactNode {
  return (
    <SortableList
      label="Fields"
      entries={entries}
      onMove={() => undefined}
      renderHead={({ id, name }) => <Head name={name} isOpen={open === id} />}
      renderBody={({ id, name }) => open === id && <p>Panel of {name}</p>}
    />
  );
}

describe('a list that the user can sort', () => {
  it('renders only the entry that is opened again', async () => {
    const { page, render } = await rendered(listOf(ENTRIES, null));
    heads = [];
    await render(listOf(ENTRIES, 'Weight'));
    expect(heads).toEqual(['Weight']);
    expect(page.textContent).toContain('Weight, open');
    expect(page.textContent).toContain('Panel of Weight');
  });

  it('renders only the entry that is renamed again, even when all entries are new objects', async () => {
    const { page, render } = await rendered(listOf(ENTRIES, null));
    heads = [];
    const renamed = ENTRIES.map((entry) => (entry.id === 'Remedy' ? { ...entry, name: 'Repair' } : { ...entry }));
    await render(listOf(renamed, null));
    expect(heads).toEqual(['Repair']);
    expect(page.textContent).not.toContain('Remedy');
  });
});
