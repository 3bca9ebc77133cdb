/** Renders components in tests, in the document of happy-dom (`// @vitest-environment happy-dom`). */
import { MantineProvider } from '@mantine/core';
import { act, createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

/** The content that a test has rendered. */
export interface Rendered {
  page: HTMLElement;
  /** Renders other content in its place. */
  render(content: ReactNode): Promise<void>;
}

/** Renders content into the document, until the test has finished. */
export async function rendered(content: ReactNode): Promise<Rendered> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  const render = (next: ReactNode): Promise<void> =>
    act(async () => root.render(createElement(MantineProvider, null, next)));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    page.remove();
  });
  await render(content);
  return { page, render };
}
