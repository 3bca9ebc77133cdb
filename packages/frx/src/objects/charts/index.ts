/** Charts and sparklines. The reference does not draw them: their design is defined here, after .NET's chart control. */
export { drawChart, drawSparkline } from './chart.ts';
export { createCollector, seriesSources, type SeriesSource } from './collect.ts';
export { ChartError, readChart } from './model.ts';
