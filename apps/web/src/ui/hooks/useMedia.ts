import { useSyncExternalStore } from 'react';

/** A media query with the functions that React reads it by, which must stay the same. */
interface Media {
  subscribe(onChange: () => void): () => void;
  isMatched(): boolean;
}

const known = new Map<string, Media>();

/** Returns true while the window matches a media query; correct in the first render, so that nothing is rendered for another window first. */
export function useMedia(query: string): boolean {
  const { subscribe, isMatched } = mediaOf(query);
  return useSyncExternalStore(subscribe, isMatched);
}

function mediaOf(query: string): Media {
  const before = known.get(query);
  if (before !== undefined) return before;
  const list = window.matchMedia(query);
  const media: Media = {
    subscribe(onChange) {
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    isMatched: () => list.matches,
  };
  known.set(query, media);
  return media;
}
