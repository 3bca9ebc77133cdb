// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { focusNextQuestion } from './nextQuestion.ts';

const form = document.createElement('main');
const show = (html: string): void => void (form.innerHTML = html);
const question = (id: string, state = 'open', control = `<input id="${id}">`): string =>
  `<section data-question="${state}">${control}</section>`;
const focused = (): string => document.activeElement?.id ?? '';
const next = (from: string | null = null): string => {
  focusNextQuestion(form, from === null ? null : document.getElementById(from));
  return focused();
};
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(() => {
  // The document of the test has no layout: an element is shown unless it is marked.
  Object.assign(HTMLElement.prototype, {
    checkVisibility(this: HTMLElement) {
      return this.closest('[hidden]') === null;
    },
  });
  document.body.append(form);
});
afterEach(() => {
  focusNextQuestion(form, null);
  document.dispatchEvent(new Event('focusin'));
  form.remove();
  vi.restoreAllMocks();
});

describe('the next question', () => {
  it('is the first without an answer behind the focus, or from the start', () => {
    show(question('a') + question('b', 'answered') + question('c') + question('d'));
    expect(next()).toBe('a');
    expect(next('a')).toBe('c');
    expect(next('c')).toBe('d');
    expect(next('d')).toBe('a');
  });

  it('is the next one when all are answered', () => {
    show(question('a', 'answered') + question('b', 'answered'));
    expect(next()).toBe('a');
    expect(next('a')).toBe('b');
    expect(next('b')).toBe('a');
  });

  it('is not in a part that is inert or hidden, and has a control', () => {
    show(
      `${question('a')}<div inert>${question('b')}</div><div hidden>${question('c')}</div>${question('d', 'open', '<p>text</p>')}` +
        question('e', 'open', '<input type="hidden" id="x"><textarea id="e"></textarea>') +
        question('f', 'open', '<button id="f"></button>'),
    );
    expect(next('a')).toBe('e');
    expect(next('e')).toBe('f');
  });

  it('does not exist where there is no question', () => {
    show('<input id="a">');
    document.getElementById('a')!.focus();
    expect(next('a')).toBe('a');
  });

  it('is awaited while its control is being loaded', async () => {
    show(`${question('a')}${question('b', 'open', '<p data-coming></p>')}${question('c')}`);
    expect(next()).toBe('a');
    next('a');
    expect(focused()).toBe('a');
    form.querySelector('[data-coming]')!.outerHTML = '<input id="b">';
    await turn();
    expect(focused()).toBe('b');
  });

  it('is awaited behind a part that is being loaded, unless the focus moves', async () => {
    const awaited = '<div data-awaited></div>';
    show(`${question('a')}${awaited}${question('c')}`);
    next();
    next('a');
    expect(focused()).toBe('a');
    document.getElementById('c')!.focus();
    document.dispatchEvent(new Event('focusin'));
    form.querySelector('[data-awaited]')!.remove();
    await turn();
    expect(focused()).toBe('c');
    show(`${question('a')}${awaited}${question('c')}`);
    document.getElementById('a')!.focus();
    next('a');
    form.querySelector('[data-awaited]')!.outerHTML = question('b');
    await turn();
    expect(focused()).toBe('b');
  });

  it('does not wait for a part within a question or an inert one', () => {
    show(`${question('a')}<div inert><p data-awaited></p></div>${question('c')}`);
    next();
    expect(next('a')).toBe('c');
  });
});
