import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns handlers that stay the same between renders and call the newest ones, so that a component that receives them is rendered again
 * only when another property changes. For events only: they must not be called while rendering.
 * @param handlers the handlers, the same names in every render
 */
export function useStableHandlers<T extends { [K in keyof T]: (...given: never[]) => void }>(handlers: T): T {
  const newest = useRef(handlers);
  useLayoutEffect(() => {
    newest.current = handlers;
  });
  const [stable] = useState(
    () =>
      Object.fromEntries(
        (Object.keys(handlers) as (keyof T)[]).map((name) => [
          name,
          (...given: Parameters<T[keyof T]>) => newest.current[name](...given),
        ]),
      ) as T,
  );
  return stable;
}
