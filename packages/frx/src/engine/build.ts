import type { TextStyle, Watermark } from '../page.ts';
import type { TemplateObject } from '../template/model.ts';
import {
  borderOf,
  colorOf,
  enumOf,
  fillOf,
  flagNamesOf,
  flagOf,
  fontOf,
  imageBytes,
  numberOf,
  numbersOf,
  paddingOf,
  textOf,
  type ImageMaker,
} from '../template/properties.ts';
import { hasDrawer } from '../objects/index.ts';
import { buildTable } from './buildTable.ts';
import {
  Band,
  ChildBand,
  DataBand,
  DrawnObject,
  isContainer,
  type EventName,
  GroupHeaderBand,
  ReportObject,
  ReportPage,
  SubreportObject,
  TableCell,
  TableObject,
  type TableOptions,
  TextObject,
} from './components.ts';
import type { Calculate, LinkSource } from './contents.ts';
import { readDrawnData, startDrawn } from './drawn.ts';
import { anchors, printOn, pxOfMm } from './geometry.ts';
import { readMatrix } from './matrices.ts';
import type { Run } from './run.ts';
import { applyLook, readLook, styleOf, type Styles } from './styles.ts';

/** What building live objects needs beyond the template. */
export interface Builder {
  readonly run: Run;
  readonly styles: Styles;
}

const bandClasses = new Set(
  (
    'ReportTitleBand ReportSummaryBand PageHeaderBand PageFooterBand ColumnHeaderBand ColumnFooterBand OverlayBand DataHeaderBand DataFooterBand ' +
    'GroupFooterBand DataBand GroupHeaderBand ChildBand'
  ).split(' '),
);

/** Makes the live page of a template page, with its bands and objects. */
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
    unlimitedHeight: flagOf(node, 'UnlimitedHeight'),
    unlimitedWidth: flagOf(node, 'UnlimitedWidth'),
  });
  page.columnCount = Math.max(1, numberOf(node, 'Columns.Count', 1));
  page.effectiveColumnCount = page.columnCount;
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

/** Bands that run in the page's columns have a column's width. */
const spansPage = new Set(['ReportTitleBand', 'PageHeaderBand', 'PageFooterBand', 'OverlayBand']);

function buildBand(builder: Builder, node: TemplateObject, parent: ReportObject, page: ReportPage): Band {
  const { run } = builder;
  const look = [borderOf(node), fillOf(node, 'Fill', run.images)] as const;
  const band =
    node.type === 'DataBand'
      ? new DataBand(node, ...look)
      : node.type === 'GroupHeaderBand'
        ? new GroupHeaderBand(node, ...look)
        : node.type === 'ChildBand'
          ? new ChildBand(node, ...look)
          : new Band(node, ...look);
  band.parent = parent;
  band.page = page;
  readGeometry(band);
  readCommon(builder, band);
  readBand(builder, band);
  register(run, band);
  for (const child of node.children) {
    if (bandClasses.has(child.type)) attachBand(builder, band, child, page);
    else {
      const object = buildObject(builder, child, band);
      if (object) band.objects.push(object);
    }
  }
  const top = band instanceof ChildBand ? band.topBand : band;
  if (page.columnCount > 1 && !spansPage.has(top.type)) band.width = page.columnWidth;
  else band.width = page.width;
  return band;
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
  band.outline = expression(builder, node, 'OutlineExpression');
  if (band instanceof ChildBand) {
    band.fillUnusedSpace = flagOf(node, 'FillUnusedSpace');
    band.completeToRows = numberOf(node, 'CompleteToNRows');
    band.printIfDatabandEmpty = flagOf(node, 'PrintIfDatabandEmpty');
  } else if (band instanceof DataBand) {
    const name = textOf(node, 'DataSource');
    band.dataSource = name === '' ? undefined : run.dictionary.source(name);
    if (name !== '' && !band.dataSource) band.rowCount = 0;
    else band.rowCount = numberOf(node, 'RowCount');
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
      const calculate = expression(builder, key, 'Expression');
      if (calculate) band.sort.push({ calculate, descending: flagOf(key, 'Descending', false) });
    }
  } else if (band instanceof GroupHeaderBand) {
    band.condition = expression(builder, node, 'Condition');
    band.sortOrder = enumOf(node, 'SortOrder', ['Ascending', 'Descending', 'None'], 'Ascending');
    band.keepTogether = flagOf(node, 'KeepTogether');
    band.resetPageNumber = flagOf(node, 'ResetPageNumber');
  }
}

