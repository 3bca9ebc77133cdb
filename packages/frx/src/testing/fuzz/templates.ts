/** Random templates with valid structure: nested bands, objects on them, properties with valid values. */
import fc from 'fast-check';
import { chartXml, pictureBytes, rtfText, svgContent } from './readers.ts';
import { soup, statements, tree } from './sources.ts';

/** The data that the templates use. */
const COLUMNS = 'Id:Int32 Name:String Amount:Decimal Day:DateTime Parent:Int32 Picture:Byte[]';

const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const utf8 = (text: string): string => base64(new TextEncoder().encode(text));

const expression = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('[Items.Id]', '[Items.Name]', '[Items.Amount]', '[Items.Day]', '[Total]') },
  { weight: 2, arbitrary: fc.constantFrom('[Row#]', '[AbsRow#]', '[PageN]', '[TotalPages#]', '[CopyName#]', '[Date]') },
  { weight: 2, arbitrary: tree },
  { weight: 1, arbitrary: soup },
);

const shown = fc
  .array(
    fc.oneof(
      expression.map((source) => (source.startsWith('[') ? source : `[${source}]`)),
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        '<b>bold</b>',
        '<i>',
        '</i>',
        '<sub>2</sub>',
        'a\tb',
        '\r\n',
        'שלום',
        'word word word word',
        '\u{1f600}',
      ),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(' '));

const number = fc.constantFrom('0', '-5', '1', '9.45', '18.9', '75.6', '400', '1e9', 'NaN', 'x', '');
const flag = fc.constantFrom('true', 'false');
const name = fc.constantFrom('A1', 'A2', 'B1', 'T1', 'Page1', 'Page2', 'Items', 'Gone', '');
const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  Left: number,
  Top: number,
  Width: number,
  Height: number,
  CanGrow: flag,
  CanShrink: flag,
  CanBreak: flag,
  GrowToBottom: flag,
  Visible: flag,
  Printable: flag,
  VisibleExpression: expression,
  PrintOn: fc.constantFrom('FirstPage', 'LastPage', 'OddPages, EvenPages', 'RepeatedBand', 'SinglePage', 'None'),
  StartNewPage: flag,
  FirstRowStartsNewPage: flag,
  KeepTogether: flag,
  KeepWithData: flag,
  KeepChild: flag,
  KeepDetail: flag,
  RepeatOnEveryPage: flag,
  RepeatBandNTimes: number,
  ResetPageNumber: flag,
  PrintOnBottom: flag,
  CompleteToNRows: number,
  FillUnusedSpace: flag,
  RowCount: fc.constantFrom('0', '1', '3', '-1', '50'),
  'Columns.Count': fc.constantFrom('0', '2', '3', '-1'),
  'Columns.Width': number,
  'Columns.Layout': fc.constantFrom('AcrossThenDown', 'DownThenAcross'),
  IdColumn: fc.constantFrom('Items.Id', 'Id', 'Gone'),
  ParentIdColumn: fc.constantFrom('Items.Parent', 'Parent'),
  Indent: number,
  DataSource: fc.constantFrom('Items', 'Items', 'Items', 'Gone', ''),
  Filter: expression,
  Condition: expression,
  SortOrder: fc.constantFrom('None', 'Ascending', 'Descending'),
  OutlineExpression: expression,
  Bookmark: expression,
  'Hyperlink.Value': shown,
  'Hyperlink.Kind': fc.constantFrom('URL', 'PageNumber', 'Bookmark'),
  Text: shown,
  Expression: expression,
  ProcessAt: fc.constantFrom('Default', 'ReportFinished', 'PageFinished', 'DataFinished', 'GroupFinished', 'Custom'),
  Duplicates: fc.constantFrom('Show', 'Hide', 'Clear', 'Merge'),
  HorzAlign: fc.constantFrom('Left', 'Right', 'Center', 'Justify'),
  TextRenderType: fc.constantFrom('HtmlTags', 'HtmlParagraph', 'Default'),
  Angle: fc.constantFrom('0', '90', '45', '-30', '720'),
  WordWrap: flag,
  RightToLeft: flag,
  AutoWidth: flag,
  AutoShrink: fc.constantFrom('FontSize', 'FontWidth', 'None'),
  AutoShrinkMinSize: number,
  Font: fc.constantFrom(
    'Arial, 8pt',
    'Tahoma, 0pt',
    'Arial Narrow, 72pt, style=Bold, Italic',
    'x',
    ', -5pt',
    'Arial, 900pt',
  ),
  Format: fc.constantFrom('Number', 'Currency', 'Date', 'Percent', 'Custom', 'Boolean', 'General'),
  'Format.Format': fc.constantFrom('#,##0.00', 'dd.MM.yyyy', '%', '0;0;0;0', '"'),
  'Format.DecimalDigits': number,
  Padding: fc.constantFrom('0, 0, 0, 0', '2, 2', '-9, 1e9, 0, x'),
  'Border.Lines': fc.constantFrom('All', 'Left, Top', 'x'),
  'Border.Width': number,
  Fill: fc.constantFrom('Solid', 'LinearGradient', 'PathGradient', 'Hatch', 'Glass', 'Texture'),
  'Fill.Color': fc.constantFrom('Red', '#ff0000', '255, 0, 0', '-1', 'x'),
  Dock: fc.constantFrom('Fill', 'Left', 'Bottom', 'None'),
  Anchor: fc.constantFrom('Top, Left', 'Right', 'Bottom, Top'),
  BeforePrintEvent: fc.constantFrom('F', 'G'),
  AfterPrintEvent: fc.constantFrom('F', 'G'),
  ReportPage: fc.constantFrom('Page1', 'Page2', 'Gone'),
  PrintOnParent: flag,
  SizeMode: fc.constantFrom('Zoom', 'AutoSize', 'Normal', 'StretchImage', 'CenterImage'),
  DataColumn: fc.constantFrom('Items.Picture', 'Items.Name', 'Items.Gone'),
  Image: pictureBytes.map(base64),
  Barcode: fc.constantFrom('QR Code', 'Code128', 'PDF417', 'EAN13', 'Data Matrix', 'Aztec', 'MaxiCode', 'x'),
  Shape: fc.constantFrom('Ellipse', 'Diamond', 'RoundRectangle', 'Triangle'),
  PolyPoints: fc.constantFrom('0\\0\\0|50\\9\\1|7\\50\\0', '||', 'x\\y'),
  Maximum: number,
  Minimum: number,
  Value: number,
  SvgData: svgContent.map((inner) => utf8(`<svg viewBox="0 0 9 9">${inner}</svg>`)),
  ChartData: chartXml.map(utf8),
  Layout: fc.constantFrom('AcrossThenDown', 'DownThenAcross', 'Wrapped'),
  RepeatHeaders: flag,
  FixedRows: number,
  FixedColumns: number,
  ColSpan: fc.constantFrom('0', '2', '9', '-1'),
  RowSpan: fc.constantFrom('0', '2', '9', '-1'),
  AutoSize: flag,
  CellsSideBySide: flag,
};

