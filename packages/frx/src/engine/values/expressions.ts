/** Compilation of the expressions of a template: failures are recorded, and a run that stops at errors compiles all of them first. */
import type { Value } from '../../expression/values/values.ts';
import { notePlace, stackEndAsLimit } from '../../limits.ts';
import type { Warning } from '../../page.ts';
import type { TemplateObject } from '../../template/model.ts';
import { textOf } from '../../template/properties.ts';
import { TextObject } from '../build/components.ts';
import type { Calculate } from '../build/contents.ts';
import { ReportError } from '../reportError.ts';
import type { Run } from '../run.ts';
import { columnPath, similarColumn } from './scope.ts';

/** Greatest number of recorded expressions that cannot be compiled. */
const MOST_UNCOMPILED = 500;

/** Compiles an expression. If it cannot be compiled or calculated, its value is null, a warning is recorded, and the report continues. */
export function guarded(run: Run, source: string, place: TemplateObject, make: () => Calculate): Calculate {
  let failed = false;
  const at = { object: place.name, line: place.line };
  const failure = ({ message }: Error): Warning => {
    const path = unknownPath(run, source);
    return path === undefined
      ? { message, ...at, expression: source }
      : { message: unknownColumn(path, similarColumn(run, path)), ...at };
  };
  const fail = (thrown: unknown): Value => {
    const error = stackEndAsLimit(thrown);
    if (run.endsRun(error) || !(error instanceof Error)) {
      notePlace(error, place);
      throw error;
    }
    if (!failed) run.fail(failure(error));
    failed = true;
    run.failures += 1;
    return null;
  };
  let calculate: Calculate;
  try {
    calculate = make();
  } catch (thrown) {
    const error = stackEndAsLimit(thrown);
    if (error instanceof Error && !run.endsRun(error) && run.uncompiled.length < MOST_UNCOMPILED)
      run.uncompiled.push({ ...failure(error), fails: true });
    return () => fail(error);
  }
  return () => {
    try {
      return calculate();
    } catch (error) {
      return fail(error);
    }
  };
}

/** `Source.Parent.Column`, with or without brackets around it. */
const PATH = /^\[?([\p{L}_][\p{L}\p{N}_ ]*(?:\.[\p{L}_][\p{L}\p{N}_ ]*)+)\]?$/u;

/** Returns the path of an expression that begins with a table of the report but leads to no column. */
function unknownPath(run: Run, source: string): string | undefined {
  const path = PATH.exec(source.trim())?.[1];
  const root = path?.split('.')[0];
  return root !== undefined && run.dictionary.source(root) && !columnPath(run, path!) ? path : undefined;
}

/** Greatest number of characters of a path in a message. */
const MOST_OF_PATH = 200;

/** Returns the message about a path to a column that does not exist, with the most similar column if there is one. */
export function unknownColumn(path: string, similar?: string): string {
  const shown = path.length > MOST_OF_PATH ? `${path.slice(0, MOST_OF_PATH)}…` : path;
  return `[${shown}] names a column that its table does not have${similar === undefined ? '.' : `; did you mean [${similar}]?`}`;
}

/**
 * Compiles every expression of the template, including those that would never be calculated.
 * @returns those that cannot be compiled
 */
export function compileAll(run: Run): readonly Warning[] {
  for (const object of run.objects.values())
    if (object instanceof TextObject && !isInsideMatrix(object.source)) run.contentFor(object, object.text);
  const { dictionary, root } = run.template;
  for (const { expression } of run.dictionary.calculated) run.compile(expression, dictionary ?? root);
  const declared = [
    ...allParameters(dictionary?.children ?? []).map(({ object }) => [object, 'Expression'] as const),
    ...run.totals.flatMap(({ source }) => [[source, 'Expression'] as const, [source, 'EvaluateCondition'] as const]),
  ];
  for (const [object, attribute] of declared) {
    const expression = textOf(object, attribute, '');
    if (expression !== '') run.compile(expression, object);
  }
  return run.uncompiled;
}

/** Ends the report before its first page if a script or any expression cannot be compiled. @throws ReportError */
export function refuseUncompiled(run: Run): void {
  const [first] = [...run.scriptErrors(), ...compileAll(run)];
  if (first) throw new ReportError(first);
}

/**
 * Returns true for elements in a matrix: its cells show values instead of their texts, or are compiled when the matrix is printed and their
 * functions are known.
 */
function isInsideMatrix(node: TemplateObject): boolean {
  for (let at: TemplateObject | undefined = node; at; at = at.parent) if (at.type.endsWith('MatrixObject')) return true;
  return false;
}

/** Returns the parameters of a dictionary with their paths; nested ones are named `Parent.Child`. */
export function allParameters(
  nodes: readonly TemplateObject[],
  prefix = '',
): { readonly path: string; readonly object: TemplateObject }[] {
  return nodes
    .filter((node) => node.type === 'Parameter')
    .flatMap((object) => [
      { path: prefix + object.name, object },
      ...allParameters(object.children, `${prefix}${object.name}.`),
    ]);
}
