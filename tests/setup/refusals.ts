/** Adds code and details to the refusals that end a test: Vitest prints messages alone, which are the same for every cause of a kind. */
import { beforeEach } from 'vitest';

interface Thrown {
  name?: string;
  message: string;
  code?: unknown;
  details?: unknown;
  /** Of an error of the client: the refusal that was answered. */
  problem?: { code?: unknown; details?: unknown } | null;
}

beforeEach(({ onTestFailed }) => {
  onTestFailed(({ task }) => {
    for (const error of task.result?.errors ?? []) explain(error);
  });
});

function explain(error: Thrown): void {
  const refusal = error.name === 'Problem' ? error : error.name === 'CallError' ? error.problem : null;
  if (!refusal) return;
  const details = refusal.details ? ` ${JSON.stringify(refusal.details)}` : '';
  error.message += ` [${String(refusal.code)}${details}]`;
}
