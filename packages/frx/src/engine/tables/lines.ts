import type { TemplateObject } from '../../template/model.ts';
import { Band, type ReportPage } from '../bands/reportBands.ts';
import type { ReportObject } from '../build/components.ts';
import type { Calculate } from '../build/contents.ts';
import type { Run } from '../run.ts';
import { truthInSmallLetters } from '../values/conditions.ts';
import { TableObject } from './tableObjects.ts';

/**
 * Decides again which lines of the tables that are already printed count when the tables are measured: those that their VisibleExpressions
 * let print now. The reference does it whenever it lists the objects of a page or of the report.
 * @param page page whose tables are decided; without it those of all pages
 */
export function decideLines(run: Run, page?: ReportPage): void {
  for (const object of run.objects.values())
    if (object instanceof TableObject && (!page || bandOf(object)?.page === page)) object.decideLines();
}

function bandOf(object: ReportObject): Band | undefined {
  for (let parent = object.parent; parent; parent = parent.parent) if (parent instanceof Band) return parent;
  return undefined;
}

/** Bands whose expressions, except conditions, filters and sorts, the reference compiles when they are calculated for the first time. */
const lateBands: ReadonlySet<string> = new Set(['DataBand', 'GroupHeaderBand']);

/** A single column, parameter or total, which is not compiled. */
const singleItem = /^(?:\[[^[\]]+\]|(?!(?:true|false)$)[\p{L}_][\p{L}\p{N}_# ]*(?:\.[\p{L}_][\p{L}\p{N}_ ]*)*)$/u;

/**
 * Compiles an expression of an object. One of a data band or group header is late: its first calculation lists all objects of the report, unless
 * the same expression is used elsewhere.
 */
export function compileOwn(run: Run, node: TemplateObject, text: string): Calculate {
  if (!lateBands.has(node.type)) return run.compile(text, node);
  const source = truthInSmallLetters(text);
  if (singleItem.test(source)) return run.compile(source, node);
  const calculate = run.compile(source, node, true);
  return () => {
    if (!run.compiled.has(source)) {
      run.compiled.add(source);
      decideLines(run);
    }
    return calculate();
  };
}
