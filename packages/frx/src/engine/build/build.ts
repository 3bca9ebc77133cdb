import {
  type Builder,
  buildObject,
  expression,
  ownExpression,
  readCommon,
  readGeometry,
  register,
} from './buildObject.ts';
import type { Watermark } from '../../page.ts';
import type { TemplateObject } from '../../template/model.ts';
import {
  borderOf,
  enumOf,
  fillOf,
  flagOf,
  fontOf,
  imageBytes,
  numberOf,
  numbersOf,
  textOf,
} from '../../template/properties.ts';

import { ReportObject, TextObject } from './components.ts';
import {
  Band,
  ChildBand,
  DataBand,
  GroupHeaderBand,
  ReportPage,
  SubreportObject,
  type WatermarkChange,
} from '../bands/reportBands.ts';

import type { Calculate } from './contents.ts';
import { pxOfMm } from '../fitting/geometry.ts';
import { sortKeyOf } from '../values/sortKeys.ts';

import type { Run } from '../run.ts';

const bandClasses = new Set(
  (
    'ReportTitleBand ReportSummaryBand PageHeaderBand PageFooterBand ColumnHeaderBand ColumnFooterBand OverlayBand DataHeaderBand DataFooterBand ' +
    'GroupFooterBand DataBand GroupHeaderBand ChildBand'
  ).split(' '),
);

/** Greatest number of columns of a page. */
const MOST_COLUMNS = 1000;

/** Creates a report page from an element of the template, with its bands and objects. */
export function buildPage(builder: Builder, node: TemplateObject): ReportPage {
  const { run } = builder;
  const page = new ReportPage(node, borderOf(node), fillOf(node, 'Fill', run.images));
  Object.assign(page, {
    paperWidth: numberOf(node, 'PaperWidth'),
    paperHeight: numberOf(node, 'PaperHeight'),
    leftMargin: numberOf(node, 'LeftMargin'),
    topMargin: numberOf(node, 'TopMargin'),
    rightMargin: numberOf(node, 'RightMargin'),
    bottomMargin: numberOf(node, 'BottomMargin'),
    mirrorMargins: flagOf(node, 'MirrorMargins'),
    landscape: flagOf(node, 'Landscape'),
    titleBeforeHeader: flagOf(node, 'TitleBeforeHeader'),
    printOnPreviousPage: flagOf(node, 'PrintOnPreviousPage'),
    resetPageNumber: flagOf(node, 'ResetPageNumber'),
    startOnOddPage: flagOf(node, 'StartOnOddPage'),
    backPage: flagOf(node, 'BackPage'),
    unlimitedHeight: flagOf(node, 'UnlimitedHeight'),
    unlimitedWidth: flagOf(node, 'UnlimitedWidth'),
  });
  page.columnCount = Math.max(1, Math.min(MOST_COLUMNS, numberOf(node, 'Columns.Count', 1)));
  page.columnWidth = pxOfMm(numberOf(node, 'Columns.Width', 0));
  page.setSize(
    pxOfMm(page.paperWidth - page.leftMargin - page.rightMargin),
    pxOfMm(page.paperHeight - page.topMargin - page.bottomMargin),
  );
  if (page.columnWidth === 0) page.columnWidth = page.width / page.columnCount;
  const positions = numbersOf(node, 'Columns.Positions');
  page.columnPositions = Array.from({ length: page.columnCount }, (_, i) =>
    i < positions.length ? pxOfMm(positions[i]!) : i * page.columnWidth,
  );
  page.visible = flagOf(node, 'Visible', true);
  readCommon(builder, page);
  page.outline = expression(builder, node, 'OutlineExpression');
  register(run, page);
  for (const child of node.children) if (bandClasses.has(child.type)) addToPage(builder, page, child);
  return page;
}

function addToPage(builder: Builder, page: ReportPage, node: TemplateObject): void {
  const band = buildBand(builder, node, page, page);
  if (band instanceof DataBand || band instanceof GroupHeaderBand) {
    page.bands.push(band);
    return;
  }
  const slots = {
    ReportTitleBand: 'reportTitle',
    ReportSummaryBand: 'reportSummary',
    PageHeaderBand: 'pageHeader',
    PageFooterBand: 'pageFooter',
    ColumnHeaderBand: 'columnHeader',
    ColumnFooterBand: 'columnFooter',
    OverlayBand: 'overlay',
  } as const;
  const slot = Object.entries(slots).find(([type]) => type === node.type)?.[1];
  if (slot) page[slot] = band;
}

