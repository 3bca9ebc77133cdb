/** A report with the objects that the open edition of FastReport leaves out, and its data. */

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');

const DECKS = ['Drill floor', 'Monkey board', 'Main deck', 'Crane pedestal'] as const;
const CONDITIONS = ['Fit for purpose', 'Needs attention', 'Defective'] as const;

/** Wall thickness in mm at three places over five years, and counts of items by deck and condition. */
export const READINGS = `<Rig>${[2021, 2022, 2023, 2024, 2026]
  .flatMap((year, visit) =>
    ['Upper lug', 'Lower lug', 'Pad eye'].map(
      (place, index) =>
        `<Reading><Place>${place}</Place><TakenOn>${String(year)}-0${String(3 + visit)}-1${String(index)}T00:00:00</TakenOn><Thickness>${(
          12.4 -
          0.31 * visit * (index + 1) * 0.6 -
          index * 0.4
        ).toFixed(2)}</Thickness></Reading>`,
    ),
  )
  .join('')}${DECKS.flatMap((deck, row) =>
  CONDITIONS.map(
    (condition, column) =>
      `<Tally><Deck>${deck}</Deck><Condition>${condition}</Condition><Items>${String(
        [31, 9, 3][column]! + row * (column === 0 ? 7 : 1),
      )}</Items></Tally>`,
  ),
).join('')}</Rig>`;

const DICTIONARY = `<Dictionary>
  <TableDataSource Name="Reading" ReferenceName="Rig.Reading" DataType="System.Int32" Enabled="true">
    <Column Name="Place" DataType="System.String"/><Column Name="TakenOn" DataType="System.DateTime"/><Column Name="Thickness" DataType="System.Double"/>
  </TableDataSource>
  <TableDataSource Name="Tally" ReferenceName="Rig.Tally" DataType="System.Int32" Enabled="true">
    <Column Name="Deck" DataType="System.String"/><Column Name="Condition" DataType="System.String"/><Column Name="Items" DataType="System.Int32"/>
  </TableDataSource>
</Dictionary>`;

const WIDTH = 350;
const HEIGHT = 230;

/** Returns a chart with its place, as two columns of the page. */
function chart(place: number, title: string, series: string, rest = '', data = '', sources = ''): string {
  const grid = '<MajorGrid LineColor="64, 64, 64, 64"/>';
  const areas = /<ChartAreas>/.test(rest)
    ? ''
    : `<ChartAreas><ChartArea><AxisX>${grid}</AxisX><AxisY>${grid}</AxisY></ChartArea></ChartAreas>`;
  const xml = `<Chart BorderlineColor="DarkGray"><Series>${series}</Series><Legends><Legend Docking="Bottom"/></Legends><Titles><Title Text="${title}" Font="Arial, 10pt, style=Bold"/></Titles>${areas}${rest}</Chart>`;
  const [left, top] = [(place % 2) * (WIDTH + 15), 40 + Math.floor(place / 2) * (HEIGHT + 12)];
  return `<MSChartObject Name="Chart${String(place)}" Left="${String(left)}" Top="${String(top)}" Width="${String(WIDTH)}" Height="${String(HEIGHT)}" ChartData="${Buffer.from(
    xml,
  ).toString('base64')}" ${data}>${sources}</MSChartObject>`;
}

const points = (...values: readonly (readonly [label: string, ...y: number[]])[]): string =>
  `<Points>${values.map(([label, ...y]) => `<DataPoint AxisLabel="${label}" YValues="${y.join(',')}"/>`).join('')}</Points>`;

const source = (x: string, y: string, rest = ''): string =>
  `<MSChartSeries Name="S" XValue="[${x}]" YValue1="[${y}]" ${rest}/>`;

const conditions = points(['Fit for purpose', 178], ['Needs attention', 41], ['Defective', 9], ['Not checked', 22]);