function attachBand(builder: Builder, band: Band, node: TemplateObject, page: ReportPage): void {
  const inner = buildBand(builder, node, band, page);
  if (inner instanceof ChildBand) band.child = inner;
  else if (band instanceof DataBand) {
    if (inner instanceof DataBand || inner instanceof GroupHeaderBand) band.bands.push(inner);
    else if (node.type === 'DataHeaderBand') band.header = inner;
    else if (node.type === 'DataFooterBand') band.footer = inner;
  } else if (band instanceof GroupHeaderBand) {
    if (inner instanceof DataBand) band.data = inner;
    else if (inner instanceof GroupHeaderBand) band.nestedGroup = inner;
    else if (node.type === 'DataHeaderBand') band.header = inner;
    else if (node.type === 'DataFooterBand') band.footer = inner;
    else if (node.type === 'GroupFooterBand') band.groupFooter = inner;
  }
}

/** Makes a live object; undefined for an element that is no object of a band. */
export function buildObject(builder: Builder, node: TemplateObject, parent: ReportObject): ReportObject | undefined {
  const { run } = builder;
  if (node.type === 'Sort' || (!node.attributes.has('Width') && !node.attributes.has('Name'))) return undefined;
  const look = [borderOf(node), fillOf(node, 'Fill', run.images)] as const;
  const object =
    node.type === 'TextObject' || node.type === 'TableCell' || node.type === 'CellularTextObject'
      ? buildText(builder, node)
      : node.type === 'SubreportObject'
        ? new SubreportObject(node, ...look)
        : node.type === 'TableObject' || node.type === 'MatrixObject'
          ? new TableObject(node, ...look, readTableOptions(node))
          : hasDrawer(node.type)
            ? new DrawnObject(node, ...look, readDrawnData(run, node))
            : new ReportObject(node, ...look);
  object.parent = parent;
  readGeometry(object);
  readCommon(builder, object);
  if (object instanceof SubreportObject) object.printOnParent = flagOf(node, 'PrintOnParent');
  if (object instanceof DrawnObject) startDrawn(run, object);
  register(run, object);
  if (object instanceof TableObject) {
    buildTable(run, object, (cell) => buildObject(builder, cell, object));
    if (node.type === 'MatrixObject') object.matrix = readMatrix(run, object);
  }
  if (isContainer(object) || node.type === 'TableCell') {
    for (const child of node.children) {
      const inner = buildObject(builder, child, object);
      if (inner) object.objects.push(inner);
    }
  }
  return object;
}

function buildText(builder: Builder, node: TemplateObject): TextObject {
  const { run } = builder;
  const Class = node.type === 'TableCell' ? TableCell : TextObject;
  const object = new Class(node, borderOf(node), fillOf(node, 'Fill', run.images), readTextStyle(node, run.images));
  object.text = textOf(node, 'Text');
  object.duplicates = enumOf(node, 'Duplicates', ['Show', 'Hide', 'Clear', 'Merge']);
  const merge = flagNamesOf(node, 'MergeMode');
  object.mergeMode = (merge.has('Horizontal') ? 1 : 0) | (merge.has('Vertical') ? 2 : 0);
  object.processAt = enumOf(node, 'ProcessAt', [
    'Default',
    'ReportFinished',
    'ReportPageFinished',
    'PageFinished',
    'ColumnFinished',
    'DataFinished',
    'GroupFinished',
    'Custom',
  ]);
  object.autoWidth = flagOf(node, 'AutoWidth');
  object.autoShrink = enumOf(node, 'AutoShrink', ['None', 'FontSize', 'FontWidth', 'FitText']);
  object.autoShrinkMinSize = numberOf(node, 'AutoShrinkMinSize');
  const highlight = node.children.find((child) => child.type === 'Highlight');
  object.highlight = (highlight?.children ?? []).map((condition) => ({
    calculate: run.compile(textOf(condition, 'Expression', ''), node),
    look: readLook(condition, run.images),
    visible: flagOf(condition, 'Visible', true),
  }));
  return object;
}

