// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { rendered } from '../../lib/testing/rendered.ts';
import { LateSelect } from './LateSelect.tsx';

describe('a select of a long form', () => {
  it('renders its options when it first has the focus', async () => {
    const onFocus = vi.fn();
    await rendered(<LateSelect label="Type" data={['Text', 'Number']} value="Text" onFocus={onFocus} />);
    const options = (): string[] => [...document.querySelectorAll('[role="option"]')].map((one) => one.textContent);
    expect(options()).toEqual([]);
    await act(async () => document.querySelector('input')!.focus());
    expect(options()).toEqual(['Text', 'Number']);
    expect(onFocus).toHaveBeenCalledOnce();
  });
});
