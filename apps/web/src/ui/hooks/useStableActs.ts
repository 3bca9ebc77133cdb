import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns handlers that stay the same between renders and call the newest ones, so that what gets them is drawn again only when something else
 * changes. For events alone: they are not to be called while rendering.
 * @param acts handlers, the same names in every render
 */
export function useStableActs<T extends { [K in keyof T]: (...given: never[]) => void }>(acts: T): T {
  const newest = useRef(acts);
  useLayoutEffect(() => {
    newest.current = acts;
  });
  const [stable] = useState(
    () =>
      Object.fromEntries(
        (Object.keys(acts) as (keyof T)[]).map((name) => [
          name,
          (...given: Parameters<T[keyof T]>) => newest.current[name](...given),
        ]),
      ) as T,
  );
  return stable;
}
