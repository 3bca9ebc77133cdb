/**
 * An expression or script that cannot be parsed or evaluated. `source` and `position` (0-based character in it) locate it, where
 * known; the engine adds the object's name and line.
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

  /** Sets the location of the error, unless it is known already. */
  locate(source: string, position?: number): void {
    if (this.source !== undefined) return;
    this.source = source;
    this.position = position;
  }
}

/** An exception that a script threw or can catch: the .NET class name selects the matching `catch`. */
export class NetException extends ExpressionError {
  readonly typeName: string;
  /** The inner exception. */
  inner: NetException | undefined;

  constructor(typeName: string, message: string, source?: string, position?: number) {
    super(message, source, position);
    this.name = 'NetException';
    this.typeName = typeName;
  }
}
