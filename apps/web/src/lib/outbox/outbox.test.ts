import { CallError } from '@holdfast/contract/client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openJournal, type Save } from './journal.ts';
import { createOutbox, type NewSave } from './outbox.ts';
import type { SaveKind, SaveKinds } from './saveKinds.ts';

interface Sent {
  input: unknown;
  key: string | undefined;
  ifMatch: string | undefined;
  answer(output: unknown): void;
  fail(error: unknown): void;
}

interface Sendable {
  idempotencyKey?: string;
  ifMatch?: string;
  signal?: AbortSignal;
}

const noAnswer = new CallError(0, null);
const refusal = new CallError(422, {
  type: '',
  title: 'That would put something inside itself.',
  status: 422,
  code: 'wouldLoop',
  details: null,
});

const late = (theirs: string, clock: string): CallError =>
  new CallError(409, {
    type: '',
    title: 'This was changed elsewhere in the meantime.',
    status: 409,
    code: 'changedMeanwhile',
    details: { yours: 'a', theirs, by: 'idris', byName: 'Idris', at: '2026-01-15T12:00:00.000Z', clock },
  });

/** An outbox whose server is played by the test, over a journal that can be opened again. */
function desk(journal = openJournal(), shown = Promise.resolve()) {
  const sent: Sent[] = [];
  const saved: Save[] = [];
  const refused: string[] = [];
  let keys = 0;
  const session = { token: 'first' };
  const outbox = createOutbox({
    journal,
    token: () => session.token,
    host: 'https://holdfast.example',
    now: () => keys,
    newKey: () => `key-${Math.random()}-${keys++}`,
    call: ((_name: string, input: unknown, options: Sendable) =>
      new Promise((answer, fail) => {
        options.signal?.addEventListener('abort', () => fail(new CallError(0, null, options.signal!.reason)));
        sent.push({ input, key: options.idempotencyKey, ifMatch: options.ifMatch, answer, fail });
      })) as never,
    send: (save, { onProgress, signal, ...options }) =>
      new Promise((answer, fail) => {
        signal.addEventListener('abort', () => fail(new CallError(0, null)));
        onProgress(0.5);
        sent.push({ input: save.content.bytes, key: options.idempotencyKey, ifMatch: options.ifMatch, answer, fail });
      }),
    itemOf: () => undefined,
    notKept: () => undefined,
    async saved(save) {
      saved.push(save);
      await shown;
    },
    refused: (_save, { reason }) => {
      refused.push(reason);
      return true;
    },
  });
  return { outbox, sent, saved, refused, journal, session };
}

function name(value: string, over: Partial<NewSave<'setItemName'>> = {}): NewSave {
  return {
    operation: 'setItemName',
    input: { itemId: 'lamp', name: value },
    subject: 'name:lamp',
    row: 'lamp',
    ifMatch: null,
    ...over,
  };
}

/** Never called. Only the compiler reads it, and fails where a line under `@ts-expect-error` compiles. */
export function refusedByTheCompiler(add: (save: NewSave) => void): void {
  const rest = { subject: 'condition', row: 'lamp', ifMatch: null };
  const item = { installationInspectionId: 'drops', itemId: 'lamp' };
  add({ operation: 'setCondition', input: { ...item, conditionId: null }, ...rest });
  // @ts-expect-error a misspelt key of the input
  add({ operation: 'setCondition', input: { ...item, conditonId: null }, ...rest });
  // @ts-expect-error a key of another type
  add({ operation: 'setCondition', input: { ...item, conditionId: 42 }, ...rest });
  // @ts-expect-error the input of another operation
  add({ operation: 'setItemName', input: { ...item, conditionId: null }, ...rest });
  // @ts-expect-error bytes for an operation that accepts none
  add({ operation: 'setCondition', input: { ...item, conditionId: null }, ...rest, content: { bytes: new Blob() } });
  // @ts-expect-error an operation without a kind of save
  add({ operation: 'duplicateItem', input: item, ...rest });
  // @ts-expect-error an operation that does not exist
  add({ operation: 'setConditon', input: { ...item, conditionId: null }, ...rest });
}

