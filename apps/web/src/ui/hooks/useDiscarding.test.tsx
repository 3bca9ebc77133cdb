// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { rendered } from '../../lib/testing/rendered.ts';
import { ConfirmProvider } from '../dialogs/confirm.tsx';
import { useDiscarding } from './useDiscarding.ts';

const discarded = vi.fn();

function Form() {
  return <button onClick={useDiscarding(() => true, discarded)}>Close the form</button>;
}

describe('the confirmation before changes are discarded', () => {
  it('is withdrawn when a save that was under way closes the form', async () => {
    const { page, render } = await rendered(
      <ConfirmProvider>
        <Form />
      </ConfirmProvider>,
    );
    await act(async () => page.querySelector('button')!.click());
    expect(document.body.textContent).toContain('Your changes in this form have not been saved.');
    await render(<ConfirmProvider>{null}</ConfirmProvider>);
    await vi.waitFor(() => expect(document.body.textContent).not.toContain('Your changes in this form'));
    expect(discarded).not.toHaveBeenCalled();
  });
});
