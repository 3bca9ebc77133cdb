// @vitest-environment happy-dom
import type { Field, FieldsTemplate } from '@holdfast/contract';
import { notifications } from '@mantine/notifications';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cached } from '../../../lib/testing/cached.ts';
import { mounted } from '../../../lib/testing/mounted.ts';
import { provided } from '../../../lib/testing/providers.ts';
import { answered, bodyOf, fetching, refusal, signedInPage } from '../../../lib/testing/signedInPage.ts';
import { useFieldOrder } from './useFieldOrder.ts';

signedInPage();

const templateOf = (...ids: string[]): FieldsTemplate =>
  ({ id: 'template', fields: ids.map((id, order) => ({ id, order }) as Field) }) as FieldsTemplate;
let open: ((answer: Response) => void)[];
const done = (): Response => answered('{}', 'application/json');
const sent = (): string[] =>
  fetching.mock.calls.map(([, init]) => (JSON.parse(bodyOf(init)) as { fieldIds: string[] }).fieldIds.join(''));

beforeEach(() => {
  open = [];
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(notifications, 'show').mockReturnValue('');
  fetching.mockImplementation(() => new Promise((resolve) => open.push(resolve)));
});

async function ordering(settled: () => Promise<ReadonlySet<string>> = async () => new Set()) {
  const known = cached();
  const hook = await mounted(
    (template: FieldsTemplate) => useFieldOrder(template, settled),
    templateOf('a', 'b', 'c'),
    provided(known.cache),
  );
  known.put('getFieldsTemplate', { id: 'template' }, {});
  return {
    hook,
    known,
    shown: () => hook.now.ordered.map(({ id }) => id).join(''),
    move: (from: number, to: number): Promise<void> => act(async () => hook.now.move(from, to)),
    answer: (place: number, response = done()): Promise<void> => act(async () => open[place]!(response)),
  };
}

describe('the order of questions', () => {
  it('is shown at once, saved as a whole, and then that of the server', async () => {
    const { hook, known, shown, move, answer } = await ordering();
    await move(0, 2);
    expect([shown(), sent()]).toEqual(['bca', ['bca']]);
    expect(known.stale()).toEqual([]);
    await hook.render(templateOf('a', 'b', 'c'));
    expect(shown()).toBe('bca');
    await answer(0);
    expect(known.stale()).toEqual(['getFieldsTemplate']);
    await hook.render(templateOf('c', 'b', 'a'));
    expect(shown()).toBe('cba');
  });

  it('names a new question once it is stored, and none that is not', async () => {
    const storing = Promise.withResolvers<ReadonlySet<string>>();
    const { shown, move } = await ordering(() => storing.promise);
    await move(0, 2);
    expect([shown(), sent()]).toEqual(['bca', []]);
    await act(async () => storing.resolve(new Set(['c'])));
    expect([shown(), sent()]).toEqual(['bca', ['ba']]);
  });

  it('is the latest one: an order between is not sent, and an earlier answer does not replace it', async () => {
    const { known, shown, move, answer } = await ordering();
    await move(0, 2);
    await move(0, 1);
    await move(2, 0);
    expect([shown(), sent()]).toEqual(['acb', ['bca']]);
    await answer(0);
    expect([shown(), sent()]).toEqual(['acb', ['bca', 'acb']]);
    expect(known.stale()).toEqual([]);
    await answer(1);
    expect(known.stale()).toEqual(['getFieldsTemplate']);
    expect(shown()).toBe('abc');
  });

  it('continues the latest order when a question is moved again before that order is shown', async () => {
    const { hook, shown } = await ordering();
    await act(async () => {
      const { move } = hook.now;
      move(0, 1);
      move(0, 1);
    });
    expect(shown()).toBe('bca');
  });

  it('goes back with the reason when it is refused', async () => {
    const { shown, move, answer } = await ordering();
    await move(0, 1);
    await answer(0, refusal(403, 'forbidden'));
    expect(shown()).toBe('abc');
    expect(notifications.show).toHaveBeenCalledOnce();
  });
});
