// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import { useDictation } from './useDictation.ts';

class Recognition extends EventTarget {
  static all: Recognition[] = [];
  lang = '';
  continuous = false;
  interimResults = true;
  started = 0;
  stopped = 0;
  constructor() {
    super();
    Recognition.all.push(this);
  }
  start(): void {
    this.started += 1;
  }
  stop(): void {
    this.stopped += 1;
  }
}

afterEach(() => {
  Recognition.all = [];
  delete window.SpeechRecognition;
  delete window.webkitSpeechRecognition;
});

it('There is no speech input where the browser has none', async () => {
  expect((await mounted(() => useDictation(() => undefined), undefined)).now).toBeNull();
});

it.each(['SpeechRecognition', 'webkitSpeechRecognition'] as const)(
  'Phrases arrive one by one from %s',
  async (name) => {
    window[name] = Recognition;
    const got: string[] = [];
    const hook = await mounted((to: string) => useDictation((words) => void got.push(`${to}: ${words}`)), 'first');
    expect(hook.now?.isOn).toBe(false);
    await act(async () => hook.now?.toggle());
    const [recognition] = Recognition.all;
    expect(hook.now?.isOn).toBe(true);
    expect(recognition).toMatchObject({
      started: 1,
      continuous: true,
      interimResults: false,
      lang: navigator.language,
    });
    await hook.render('second');
    const results = [
      [{ transcript: 'old' }],
      [{ transcript: ' rust ' }],
      [],
      [{ transcript: ' ' }],
      [{ transcript: 'crack' }],
    ];
    await act(async () => {
      recognition!.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 1, results }));
      recognition!.dispatchEvent(new Event('result'));
      recognition!.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0 }));
    });
    expect(got).toEqual(['second: rust', 'second: crack']);
    await act(async () => hook.now?.toggle());
    expect([Recognition.all.length, recognition!.stopped]).toEqual([1, 1]);
  },
);

it.each(['end', 'error'])('Speech input is off after its %s, and stops with the field', async (event) => {
  window.SpeechRecognition = Recognition;
  const hook = await mounted(() => useDictation(vi.fn()), undefined);
  await act(async () => hook.now?.toggle());
  await act(async () => void Recognition.all[0]!.dispatchEvent(new Event(event)));
  expect(hook.now?.isOn).toBe(false);
  await act(async () => hook.now?.toggle());
  expect(Recognition.all).toHaveLength(2);
  await hook.end();
  expect(Recognition.all.map(({ stopped }) => stopped)).toEqual([0, 1]);
});
