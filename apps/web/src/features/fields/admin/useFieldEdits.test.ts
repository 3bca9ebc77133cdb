// @vitest-environment happy-dom
import type { Field, FieldsTemplate } from '@holdfast/contract';
import { notifications } from '@mantine/notifications';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cached } from '../../../lib/testing/cached.ts';
import { mounted } from '../../../lib/testing/mounted.ts';
import { provided } from '../../../lib/testing/providers.ts';
import { answered, bodyOf, fetching, refusal, signedInPage } from '../../../lib/testing/signedInPage.ts';
import { type FieldEditing, useFieldEdits } from './useFieldEdits.ts';

signedInPage();

const field = (id: string, rest: Partial<Field> = {}): Field => ({
  id,
  name: id,
  shortName: '',
  description: '',
  fieldTypeId: 'text',
  fieldType: { id: 'text', name: 'Text' },
  required: false,
  order: 0,
  showInList: false,
  options: [],
  images: [],
  rules: null,
  fieldsTemplateId: 'template',
  clock: `${id}.1`,
  ...rest,
});
/** The template: another one for each test. */
let templateId = '';
let templates = 0;
const templateOf = (...fields: Field[]): FieldsTemplate =>
  ({ id: templateId, name: 'Lifting', fields }) as FieldsTemplate;

/** The template that the server stores; a test refuses saves of a question by its id. */
let server: FieldsTemplate;
let refusals: Map<string, [status: number, code: string, details?: object]>;
let sent: string[];
let meanwhile: () => void;
/** Requests that add a question wait for it. */
let answering: Promise<void>;

beforeEach(() => {
  templates += 1;
  templateId = `template ${templates}`;
  refusals = new Map();
  sent = [];
  meanwhile = () => undefined;
  answering = Promise.resolve();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(notifications, 'show').mockReturnValue('');
  fetching.mockImplementation(async (url, init) => {
    const id = url.split('/').at(-1)!;
    if (init?.method === 'GET') {
      sent.push('read');
      return answered(JSON.stringify(server), 'application/json');
    }
    if (init?.method === 'POST') return created(bodyOf(init));
    const { 'if-match': ifMatch } = init!.headers as Record<string, string>;
    sent.push(`${id} ${ifMatch}`);
    meanwhile();
    const refused = refusals.get(id);
    if (refused !== undefined) {
      const [status, code, details = null] = refused;
      return answered(
        JSON.stringify({ type: '', title: '', status, code, details }),
        'application/problem+json',
        status,
      );
    }
    const stored = { ...(JSON.parse(bodyOf(init)) as Field), id, clock: `${id}.2` };
    server = templateOf(...server.fields.map((one) => (one.id === id ? stored : one)));
    return answered(JSON.stringify(stored), 'application/json');
  });
});

/** Answers a request that adds a question, once the test lets it. */
async function created(body: string): Promise<Response> {
  const { id, name } = JSON.parse(body) as Field;
  sent.push(`add ${id} ${name}`);
  await answering;
  const refused = refusals.get('new');
  if (refused !== undefined) return refusal(refused[0], refused[1]);
  const stored = field(id, { name, clock: `${id}.1` });
  server = templateOf(...server.fields, stored);
  return answered(JSON.stringify(stored), 'application/json');
}

async function editing(...fields: Field[]) {
  server = templateOf(...fields);
  const known = cached();
  known.put('getFieldsTemplate', { id: templateId }, server);
  const hook = await mounted(useFieldEdits, server, provided(known.cache));
  return {
    hook,
    known,
    change: (one: Field, part: Parameters<FieldEditing['change']>[1]): Promise<void> =>
      act(async () => hook.now.change(one, part)),
    async save(onTop?: Field): Promise<boolean> {
      let isSaved = false;
      await act(async () => {
        isSaved = await hook.now.save({ shown: fields, ...(onTop === undefined ? {} : { onTop }) });
      });
      return isSaved;
    },
    values: () => Object.fromEntries([...hook.now.edits].map(([id, { values }]) => [id, values])),
  };
}

