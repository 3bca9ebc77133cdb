import type { IdentifiedTag, SweepTargets, TagSeen } from '@holdfast/contract';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { type KeptState, useKeptState } from '../../lib/keptState.ts';
import { useTags } from '../rfid/index.ts';
import { keyOfTag, progressOf, type SweepProgress, type SweepRead } from './progress.ts';
import { play } from './sounds.ts';

/** A sweep under way as the browser keeps it, so that it survives a reload. */
export interface KeptSweep {
  locationId: string | null;
  startedAt: number;
  reads: SweepRead[];
}

/** Delay in ms before reads are drawn: those of a moment together. */
const DRAW_MS = 40;
/** Interval in ms at which reads are written to the browser's storage. */
const KEEP_MS = 1_000;
/** Delay in ms before the items of unexpected tags are asked for. */
const ASK_MS = 250;
/** Tags of one question. */
const ASKED = 500;

/** A sweep under way. */
export interface SweepUnderWay {
  progress: SweepProgress;
  reads: ReadonlyMap<string, SweepRead>;
  /** Takes a tag that was typed. */
  add(tag: Pick<TagSeen, 'tag' | 'tagKind'>): void;
}

/** State of the sweep of an inspection that is under way; null: none is. */
export function useKeptSweep(installationInspectionId: string): KeptState<KeptSweep | null> {
  return useKeptState<KeptSweep | null>(`sweep:${installationInspectionId}`, null);
}

/** Follows a sweep: takes every tag that is read, draws and keeps it, plays its sound. */
export function useSweep(
  installationInspectionId: string,
  { value: kept, change }: KeptState<KeptSweep | null>,
  targets: SweepTargets,
  isLoud: boolean,
): SweepUnderWay {
  const [reads, setReads] = useState<ReadonlyMap<string, SweepRead>>(
    () => new Map((kept?.reads ?? []).map((read) => [keyOfTag(read), read])),
  );
  const [identified, setIdentified] = useState<ReadonlyMap<string, IdentifiedTag>>(new Map());
  const pending = useRef(new Map<string, SweepRead>());
  const timer = useRef<number | null>(null);
  const expected = useMemo(() => new Set(targets.targets.map(keyOfTag)), [targets]);
  const progress = useMemo(() => progressOf(targets, reads, identified), [targets, reads, identified]);

  const draw = useEffectEvent(() => {
    timer.current = null;
    const fresh = [...pending.current];
    pending.current.clear();
    setReads(new Map([...reads, ...fresh]));
    if (!isLoud) return;
    const isFound = fresh.some(([key]) => expected.has(key));
    const left = progress.missing.filter(({ key }) => !fresh.some(([seen]) => seen === key)).length;
    play(!isFound ? 'unexpected' : left === 0 ? 'complete' : 'found');
  });
  const take = ({ tag, tagKind }: Pick<TagSeen, 'tag' | 'tagKind'>): void => {
    const key = keyOfTag({ tag, tagKind });
    if (reads.has(key) || pending.current.has(key)) return;
    pending.current.set(key, { tag, tagKind, seenAt: Date.now() });
    timer.current ??= window.setTimeout(draw, DRAW_MS);
  };
  useTags((tags) => {
    for (const tag of tags) take(tag);
  });

  const latest = useRef(reads);
  const keep = useEffectEvent(() => {
    const list = [...latest.current.values(), ...pending.current.values()];
    if (list.length !== kept?.reads.length) change((known) => (known === null ? null : { ...known, reads: list }));
  });
  useEffect(() => {
    latest.current = reads;
  }, [reads]);
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

  const asked = useRef(new Set<string>());
  useEffect(() => {
    const open = [...reads].filter(([key]) => !expected.has(key) && !asked.current.has(key));
    if (open.length === 0) return undefined;
    const ask = setTimeout(() => {
      for (let start = 0; start < open.length; start += ASKED) {
        const part = open.slice(start, start + ASKED);
        for (const [key] of part) asked.current.add(key);
        const tags = part.map(([, { tag, tagKind }]) => ({ tag, tagKind }));
        call('identifyTags', { installationInspectionId, tags }).then(
          (items) =>
            setIdentified((known) => new Map([...known, ...items.map((item) => [keyOfTag(item), item] as const)])),
          // Asked again with the next tag; the saved sweep names them in any case.
          () => part.forEach(([key]) => asked.current.delete(key)),
        );
      }
    }, ASK_MS);
    return () => clearTimeout(ask);
  }, [reads, expected, installationInspectionId]);

  return { progress, reads, add: take };
}