function buildBand(builder: Builder, node: TemplateObject, parent: ReportObject, page: ReportPage): Band {
  const { run } = builder;
  const borderAndFill = [borderOf(node), fillOf(node, 'Fill', run.images)] as const;
  const band =
    node.type === 'DataBand'
      ? new DataBand(node, ...borderAndFill)
      : node.type === 'GroupHeaderBand'
        ? new GroupHeaderBand(node, ...borderAndFill)
        : node.type === 'ChildBand'
          ? new ChildBand(node, ...borderAndFill)
          : new Band(node, ...borderAndFill);
  band.parent = parent;
  band.page = page;
  readGeometry(band);
  readCommon(builder, band);
  band.shiftMode = enumOf(node, 'ShiftMode', ['Never', 'Always', 'WhenOverlapped'], 'Never');
  readBand(builder, band);
  register(run, band);
  for (const child of node.children) {
    if (bandClasses.has(child.type)) attachBand(builder, band, child, page);
    else {
      const object = buildObject(builder, child, band);
      if (object) band.objects.push(object);
    }
  }
  if (band instanceof DataBand) page.lastDataBand = lastDataBand(band);
  return band;
}

function lastDataBand(band: DataBand): DataBand {
  let last = band;
  for (let rows = band.bands.at(-1); rows;) {
    const data: DataBand | undefined = rows instanceof GroupHeaderBand ? rows.dataBand : rows;
    if (!data) break;
    last = data;
    rows = data.bands.at(-1);
  }
  return last;
}

function readBand(builder: Builder, band: Band): void {
  const node = band.source;
  const { run } = builder;
  band.startNewPage = flagOf(node, 'StartNewPage');
  band.firstRowStartsNewPage = flagOf(node, 'FirstRowStartsNewPage');
  band.printOnBottom = flagOf(node, 'PrintOnBottom');
  band.keepChild = flagOf(node, 'KeepChild');
  band.repeatTimes = numberOf(node, 'RepeatBandNTimes', 1);
  band.keepWithData = flagOf(node, 'KeepWithData', false);
  band.repeatOnEveryPage = flagOf(node, 'RepeatOnEveryPage', false);
  band.outline = ownExpression(builder, node, 'OutlineExpression');
  if (band instanceof ChildBand) {
    band.fillUnusedSpace = flagOf(node, 'FillUnusedSpace');
    band.completeToRows = numberOf(node, 'CompleteToNRows');
    band.printIfDatabandEmpty = flagOf(node, 'PrintIfDatabandEmpty');
  } else if (band instanceof DataBand) {
    const name = textOf(node, 'DataSource');
    const named = name === '' ? undefined : run.dictionary.sourceNamed(name);
    band.dataSource = named?.enabled === true ? named : undefined;
    band.rowCount = numberOf(node, 'RowCount');
    if (name !== '' && !band.dataSource)
      run.warn({
        message: `The dictionary has no enabled data source ${name}: ${band.name} prints as a band without one, as often as RowCount says.`,
        object: band.name,
        line: node.line,
      });
    band.relation = run.dictionary.relation(textOf(node, 'Relation'));
    band.relationTo = (parent) =>
      band.dataSource ? run.dictionary.relationBetween(parent, band.dataSource) : undefined;
    band.maxRows = numberOf(node, 'MaxRows');
    band.filter = expression(builder, node, 'Filter');
    band.columns = {
      count: numberOf(node, 'Columns.Count', 0),
      width: numberOf(node, 'Columns.Width', 0),
      downThenAcross: textOf(node, 'Columns.Layout', 'AcrossThenDown') === 'DownThenAcross',
      minRowCount: numberOf(node, 'Columns.MinRowCount', 0),
    };
    band.printIfDetailEmpty = flagOf(node, 'PrintIfDetailEmpty');
    band.printIfDatasourceEmpty = flagOf(node, 'PrintIfDatasourceEmpty');
    band.keepTogether = flagOf(node, 'KeepTogether');
    band.keepDetail = flagOf(node, 'KeepDetail');
    band.collectChildRows = flagOf(node, 'CollectChildRows');
    band.resetPageNumber = flagOf(node, 'ResetPageNumber');
    band.idColumn = textOf(node, 'IdColumn');
    band.parentIdColumn = textOf(node, 'ParentIdColumn');
    band.indent = numberOf(node, 'Indent');
    const sort = node.children.find((child) => child.type === 'Sort');
    for (const key of sort?.children ?? []) {
      const calculate = sortKey(builder, key, 'Expression');
      if (calculate)
        band.sort.push({
          calculate,
          source: textOf(key, 'Expression', ''),
          descending: flagOf(key, 'Descending', false),
        });
    }
  } else if (band instanceof GroupHeaderBand) {
    band.condition = expression(builder, node, 'Condition');
    band.conditionText = textOf(node, 'Condition', '');
    band.sortKey = sortKey(builder, node, 'Condition');
    band.sortOrder = enumOf(node, 'SortOrder', ['Ascending', 'Descending', 'None'], 'Ascending');
    band.keepTogether = flagOf(node, 'KeepTogether');
    band.resetPageNumber = flagOf(node, 'ResetPageNumber');
  }
}

