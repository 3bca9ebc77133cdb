import type { TemplateCheck } from '@holdfast/core';
import { expect, it } from 'vitest';
import { rememberedChecks } from './rememberedChecks.ts';

const TEMPLATE = new TextEncoder().encode('<Report/>');
const tables = (column: string) => [{ name: 'Item', columns: [{ name: column, type: 'text' as const }] }];

it('A template is checked again once it or the tables have changed', async () => {
  const checks = rememberedChecks();
  let count = 0;
  const check = (): Promise<TemplateCheck> => {
    count += 1;
    return Promise.resolve({ readable: true, findings: [{ message: String(count), line: null, object: null }] });
  };
  const first = await checks.of(TEMPLATE, tables('Span'), check);
  expect(await checks.of(TEMPLATE, tables('Span'), check)).toEqual(first);
  expect(count).toBe(1);
  await checks.of(TEMPLATE, tables('Reach'), check);
  await checks.of(new TextEncoder().encode('<Report />'), tables('Span'), check);
  expect(count).toBe(3);
});

it('A check that was refused, or that could not read the template, is repeated', async () => {
  const checks = rememberedChecks();
  const unread = { readable: false, findings: [{ message: 'Took too long.', line: null, object: null }] } as const;
  const answers: (TemplateCheck | null)[] = [
    null,
    { ...unread, findings: [unread.findings[0]] },
    { readable: true, findings: [] },
  ];
  const check = (): Promise<TemplateCheck | null> => Promise.resolve(answers.shift()!);
  expect(await checks.of(TEMPLATE, tables('Span'), check)).toBeNull();
  expect(await checks.of(TEMPLATE, tables('Span'), check)).toMatchObject({ readable: false });
  expect(await checks.of(TEMPLATE, tables('Span'), check)).toMatchObject({ readable: true });
});

it('Checks beyond 200 are dropped, the least recently used first', async () => {
  const checks = rememberedChecks();
  const checked: string[] = [];
  const ask = (name: string): Promise<unknown> =>
    checks.of(TEMPLATE, tables(name), () => {
      checked.push(name);
      return Promise.resolve({ readable: true, findings: [] });
    });
  for (let i = 0; i < 200; i += 1) await ask(`C${i}`);
  await ask('C0');
  await ask('C200');
  checked.length = 0;
  await ask('C0');
  await ask('C1');
  expect(checked).toEqual(['C1']);
});