const attribute = fc
  .constantFrom(...Object.keys(values))
  .chain((key) => (values[key] ?? fc.constant('')).map((value): [string, string] => [key, value]));
const attributes = fc
  .array(attribute, { maxLength: 7 })
  .map((list) => [...new Map(list)].map(([key, value]) => `${key}="${escaped(value)}"`).join(' '));

const PLACE = 'Width="90" Height="18.9"';

/** An element with a position where its random attributes have none. */
function element(type: string, own: string, more: string, inner: string): string {
  const given = new Set([...more.matchAll(/([\w.]+)="/g)].map((match) => match[1]));
  const base = [...`${own} ${PLACE}`.matchAll(/([\w.]+)="[^"]*"/g)].filter((match) => !given.has(match[1]));
  return `<${type} ${base.map(([text]) => text).join(' ')} ${more}>${inner}</${type}>`;
}

const simpleObject = fc.constantFrom(
  'TextObject',
  'TextObject',
  'TextObject',
  'PictureObject',
  'BarcodeObject',
  'CheckBoxObject',
  'ShapeObject',
  'LineObject',
  'PolygonObject',
  'PolyLineObject',
  'ZipCodeObject',
  'CellularTextObject',
  'SVGObject',
  'MSChartObject',
  'SparklineObject',
  'LinearGauge',
  'RadialGauge',
  'SimpleGauge',
  'HtmlObject',
  'SubreportObject',
  'MapObject',
);

const cell = fc
  .tuple(attributes, shown)
  .map(([more, text]) => element('TableCell', `Text="${escaped(text)}"`, more, ''));
const table = fc
  .tuple(fc.array(fc.array(cell, { maxLength: 3 }), { maxLength: 3 }), attributes, fc.constantFrom(1, 2, 3))
  .map(([rows, more, columns]) =>
    element(
      'TableObject',
      'Name="A2"',
      more,
      '<TableColumn Width="30"/>'.repeat(columns) +
        rows.map((cells) => `<TableRow Height="20">${cells.join('')}</TableRow>`).join(''),
    ),
  );
const matrix = fc
  .tuple(expression, expression, expression, fc.array(fc.array(cell, { maxLength: 3 }), { maxLength: 3 }), attributes)
  .map(([row, column, value, rows, more]) =>
    element(
      'MatrixObject',
      'Name="A2" DataSource="Items"',
      more,
      `<MatrixColumns><Header Expression="${escaped(column)}"/></MatrixColumns><MatrixRows><Header Expression="${escaped(row)}"/></MatrixRows><MatrixCells><Cell Expression="${escaped(value)}"/></MatrixCells>${'<TableColumn/>'.repeat(3)}${rows.map((cells) => `<TableRow>${cells.join('')}</TableRow>`).join('')}`,
    ),
  );
const rich = fc
  .tuple(rtfText, attributes)
  .map(([text, more]) => element('RichObject', `Text="${escaped(`{\\rtf1 ${text}`)}"`, more, ''));
const object = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(simpleObject, attributes, name)
      .map(([type, more, own]) => element(type, `Name="${own}" Text="[Items.Name]"`, more, '')),
  },
  { weight: 1, arbitrary: table },
  { weight: 1, arbitrary: matrix },
  { weight: 1, arbitrary: rich },
);
const objects = fc.array(object, { maxLength: 3 }).map((list) => list.join(''));

const { dataBand } = fc.letrec<{ dataBand: string }>((tie) => ({
  dataBand: fc
    .tuple(
      attributes,
      objects,
      fc.option(tie('dataBand'), { maxDepth: 2, nil: '' }),
      fc.constantFrom('', '<Sort><Sort Expression="[Items.Name]" Descending="true"/></Sort>'),
      fc.constantFrom(
        '',
        '<ChildBand Name="C1" Height="9"/>',
        '<DataHeaderBand Name="DH" Height="9"/><DataFooterBand Name="DF" Height="9"/>',
      ),
    )
    .map(([more, inside, inner, sort, extra]) =>
      element('DataBand', 'Name="B1" DataSource="Items"', more, `${inside}${extra}${inner}${sort}`),
    ),
}));
const group = fc
  .tuple(expression, attributes, objects, dataBand)
  .map(([condition, more, inside, inner]) =>
    element(
      'GroupHeaderBand',
      `Name="G1" Condition="${escaped(condition)}"`,
      more,
      `${inside}${inner}<GroupFooterBand Name="GF" Height="9">${inside}</GroupFooterBand>`,
    ),
  );
const otherBand = fc
  .tuple(
    fc.constantFrom(
      'ReportTitleBand',
      'ReportSummaryBand',
      'PageHeaderBand',
      'PageFooterBand',
      'ColumnHeaderBand',
      'ColumnFooterBand',
      'OverlayBand',
    ),
    attributes,
    objects,
  )
  .map(([type, more, inside]) => element(type, `Name="${type}"`, more, inside));
const bands = fc.array(fc.oneof(dataBand, group, otherBand), { maxLength: 4 }).map((list) => list.join(''));
const pageAttributes = fc.constantFrom(
  '',
  'Columns.Count="2" Columns.Width="40" Columns.Positions="0,40"',
  'UnlimitedHeight="true"',
  'UnlimitedWidth="true"',
  'MirrorMargins="true" Landscape="true"',
  'Watermark.Enabled="true" Watermark.Text="[PageN]"',
  'TitleBeforeHeader="false" StartOnOddPage="true"',
);
const reportAttributes = fc.constantFrom('', 'DoublePass="true"', 'InitialPageNumber="5"', 'ConvertNulls="false"');

/** Complete templates as XML, over a table `Items` of a data set `Test`. */
export const templateXml = fc
  .tuple(
    bands,
    bands,
    pageAttributes,
    reportAttributes,
    fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: statements }),
    fc.constantFrom('[Items.Amount]', '[Items.Id]', '[Row#]', '"a"', '['),
  )
  .map(([first, second, ofPage, ofReport, script, total]) => {
    const columns = COLUMNS.split(' ').map((column) => {
      const [own, type] = column.split(':');
      return `<Column Name="${own}" DataType="System.${type}"/>`;
    });
    const code = escaped(
      `namespace FastReport { public class ReportScript { string x = "a"; List<string> l = new List<string>(); object F() { ${script} return null; } void G(object sender, EventArgs e) { ((ReportComponentBase)sender).Left += 5; } } }`,
    );
    return `<Report ScriptLanguage="CSharp" ${ofReport}><ScriptText>${code}</ScriptText><Dictionary><TableDataSource Name="Items" ReferenceName="Test.Items" Enabled="true">${columns.join('')}</TableDataSource><Total Name="Total" Expression="${escaped(total)}" Evaluator="B1" PrintOn="GF"/></Dictionary><ReportPage Name="Page1" PaperWidth="100" PaperHeight="80" ${ofPage}>${first}</ReportPage><ReportPage Name="Page2" PaperWidth="60" PaperHeight="60">${second}</ReportPage></Report>`;
  });
