import type { TemplateObject } from '../../template/model.ts';
import type { Run } from '../run.ts';

/** Elements of a template for objects that a script creates. */

/** Approximate number of bytes of a report object with its style and its script value. */
export const OBJECT = 4000;

/** An element without attributes and without a name. */
export function newElement({ template: { root } }: Run, type: string): TemplateObject {
  return {
    type,
    name: '',
    line: root.line,
    column: root.column,
    attributes: new Map([['Name', '']]),
    parent: root,
    children: [],
    text: '',
  };
}