describe('changes to the questions of a template', () => {
  const [a, b] = [field('a'), field('b')];

  it('are kept in the browser until they are discarded, one by one or together', async () => {
    const first = await editing(a, b);
    expect([first.hook.now.isRestored, first.hook.now.changed.size]).toEqual([false, 0]);
    await first.change(a, { required: true });
    await first.change(a, { description: 'mm' });
    await first.change(b, { required: false });
    expect(first.values()).toEqual({ a: { required: true, description: 'mm' }, b: { required: false } });
    expect([...first.hook.now.latest().keys()]).toEqual(['a', 'b']);
    expect([...first.hook.now.changed]).toEqual(['a']);
    await first.hook.end();
    const again = await editing(a, b);
    expect(again.hook.now.isRestored).toBe(true);
    expect(again.values()).toEqual({ a: { required: true, description: 'mm' }, b: { required: false } });
    await act(async () => again.hook.now.discard('a'));
    expect(again.values()).toEqual({ b: { required: false } });
    await act(async () => again.hook.now.discard());
    expect(again.hook.now.edits.size).toBe(0);
    expect(localStorage.getItem(`holdfast:draft:maren:fields:${templateId}`)).toBeNull();
  });

  it('are saved over the version that was edited; unchanged questions are not sent', async () => {
    const { hook, known, change, save } = await editing(a, b);
    await change(b, { required: true });
    await change(a, { required: false });
    expect(await save()).toBe(true);
    expect(sent).toEqual(['b "b.1"']);
    expect([...hook.now.edits.keys()]).toEqual(['a']);
    expect(known.get('getFieldsTemplate', { id: templateId })?.fields).toMatchObject([
      { id: 'a', clock: 'a.1' },
      { id: 'b', clock: 'b.2', required: true, name: 'b' },
    ]);
    expect(known.stale()).toEqual(['getFieldsTemplate']);
  });

  it('of another user are shown beside the own ones, which are saved over them on request', async () => {
    const { hook, change, save, values } = await editing(a, b);
    await change(a, { description: 'mm' });
    await change(b, { description: 'kg' });
    refusals.set('a', [409, 'changedMeanwhile', { by: 'jorun', at: 'now' }]);
    meanwhile = () => {
      server = templateOf(field('a', { description: 'cm', clock: 'a.7' }), ...server.fields.slice(1));
    };
    expect(await save()).toBe(false);
    expect(values()).toEqual({ a: { description: 'mm' } });
    expect(hook.now.edits.get('a')).toMatchObject({
      conflict: { theirs: { description: 'cm' }, by: 'jorun', at: 'now', clock: 'a.7' },
      failure: null,
    });
    sent = [];
    expect(await save()).toBe(false);
    expect(sent[0]).toBe('a "a.1"');
    refusals.clear();
    sent = [];
    expect(await save(a)).toBe(true);
    expect(sent).toEqual(['a "a.7"']);
    expect(hook.now.edits.size).toBe(0);
  });

  it('stay with the reason when they are refused, and the others are saved', async () => {
    const { hook, change, save } = await editing(a, b);
    await change(a, { description: 'mm' });
    await change(b, { description: 'kg' });
    refusals.set('a', [403, 'forbidden']);
    expect(await save()).toBe(false);
    expect(hook.now.edits.get('a')).toMatchObject({
      conflict: null,
      failure: { status: 403 },
      values: { description: 'mm' },
    });
    expect([...hook.now.edits.keys()]).toEqual(['a']);
    refusals.clear();
    expect(await save()).toBe(true);
    expect(hook.now.edits.size).toBe(0);
  });

  it('that are typed during a save remain, over the saved question', async () => {
    const { hook, change, save, values } = await editing(a);
    await change(a, { description: 'm', required: true });
    meanwhile = () => {
      meanwhile = () => undefined;
      hook.now.change(a, { description: 'mm' });
    };
    expect(await save()).toBe(true);
    expect(values()).toEqual({ a: { description: 'mm' } });
    expect(hook.now.edits.get('a')?.base).toMatchObject({ clock: 'a.2', description: 'm', required: true });
    expect(hook.now.isRestored).toBe(false);
  });

  it('begin with new names, after which the rules are read again that follow them', async () => {
    const { change, save } = await editing(a, b);
    await change(a, { required: true });
    await change(b, { name: 'Torque' });
    expect(await save()).toBe(true);
    expect(sent.slice(0, 3)).toEqual(['b "b.1"', 'read', 'a "a.1"']);
  });

  it('to a question that was deleted meanwhile are not sent', async () => {
    const { change, save } = await editing(a, b);
    await change(a, { name: 'Angle' });
    await change(b, { required: true });
    meanwhile = () => {
      server = templateOf(server.fields[0]!);
    };
    expect(await save()).toBe(true);
    expect(sent.filter((each) => each !== 'read')).toEqual(['a "a.1"']);
  });
});

