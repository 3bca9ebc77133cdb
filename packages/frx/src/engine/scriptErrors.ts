import { createBudget } from '../expression/budget.ts';
import { minDateTime } from '../expression/calendar.ts';
import { invariantCulture } from '../expression/cultures.ts';
import { ExpressionError } from '../expression/errors.ts';
import { defaultLimits } from '../limits.ts';
import { loadScript } from '../script/index.ts';
import type { Template } from '../template/model.ts';
import { newSort } from './host/bands.ts';

/** An error of a script with its 1-based line in the template. */
export interface ScriptError {
  readonly message: string;
  readonly line: number | undefined;
}

/** Line of the template in which an error of its script stands; undefined when it stands elsewhere. */
export function scriptLine(template: Template, error: unknown): number | undefined {
  const node = template.root.children.find(({ type }) => type === 'ScriptText');
  if (!node || !(error instanceof ExpressionError) || error.source !== template.script) return undefined;
  return node.line + error.source.slice(0, error.position ?? 0).split('\n').length - 1;
}

/** What is wrong with a template's script as it is written: all its methods are read and compiled, none is run. */
export function scriptErrors(template: Template): ScriptError[] {
  if (template.script.trim() === '') return [];
  const budget = createBudget(defaultLimits, () => 0);
  const isKnown = (name: string): boolean =>
    name === 'Report' || name === 'Engine' || template.byName.get(name.toLowerCase())?.name === name;
  try {
    const script = loadScript(template.script, {
      runtime: { culture: invariantCulture, now: () => minDateTime, budget },
      resolveObject: (name) => (isKnown(name) ? () => null : undefined),
      resolveClass: (name) => (name === 'Sort' ? newSort : undefined),
    });
    return script.check().map((error) => ({ message: error.message, line: scriptLine(template, error) }));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [{ message: error.message, line: scriptLine(template, error) }];
  }
}
