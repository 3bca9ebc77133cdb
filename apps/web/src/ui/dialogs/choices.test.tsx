// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { rendered } from '../../lib/testing/rendered.ts';
import { LateSelect } from '../inputs/LateSelect.tsx';
import { CHOICES_IN_DIALOG } from './choices.ts';
import { Dialog } from './Dialog.tsx';

describe('a list of choices of a dialog', () => {
  it('is an element of the dialog, not of the page behind it', async () => {
    await rendered(
      <Dialog opened onClose={() => undefined} title="Copy Tarn to another company">
        <LateSelect label="To company" data={['Northmere', 'Skerrow']} comboboxProps={CHOICES_IN_DIALOG} />
      </Dialog>,
    );
    await act(async () => document.querySelector('input')!.focus());
    const options = [...document.querySelectorAll('[role="option"]')];
    expect(options.map((option) => option.textContent)).toEqual(['Northmere', 'Skerrow']);
    for (const option of options) expect(option.closest('[role="dialog"]')).not.toBeNull();
  });
});
