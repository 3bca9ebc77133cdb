import type { SweepTargets, TagSeen } from '@holdfast/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { type PersistedState, usePersistedState } from '../../lib/drafts/persistedState.ts';
import { useTags } from '../rfid/index.ts';
import { openTally, type SweepProgress, type SweepRead } from './progress.ts';
import { play, prepareSounds } from './sounds.ts';

/** A running sweep as the browser stores it, so that it survives a reload. */
export interface KeptSweep {
  locationId: string | null;
  startedAt: number;
  reads: SweepRead[];
}

/** Least time in ms between two renders: the first tag is rendered at once, later ones together. */
const DRAW_MS = 100;
/** Interval in ms at which reads are written to the browser's storage. */
const KEEP_MS = 1_000;
/** Delay in ms before the items of unexpected tags are requested. */
const ASK_MS = 250;
/** Number of tags per request. */
const ASKED = 500;

/** A running sweep. */
export interface SweepUnderWay {
  progress: SweepProgress;
  /** Every read so far, in order. */
  reads(): SweepRead[];
  /** Adds a typed tag. */
  add(tag: Pick<TagSeen, 'tag' | 'tagKind'>): void;
}

/** Stored state of the running sweep of an inspection; null: none is running. */
export function useKeptSweep(installationInspectionId: string): PersistedState<KeptSweep | null> {
  return usePersistedState<KeptSweep | null>(`sweep:${installationInspectionId}`, null);
}

/** Follows a sweep: receives every tag that is read, shows and stores it, and plays its sound. */
export function useSweep(
  installationInspectionId: string,
  { value: kept, change }: PersistedState<KeptSweep | null>,
  targets: SweepTargets,
  isLoud: boolean,
): SweepUnderWay {
  const [tally] = useState(() => openTally(targets, kept?.reads ?? []));
  const [progress, setProgress] = useState(tally.progress);
  const timer = useRef<number | null>(null);
  const drawnAt = useRef(-Infinity);
  const isFoundSince = useRef(false);
  const asked = useRef(0);

  const draw = useEffectEvent(() => {
    timer.current = null;
    drawnAt.current = performance.now();
    setProgress(tally.progress());
    if (isLoud) play(!isFoundSince.current ? 'unexpected' : tally.left() === 0 ? 'complete' : 'found');
    isFoundSince.current = false;
  });
  const takeAll = (tags: readonly Pick<TagSeen, 'tag' | 'tagKind'>[]): void => {
    let isNew = false;
    for (const { tag, tagKind } of tags) {
      const outcome = tally.add({ tag, tagKind, seenAt: Date.now() });
      if (outcome === null) continue;
      isNew = true;
      if (outcome === 'found') isFoundSince.current = true;
    }
    const wait = Math.max(0, drawnAt.current + DRAW_MS - performance.now());
    if (isNew) timer.current ??= window.setTimeout(draw, wait);
  };
  useTags(takeAll);
  useEffect(() => {
    if (isLoud) prepareSounds();
  }, [isLoud]);

  const keep = useEffectEvent(() => {
    const list = tally.reads();
    if (list.length !== kept?.reads.length) change((known) => (known === null ? null : { ...known, reads: list }));
  });
  useEffect(() => {
    const interval = setInterval(() => keep(), KEEP_MS);
    const leave = (): void => keep();
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(interval);
      window.removeEventListener('pagehide', leave);
      if (timer.current !== null) clearTimeout(timer.current);
      leave();
    };
  }, []);

  const identify = useEffectEvent(async (tags: Pick<TagSeen, 'tag' | 'tagKind'>[]): Promise<void> => {
    tally.identify(await call('identifyTags', { installationInspectionId, tags }));
    setProgress(tally.progress());
  });
  const count = progress.unexpected.length;
  useEffect(() => {
    if (count <= asked.current) return undefined;
    const ask = setTimeout(() => {
      const first = asked.current;
      const open = tally.unexpectedFrom(first);
      asked.current += open.length;
      for (let start = 0; start < open.length; start += ASKED) {
        const tags = open.slice(start, start + ASKED).map(({ tag, tagKind }) => ({ tag, tagKind }));
        identify(tags).catch(() => {
          // Requested again with the next tag; the saved sweep contains the names in any case.
          asked.current = Math.min(asked.current, first + start);
        });
      }
    }, ASK_MS);
    return () => clearTimeout(ask);
  }, [count, tally]);

  return { progress, reads: tally.reads, add: (tag) => takeAll([tag]) };
}
