import type { ProblemDocument } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { describe, expect, it } from 'vitest';
import { faultsOf, isFault, isPassing, reasonOf } from './failures.ts';

const refused = (status: number, code: ProblemDocument['code'], details: unknown = null): CallError =>
  new CallError(status, { type: '', title: 'The title.', status, code, details });
const badInput = (...issues: { path: string; message: string }[]): CallError => refused(400, 'badInput', { issues });

describe('a failed call', () => {
  it.each([0, 429, 502, 503, 504])('of status %i may succeed later', (status) => {
    expect(isPassing(new CallError(status, null))).toBe(true);
  });

  it.each([400, 401, 404, 409, 500, 501])('of status %i fails again', (status) => {
    expect(isPassing(new CallError(status, null))).toBe(false);
  });

  it('is only what the client reports as one', () => {
    expect(isPassing(Object.assign(new Error('x'), { status: 503 }))).toBe(false);
  });
});

describe('a refusal', () => {
  it('judges the value unless it is a fault of the server or none of its answers', () => {
    expect([isFault(null), isFault('internal')]).toEqual([true, true]);
    expect([isFault('badInput'), isFault('changedMeanwhile')]).toEqual([false, false]);
  });
});

describe('the errors of inputs', () => {
  it('are sentences by the name of the input, the first one of each', () => {
    const error = badInput(
      { path: 'name', message: 'must not be empty' },
      { path: 'name', message: 'is too short' },
      { path: 'email', message: 'is no address' },
    );
    expect(faultsOf(error)).toEqual({ name: 'Must not be empty.', email: 'Is no address.' });
  });

  it('are none for other failures', () => {
    expect(faultsOf(refused(409, 'alreadyExists', { issues: [{ path: 'name', message: 'x' }] }))).toEqual({});
    expect(faultsOf(new CallError(400, null))).toEqual({});
    expect(faultsOf(new Error('x'))).toEqual({});
  });
});

describe('the reason of a failure', () => {
  it('says what to do where there was no answer', () => {
    expect(reasonOf(new CallError(0, null))).toBe('The server cannot be reached. Check the connection.');
  });

  it('names what stands between device and server when the answer is not of the server', () => {
    expect(reasonOf(new CallError(502, null))).toBe(
      'Something between this device and the server answered with error 502. Try again, or ask an administrator.',
    );
    expect(reasonOf(new CallError(413, null))).toBe(
      'This is too large for the connection to the server. Ask an administrator to raise the limit of the proxy.',
    );
  });

  it('is the message of an error of the page itself, and general for anything else', () => {
    expect(reasonOf(new Error('No camera.'))).toBe('No camera.');
    expect(reasonOf('No camera.')).toBe('Something went wrong.');
  });

  it('names the input where one is at fault, and not the whole of it', () => {
    expect(reasonOf(badInput({ path: 'name', message: 'must not be empty' }))).toBe(
      'The title. name must not be empty.',
    );
    expect(reasonOf(badInput({ path: '', message: 'could not be read' }))).toBe('The title.');
    expect(reasonOf(badInput())).toBe('The title.');
  });

  it('is that of the details, or the limit they name', () => {
    expect(reasonOf(refused(415, 'unsupportedMedia', { reason: 'No picture.' }))).toBe('No picture.');
    expect(reasonOf(refused(415, 'unsupportedMedia'))).toBe('The title.');
    expect(reasonOf(refused(429, 'quotaReached', { reason: 'Wait a minute.' }))).toBe('Wait a minute.');
    expect(reasonOf(refused(429, 'quotaReached', { reason: 7 }))).toBe('The title.');
    expect(reasonOf(refused(413, 'tooLarge', { limitBytes: 1_572_864 }))).toBe(
      'This is too large. The limit is 1.5 MB.',
    );
    expect(reasonOf(refused(413, 'tooLarge', { limitBytes: 'many' }))).toBe('The title.');
  });
});
