import type { Device, Release } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { offerText, runningOn, stateText } from './releaseTexts.ts';

const release = (over: Partial<Release>): Release =>
  ({ version: '2.0.0', withdrawn: false, percent: 0, deviceIds: [], ...over }) as Release;

describe('the texts about a release', () => {
  it.each([
    [{}, 'Not offered yet', 'Not offered'],
    [{ percent: 1 }, 'Offered', '1 % of the devices'],
    [{ deviceIds: ['a'] }, 'Offered', '0 % of the devices and 1 by name'],
    [{ percent: 20, deviceIds: ['a', 'b'] }, 'Offered', '20 % of the devices and 2 by name'],
    [{ withdrawn: true, percent: 20, deviceIds: ['a'] }, 'Withdrawn', 'Not offered'],
  ])('of %j state its state and to whom it is offered', (over, state, offer) => {
    expect(stateText(release(over))).toBe(state);
    expect(offerText(release(over))).toBe(offer);
  });

  it('count the devices that run it, without those that were wiped', () => {
    const devices = [
      { appVersion: '2.0.0', access: 'open' },
      { appVersion: '2.0.0', access: 'locked' },
      { appVersion: '2.0.0', access: 'wiped' },
      { appVersion: '1.0.0', access: 'open' },
    ] as Device[];
    expect(runningOn(release({}), devices)).toBe(2);
  });
});
