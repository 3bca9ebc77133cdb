// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LateSelect } from './LateSelect.tsx';

/** Work that waits until the page is idle. */
let waiting: (() => void)[];
beforeEach(() => {
  waiting = [];
  vi.stubGlobal('requestIdleCallback', (work: (idle: { timeRemaining(): number }) => void) =>
    waiting.push(() => work({ timeRemaining: () => 10 })),
  );
  vi.stubGlobal('cancelIdleCallback', (handle: number) => (waiting[handle - 1] = () => undefined));
});

const options = (): string[] => [...document.querySelectorAll('[role="option"]')].map((one) => one.textContent);

async function mountedSelect(onFocus: () => void): Promise<HTMLInputElement> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    page.remove();
    vi.unstubAllGlobals();
  });
  await act(async () =>
    root.render(
      <MantineProvider>
        <LateSelect label="Type" data={['Text', 'Number']} value="Text" onFocus={onFocus} />
      </MantineProvider>,
    ),
  );
  return page.querySelector('input')!;
}

describe('a select of a long form', () => {
  it('renders its options when it first has the focus', async () => {
    const onFocus = vi.fn();
    const input = await mountedSelect(onFocus);
    expect(options()).toEqual([]);
    await act(async () => input.focus());
    expect(options()).toEqual(['Text', 'Number']);
    expect(onFocus).toHaveBeenCalledOnce();
  });

  it('renders them before that once the page is idle', async () => {
    await mountedSelect(() => undefined);
    expect(options()).toEqual([]);
    await act(async () => waiting.forEach((work) => work()));
    expect(options()).toEqual(['Text', 'Number']);
  });
});
