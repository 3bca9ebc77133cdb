import { expect, it } from 'vitest';
import { isPublicHost } from './publicAddress.ts';

it.each([
  '10.0.0.1',
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0.0.0.0',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '[::1]',
  '[::]',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::a00:1]',
  '[2002:a00:1::1]',
  'localhost',
])('is false of %s', async (host) => {
  expect(await isPublicHost(new URL(`https://${host}`).hostname)).toBe(false);
});

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '193.0.0.1', '[2606:4700::1111]', '[::ffff:8.8.8.8]'])(
  'is true of %s',
  async (host) => {
    expect(await isPublicHost(new URL(`https://${host}`).hostname)).toBe(true);
  },
);
