import { describe, expect, it } from 'vitest';
import { isOfferedTo } from './rules.ts';

const release = (percent: number, more: object = {}) => ({
  version: '1.2.3',
  createdAt: '',
  publishedAt: '',
  size: 1,
  rollback: false,
  minimumShell: '0.1.0',
  minimumNode: '24.0.0',
  percent,
  deviceIds: [],
  withdrawn: false,
  sha256: '',
  ...more,
});

describe('a release that is staged', () => {
  const devices = Array.from({ length: 2_000 }, (_, index) => `device-${index}`);
  const reached = (percent: number, more = {}): Set<string> =>
    new Set(devices.filter((id) => isOfferedTo(release(percent, more), id)));

  it('reaches about its share of the devices, and a larger share holds the smaller one', () => {
    expect(reached(0).size).toBe(0);
    expect(reached(100).size).toBe(2_000);
    const tenth = reached(10);
    expect(tenth.size).toBeGreaterThan(140);
    expect(tenth.size).toBeLessThan(260);
    expect([...tenth].every((id) => reached(20).has(id))).toBe(true);
  });

  it('reaches other devices first with each version', () => {
    expect(reached(10)).not.toEqual(reached(10, { version: '1.2.4' }));
  });

  it('reaches devices by name, and none once it is withdrawn', () => {
    expect(reached(0, { deviceIds: ['device-7'] })).toEqual(new Set(['device-7']));
    expect(reached(100, { deviceIds: ['device-7'], withdrawn: true }).size).toBe(0);
  });
});
