// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cached } from '../../lib/testing/cached.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { provided } from '../../lib/testing/providers.ts';
import { answered, bodyOf, fetching, pass, refusal, signedInPage } from '../../lib/testing/signedInPage.ts';
import { t } from '../../lib/texts/index.ts';

signedInPage();

const devices = (state: string, selected: string | null = 'r1') => ({
  devices: [
    { id: 'r1', state },
    { id: 'r2', state: 'lost' },
  ],
  selected,
  otherPorts: [],
});
/** The calls of the page to readers, without their reads. */
const asked = (): string[] =>
  fetching.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([url, init]) => `${url.split('/').at(-1)} ${bodyOf(init)}`.trim());

/** Loads the module as on a desktop, or in a browser. */
async function host(kind: 'desktop' | 'browser'): Promise<typeof import('./useReaders.ts')> {
  vi.resetModules();
  if (kind === 'desktop') document.documentElement.dataset['host'] = 'desktop';
  else delete document.documentElement.dataset['host'];
  return import('./useReaders.ts');
}

describe('the readers of a desktop', () => {
  let readers: typeof import('./useReaders.ts');
  beforeEach(async () => {
    readers = await host('desktop');
    fetching.mockImplementation(async () => answered(JSON.stringify(devices('ready')), 'application/json'));
  });

  it('are those that its agent reports, and none before the first report', async () => {
    const known = cached();
    const hook = await mounted(() => readers.useReaders(), undefined, provided(known.cache));
    expect(hook.now).toEqual({ devices: [], selected: null, otherPorts: [] });
    await pass(0);
    expect(hook.now).toEqual(devices('ready'));
  });

  it('are shown as each action leaves them', async () => {
    const known = cached();
    const { now } = await mounted(() => readers.useReaderActions(), undefined, provided(known.cache));
    await now.select('r1');
    await now.connect('COM3');
    await now.disconnect('r2');
    await now.start('bulk');
    expect(known.get('getConnectedDevices', {})).toEqual(devices('ready'));
    fetching.mockImplementation(async () => answered(JSON.stringify(devices('lost')), 'application/json'));
    await now.stop();
    expect(known.get('getConnectedDevices', {})).toEqual(devices('lost'));
    expect(asked()).toEqual([
      'select {"id":"r1"}',
      'connect {"path":"COM3"}',
      'disconnect {"id":"r2"}',
      'start-scanning {"mode":"bulk"}',
      'stop-scanning',
    ]);
  });

  const scanning = async (state: string, selected: string | null = 'r1') => {
    const known = cached();
    known.put('getConnectedDevices', {}, devices(state, selected));
    const hook = await mounted(() => readers.useScanning(), undefined, provided(known.cache));
    await pass(0);
    return hook;
  };

  it.each([
    ['ready', 'r1', true],
    ['scanning', 'r1', true],
    ['lost', 'r1', false],
    ['ready', 'r2', false],
    ['ready', null, false],
  ])('scan at low power while a screen waits for a tag and the selected one is %s (%s): %s', async (...row) => {
    const [state, selected, scans] = row;
    const hook = await scanning(state, selected);
    expect(asked()).toEqual(scans ? ['start-scanning {"mode":"single"}'] : []);
    await hook.end();
    await pass(0);
    expect(asked().slice(1)).toEqual(scans ? ['stop-scanning'] : []);
  });

  it('scan all tags until they are stopped, or the screen is left', async () => {
    const known = cached();
    const hook = await mounted(() => readers.useBulkScanning(), undefined, provided(known.cache));
    hook.now.start();
    hook.now.stop();
    await pass(0);
    expect(asked()).toEqual(['start-scanning {"mode":"bulk"}', 'stop-scanning']);
    await hook.end();
    await pass(0);
    expect(asked()).toHaveLength(2);
    const other = await mounted(() => readers.useBulkScanning(), undefined, provided(known.cache));
    other.now.start();
    await other.end();
    await pass(0);
    expect(asked().slice(2)).toEqual(['start-scanning {"mode":"bulk"}', 'stop-scanning']);
  });

  it('report that they cannot scan', async () => {
    const show = vi.spyOn((await import('@mantine/notifications')).notifications, 'show').mockReturnValue('');
    fetching.mockImplementation(async () => refusal(409, 'conflict'));
    const hook = await mounted(() => readers.useBulkScanning(), undefined, provided(cached().cache));
    hook.now.start();
    hook.now.stop();
    await pass(0);
    expect(show.mock.calls.map(([{ title }]) => title)).toEqual([t('rfid.failed'), t('rfid.failed')]);
  });
});

describe('the readers of a browser without serial ports', () => {
  it('refuse every action but the end of scanning', async () => {
    const readers = await host('browser');
    const hook = await mounted(
      () => ({ list: readers.useReaders(), actions: readers.useReaderActions() }),
      undefined,
      provided(cached().cache),
    );
    await act(async () => undefined);
    const { list, actions } = hook.now;
    expect(list).toEqual({ devices: [], selected: null, otherPorts: [] });
    for (const refused of [actions.select('r'), actions.connect('p'), actions.disconnect('r'), actions.start('bulk')])
      await expect(refused).rejects.toThrow(t('rfid.none'));
    await expect(actions.stop()).resolves.toBeUndefined();
    expect(fetching).not.toHaveBeenCalled();
  });
});
