import { describe, expect, it } from 'vitest';
import { type BusEvent, type EventBus, openEventBus, type PendingEvents } from './eventBus.ts';

const gone = () => new AbortController();

/** Sets of an event as lists, of those that are not empty. */
function listed({ missed, recheck, ...sets }: PendingEvents): Record<string, unknown> {
  const lists = Object.entries(sets as Record<string, Set<string>>).map(([name, set]) => [name, [...set]] as const);
  return { ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)), missed, recheck };
}

/** Returns what a stream delivers next. */
async function nextOf(stream: AsyncIterator<PendingEvents>): Promise<Record<string, unknown> | 'ended'> {
  const { done, value } = await stream.next();
  return done === true ? 'ended' : listed(value);
}

/** Publishes events of which the last one reaches the stream, and returns what it delivers. */
function after(bus: EventBus, stream: AsyncIterator<PendingEvents>, ...news: BusEvent[]) {
  for (const each of news) bus.publish(each);
  return nextOf(stream);
}

describe('The events of a process', () => {
  it('are merged for a subscriber until it reads them, each name once', async () => {
    const bus = openEventBus();
    const stream = bus.subscribe('maren', undefined);
    const merged = await after(
      bus,
      stream,
      { scopes: ['northmere'], users: ['maren'] },
      { scopes: ['northmere', 'library'], tokens: ['t1'] },
      { devices: ['d1'], users: ['idris'] },
    );
    expect(merged).toEqual({
      scopes: ['northmere', 'library'],
      users: ['maren', 'idris'],
      tokens: ['t1'],
      devices: ['d1'],
      missed: false,
      recheck: false,
    });
    expect(await after(bus, stream, { scopes: ['skerrow'] })).toEqual({
      scopes: ['skerrow'],
      missed: false,
      recheck: false,
    });
  });

  it.each([
    [{ users: ['maren'] }, { users: ['maren'], missed: false, recheck: false }],
    [{ tokens: ['t1'] }, { tokens: ['t1'], missed: false, recheck: false }],
    [{ devices: ['d1'] }, { devices: ['d1'], missed: false, recheck: false }],
    [{ missed: true }, { missed: true, recheck: true }],
    [{ recheck: true }, { missed: false, recheck: true }],
  ])('reach a subscriber also when they name no scope: %j', async (news, expected) => {
    const bus = openEventBus();
    const stream = bus.subscribe('maren', undefined);
    expect(await after(bus, stream, {}, news)).toEqual(expected);
  });

  it('wake a subscriber that waits', async () => {
    const bus = openEventBus();
    const stream = bus.subscribe('maren', undefined);
    const next = nextOf(stream);
    bus.publish({ scopes: [] });
    bus.publish({ scopes: ['northmere'] });
    expect(await next).toMatchObject({ scopes: ['northmere'] });
  });

  it('leave out the changes of the page that made them, but not who is concerned', async () => {
    const bus = openEventBus();
    const own = bus.subscribe('maren', undefined, 'page 1');
    const other = bus.subscribe('maren', undefined, 'page 2');
    const without = bus.subscribe('idris', undefined);
    bus.publish({ scopes: ['northmere'], page: 'page 1' });
    bus.publish({ scopes: ['skerrow'], users: ['maren'], page: 'page 1' });
    bus.publish({ scopes: ['library'] });
    expect(await nextOf(own)).toMatchObject({ scopes: ['library'], users: ['maren'] });
    expect(await nextOf(other)).toMatchObject({ scopes: ['northmere', 'skerrow', 'library'] });
    expect(await nextOf(without)).toMatchObject({ scopes: ['northmere', 'skerrow', 'library'] });
  });

  it('are forwarded until that is stopped, and those of other servers are not', () => {
    const bus = openEventBus();
    const forwarded: BusEvent[] = [];
    const stop = bus.forward((news) => forwarded.push(news));
    bus.publish({ scopes: ['northmere'] });
    bus.receive({ scopes: ['skerrow'] });
    stop();
    bus.publish({ scopes: ['library'] });
    expect(forwarded).toEqual([{ scopes: ['northmere'] }]);
  });

  it('of other servers reach the subscribers', async () => {
    const bus = openEventBus();
    const stream = bus.subscribe('maren', undefined);
    bus.receive({ scopes: ['skerrow'] });
    expect(await nextOf(stream)).toMatchObject({ scopes: ['skerrow'] });
  });
});

describe('A stream of events', () => {
  it('ends when its subscriber is gone, also before it began', async () => {
    const bus = openEventBus();
    const [early, late] = [gone(), gone()];
    early.abort();
    expect(await nextOf(bus.subscribe('maren', early.signal))).toBe('ended');
    const stream = bus.subscribe('maren', late.signal);
    const next = nextOf(stream);
    late.abort();
    expect(await next).toBe('ended');
    expect(await after(bus, stream, { scopes: ['northmere'] })).toBe('ended');
  });

  it('ends when its reader leaves the loop', async () => {
    const bus = openEventBus();
    const stream = bus.subscribe('maren', undefined);
    bus.publish({ scopes: ['northmere'] });
    for await (const { scopes } of stream) {
      expect([...scopes]).toEqual(['northmere']);
      break;
    }
    expect(await after(bus, stream, { scopes: ['skerrow'] })).toBe('ended');
  });

  it('ends when the bus is closed, and none begins afterwards', async () => {
    const bus = openEventBus();
    const next = nextOf(bus.subscribe('maren', undefined));
    bus.close();
    expect(await next).toBe('ended');
    expect(await nextOf(bus.subscribe('maren', undefined))).toBe('ended');
  });

  it('is the oldest of its listener that ends when the listener opens a twenty-first', async () => {
    const bus = openEventBus();
    const other = bus.subscribe('idris', undefined);
    const streams = Array.from({ length: 20 }, () => bus.subscribe('maren', undefined));
    bus.publish({ scopes: ['northmere'] });
    const [first, second] = [streams[0]!, streams[1]!];
    expect(await nextOf(first)).toMatchObject({ scopes: ['northmere'] });
    bus.subscribe('maren', undefined);
    expect(await nextOf(first)).toBe('ended');
    expect(await nextOf(second)).toMatchObject({ scopes: ['northmere'] });
    expect(await nextOf(other)).toMatchObject({ scopes: ['northmere'] });
  });
});