/**
 * Returns the sort key of rows. A column alone keeps its nulls, which sort first; any other expression is calculated, with nulls converted
 * where the report says so.
 */
function sortKey(builder: Builder, node: TemplateObject, path: string): Calculate | undefined {
  const calculate = expression(builder, node, path);
  return calculate && sortKeyOf(builder.run, textOf(node, path, ''), calculate);
}

function attachBand(builder: Builder, band: Band, node: TemplateObject, page: ReportPage): void {
  const inner = buildBand(builder, node, band, page);
  if (inner instanceof ChildBand) band.child = inner;
  else if (band instanceof DataBand) {
    if (inner instanceof DataBand || inner instanceof GroupHeaderBand) band.bands.push(inner);
    else if (node.type === 'DataHeaderBand') band.header = inner;
    else if (node.type === 'DataFooterBand') band.footer = inner;
    else failMisplaced(builder.run, band, node);
  } else if (band instanceof GroupHeaderBand) {
    if (inner instanceof DataBand) band.data = inner;
    else if (inner instanceof GroupHeaderBand) band.nestedGroup = inner;
    else if (node.type === 'DataHeaderBand') band.header = inner;
    else if (node.type === 'DataFooterBand') band.footer = inner;
    else if (node.type === 'GroupFooterBand') band.groupFooter = inner;
    else failMisplaced(builder.run, band, node);
  } else failMisplaced(builder.run, band, node);
}

/** Reports a band inside another one that cannot contain it. The reference cannot read such a template. */
function failMisplaced(run: Run, { source: outer }: Band, { type, name, line }: TemplateObject): void {
  const message = `The ${type} is not printed, because a ${outer.type} cannot contain it. Move it to a band or page that can.`;
  run.fail({ message, object: name, line });
}

/** Returns the watermark of a page with the changes of a script; undefined if it is not enabled. */
export function watermarkOf(run: Run, page: ReportPage, change: WatermarkChange | undefined): Watermark | undefined {
  return (change?.enabled ?? flagOf(page.source, 'Watermark.Enabled', false))
    ? readWatermark(run, page, change)
    : undefined;
}

/** Returns the watermark of a page, enabled or not. */
export function readWatermark(
  run: Run,
  page: ReportPage,
  { enabled: _enabled, ...change }: WatermarkChange = {},
): Watermark {
  const node = page.source;
  const bytes = imageBytes(node, 'Watermark.Image');
  return {
    image: bytes.length > 0 ? run.images(bytes) : undefined,
    imageSize: enumOf(node, 'Watermark.ImageSize', ['Normal', 'Center', 'Stretch', 'Zoom', 'Tile'], 'Zoom'),
    imageTransparency: numberOf(node, 'Watermark.ImageTransparency', 0),
    showImageOnTop: flagOf(node, 'Watermark.ShowImageOnTop', false),
    text: textOf(node, 'Watermark.Text', ''),
    font: fontOf(node, 'Watermark.Font', 'Arial, 60pt'),
    textFill: fillOf(node, 'Watermark.TextFill', run.images, '#80808028'),
    textRotation: enumOf(
      node,
      'Watermark.TextRotation',
      ['Horizontal', 'Vertical', 'ForwardDiagonal', 'BackwardDiagonal'],
      'ForwardDiagonal',
    ),
    showTextOnTop: flagOf(node, 'Watermark.ShowTextOnTop', true),
    ...change,
  };
}

/** Resolves references between objects by name, once all objects exist. */
export function connect(run: Run): void {
  for (const object of run.objects.values()) {
    if (object instanceof SubreportObject) {
      const page = run.objects.get(textOf(object.source, 'ReportPage').toLowerCase());
      if (page instanceof ReportPage) {
        object.page = page;
        page.subreport = object;
      }
    }
    if (object instanceof TextObject) {
      const next = run.objects.get(textOf(object.source, 'BreakTo', '').toLowerCase());
      if (next instanceof TextObject) object.breakTo = next;
    }
  }
}
