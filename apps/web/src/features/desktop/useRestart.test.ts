// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onLeaving } from '../../lib/calls/session.ts';
import { useUnsaved } from '../../lib/drafts/unsaved.ts';
import { cached } from '../../lib/testing/cached.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { heldOutbox, provided } from '../../lib/testing/providers.ts';
import { answered, fetching, signedInPage } from '../../lib/testing/signedInPage.ts';
import { t } from '../../lib/texts/index.ts';
import * as confirming from '../../ui/dialogs/confirm.tsx';
import * as offers from '../../ui/offers.tsx';
import { useRestart } from './useRestart.ts';

signedInPage();

let steps: string[];
let questions: string[];
let confirms: boolean;
let retries: { title: string; retry: () => void }[];
beforeEach(() => {
  steps = [];
  questions = [];
  retries = [];
  confirms = true;
  vi.spyOn(confirming, 'useConfirm').mockReturnValue(async ({ text }) => {
    questions.push(text);
    return confirms;
  });
  vi.spyOn(offers, 'offerRetry').mockImplementation((title, _, retry) => void retries.push({ title, retry }));
  fetching.mockImplementation(async (url) => {
    steps.push(url);
    return answered('{}', 'application/json');
  });
});

/** Mounts the restart over an outbox with some saves. */
async function restarting(saves: readonly object[] = [], unsaved = false) {
  const held = heldOutbox({
    kept: async () => void steps.push('kept'),
    drained: async (ms) => void steps.push(`drained ${ms}`),
  });
  await held.hold(saves);
  if (unsaved) await mounted<void, boolean>(useUnsaved, true);
  const hook = await mounted(useRestart, undefined, provided(cached().cache, held.outbox));
  const restart = (): Promise<void> => act(() => hook.now.restart.mutateAsync().catch(() => undefined));
  return { hook, restart };
}
const bytes = { content: {}, refusal: null };
const DONE = ['kept', 'drained 2000', '/ext/desktop/restart'];

describe('the restart of a desktop', () => {
  it('saves pending input and waits a moment for saves, without a question when nothing is unsaved', async () => {
    const { restart } = await restarting([
      { content: null, refusal: null },
      { content: {}, refusal: {} },
    ]);
    const stop = onLeaving(() => void steps.push('leaving'));
    await restart();
    stop();
    expect([steps, questions, retries]).toEqual([['leaving', ...DONE], [], []]);
  });

  it('names what is being sent and what is unsaved, and happens only when that is confirmed', async () => {
    const { restart } = await restarting([bytes, bytes], true);
    confirms = false;
    await restart();
    expect(steps).toEqual([]);
    confirms = true;
    await restart();
    expect(steps).toEqual(DONE);
    const text = `${t('window.closeUnsaved')} ${t('desktop.restartSending', { count: 2 })}`;
    expect(questions).toEqual([text, text]);
  });

  it('asks because of photos alone', async () => {
    const { restart } = await restarting([bytes]);
    await restart();
    expect(questions).toEqual([t('desktop.restartSending', { count: 1 })]);
  });

  it('is offered again when the agent refuses it', async () => {
    const { restart } = await restarting();
    fetching.mockRejectedValueOnce(new TypeError('gone'));
    await restart();
    expect(retries.map(({ title }) => title)).toEqual([t('desktop.notRestarted')]);
    steps = [];
    await act(async () => retries[0]!.retry());
    await act(async () => undefined);
    expect(steps).toEqual(DONE);
  });
});
