import type { Device } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { formatMoment } from '../../../lib/display/formats.ts';
import { accessText, companiesOf, encryptedText, peopleOf, waitingText } from './deviceTexts.ts';

const device = (over: Partial<Device>): Device => over as Device;
const user = (name: string, companyName: string | null) => ({ id: name, name, companyName });

describe('the texts about a device', () => {
  it('list its people, and each of their companies once', () => {
    const shared = device({ users: [user('Maren', 'Northmere'), user('Idris', 'Northmere'), user('Wren', null)] });
    expect(peopleOf(shared)).toBe('Maren, Idris, Wren');
    expect(companiesOf(shared)).toBe('Northmere, All companies');
    expect([peopleOf(device({ users: [] })), companiesOf(device({ users: [] }))]).toEqual(['', '']);
  });

  it('name its access', () => {
    const texts = (['open', 'signedOut', 'locked', 'wiped'] as const).map((access) => accessText(device({ access })));
    expect(texts).toEqual(['In use', 'Signed out', 'Locked', 'Wiped']);
  });

  it('distinguish a device that is not encrypted from one that reported nothing', () => {
    const texts = [true, false, null].map((encrypted) => encryptedText(device({ encrypted })));
    expect(texts).toEqual(['Yes', 'No', 'Not reported']);
  });

  it('state the time of the oldest change while changes wait', () => {
    const oldestWaitingAt = '2026-01-02T03:04:05.000Z';
    const oldest = formatMoment(oldestWaitingAt);
    expect(waitingText(device({ waiting: 2, oldestWaitingAt }))).toBe(`2 changes to send, the oldest of ${oldest}`);
    expect(waitingText(device({ waiting: 1, oldestWaitingAt: null }))).toBe('1 change to send');
    expect(waitingText(device({ waiting: 0, oldestWaitingAt }))).toBe('0 changes to send');
  });
});
