/** Ports whose libraries are large in memory: they are loaded at the first use, so that an idle server stays small. */
import type { Ports } from '@holdfast/core';
import { loadOnce } from './loadOnce.ts';
import type { LocalReports } from './reports/reports.ts';

/** Decoding of photos, loaded with the first photo. */
export function imagesOnDemand(): Ports['images'] {
  const images = loadOnce(async () => (await import('./images/images.ts')).sharpImages());
  return {
    decode: async (bytes, scopeId) => (await images()).decode(bytes, scopeId),
    draw: async (bytes, edit, edge, scopeId) => (await images()).draw(bytes, edit, edge, scopeId),
  };
}

/** The compiler of expressions, loaded with the first rule of a template. */
export function formulasOnDemand(): Ports['formulas'] {
  return { compiler: loadOnce(async () => (await import('@holdfast/frx/expressions')).compileFormula) };
}

/** The report engine with its fonts, loaded with the first template or data set. */
export function reportsOnDemand(): LocalReports {
  let loaded: LocalReports | null = null;
  const reports = loadOnce(async () => (loaded = (await import('./reports/reports.ts')).frxReports()));
  return {
    stop: () => loaded?.stop(),
    load: () => loaded?.load() ?? { printing: 0, waiting: 0 },
    check: async (template, tables, by) => (await reports()).check(template, tables, by),
    print: async (report) => (await reports()).print(report),
    progress: async (userId, runId) => (await reports()).progress(userId, runId),
    async *pack(dataSet, format) {
      yield* (await reports()).pack(dataSet, format);
    },
  };
}