/** Never called. The compiler checks that the kind of a save is typed by its operation. */
export function refusedKinds(condition: SaveKind<'setCondition'>, itemName: SaveKind<'setItemName'>): SaveKinds[] {
  return [
    { setCondition: condition, setItemName: itemName },
    // @ts-expect-error the kind of another operation
    { setCondition: itemName },
    // @ts-expect-error an input that the operation does not have
    { setCondition: { refused: 'keep', saved: (_cache, _input: { nonsense: number }) => undefined } },
    // @ts-expect-error a misspelt key of the input
    { setCondition: { refused: 'keep', saved: (_cache, { conditonId }) => void conditonId } },
  ];
}

const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);

describe('the outbox', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it('sends a save again with the same key until it is acknowledged', async () => {
    const { outbox, sent, saved } = desk();
    await outbox.begin('maren');
    outbox.add(name('Floodlight'));
    sent[0]!.fail(noAnswer);
    await settle();
    expect(outbox.saves()[0]).toMatchObject({ attempts: 1, refusal: null });

    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.map(({ key }) => key)).toEqual([sent[0]!.key, sent[0]!.key]);
    sent[1]!.answer({});
    await settle();
    expect(saved).toHaveLength(1);
    expect(outbox.saves()).toEqual([]);
  });

  it('shows a save until the readers of its answer were notified', async () => {
    let show = (): void => undefined;
    const { outbox, sent } = desk(openJournal(), new Promise((resolve) => (show = resolve)));
    await outbox.begin('maren');
    outbox.add(name('Floodlight'));
    sent[0]!.answer({});
    await settle();
    expect(outbox.saves()).toHaveLength(1);
    show();
    await settle();
    expect(outbox.saves()).toEqual([]);
  });

  it('waits twice as long after each try, up to half a minute, and starts again after a success', async () => {
    const { outbox, sent } = desk();
    await outbox.begin('maren');
    outbox.add(name('Floodlight'));
    const waits: number[] = [];
    for (let tries = 1; tries <= 8; tries++) {
      sent[tries - 1]!.fail(noAnswer);
      await settle();
      let waited = 0;
      for (; sent.length === tries; waited++) await vi.advanceTimersByTimeAsync(1_000);
      waits.push(waited);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    sent.at(-1)!.answer({});
    await settle();
    outbox.add(name('Padeye'));
    sent.at(-1)!.fail(noAnswer);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(11);
  });

  it('does not wait longer after an unstable connection: tries before their time do not count', async () => {
    const { outbox, sent } = desk();
    await outbox.begin('maren');
    outbox.add(name('Floodlight'));
    sent[0]!.fail(noAnswer);
    await settle();
    for (let tries = 2; tries <= 8; tries++) {
      outbox.retry();
      expect(sent).toHaveLength(tries);
      sent.at(-1)!.fail(noAnswer);
      await settle();
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(9);
  });

  it('starts with a short wait after a reload, however often a save was tried before', async () => {
    const first = desk();
    await first.outbox.begin('maren');
    first.outbox.add(name('Floodlight'));
    for (let tries = 1; tries <= 6; tries++) {
      first.sent.at(-1)!.fail(noAnswer);
      await vi.advanceTimersByTimeAsync(30_000);
    }
    first.outbox.end();

    const second = desk(first.journal);
    await second.outbox.begin('maren');
    expect(second.outbox.saves()[0]!.attempts).toBeGreaterThan(4);
    second.sent[0]!.fail(noAnswer);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(second.sent).toHaveLength(2);
  });

  it('aborts a call that gets no answer, and sends it again with its key', async () => {
    const { outbox, sent } = desk();
    await outbox.begin('maren');
    outbox.add(name('Floodlight'));
    outbox.add(name('Padeye', { subject: 'other' }));
    await vi.advanceTimersByTimeAsync(44_000);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent.map(({ key }) => key)).toEqual([sent[0]!.key, sent[0]!.key]);
    sent[1]!.answer({});
    await settle();
    expect(sent[2]).toMatchObject({ input: { name: 'Padeye' } });
  });

  it('keeps a save over a reload and sends it afterwards', async () => {
    const first = desk();
    await first.outbox.begin('maren');
    first.outbox.add(name('Floodlight'));
    await settle();

    const second = desk(first.journal);
    await second.outbox.begin('maren');
    expect(second.sent).toMatchObject([{ input: { itemId: 'lamp', name: 'Floodlight' }, key: first.sent[0]!.key }]);
  });

  it('never sends the saves of another user', async () => {
    const first = desk();
    await first.outbox.begin('maren');
    first.outbox.add(name('Floodlight'));
    await settle();

    const second = desk(first.journal);
    await second.outbox.begin('idris');
    expect(second.outbox.saves()).toEqual([]);
    expect(second.sent).toEqual([]);
  });

  it('sends nothing in the name of another user who signed in on another tab', async () => {
    const { outbox, sent, session } = desk();
    await outbox.begin('maren');
    outbox.add(name('Floodlight'));
    sent[0]!.fail(noAnswer);
    await settle();
    session.token = 'second';
    await vi.advanceTimersByTimeAsync(60_000);
    outbox.retry();
    outbox.add(name('Padeye', { subject: 'name:padeye', row: 'padeye' }));
    expect(sent).toHaveLength(1);
    // The page is notified and finds that the same user has signed in again.
    outbox.end();
    await outbox.begin('maren');
    await settle();
    expect(sent).toHaveLength(2);
  });

  it('shows nothing of a user who signed out before the journal was read', async () => {
    const { outbox, sent, journal } = desk();
    await outbox.begin('maren');
    outbox.add(name('Floodlight'));
    await outbox.kept();
    outbox.end();
    const late = desk(journal).outbox;
    const begun = late.begin('maren');
    late.end();
    await late.begin('idris');
    await begun;
    expect(late.saves()).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  it('sends saves one after another, in the order they were made', async () => {
    const { outbox, sent } = desk();
    await outbox.begin('maren');
    outbox.add(name('a', { subject: '1' }));
    outbox.add(name('b', { subject: '2' }));
    expect(sent).toHaveLength(1);
    sent[0]!.answer({});
    await settle();
    expect(sent.map(({ input }) => input)).toEqual([
      { itemId: 'lamp', name: 'a' },
      { itemId: 'lamp', name: 'b' },
    ]);
  });

  it('does not send a save that a later save replaced before it was sent', async () => {
    const { outbox, sent } = desk();
    await outbox.begin('maren');
    outbox.add(name('first'));
    outbox.add(name('second'));
    outbox.add(name('third'));
    sent[0]!.answer({});
    await settle();
    expect(sent.map(({ input }) => input)).toEqual([
      { itemId: 'lamp', name: 'first' },
      { itemId: 'lamp', name: 'third' },
    ]);
  });

  it('bases a later save on the answer to an earlier save of the same row', async () => {
    const { outbox, sent } = desk();
    await outbox.begin('maren');
    outbox.add(name('a', { ifMatch: '1' }));
    outbox.add(name('b', { ifMatch: '1' }));
    sent[0]!.answer({ clock: '2' });
    await settle();
    expect(sent[1]!.ifMatch).toBe('2');
  });

  it('does not change the version on which a save of another row is based', async () => {
    const { outbox, sent } = desk();
    await outbox.begin('maren');
    outbox.add(name('a', { ifMatch: '1' }));
    outbox.add(name('b', { subject: 'name:shackle', row: 'shackle', ifMatch: '7' }));
    sent[0]!.answer({ clock: '2' });
    await settle();
    expect(sent[1]!.ifMatch).toBe('7');
  });

  it('keeps a refused save with its reason, sends the others, and overwrites on Retry', async () => {
    const { outbox, sent, refused } = desk();
    await outbox.begin('maren');
    outbox.add(name('a', { ifMatch: '1' }));
    outbox.add(name('b', { subject: 'other' }));
    sent[0]!.fail(refusal);
    await settle();
    expect(refused).toEqual(['That would put something inside itself.']);
    expect(outbox.saves()[0]).toMatchObject({ refusal: { code: 'wouldLoop' } });
    expect(sent[1]).toMatchObject({ input: { itemId: 'lamp', name: 'b' } });
    sent[1]!.answer({});
    await settle();

    outbox.retry(outbox.saves()[0]!.key);
    expect(sent[2]).toMatchObject({ input: { itemId: 'lamp', name: 'a' }, ifMatch: undefined, key: sent[0]!.key });
    sent[2]!.answer({});
    await settle();
    expect(outbox.saves()).toEqual([]);
  });

  it('removes a refused save that another page of the browser discards, and no save that is only waiting', async () => {
    vi.useRealTimers();
    const first = desk();
    await first.outbox.begin('maren');
    first.outbox.add(name('a'));
    first.outbox.add(name('b', { subject: 'other' }));
    first.sent[0]!.fail(refusal);
    await vi.waitFor(() => expect(first.sent).toHaveLength(2));
    const left = first.outbox.saves();
    const journal = openJournal();
    for (const save of left) await journal.add(save);
    const second = desk(journal);
    await second.outbox.begin('maren');
    expect(second.outbox.saves()).toMatchObject([{ refusal: { code: 'wouldLoop' } }, { refusal: null }]);

    for (const { key } of left) first.outbox.discard(key);
    await vi.waitFor(() => expect(second.outbox.saves()).toHaveLength(1));
    expect(second.outbox.saves()).toMatchObject([{ subject: 'other' }]);
    expect(second.sent).toHaveLength(1);
  });

  it('does not mistake an earlier save of the same user for one of another user', async () => {
    const { outbox, sent } = desk();
    await outbox.begin('maren');
    outbox.add(name('a', { ifMatch: '1' }));
    sent[0]!.answer({ clock: '2' });
    await settle();
    outbox.add(name('b', { ifMatch: '1' }));
    expect(sent[1]!.ifMatch).toBe('2');
    sent[1]!.answer({ clock: '3' });
    await settle();
    outbox.add(name('c', { ifMatch: '0' }));
    expect(sent[2]!.ifMatch).toBe('0');
  });

  it('keeps the value of the other user beside the own value, and overwrites exactly that value on request', async () => {
    const { outbox, sent } = desk();
    await outbox.begin('maren');
    outbox.add(name('a', { ifMatch: '1' }));
    sent[0]!.fail(late('Defective', '5'));
    await settle();
    expect(outbox.saves()).toMatchObject([
      { input: { itemId: 'lamp', name: 'a' }, refusal: { conflict: { theirs: 'Defective', by: 'Idris', clock: '5' } } },
    ]);
    outbox.retry(outbox.saves()[0]!.key);
    expect(sent[1]).toMatchObject({ input: { itemId: 'lamp', name: 'a' }, ifMatch: '5' });
    // A third change meanwhile causes a new conflict.
    sent[1]!.fail(late('Fit for purpose', '9'));
    await settle();
    expect(outbox.saves()).toMatchObject([{ refusal: { conflict: { theirs: 'Fit for purpose', clock: '9' } } }]);
  });

  it('marks the value as own that the same user saved elsewhere, and no other', async () => {
    for (const [user, isOwn] of [
      ['idris', true],
      ['maren', undefined],
    ] as const) {
      const { outbox, sent } = desk();
      await outbox.begin(user);
      outbox.add(name('a', { ifMatch: '1' }));
      sent[0]!.fail(late('Defective', '5'));
      await settle();
      expect(outbox.saves()[0]!.refusal?.conflict).toMatchObject({ by: 'Idris' });
      expect(outbox.saves()[0]!.refusal?.conflict?.isOwn).toBe(isOwn);
    }
  });

  it('reports one conflict about a subject that was changed again while the first change was being sent', async () => {
    const { outbox, sent } = desk();
    await outbox.begin('maren');
    outbox.add(name('a', { ifMatch: '1' }));
    outbox.add(name('b', { ifMatch: '1' }));
    sent[0]!.fail(late('Defective', '5'));
    await settle();
    sent[1]!.fail(late('Defective', '5'));
    await settle();
    expect(outbox.saves()).toMatchObject([
      { input: { itemId: 'lamp', name: 'b' }, refusal: { conflict: { theirs: 'Defective' } } },
    ]);
  });

  it('resolves when nothing is waiting any more, or after a time limit', async () => {
    const { outbox, sent } = desk();
    await outbox.begin('maren');
    outbox.add(name('a'));
    const drained = vi.fn<() => void>();
    void outbox.drained(5_000).then(drained);
    await settle();
    expect(drained).not.toHaveBeenCalled();
    sent[0]!.answer({});
    await settle();
    expect(drained).toHaveBeenCalledOnce();

    void outbox.drained(5_000).then(drained);
    await settle();
    expect(drained).toHaveBeenCalledTimes(2);

    outbox.add(name('b'));
    void outbox.drained(5_000).then(drained);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(drained).toHaveBeenCalledTimes(3);
  });

  describe('for saves with bytes', () => {
    const photo = new Blob(['pixels']);
    const bytes = (subject: string): NewSave => ({
      operation: 'addFileToItem',
      input: { itemId: 'lamp', filename: 'photo.jpg' },
      subject,
      row: subject,
      ifMatch: null,
      content: { bytes: photo },
    });

    it('has a separate queue, so that a photo does not delay answers, nor answers a photo', async () => {
      const { outbox, sent } = desk();
      await outbox.begin('maren');
      outbox.add(bytes('first'));
      outbox.add(bytes('second'));
      outbox.add(name('Floodlight'));
      expect(sent.map(({ input }) => input)).toEqual([photo, { itemId: 'lamp', name: 'Floodlight' }]);
      sent[0]!.fail(noAnswer);
      sent[1]!.answer({});
      await settle();
      expect(outbox.saves()).toMatchObject([{ attempts: 1 }, { attempts: 0 }]);
      outbox.add(name('Padeye'));
      expect(sent.at(-1)).toMatchObject({ input: { itemId: 'lamp', name: 'Padeye' } });
      await vi.advanceTimersByTimeAsync(1_000);
      expect(sent.at(-1)).toMatchObject({ input: photo, key: sent[0]!.key });
    });

    it('reports the share that is sent', async () => {
      const { outbox, sent } = desk();
      const notified = vi.fn<() => void>();
      await outbox.begin('maren');
      outbox.subscribe(notified);
      outbox.add(bytes('photo'));
      const { key } = outbox.saves()[0]!;
      expect(outbox.progress(key)).toBe(0.5);
      expect(notified).toHaveBeenCalled();
      sent[0]!.fail(noAnswer);
      await settle();
      expect(outbox.progress(key)).toBe(0);
    });

    it('keeps the bytes over a reload', async () => {
      const first = desk();
      await first.outbox.begin('maren');
      first.outbox.add(bytes('photo'));
      first.sent[0]!.fail(noAnswer);
      await settle();
      const second = desk(first.journal);
      await second.outbox.begin('maren');
      expect(second.sent).toMatchObject([{ input: photo, key: first.sent[0]!.key }]);
    });

    it('stops sending a discarded save, and deletes it', async () => {
      const { outbox, sent, journal } = desk();
      await outbox.begin('maren');
      outbox.add(bytes('first'));
      outbox.add(bytes('second'));
      outbox.discard(outbox.saves()[0]!.key);
      await settle();
      expect(outbox.saves()).toMatchObject([{ subject: 'second' }]);
      expect(await journal.read('maren', 'https://holdfast.example')).toMatchObject([{ subject: 'second' }]);
      expect(sent).toHaveLength(2);
    });
  });
});
