/** Tags read by readers, delivered to the newest consumer on the page. */
import type { TagSeen } from '@holdfast/contract';
import { useEffect, useRef } from 'react';

type Listener = (tags: readonly TagSeen[]) => void;

const listeners: { current: Listener }[] = [];

/** Passes tags to the component that registered last: an open dialog before the page below it. */
export function tagsRead(tags: readonly TagSeen[]): void {
  listeners.at(-1)?.current(tags);
}

/** Receives the tags that are read while the component is mounted. */
export function useTags(listener: Listener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    listeners.push(latest);
    return () => void listeners.splice(listeners.indexOf(latest), 1);
  }, []);
}

/** The tag nearest to the reader, by signal strength; the last tag when readers do not report it. */
export function nearestTag(tags: readonly TagSeen[]): TagSeen | undefined {
  return tags.toSorted((one, other) => (other.rssi ?? -Infinity) - (one.rssi ?? -Infinity) || 0)[0];
}

/** The digits of a tag in the form printed on it. */
export function tagInWords(tag: string): string {
  return tag.replace(/(.{4})(?=.)/g, '$1 ');
}
