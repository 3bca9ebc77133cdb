import { expect, it } from 'vitest';
import { isReadableInTransit } from './transit.ts';

it.each([
  ['http://rig.example', true],
  ['http://10.0.0.7:4400', true],
  ['http://localhost.example', true],
  ['http://127.0.0.1.example', true],
  ['https://rig.example', false],
  ['http://127.0.0.1:4400', false],
  ['http://[::1]:4400', false],
  ['http://localhost:4400', false],
  ['http://holdfast-3f9a.localhost:4410', false],
  ['not an address', false],
])('others in the network can read what is sent to %s: %s', (address, expected) => {
  expect(isReadableInTransit(address)).toBe(expected);
});
