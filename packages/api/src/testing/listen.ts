import { LiveEvent } from '@holdfast/contract';

/** A subscription to a stream of events. */
export interface Listening {
  /** The next event; null when the stream has ended. */
  next(): Promise<LiveEvent | null>;
  /** Disconnects. */
  leave(): void;
}

/** Subscribes to an event stream at an address, as browsers do. */
export async function listen(url: string, headers: Record<string, string>): Promise<Listening> {
  const leaving = new AbortController();
  const answer = await fetch(url, { headers, signal: leaving.signal });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) {
          const piece = await reader.read();
          if (piece.done) return null;
          text += piece.value;
          continue;
        }
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (event !== undefined) return LiveEvent.parse({ event, data: JSON.parse(data!) as unknown });
      }
    },
    leave: () => leaving.abort(),
  };
}
