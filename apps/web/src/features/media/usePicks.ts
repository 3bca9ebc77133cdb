import { useState } from 'react';

/** What is chosen in a library, in the order it was chosen. */
export function usePicks(): { picked: ReadonlySet<string>; toggle(id: string): void } {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  return {
    picked,
    toggle: (id) =>
      setPicked((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
  };
}
