import type { Warning } from '../page.ts';

/** An expression or script of the template failed, in a run that stops at the first such error. */
export class ReportError extends Error {
  /** Name of the object, if the error stands at one. */
  readonly object: string | undefined;
  /** 1-based line of the template. */
  readonly line: number | undefined;
  readonly expression: string | undefined;

  constructor({ message, object, line, expression }: Warning) {
    const parts = [object, line === undefined ? undefined : `line ${String(line)}`].filter((part) => part);
    const place = parts.length === 0 ? '' : `${parts.join(', ')}: `;
    super(`${place}${message}${expression === undefined ? '' : ` Expression: ${expression}`}`);
    this.name = 'ReportError';
    this.object = object;
    this.line = line;
    this.expression = expression;
  }
}