const CHARTS = [
  chart(
    0,
    'Items by deck and condition',
    '<Series Name="S" ChartType="StackedColumn"/>',
    '',
    'DataSource="Tally" AutoSeriesColumn="[Tally.Condition]"',
    source('Tally.Deck', 'Tally.Items', 'GroupBy="XValue"'),
  ),
  chart(
    1,
    'Wall thickness, mm',
    '<Series Name="S" ChartType="Line" BorderWidth="2" MarkerStyle="Circle"/>',
    '<ChartAreas><ChartArea><AxisX><MajorGrid LineColor="64, 64, 64, 64"/></AxisX><AxisY Minimum="8"><MajorGrid LineColor="64, 64, 64, 64"/><LabelStyle Format="0.0"/></AxisY></ChartArea></ChartAreas>',
    'DataSource="Reading" AutoSeriesColumn="[Reading.Place]"',
    source('Reading.TakenOn', 'Reading.Thickness'),
  ),
  chart(
    2,
    'Conditions',
    `<Series Name="Items" ChartType="Pie" Label="#VALX: #VALY (#PERCENT{P0})" CustomProperties="PieLabelStyle=Outside">${conditions.replace('YValues="9"', 'YValues="9" CustomProperties="Exploded=true"')}</Series>`,
  ),
  chart(3, 'Share of each condition', `<Series Name="Items" ChartType="Doughnut">${conditions}</Series>`),
  chart(4, 'Items, bars', `<Series Name="Items" ChartType="Bar" IsValueShownAsLabel="True">${conditions}</Series>`),
  chart(
    5,
    'Load and deflection',
    `<Series Name="Load, t" ChartType="Column">${points(['Crane 1', 25], ['Crane 2', 32], ['Winch', 8])}</Series><Series Name="Deflection, mm" ChartType="Spline" YAxisType="Secondary" BorderDashStyle="Dash" BorderWidth="2" MarkerStyle="Diamond" MarkerSize="8">${points(['Crane 1', 1.2], ['Crane 2', 2.9], ['Winch', 0.4])}</Series>`,
  ),
  chart(
    6,
    'Findings by kind of item',
    `<Series Name="Findings" ChartType="Column">${points(...['Floodlight', 'Ex junction box', 'Handrail', 'Escape ladder', 'Shackle', 'Wire rope sling', 'Turnbuckle', 'Grating'].map((name, index): readonly [string, number] => [name, 3 + ((index * 5) % 11)]))}</Series>`,
  ),
  chart(
    7,
    'Risk by area',
    `<Series Name="2025" ChartType="Radar">${points(['Corrosion', 3], ['Fixing', 4], ['Wear', 2], ['Access', 5], ['Marking', 1])}</Series><Series Name="2026" ChartType="Radar">${points(['Corrosion', 4], ['Fixing', 2], ['Wear', 3], ['Access', 3], ['Marking', 2])}</Series>`,
  ),
].join('');

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="45" fill="#e8f1f8" stroke="#1f4e79" stroke-width="4"/><path d="M20 65 L50 20 L80 65 Z" fill="#1f4e79" opacity="0.8"/><text x="50" y="80" font-size="11" text-anchor="middle" fill="#1f4e79">WLL 12 t</text></svg>`;
const RTF = String.raw`{\rtf1\ansi{\colortbl;\red192\green0\blue0;}\fs20 Findings of the \b visual inspection\b0 :\par \pard\fi-200\li300{\pntext\bullet\tab}Guard wire \cf1\b frayed\b0\cf0  at the upper lug\par{\pntext\bullet\tab}Paint damaged, \i no corrosion\i0\par}`;

const cell = (text: string, rest = ''): string =>
  `<TableCell Name="C${escaped(text).replaceAll(/\W/g, '')}" Border.Lines="All" Border.Color="Silver" Text="${escaped(text)}" HorzAlign="Center" VertAlign="Center" Font="Arial, 9pt" ${rest}/>`;

const MATRIX = `<AdvMatrixObject Name="Matrix" Left="0" Top="180" Width="480" Height="54" DataSource="Tally">
  <Columns><Descriptor Expression="[Tally.Condition]"/><Descriptor DisplayText="Total"/></Columns>
  <Rows><Descriptor Expression="[Tally.Deck]"/><Descriptor DisplayText="Total"/></Rows>
  <TableColumn Width="140"/><TableColumn Width="110"/><TableColumn Width="80"/>
  <TableRow Height="18">${cell('Deck', 'Fill.Color="WhiteSmoke"')}${cell('[Tally.Condition]', 'Fill.Color="WhiteSmoke"')}${cell('Total', 'Fill.Color="WhiteSmoke"')}</TableRow>
  <TableRow Height="18">${cell('[Tally.Deck]')}${cell('[Sum([Tally.Items])]')}${cell('[Sum([Tally.Items])] ')}</TableRow>
  <TableRow Height="18">${cell('Total ')}${cell('[Sum([Tally.Items])]  ')}${cell('[Sum([Tally.Items])]   ')}</TableRow>
</AdvMatrixObject>`;

const SPARKLINE = Buffer.from(
  `<Chart><Series><Series ChartType="FastLine">${points(...[4, 5, 3, 6, 7, 6, 9, 8].map((value): readonly [string, number] => ['', value]))}</Series></Series></Chart>`,
).toString('base64');

const heading = (text: string): string =>
  `<TextObject Name="T${text.replaceAll(/\W/g, '')}" Width="715" Height="30" Text="${text}" Font="Arial, 14pt, style=Bold" VertAlign="Center"/>`;
const caption = (name: string, left: number, top: number): string =>
  `<TextObject Name="K${name.replaceAll(/\W/g, '')}" Left="${String(left)}" Top="${String(top)}" Width="200" Height="16" Text="${name}" Font="Arial, 8pt" TextFill.Color="DimGray"/>`;

/** Two pages: charts, then the other objects. */
export const objectsTemplate = `<?xml version="1.0" encoding="utf-8"?>
<Report ScriptLanguage="CSharp">${DICTIONARY}
  <ReportPage Name="Charts" LeftMargin="10" RightMargin="10" TopMargin="10" BottomMargin="10">
    <ReportTitleBand Name="Title1" Width="718.2" Height="1010">${heading('Charts')}${CHARTS}</ReportTitleBand>
  </ReportPage>
  <ReportPage Name="Others" LeftMargin="10" RightMargin="10" TopMargin="10" BottomMargin="10">
    <ReportTitleBand Name="Title2" Width="718.2" Height="700">${heading('Other objects')}
      ${caption('SVG', 0, 36)}<SVGObject Name="Svg" Left="0" Top="54" Width="100" Height="100" SvgData="${Buffer.from(SVG).toString('base64')}"/>
      ${caption('Rich text', 130, 36)}<RichObject Name="Rich" Left="130" Top="54" Width="320" Height="100" Text="${escaped(RTF)}" Border.Lines="All" Border.Color="Silver"/>
      ${caption('Sparkline', 480, 36)}<SparklineObject Name="Spark" Left="480" Top="54" Width="200" Height="40" ChartData="${SPARKLINE}"/>
      ${caption('Advanced matrix', 0, 162)}${MATRIX}
    </ReportTitleBand>
  </ReportPage>
</Report>`;
