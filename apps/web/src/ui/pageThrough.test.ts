// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { pageThrough } from './pageThrough.ts';

/** Presses a key over an open list of choices. */
function pressed(key: string, selected: number, { count = 12, disabled = 0, list = true } = {}) {
  document.body.innerHTML = `<input aria-controls="choices"><div id="choices">${Array.from(
    { length: count },
    (_, at) =>
      `<p role="option" ${at === selected ? 'data-combobox-selected' : ''} ${at < disabled ? 'data-combobox-disabled' : ''}></p>`,
  ).join('')}</div>`;
  if (!list) document.querySelector('div')?.remove();
  const field = document.querySelector('input')!;
  const steps: string[] = [];
  field.addEventListener('keydown', (event) => void steps.push(event.code));
  let prevented = 0;
  const event = { key, currentTarget: field, preventDefault: () => (prevented += 1) };
  pageThrough(event as unknown as React.KeyboardEvent<HTMLElement>);
  return {
    down: steps.filter((code) => code === 'ArrowDown').length,
    up: steps.filter((code) => code === 'ArrowUp').length,
    prevented,
  };
}

it.each([
  ['PageDown', 0, { down: 5, up: 0, prevented: 1 }],
  ['PageDown', 5, { down: 5, up: 0, prevented: 1 }],
  ['PageDown', 9, { down: 2, up: 0, prevented: 1 }],
  ['PageDown', 11, { down: 0, up: 0, prevented: 1 }],
  ['PageUp', 11, { down: 0, up: 5, prevented: 1 }],
  ['PageUp', 3, { down: 0, up: 3, prevented: 1 }],
  ['PageUp', 0, { down: 0, up: 0, prevented: 1 }],
  ['ArrowDown', 3, { down: 0, up: 0, prevented: 0 }],
])('%s from choice %i of 12 moves by a page, or to the end: %j', (key, selected, steps) => {
  expect(pressed(key, selected)).toEqual(steps);
});

it('Choices that cannot be chosen are not counted', () => {
  expect(pressed('PageUp', 4, { disabled: 2 })).toEqual({ down: 0, up: 2, prevented: 1 });
});

it('Page Down keeps its effect where no list is open', () => {
  expect(pressed('PageDown', 0, { list: false })).toEqual({ down: 0, up: 0, prevented: 0 });
});