function readTableOptions(node: TemplateObject): TableOptions {
  return {
    fixedRows: numberOf(node, 'FixedRows'),
    fixedColumns: numberOf(node, 'FixedColumns'),
    layout: enumOf(node, 'Layout', ['AcrossThenDown', 'DownThenAcross', 'Wrapped']),
    repeatHeaders: flagOf(node, 'RepeatHeaders'),
    repeatRowHeaders: flagOf(node, 'RepeatRowHeaders'),
    repeatColumnHeaders: flagOf(node, 'RepeatColumnHeaders'),
    wrappedGap: numberOf(node, 'WrappedGap'),
    adjustSpannedCellsWidth: flagOf(node, 'AdjustSpannedCellsWidth'),
    autoSpans: flagOf(node, 'ManualBuildAutoSpans', true),
    printOnParent: flagOf(node, 'PrintOnParent', false),
  };
}

/** Reads how a text looks; `HtmlTags` is the older way to ask for tags. */
export function readTextStyle(node: TemplateObject, images: ImageMaker): TextStyle {
  return {
    font: fontOf(node, 'Font'),
    fill: fillOf(node, 'TextFill', images),
    horzAlign: enumOf(node, 'HorzAlign', ['Left', 'Center', 'Right', 'Justify']),
    vertAlign: enumOf(node, 'VertAlign', ['Top', 'Center', 'Bottom']),
    padding: paddingOf(node, 'Padding'),
    wordWrap: flagOf(node, 'WordWrap'),
    angle: ((numberOf(node, 'Angle') % 360) + 360) % 360,
    rightToLeft: flagOf(node, 'RightToLeft'),
    clip: flagOf(node, 'Clip'),
    underlines: flagOf(node, 'Underlines'),
    lineHeight: numberOf(node, 'LineHeight'),
    fontWidthRatio: numberOf(node, 'FontWidthRatio'),
    firstTabOffset: numberOf(node, 'FirstTabOffset'),
    tabWidth: numberOf(node, 'TabWidth'),
    tabPositions: numbersOf(node, 'TabPositions'),
    renderType: flagOf(node, 'HtmlTags')
      ? 'HtmlTags'
      : enumOf(node, 'TextRenderType', ['Default', 'HtmlTags', 'HtmlParagraph', 'Inline']),
    trimming: enumOf(node, 'Trimming', [
      'None',
      'Character',
      'Word',
      'EllipsisCharacter',
      'EllipsisWord',
      'EllipsisPath',
    ]),
    paragraphOffset: numberOf(node, 'ParagraphOffset'),
    paragraph: {
      firstLineIndent: numberOf(node, 'ParagraphFormat.FirstLineIndent', 0),
      lineSpacing: numberOf(node, 'ParagraphFormat.LineSpacing', 0),
      lineSpacingType: enumOf(
        node,
        'ParagraphFormat.LineSpacingType',
        ['Single', 'AtLeast', 'Exactly', 'Multiple'],
        'Single',
      ),
      lineSpacingMultiple: numberOf(node, 'ParagraphFormat.LineSpacingMultiple', 0),
    },
    wysiwyg: flagOf(node, 'Wysiwyg'),
    forceJustify: flagOf(node, 'ForceJustify'),
    outline: flagOf(node, 'TextOutline.Enabled', false)
      ? {
          color: colorOf(node, 'TextOutline.Color', '#000000'),
          width: numberOf(node, 'TextOutline.Width', 1),
          drawBehind: flagOf(node, 'TextOutline.DrawBehind', false),
          style: enumOf(
            node,
            'TextOutline.Style',
            ['Solid', 'Dash', 'Dot', 'DashDot', 'DashDotDot', 'Double', 'Custom'],
            'Solid',
          ),
        }
      : undefined,
  };
}

function readGeometry(object: ReportObject): void {
  const node = object.source;
  object.left = numberOf(node, 'Left');
  object.top = numberOf(node, 'Top');
  object.setSize(numberOf(node, 'Width'), numberOf(node, 'Height'));
}

const events: readonly EventName[] = [
  'BeforePrint',
  'AfterPrint',
  'AfterData',
  'BeforeLayout',
  'AfterLayout',
  'ManualBuild',
  'StartPage',
  'FinishPage',
  'ModifyResult',
  'AfterTotals',
];

