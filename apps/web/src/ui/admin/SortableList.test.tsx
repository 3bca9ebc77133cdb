// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SortableList } from './SortableList.tsx';

interface Entry {
  id: string;
  name: string;
}

const ENTRIES: readonly Entry[] = ['Height', 'Weight', 'Remedy'].map((name) => ({ id: name, name }));

/** Names of the heads that were rendered, in order. */
let rendered: string[] = [];

function Head({ name, isOpen }: { name: string; isOpen: boolean }): ReactNode {
  rendered.push(name);
  return isOpen ? `${name}, open` : name;
}

/** Mounts a list; returns a function that renders it again with other entries or another open one. */
async function mountedList() {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const page = document.createElement('div');
  const root = createRoot(page);
  onTestFinished(() => act(async () => root.unmount()));
  const render = (entries: readonly Entry[], open: string | null): Promise<void> =>
    act(async () =>
      root.render(
        <MantineProvider>
          <SortableList
            label="Fields"
            entries={entries}
            onMove={() => undefined}
            renderHead={({ id, name }) => <Head name={name} isOpen={open === id} />}
            renderBody={({ id, name }) => open === id && <p>Panel of {name}</p>}
          />
        </MantineProvider>,
      ),
    );
  await render(ENTRIES, null);
  return { page, render };
}

describe('a list that the user can sort', () => {
  it('renders only the entry that is opened again', async () => {
    const { page, render } = await mountedList();
    rendered = [];
    await render(ENTRIES, 'Weight');
    expect(rendered).toEqual(['Weight']);
    expect(page.textContent).toContain('Weight, open');
    expect(page.textContent).toContain('Panel of Weight');
  });

  it('renders only the entry that is renamed again, even when all entries are new objects', async () => {
    const { page, render } = await mountedList();
    rendered = [];
    await render(
      ENTRIES.map((entry) => (entry.id === 'Remedy' ? { ...entry, name: 'Repair' } : { ...entry })),
      null,
    );
    expect(rendered).toEqual(['Repair']);
    expect(page.textContent).not.toContain('Remedy');
  });
});
