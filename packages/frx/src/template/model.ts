/** Model of a template file, before anything is printed: immutable nodes with their line in the file. */

/** An element of the template. Attributes keep their text; `properties.ts` reads them by type and fills in the class's default. */
export interface TemplateObject {
  /** Class name: the element's tag; for an inherited element the class of the object it changes. */
  readonly type: string;
  readonly name: string;
  /** 1-based line of the element in its file. */
  readonly line: number;
  readonly column: number;
  /** In the order of the file: order matters for `Style`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: TemplateObject | undefined;
  readonly children: readonly TemplateObject[];
  /** Text content (`ScriptText`). */
  readonly text: string;
}

/** An element or attribute that no class of the engine has, and the line of the element. The report still prints. */
export interface UnknownPart {
  readonly element: string;
  readonly attribute?: string | undefined;
  readonly line: number;
  readonly column: number;
}

/** A template that was read. */
export interface Template {
  readonly root: TemplateObject;
  /** Every object with a name, by lower-case name. */
  readonly byName: ReadonlyMap<string, TemplateObject>;
  readonly dictionary: TemplateObject | undefined;
  /** ReportPage and DialogPage in document order. */
  readonly pages: readonly TemplateObject[];
  readonly styles: readonly TemplateObject[];
  readonly script: string;
  readonly unknown: readonly UnknownPart[];
}

/** The template cannot be read: not XML, not a report, too large. */
export class TemplateError extends Error {
  readonly line: number;
  readonly column: number;
  constructor(message: string, line: number, column: number) {
    super(`${message} (line ${String(line)}, column ${String(column)})`);
    this.name = 'TemplateError';
    this.line = line;
    this.column = column;
  }
}
