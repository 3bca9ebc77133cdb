/** Limits of a report's cost. Exceeding one ends the run with a `LimitError` that names it. */
export interface Limits {
  /** Bytes of a template as given, and after unpacking. */
  readonly templateBytes: number;
  /** Elements of a template, and how deep they may nest. */
  readonly templateElements: number;
  readonly templateDepth: number;
  /** Attributes of one element of a template. */
  readonly templateAttributes: number;
  /** Bytes of one data source as given. */
  readonly dataBytes: number;
  /** Rows read during the run; each pass of a data band over a row counts. */
  readonly rows: number;
  readonly pages: number;
  /** Objects on one page. */
  readonly objectsPerPage: number;
  /** Cells of one table or matrix. */
  readonly cells: number;
  /** Steps of expressions and script: a call, an iteration of a loop, an operator. */
  readonly steps: number;
  /** Wall clock of the run. */
  readonly milliseconds: number;
  /** Nested subreports and bands. */
  readonly nesting: number;
  /** Nested calls of script methods and expressions; the stack of the machine may overflow earlier. */
  readonly calls: number;
  /** Characters of one text or value, or items of one array. */
  readonly textLength: number;
  /** Pixels of all pictures that are decoded during a run. */
  readonly pixels: number;
  /** Approximate bytes that scripts store in variables, collections, outline and bookmarks during a run. */
  readonly keptBytes: number;
}

/** Limits of a run that specifies none. */
export const defaultLimits: Limits = {
  templateBytes: 64 * 1024 * 1024,
  templateElements: 200_000,
  templateDepth: 200,
  templateAttributes: 2000,
  dataBytes: 512 * 1024 * 1024,
  rows: 20_000_000,
  pages: 100_000,
  objectsPerPage: 200_000,
  cells: 4_000_000,
  steps: 2_000_000_000,
  milliseconds: 30 * 60 * 1000,
  nesting: 200,
  calls: 1000,
  textLength: 4 * 1024 * 1024,
  pixels: 20_000_000_000,
  keptBytes: 256 * 1024 * 1024,
};

/** Counted units, as displayed. */
const COUNTED: Readonly<Record<keyof Limits, string>> = {
  templateBytes: 'bytes of template',
  templateElements: 'elements in its template',
  templateDepth: 'elements within each other',
  templateAttributes: 'attributes of an element',
  dataBytes: 'bytes of data',
  rows: 'rows',
  pages: 'pages',
  objectsPerPage: 'objects on a page',
  cells: 'cells in a table',
  steps: 'steps of expressions and script',
  milliseconds: 'milliseconds',
  nesting: 'subreports or bands within each other',
  calls: 'calls within each other',
  textLength: 'characters in a text',
  pixels: 'pixels of pictures',
  keptBytes: 'bytes stored by its script',
};

/** A limit was reached; the run has ended. */
export class LimitError extends Error {
  readonly limit: keyof Limits;
  /** Name of the object that was being printed, and its 1-based line in the template, where known. */
  object: string | undefined;
  line: number | undefined;
  constructor(limit: keyof Limits, allowed: number) {
    super(`The report needs more than the allowed ${String(allowed)} ${COUNTED[limit]}.`);
    this.name = 'LimitError';
    this.limit = limit;
  }
}

/**
 * Returns true for the errors with which the machine ends code that nests deeper than its stack. They come from any built-in function, too:
 * V8 refuses to compile a regular expression there with a SyntaxError.
 */
export function isStackEnd(error: unknown): boolean {
  if (!(error instanceof RangeError || error instanceof SyntaxError)) return false;
  return error.message.includes('call stack') || error.message.endsWith('Stack overflow');
}

/** Returns an error as it is, and the limit of calls for one with which the machine ends code that nests deeper than its stack. */
export function stackEndAsLimit(error: unknown): unknown {
  return isStackEnd(error) ? new LimitError('calls', defaultLimits.calls) : error;
}

/** Adds to an error where the run ended. It passes from the object out to the band: the first call, the innermost object, counts. */
export function notePlace(error: unknown, place: { readonly name: string; readonly line: number }): void {
  if (!(error instanceof LimitError) || error.object !== undefined || place.name === '') return;
  error.object = place.name;
  error.line = place.line;
}
