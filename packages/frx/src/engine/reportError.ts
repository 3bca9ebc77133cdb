import type { Warning } from '../page.ts';

/** Returns the reason of a warning, with its expression. */
export function reasonOf({ message, expression }: Warning): string {
  return expression === undefined ? message : `${message.replace(/\.$/, '')}. Expression: ${expression}`;
}

/** An expression or script of the template failed, in a run that stops at the first such error. */
export class ReportError extends Error {
  /** Reason of the failure, without its place. */
  readonly reason: string;
  /** Name of the object, if the error belongs to one. */
  readonly object: string | undefined;
  /** 1-based line of the template. */
  readonly line: number | undefined;
  readonly expression: string | undefined;

  constructor(failure: Warning) {
    const { object, line, expression } = failure;
    const reason = reasonOf(failure);
    const parts = [object, line === undefined ? undefined : `line ${String(line)}`].filter((part) => part);
    const place = parts.length === 0 ? '' : `${parts.join(', ')}: `;
    super(`${place}${reason}`);
    this.name = 'ReportError';
    this.reason = reason;
    this.object = object;
    this.line = line;
    this.expression = expression;
  }
}