describe('a new question', () => {
  const a = field('a');
  const made = field('n', { name: 'New field', clock: '' });
  /** Adds the question; the template on screen is the one that the cache contains. */
  async function adding() {
    const one = await editing(a);
    const add = (): Promise<void> => act(async () => one.hook.now.add(made));
    const shown = (): Promise<void> => one.hook.render(one.known.get('getFieldsTemplate', { id: templateId })!);
    return { ...one, add, shown, added: () => one.hook.now.added.map(({ id }) => id) };
  }

  it('is there at once, and what is typed before the answer is a change to what was stored', async () => {
    const storing = Promise.withResolvers<void>();
    answering = storing.promise;
    const { hook, add, shown, added, change, values, save } = await adding();
    await add();
    expect([sent, added(), hook.now.changed.size]).toEqual([['add n New field'], ['n'], 0]);
    await change(made, { name: 'Torque' });
    expect([...hook.now.changed]).toEqual(['n']);
    await act(async () => storing.resolve());
    await shown();
    expect([added(), values()]).toEqual([[], { n: { name: 'Torque' } }]);
    expect(hook.now.edits.get('n')?.base.clock).toBe('n.1');
    expect(await save()).toBe(true);
    expect(sent.filter((each) => each !== 'read')).toEqual(['add n New field', 'n "n.1"']);
    expect(server.fields.map(({ name }) => name)).toEqual(['a', 'Torque']);
  });

  it('leaves no change when nothing was typed', async () => {
    const { hook, add, shown, added } = await adding();
    await add();
    await shown();
    expect([added(), hook.now.edits.size]).toEqual([[], 0]);
  });

  it('stays with its text and the reason when the server refuses it, and is stored by the next save', async () => {
    refusals.set('new', [500, 'unexpected']);
    const { hook, add, added, change, save } = await adding();
    await add();
    await change(made, { name: 'Torque' });
    expect(added()).toEqual(['n']);
    expect(hook.now.edits.get('n')).toMatchObject({ failure: { status: 500 }, values: { name: 'Torque' } });
    expect([...(await hook.now.settled())]).toEqual(['n']);
    expect(await save()).toBe(false);
    refusals.clear();
    expect(await save()).toBe(true);
    expect(server.fields.map(({ name }) => name)).toEqual(['a', 'Torque']);
    expect([hook.now.edits.size, [...(await hook.now.settled())]]).toEqual([0, []]);
  });

  it('counts as an unsaved change once it was refused, and can be discarded', async () => {
    refusals.set('new', [500, 'unexpected']);
    const { hook, add, added } = await adding();
    await add();
    expect([...hook.now.changed]).toEqual(['n']);
    await act(async () => hook.now.discard());
    expect([added(), hook.now.changed.size]).toEqual([[], 0]);
  });

  it('stays when the changes are discarded while it is being stored', async () => {
    const storing = Promise.withResolvers<void>();
    answering = storing.promise;
    const { hook, add, shown, added, change } = await adding();
    await add();
    await change(made, { name: 'Torque' });
    await act(async () => hook.now.discard());
    expect([added(), hook.now.changed.size]).toEqual([['n'], 0]);
    await act(async () => storing.resolve());
    await shown();
    expect([added(), hook.now.edits.size]).toEqual([[], 0]);
  });

  it('is not added twice when the answer to the first attempt was lost', async () => {
    refusals.set('new', [500, 'unexpected']);
    const { add, change, save } = await adding();
    await add();
    await change(made, { name: 'Torque' });
    server = templateOf(...server.fields, field('n', { name: 'New field' }));
    refusals.set('new', [409, 'alreadyExists']);
    expect(await save()).toBe(true);
    expect(server.fields.map(({ name }) => name)).toEqual(['a', 'Torque']);
  });
});
