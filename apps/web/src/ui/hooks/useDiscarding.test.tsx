// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfirmProvider } from '../dialogs/confirm.tsx';
import { useDiscarding } from './useDiscarding.ts';

const discarded = vi.fn();

function Form() {
  return <button onClick={useDiscarding(() => true, discarded)}>Close the form</button>;
}

describe('the confirmation before changes are discarded', () => {
  it('is withdrawn when a save that was under way closes the form', async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    onTestFinished(() => act(async () => root.unmount()));
    const render = (isOpen: boolean): Promise<void> =>
      act(async () =>
        root.render(
          <MantineProvider>
            <ConfirmProvider>{isOpen && <Form />}</ConfirmProvider>
          </MantineProvider>,
        ),
      );
    await render(true);
    await act(async () => document.querySelector('button')!.click());
    expect(document.body.textContent).toContain('Your changes in this form have not been saved.');
    await render(false);
    await vi.waitFor(() => expect(document.body.textContent).not.toContain('Your changes in this form'));
    expect(discarded).not.toHaveBeenCalled();
  });
});
