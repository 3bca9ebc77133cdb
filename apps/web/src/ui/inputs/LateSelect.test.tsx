// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LateSelect } from './LateSelect.tsx';

describe('a select of a long form', () => {
  it('renders its options when it first has the focus', async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    onTestFinished(() => act(async () => root.unmount()));
    const onFocus = vi.fn();
    await act(async () =>
      root.render(
        <MantineProvider>
          <LateSelect label="Type" data={['Text', 'Number']} value="Text" onFocus={onFocus} />
        </MantineProvider>,
      ),
    );
    const options = (): string[] => [...document.querySelectorAll('[role="option"]')].map((one) => one.textContent);
    expect(options()).toEqual([]);
    await act(async () => document.querySelector('input')!.focus());
    expect(options()).toEqual(['Text', 'Number']);
    expect(onFocus).toHaveBeenCalledOnce();
  });
});