/** What every object has: visibility, growth, anchors, style, link, events. */
function readCommon(builder: Builder, object: ReportObject): void {
  const node = object.source;
  object.visible = flagOf(node, 'Visible', true);
  const visible = textOf(node, 'VisibleExpression');
  if (visible !== '')
    object.visibleExpression = {
      calculate: builder.run.compile(visible, node),
      needsTotalPages: visible.includes('TotalPages'),
    };
  object.printable = flagOf(node, 'Printable', true);
  object.exportable = flagOf(node, 'Exportable', true);
  object.printableExpression = expression(builder, node, 'PrintableExpression');
  object.exportableExpression = expression(builder, node, 'ExportableExpression');
  object.canGrow = flagOf(node, 'CanGrow');
  object.canShrink = flagOf(node, 'CanShrink');
  object.canBreak = flagOf(node, 'CanBreak');
  object.growToBottom = flagOf(node, 'GrowToBottom');
  object.pageBreak = flagOf(node, 'PageBreak');
  object.shiftMode = enumOf(node, 'ShiftMode', ['Never', 'Always', 'WhenOverlapped'], 'Always');
  const anchor = flagNamesOf(node, 'Anchor', 'Top, Left');
  object.anchor =
    (anchor.has('Top') ? anchors.top : 0) |
    (anchor.has('Bottom') ? anchors.bottom : 0) |
    (anchor.has('Left') ? anchors.left : 0) |
    (anchor.has('Right') ? anchors.right : 0);
  object.dock = enumOf(node, 'Dock', ['None', 'Top', 'Bottom', 'Left', 'Right', 'Fill'], 'None');
  object.printOn = readPrintOn(node);
  const style = styleOf(node, builder.styles);
  if (style) applyLook(object, style);
  const even = textOf(node, 'EvenStyle');
  object.evenStyle = even === '' ? undefined : builder.styles.get(even.toLowerCase());
  object.evenStyleForAll = textOf(node, 'EvenStylePriority') === 'UseAll';
  object.bookmark = expression(builder, node, 'Bookmark');
  object.link = readLink(builder, node);
  object.tag = textOf(node, 'Tag', '');
  for (const event of events) {
    const method = textOf(node, `${event}Event`, '');
    if (method !== '') (object.events ??= new Map<EventName, string>()).set(event, method);
  }
}

function readPrintOn(node: TemplateObject): number {
  if (!node.attributes.has('PrintOn')) return printOn.all;
  const names = flagNamesOf(node, 'PrintOn');
  const flags = {
    FirstPage: printOn.firstPage,
    LastPage: printOn.lastPage,
    OddPages: printOn.oddPages,
    EvenPages: printOn.evenPages,
    RepeatedBand: printOn.repeatedBand,
    SinglePage: printOn.singlePage,
  };
  return Object.entries(flags).reduce((sum, [name, flag]) => (names.has(name) ? sum | flag : sum), 0);
}

function readLink(builder: Builder, node: TemplateObject): LinkSource | undefined {
  const kind = enumOf(
    node,
    'Hyperlink.Kind',
    ['URL', 'PageNumber', 'Bookmark', 'DetailReport', 'DetailPage', 'Custom'],
    'URL',
  );
  const value = textOf(node, 'Hyperlink.Value', '');
  const calculate = expression(builder, node, 'Hyperlink.Expression');
  const detail = textOf(node, kind === 'DetailReport' ? 'Hyperlink.DetailReportName' : 'Hyperlink.DetailPageName', '');
  if (value === '' && !calculate && detail === '') return undefined;
  return { kind, value, calculate, newTab: flagOf(node, 'Hyperlink.OpenLinkInNewTab', false), detail };
}

function expression(builder: Builder, node: TemplateObject, path: string): Calculate | undefined {
  const source = textOf(node, path, '');
  return source.trim() === '' ? undefined : builder.run.compile(source, node);
}

function register(run: Run, object: ReportObject): void {
  if (object.name !== '') run.objects.set(object.name.toLowerCase(), object);
}

/** The watermark of a page; undefined when it shows none. */
export function watermarkOf(run: Run, page: ReportPage): Watermark | undefined {
  const node = page.source;
  if (!flagOf(node, 'Watermark.Enabled', false)) return undefined;
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
  };
}

/** Objects that point to others by name find them once all are built. */
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
