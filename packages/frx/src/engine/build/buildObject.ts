import type { TextStyle } from '../../page.ts';
import type { TemplateObject } from '../../template/model.ts';
import {
  borderOf,
  colorOf,
  enumOf,
  fillOf,
  flagNamesOf,
  flagOf,
  fontOf,
  numberOf,
  numbersOf,
  paddingOf,
  textOf,
  type ImageMaker,
} from '../../template/properties.ts';

import { hasDrawer } from '../../objects/index.ts';
import { buildTable } from '../tables/buildTable.ts';
import { DrawnObject, isContainer, isSquare, type EventName, ReportObject, TextObject } from './components.ts';
import { TableCell, TableObject, type TableOptions } from '../tables/tableObjects.ts';
import { SubreportObject } from '../bands/reportBands.ts';
import type { Calculate, LinkSource } from './contents.ts';
import { readDrawnData, startDrawn } from './drawn.ts';
import { anchors, printOn } from '../fitting/geometry.ts';
import { readAdvMatrix } from '../tables/advMatrices.ts';
import { shownExpression } from '../values/conditions.ts';
import { compileOwn } from '../tables/lines.ts';
import { readMatrix } from '../tables/matrices.ts';
import type { Run } from '../run.ts';
import { applyAppearance, readAppearance, styleOf, type Styles } from './styles.ts';

/** Context in which report objects are created. */
export interface Builder {
  readonly run: Run;
  readonly styles: Styles;
  /** True inside the page of a subreport, where named styles have no effect. */
  readonly inSubreport: boolean;
}

const TABLES = new Set(['TableObject', 'MatrixObject', 'AdvMatrixObject']);
/** Elements that are not objects of a band, and objects shown in the designer's preview only. */
const NO_OBJECTS = new Set(['Sort', 'MatrixCollapseButton', 'MatrixSortButton']);

