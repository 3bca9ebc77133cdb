import type { ChartRows, Calculate } from './contents.ts';
import { toText } from '../../expression/formats/toText.ts';

import { createChartCollector, seriesSources, type SeriesData } from '../../objects/index.ts';
import type { TemplateObject } from '../../template/model.ts';
import { textOf } from '../../template/properties.ts';
import { type ReportObject } from './components.ts';
import { DataBand } from '../bands/reportBands.ts';
import type { Run } from '../run.ts';

/** Reads the data source and series of a chart; undefined if it shows only the points of the template. */
export function readChartRows(run: Run, node: TemplateObject): ChartRows | undefined {
  const source = run.dictionary.sourceNamed(textOf(node, 'DataSource', ''));
  const sources = seriesSources(node);
  if (!source || sources.length === 0) return undefined;
  const compiled = (text: string): Calculate | undefined => (text.trim() === '' ? undefined : run.compile(text, node));
  const autoSeries = compiled(textOf(node, 'AutoSeriesColumn', ''));
  return {
    source,
    filter: compiled(textOf(node, 'Filter', '')),
    autoSeries,
    // With AutoSeriesColumn the series of the template are samples; the first one defines all series.
    series: (autoSeries ? sources.slice(0, 1) : sources).map((from) => ({
      from,
      filter: compiled(from.filter),
      x: compiled(from.xValue),
      y: from.yValues.map((text) => run.compile(text, node)),
    })),
  };
}

/** Reads the rows of a chart; returns no series inside a band that iterates over the same source. */
export function collectChartRows(run: Run, object: ReportObject, rows: ChartRows): readonly SeriesData[] {
  for (let parent = object.parent; parent; parent = parent.parent) {
    if (parent instanceof DataBand && parent.dataSource === rows.source) return [];
  }
  const { source, filter } = rows;
  const collector = createChartCollector(rows.autoSeries ? [] : rows.series.map(({ from }) => from));
  source.init({ filter: filter && (() => filter() !== false) });
  for (; source.hasMoreRows; source.next()) {
    const series = rows.autoSeries ? toText(rows.autoSeries(), run.culture) : undefined;
    for (const { from, filter: wanted, x, y } of rows.series) {
      if (wanted && wanted() !== true) continue;
      const value = x ? x() : null;
      collector.add(
        from,
        series,
        value,
        toText(value, run.culture),
        y.map((calculate) => calculate()),
      );
    }
  }
  return collector.result();
}
