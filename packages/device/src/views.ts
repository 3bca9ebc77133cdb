/** Detects the inspection on screen from the reads of the windows. */
import type { Handler } from '@holdfast/core';

/**
 * Returns a handler that reports the inspection a read is about.
 * @param viewed called with the id of an installation's inspection
 */
export function notingViews(handler: Handler, viewed: (inspectionId: string) => void): Handler {
  if (handler.operation.effect !== 'read') return handler;
  return {
    ...handler,
    bind(given) {
      const bound = handler.bind(given);
      const id = bound.input['installationInspectionId'];
      if (typeof id === 'string') viewed(id);
      return bound;
    },
  };
}
