import { useEffect, useRef, useState } from 'react';

/** Event with the recognised words. */
interface Understood extends Event {
  resultIndex: number;
  results: ArrayLike<ArrayLike<{ transcript: string }>>;
}

/** The part of the browser's speech recognition that is used; the DOM types lack it. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  start(): void;
  stop(): void;
}
type RecognitionMaker = new () => Recognition;

declare global {
  interface Window {
    SpeechRecognition?: RecognitionMaker;
    webkitSpeechRecognition?: RecognitionMaker;
  }
}

/**
 * Speech input of the browser.
 * @param onWords called with each recognised phrase
 * @returns null where the browser has none
 */
export function useDictation(onWords: (words: string) => void): { isOn: boolean; toggle(): void } | null {
  const Maker = window.SpeechRecognition ?? window.webkitSpeechRecognition;
  const [isOn, setOn] = useState(false);
  const running = useRef<Recognition | null>(null);
  const latest = useRef(onWords);
  useEffect(() => {
    latest.current = onWords;
  });
  useEffect(() => () => running.current?.stop(), []);
  if (Maker === undefined) return null;
  const begin = (): void => {
    const recognition = new Maker();
    recognition.lang = navigator.language;
    recognition.continuous = true;
    recognition.interimResults = false;
    recognition.addEventListener('result', (event) => {
      if (!isUnderstood(event)) return;
      const { resultIndex, results } = event;
      for (let at = resultIndex; at < results.length; at += 1) {
        const words = results[at]?.[0]?.transcript.trim() ?? '';
        if (words !== '') latest.current(words);
      }
    });
    recognition.addEventListener('end', () => setOn(false));
    recognition.addEventListener('error', () => setOn(false));
    recognition.start();
    running.current = recognition;
    setOn(true);
  };
  return { isOn, toggle: () => (isOn ? running.current?.stop() : begin()) };
}

function isUnderstood(event: Event): event is Understood {
  return 'resultIndex' in event && 'results' in event;
}
