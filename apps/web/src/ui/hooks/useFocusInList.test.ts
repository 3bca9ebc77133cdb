// @vitest-environment happy-dom
import type { FocusEvent } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import { useFocusInList } from './useFocusInList.ts';

let list: HTMLElement;
let add: HTMLButtonElement;
beforeEach(() => {
  document.body.innerHTML = `<ul>${['a', 'b', 'c'].map((id) => `<li id="${id}"><button>Edit ${id}</button><button>Delete ${id}</button></li>`).join('')}</ul><button>Add</button><button>Other</button>`;
  list = document.querySelector('ul')!;
  add = [...document.querySelectorAll('button')].at(-2)!;
});

const element = (id: string): HTMLElement => document.getElementById(id)!;
const focused = (): string | null =>
  document.activeElement === document.body ? null : document.activeElement!.textContent;

/** Mounts a list whose entry had the focus last. */
async function listed(id: string | null) {
  const hook = await mounted(() => useFocusInList({ current: list }, { current: add }), undefined);
  if (id !== null) hook.now({ target: element(id).querySelector('button')! } as unknown as FocusEvent);
  return {
    hook,
    async without(...ids: string[]): Promise<string | null> {
      for (const each of ids) element(each).remove();
      await hook.render(undefined);
      return focused();
    },
  };
}

describe('the focus in a list', () => {
  it.each([
    ['b', ['b'], 'Delete c'],
    ['c', ['c'], 'Delete b'],
    ['a', ['a', 'b', 'c'], 'Add'],
    ['a', ['b'], null],
    [null, ['a'], null],
  ])('of %s moves on when %j are removed, to %s', async (had, removed, now) => {
    expect(await (await listed(had)).without(...removed)).toBe(now);
  });

  it('stays where the user has moved it, and moves once', async () => {
    const { without, hook } = await listed('a');
    [...document.querySelectorAll('button')].at(-1)!.focus();
    expect(await without('a')).toBe('Other');
    (document.activeElement as HTMLElement).blur();
    await hook.render(undefined);
    expect(focused()).toBeNull();
  });

  it('is that of the entry, while a menu of it has the focus elsewhere', async () => {
    const { without, hook } = await listed('a');
    hook.now({ target: add } as unknown as FocusEvent);
    expect(await without('a')).toBe('Delete b');
  });
});
