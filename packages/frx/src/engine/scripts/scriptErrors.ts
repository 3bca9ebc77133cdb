import { createBudget } from '../../expression/budget.ts';
import { minDateTime } from '../../expression/values/calendar.ts';
import { invariantCulture } from '../../expression/cultures/cultures.ts';
import { ExpressionError } from '../../expression/errors.ts';
import { defaultLimits, type Limits } from '../../limits.ts';
import { loadScript } from '../../script/index.ts';
import type { Template, TemplateObject } from '../../template/model.ts';
import '../host/classes.ts';
import { isVisualBasic } from '../values/scope.ts';

/** An error of a script with its 1-based line in the template. */
export interface ScriptError {
  readonly message: string;
  readonly line: number | undefined;
  /** The script does not compile in .NET either. */
  readonly fails: boolean;
}

/** Greatest number of errors reported. */
const MOST_ERRORS = 500;

/** Returns the line of the template with an error of its script; undefined for other errors. */
export function scriptLine(template: Template, error: unknown): number | undefined {
  return lineFinder(template)(error);
}

/** Returns a function that finds the lines of errors in a template's script; the line ends are searched for once. */
function lineFinder(template: Template): (error: unknown) => number | undefined {
  const node = template.root.children.find(({ type }) => type === 'ScriptText');
  let ends: number[] | undefined;
  return (error) => {
    if (!node || !(error instanceof ExpressionError) || error.source !== template.script) return undefined;
    ends ??= lineEnds(template.script);
    return node.line + endsBefore(ends, error.position ?? 0);
  };
}

function lineEnds(text: string): number[] {
  const ends: number[] = [];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) ends.push(end);
  return ends;
}

/** Returns the number of lines that end before a position. */
function endsBefore(ends: readonly number[], position: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns names and classes of the objects on pages and dialogs, which a script can use as its own members; the dictionary contains names
 * of data only.
 */
function namedObjects(nodes: readonly TemplateObject[]): [string, string][] {
  return nodes.flatMap((node) => [
    ...(node.name === '' ? [] : [[node.name, node.type] satisfies [string, string]]),
    ...namedObjects(node.children),
  ]);
}

/** Returns the errors in a template's script: all its methods are parsed and compiled, none is run. */
export function scriptErrors(template: Template, limits: Partial<Limits> = {}): ScriptError[] {
  if (template.script.trim() === '') return [];
  const budget = createBudget({ ...defaultLimits, ...limits }, () => performance.now());
  const types = new Map([['Report', 'Report'], ['Engine', 'ReportEngine'], ...namedObjects(template.pages)]);
  const lineOf = lineFinder(template);
  try {
    const script = loadScript(template.script, {
      runtime: { culture: invariantCulture, now: () => minDateTime, budget },
      language: isVisualBasic(template) ? 'Vb' : 'CSharp',
      resolveObject: (name) => (types.has(name) ? () => null : undefined),
      objectNames: () => [...types.keys()],
      typeOf: (name) => types.get(name),
      isNull: () => false,
    });
    const fails = script.refused().length > 0;
    return script
      .check()
      .slice(0, MOST_ERRORS)
      .map((error) => ({ message: error.message, line: lineOf(error), fails }));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [{ message: error.message, line: lineOf(error), fails: true }];
  }
}
