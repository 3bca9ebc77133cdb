/** Runs hooks of React in tests, in the document of happy-dom (`// @vitest-environment happy-dom`). */
import { act, createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

/** A mounted component that calls a hook. */
export interface Mounted<I, T> {
  /** The value that the hook returned last. */
  readonly now: T;
  /** Renders again with another input. */
  render(input: I): Promise<void>;
  /** Removes the component. */
  end(): Promise<void>;
}

/**
 * Mounts a component that calls a hook, until the test has finished.
 * @param around the providers that the hook needs
 */
export async function mounted<T, I = undefined>(
  use: (input: I) => T,
  input: NoInfer<I>,
  around: (children: ReactNode) => ReactNode = (children) => children,
): Promise<Mounted<I, T>> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(document.createElement('div'));
  const values: T[] = [];
  function Caller({ given }: { given: I }): null {
    values.push(use(given));
    return null;
  }
  const render = (given: I): Promise<void> => act(async () => root.render(around(createElement(Caller, { given }))));
  const end = (): Promise<void> => act(async () => root.unmount());
  onTestFinished(end);
  await render(input);
  return {
    get now() {
      return values.at(-1)!;
    },
    render,
    end,
  };
}