/** Creates a report object; returns undefined for an element that is not an object of a band. */
export function buildObject(builder: Builder, node: TemplateObject, parent: ReportObject): ReportObject | undefined {
  const { run } = builder;
  const named = node.type === 'TableCell' || node.attributes.has('Width') || node.attributes.has('Name');
  if (NO_OBJECTS.has(node.type) || !named) return undefined;
  const borderAndFill = [borderOf(node), fillOf(node, 'Fill', run.images)] as const;
  const object =
    node.type === 'TextObject' || node.type === 'TableCell' || node.type === 'CellularTextObject'
      ? buildText(builder, node)
      : node.type === 'SubreportObject'
        ? new SubreportObject(node, ...borderAndFill)
        : TABLES.has(node.type)
          ? new TableObject(node, ...borderAndFill, readTableOptions(node))
          : hasDrawer(node.type)
            ? new DrawnObject(node, ...borderAndFill, readDrawnData(run, node))
            : new ReportObject(node, ...borderAndFill);
  object.parent = parent;
  readGeometry(object);
  readCommon(builder, object);
  if (object instanceof SubreportObject) object.printOnParent = flagOf(node, 'PrintOnParent');
  if (object instanceof DrawnObject) startDrawn(run, object);
  register(run, object);
  if (object instanceof TableObject) {
    buildTable(run, object, (cell) => buildObject(builder, cell, object));
    if (node.type === 'MatrixObject') object.matrix = readMatrix(run, object);
    if (node.type === 'AdvMatrixObject') object.advMatrix = readAdvMatrix(run, object);
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
    expression: textOf(condition, 'Expression', ''),
    calculate: run.compile(textOf(condition, 'Expression', ''), node),
    appearance: readAppearance(condition, run.images),
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

/**
 * Returns the line spacing. LineSpacing is in px, with the type Multiple in hundredths of a line; LineSpacingMultiple is the same value in
 * lines. The attribute that stands last applies.
 */
function lineSpacingOf(node: TemplateObject): number {
  const spacing = 'ParagraphFormat.LineSpacing';
  const multiple = 'ParagraphFormat.LineSpacingMultiple';
  const last = [...node.attributes.keys()].findLast((name) => name === spacing || name === multiple);
  return Math.max(0, last === multiple ? numberOf(node, multiple, 0) * 100 : numberOf(node, spacing, 0));
}

/** Reads the text style; `HtmlTags` is an older form of TextRenderType. */
function readTextStyle(node: TemplateObject, images: ImageMaker): TextStyle {
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
    firstTabOffset: numberOf(node, 'ParagraphOffset') || numberOf(node, 'FirstTabOffset'),
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
      lineSpacing: lineSpacingOf(node),
      lineSpacingType: enumOf(
        node,
        'ParagraphFormat.LineSpacingType',
        ['Single', 'AtLeast', 'Exactly', 'Multiple'],
        'Single',
      ),
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

/** Reads position and size from the template. */
export function readGeometry(object: ReportObject): void {
  const node = object.source;
  object.left = numberOf(node, 'Left');
  object.top = numberOf(node, 'Top');
  const width = numberOf(node, 'Width');
  const height = numberOf(node, 'Height');
  if (isSquare(node.type)) {
    const last = [...node.attributes.keys()].findLast((name) => name === 'Width' || name === 'Height');
    const side = last === 'Width' ? width : height;
    object.setSize(side, side);
  } else object.setSize(width, height);
}

const events: readonly EventName[] = [
  'BeforePrint',
  'AfterPrint',
  'AfterData',
  'BeforeLayout',
  'AfterLayout',
  'ManualBuild',
  'StartPage',
  'CreatePage',
  'FinishPage',
  'ModifyResult',
  'AfterTotals',
];

/** Reads the common properties of objects: visibility, growth, anchors, style, link, events. */
export function readCommon(builder: Builder, object: ReportObject): void {
  const node = object.source;
  object.visible = flagOf(node, 'Visible', true);
  const visible = textOf(node, 'VisibleExpression');
  if (visible !== '')
    object.visibleExpression = {
      calculate: compileOwn(builder.run, node, shownExpression(visible)),
      needsTotalPages: visible.includes('TotalPages'),
    };
  object.printable = flagOf(node, 'Printable', true);
  object.exportable = flagOf(node, 'Exportable', true);
  object.printableExpression = shown(builder, node, 'PrintableExpression');
  object.exportableExpression = shown(builder, node, 'ExportableExpression');
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
  object.setDock(enumOf(node, 'Dock', ['None', 'Top', 'Bottom', 'Left', 'Right', 'Fill'], 'None'));
  object.printOn = readPrintOn(node);
  const style = builder.inSubreport ? undefined : styleOf(node, builder.styles);
  if (style) applyAppearance(object, style);
  const even = textOf(node, 'EvenStyle');
  object.evenStyle = even === '' ? undefined : builder.styles.get(even.toLowerCase());
  object.evenStyleForAll = textOf(node, 'EvenStylePriority') === 'UseAll';
  object.bookmark = ownExpression(builder, node, 'Bookmark');
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
  const calculate = ownExpression(builder, node, 'Hyperlink.Expression');
  const detail = textOf(node, kind === 'DetailReport' ? 'Hyperlink.DetailReportName' : 'Hyperlink.DetailPageName', '');
  if (value === '' && !calculate && detail === '') return undefined;
  return { kind, value, calculate, newTab: flagOf(node, 'Hyperlink.OpenLinkInNewTab', false), detail };
}

/** Compiles the expression in an attribute; returns undefined if it is empty. */
export function expression(builder: Builder, node: TemplateObject, path: string): Calculate | undefined {
  const source = textOf(node, path, '');
  return source.trim() === '' ? undefined : builder.run.compile(source, node);
}

/** As `expression`, for those that the reference compiles late in some bands. */
export function ownExpression(builder: Builder, node: TemplateObject, path: string): Calculate | undefined {
  const source = textOf(node, path, '');
  return source.trim() === '' ? undefined : compileOwn(builder.run, node, source);
}

function shown(builder: Builder, node: TemplateObject, path: string): Calculate | undefined {
  const source = textOf(node, path, '');
  return source.trim() === '' ? undefined : compileOwn(builder.run, node, shownExpression(source));
}

/** Registers an object under its name. */
export function register(run: Run, object: ReportObject): void {
  if (object.name !== '') run.objects.set(object.name.toLowerCase(), object);
}
