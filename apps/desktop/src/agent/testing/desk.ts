/** A desktop for tests: signed in, with received records, and synchronising on request. */
import type { DesktopEvent } from '@holdfast/contract';
import type { Call } from '@holdfast/contract/client';
import type { Ports } from '@holdfast/core';
import { createParser } from 'eventsource-parser';
import type { AgentOptions, TestAgent, Who, World } from './world.ts';

/** An agent and the operations of the user who is signed in on it. */
export interface Desk {
  agent: TestAgent;
  call: Call;
}

/** Returns an agent on which a user is signed in and all data were received. */
export async function ready(world: World, who: Who = 'maren', options: AgentOptions = {}): Promise<Desk> {
  const agent = await world.agent(options);
  const call = await agent.signIn(who);
  await agent.running.driver.settled();
  return { agent, call };
}

/** Runs the synchronisation and waits for its end. */
export async function run({ agent, call }: Desk, full = false): Promise<void> {
  await call(full ? 'fullSync' : 'syncNow', {});
  await agent.running.driver.settled();
}

/** Disables automatic synchronisation of an agent. */
export async function onlyWhenAsked({ agent, call }: Desk): Promise<void> {
  await call('setSyncOptions', { autosync: false, syncImages: true });
  await agent.running.driver.settled();
}

/** Subscribes to the events of an agent as a window does. @returns the events so far, and a function that ends the subscription */
export async function listen(agent: TestAgent): Promise<{ events: DesktopEvent[]; stop(): void }> {
  const leaving = new AbortController();
  const answer = await agent.fetch('/ext/desktop/events', { signal: leaving.signal });
  const events: DesktopEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => void events.push({ event, data: JSON.parse(data) } as DesktopEvent),
  });
  const decoder = new TextDecoder();
  void (async () => {
    for await (const piece of answer.body!) parser.feed(decoder.decode(piece, { stream: true }));
  })().catch(() => undefined);
  return { events, stop: () => leaving.abort() };
}

/** Returns the ids that locate an item within its inspection. */
export const place = (made: {
  drops: { id: string };
  item: { id: string };
}): { installationInspectionId: string; itemId: string } => ({
  installationInspectionId: made.drops.id,
  itemId: made.item.id,
});

/** Returns a clock that is ahead of the machine's by `aheadMs`, and by all that is added with `pass`: tests order edits by it without waiting. */
export function movableClock(aheadMs = 0): Ports['clock'] & { pass(ms: number): void } {
  let ahead = aheadMs;
  return {
    now: () => Date.now() + ahead,
    rest: () => Promise.resolve(),
    pass(ms) {
      ahead += ms;
    },
  };
}
