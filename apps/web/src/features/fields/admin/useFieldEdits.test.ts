// @vitest-environment happy-dom
import type { Field, FieldsTemplate } from '@holdfast/contract';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cached } from '../../../lib/testing/cached.ts';
import { mounted } from '../../../lib/testing/mounted.ts';
import { provided } from '../../../lib/testing/providers.ts';
import { answered, bodyOf, fetching, signedInPage } from '../../../lib/testing/signedInPage.ts';
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

beforeEach(() => {
  templates += 1;
  templateId = `template ${templates}`;
  refusals = new Map();
  sent = [];
  meanwhile = () => undefined;
  vi.spyOn(console, 'error').mockReturnValue();
  fetching.mockImplementation(async (url, init) => {
    const id = url.split('/').at(-1)!;
    if (init?.method === 'GET') {
      sent.push('read');
      return answered(JSON.stringify(server), 'application/json');
    }
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
