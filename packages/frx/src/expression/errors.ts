/**
 * An expression or script that cannot be read or calculated. `source` and `position` (0-based character in it) locate it, as far as it
 * is known; the engine adds the object's name and line.
 */
export class ExpressionError extends Error {
  source: string | undefined;
  position: number | undefined;

  constructor(message: string, source?: string, position?: number) {
    super(message);
    this.name = 'ExpressionError';
    this.source = source;
    this.position = position;
  }

  /** Says where the error comes from, unless that is known already. */
  locate(source: string, position?: number): void {
    if (this.source !== undefined) return;
    this.source = source;
    this.position = position;
  }
}

/** An exception a script threw or that its `catch` may take: the .NET class name decides which `catch` it falls into. */
export class NetException extends ExpressionError {
  readonly typeName: string;
  /** The exception that this one was made of. */
  inner: NetException | undefined;

  constructor(typeName: string, message: string, source?: string, position?: number) {
    super(message, source, position);
    this.name = 'NetException';
    this.typeName = typeName;
  }
}
