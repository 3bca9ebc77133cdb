import {
  boolProperty,
  ExpressionError,
  floatProperty,
  HostObject,
  hostClass,
  intProperty,
  liveOf,
  textProperty,
  type HostClass,
  type HostProperty,
  type Value,
} from '../../expression/index.ts';
import { rectangleF, sizeF } from '../../script/library/shapes.ts';
import { textOf } from '../../template/properties.ts';
import { pxOfMm } from '../fitting/geometry.ts';
import type { ReportObject } from '../build/components.ts';
import {
  type Band,
  type ChildBand,
  type DataBand,
  type GroupHeaderBand,
  type ReportPage,
  type SubreportObject,
} from '../bands/reportBands.ts';
import { sortKeyOf } from '../values/sortKeys.ts';
import { sourceClass } from './data.ts';
import type { Host, Live } from './host.ts';
import { collection } from './collections.ts';
import { enumField } from './enums.ts';
import { componentClass } from './objects.ts';
import { columnsClass, watermarkClass } from './pages.ts';
import { sortsClass } from './sorts.ts';

/** Members of bands and pages for scripts. */

/** Names of the boolean properties of a type. */
type FlagName<Object> = { [Name in keyof Object]: Object[Name] extends boolean ? Name : never }[keyof Object];
type NumberName<Object> = { [Name in keyof Object]: Object[Name] extends number ? Name : never }[keyof Object];

function flag<Object extends ReportObject>(name: FlagName<Object>): HostProperty<Live<Object>> {
  return boolProperty(
    ({ object }) => object[name] === true,
    ({ object }, value) => {
      Object.assign(object, { [name]: value });
    },
  );
}

function whole<Object extends ReportObject>(name: NumberName<Object>): HostProperty<Live<Object>> {
  return intProperty(
    ({ object }) => Number(object[name]),
    ({ object }, value) => {
      Object.assign(object, { [name]: value });
    },
  );
}

function valueOf(host: Host, object: ReportObject | undefined): Value {
  return object ? host.object(object) : null;
}

/** Returns the collection of data bands and groups directly in a page or data band. */
const bands = <Parent extends DataBand | ReportPage>(): HostProperty<Live<Parent>> => ({
  get: ({ object, host }) =>
    collection('BandCollection', { items: () => object.bands.map((band) => host.object(band)) }),
});

/** Members of every band. */
export const bandClass: HostClass<Live<Band>> = hostClass<Live<Band>>('BandBase', {
  extends: componentClass,
  baseTypes: ['BreakableComponent', 'HeaderFooterBandBase'],
  properties: {
    RowNo: intProperty(({ object }) => object.rowNo),
    AbsRowNo: intProperty(({ object }) => object.absRowNo),
    IsFirstRow: boolProperty(({ object }) => object.isFirstRow),
    IsLastRow: boolProperty(({ object }) => object.isLastRow),
    Repeated: boolProperty(({ object }) => object.repeated),
    StartNewPage: flag<Band>('startNewPage'),
    FirstRowStartsNewPage: flag<Band>('firstRowStartsNewPage'),
    PrintOnBottom: flag<Band>('printOnBottom'),
    KeepChild: flag<Band>('keepChild'),
    KeepWithData: flag<Band>('keepWithData'),
    RepeatOnEveryPage: flag<Band>('repeatOnEveryPage'),
    RepeatBandNTimes: whole<Band>('repeatTimes'),
    Child: { get: ({ object, host }) => valueOf(host, object.child) },
    OutlineExpression: textProperty(
      ({ object }) => textOf(object.source, 'OutlineExpression', ''),
      ({ object, host }, value) => {
        object.outline = value.trim() === '' ? undefined : host.run.compile(value, object.source);
      },
    ),
  },
});

/** Members of a child band. */
export const childBandClass: HostClass<Live<ChildBand>> = hostClass<Live<ChildBand>>('ChildBand', {
  extends: bandClass,
  properties: {
    CompleteToNRows: whole<ChildBand>('completeToRows'),
    FillUnusedSpace: flag<ChildBand>('fillUnusedSpace'),
    PrintIfDatabandEmpty: flag<ChildBand>('printIfDatabandEmpty'),
  },
});

/** Members of the columns of a data band. */
export const bandColumnsClass = hostClass<Live<DataBand>>('BandColumns', {
  properties: {
    Count: intProperty(
      ({ object }) => object.columns.count,
      ({ object }, count) => {
        object.columns = { ...object.columns, count };
      },
    ),
    Width: floatProperty(
      ({ object }) => object.columns.width,
      ({ object }, width) => {
        object.columns = { ...object.columns, width };
      },
    ),
    Layout: enumField<Live<DataBand>>(
      'ColumnLayout',
      ({ object }) => (object.columns.downThenAcross ? 'DownThenAcross' : 'AcrossThenDown'),
      ({ object }, layout) => {
        object.columns = { ...object.columns, downThenAcross: layout === 'DownThenAcross' };
      },
    ),
    MinRowCount: intProperty(
      ({ object }) => object.columns.minRowCount,
      ({ object }, minRowCount) => {
        object.columns = { ...object.columns, minRowCount };
      },
    ),
  },
});

const textField = <Object extends ReportObject>(
  name: { [Name in keyof Object]: Object[Name] extends string ? Name : never }[keyof Object],
): HostProperty<Live<Object>> =>
  textProperty(
    ({ object }) => String(object[name]),
    ({ object }, value) => {
      Object.assign(object, { [name]: value });
    },
  );

/** Members of a data band. */
export const dataBandClass: HostClass<Live<DataBand>> = hostClass<Live<DataBand>>('DataBand', {
  extends: bandClass,
  properties: {
    Header: { get: ({ object, host }) => valueOf(host, object.header) },
    Footer: { get: ({ object, host }) => valueOf(host, object.footer) },
    KeepTogether: flag<DataBand>('keepTogether'),
    ResetPageNumber: flag<DataBand>('resetPageNumber'),
    KeepDetail: flag<DataBand>('keepDetail'),
    PrintIfDetailEmpty: flag<DataBand>('printIfDetailEmpty'),
    PrintIfDatasourceEmpty: flag<DataBand>('printIfDatasourceEmpty'),
    MaxRows: whole<DataBand>('maxRows'),
    RowCount: intProperty(
      ({ object }) => object.dataSource?.rowCount ?? object.rowCount,
      ({ object }, value) => {
        object.rowCount = value;
      },
    ),
    DataSource: {
      get: ({ object, host }) => (object.dataSource ? host.source(object.dataSource) : null),
      set: ({ object }, value) => {
        const live = liveOf(sourceClass, value);
        if (!live && value !== null) throw new ExpressionError('A data source is expected');
        object.dataSource = live?.source;
      },
    },
    Filter: textProperty(
      ({ object }) => textOf(object.source, 'Filter', ''),
      ({ object, host }, value) => {
        object.filter = value.trim() === '' ? undefined : host.run.compile(value, object.source);
      },
    ),
    Sort: { get: (live) => new HostObject(sortsClass, live) },
    Bands: bands<DataBand>(),
    Columns: { get: (live) => new HostObject(bandColumnsClass, live) },
    CollectChildRows: flag<DataBand>('collectChildRows'),
    IdColumn: textField<DataBand>('idColumn'),
    ParentIdColumn: textField<DataBand>('parentIdColumn'),
    Indent: floatProperty(
      ({ object }) => object.indent,
      ({ object }, indent) => {
        object.indent = indent;
      },
    ),
  },
});

/** Members of a group header. */
export const groupBandClass: HostClass<Live<GroupHeaderBand>> = hostClass<Live<GroupHeaderBand>>('GroupHeaderBand', {
  extends: bandClass,
  properties: {
    Header: { get: ({ object, host }) => valueOf(host, object.header) },
    Footer: { get: ({ object, host }) => valueOf(host, object.footer) },
    KeepTogether: flag<GroupHeaderBand>('keepTogether'),
    ResetPageNumber: flag<GroupHeaderBand>('resetPageNumber'),
    Condition: textProperty(
      ({ object }) => object.conditionText,
      ({ object, host: { run } }, value) => {
        object.condition = run.compile(value, object.source);
        object.conditionText = value;
        object.sortKey = sortKeyOf(run, value, object.condition);
      },
    ),
    SortOrder: enumField<Live<GroupHeaderBand>>(
      'SortOrder',
      ({ object }) => object.sortOrder,
      ({ object }, name) => {
        object.sortOrder = name === 'None' || name === 'Descending' ? name : 'Ascending';
      },
    ),
    GroupFooter: { get: ({ object, host }) => valueOf(host, object.groupFooter) },
    NestedGroup: { get: ({ object, host }) => valueOf(host, object.nestedGroup) },
    Data: { get: ({ object, host }) => valueOf(host, object.data) },
    DataSource: {
      get: ({ object, host }) => (object.dataBand?.dataSource ? host.source(object.dataBand.dataSource) : null),
    },
  },
});

type LivePage = Live<ReportPage>;

function millimetres(
  name: 'paperWidth' | 'paperHeight' | 'leftMargin' | 'topMargin' | 'rightMargin' | 'bottomMargin',
): HostProperty<LivePage> {
  return floatProperty(
    ({ object }) => object[name],
    ({ object }, value) => {
      object[name] = value;
    },
  );
}

/** Returns a side of the paper in px. @throws ExpressionError where it grows with its content */
function inPixels(millimetres: number, isUnlimited: boolean): number {
  if (isUnlimited) throw new ExpressionError('The size in px of an unlimited page is not available');
  return pxOfMm(millimetres);
}

/** Rotates the paper and its margins by 90°: to landscape counter-clockwise, back clockwise. */
function turn(page: ReportPage): void {
  const { paperWidth, paperHeight, leftMargin: left, rightMargin: right, topMargin: top, bottomMargin: bottom } = page;
  const isLandscape = !page.landscape;
  Object.assign(page, { landscape: isLandscape, paperWidth: paperHeight, paperHeight: paperWidth });
  page.leftMargin = isLandscape ? top : bottom;
  page.rightMargin = isLandscape ? bottom : top;
  page.topMargin = isLandscape ? right : left;
  page.bottomMargin = isLandscape ? left : right;
}

/** Members of a report page. */
export const pageClass: HostClass<LivePage> = hostClass<LivePage>('ReportPage', {
  extends: componentClass,
  baseTypes: ['PageBase'],
  properties: {
    // The place and size of a page in FastReport are always 0; the paper has its own properties.
    Left: floatProperty(() => 0),
    Top: floatProperty(() => 0),
    Width: floatProperty(() => 0),
    Height: floatProperty(() => 0),
    Bounds: { get: () => rectangleF(0, 0, 0, 0) },
    ClientSize: { get: () => sizeF(0, 0) },
    PaperWidth: millimetres('paperWidth'),
    PaperHeight: millimetres('paperHeight'),
    LeftMargin: millimetres('leftMargin'),
    TopMargin: millimetres('topMargin'),
    RightMargin: millimetres('rightMargin'),
    BottomMargin: millimetres('bottomMargin'),
    WidthInPixels: floatProperty(({ object }) => inPixels(object.paperWidth, object.unlimitedWidth)),
    HeightInPixels: floatProperty(({ object }) => inPixels(object.paperHeight, object.unlimitedHeight)),
    Landscape: boolProperty(
      ({ object }) => object.landscape,
      ({ object: page }, landscape) => {
        if (page.landscape !== landscape) turn(page);
      },
    ),
    MirrorMargins: flag<ReportPage>('mirrorMargins'),
    TitleBeforeHeader: flag<ReportPage>('titleBeforeHeader'),
    PrintOnPreviousPage: flag<ReportPage>('printOnPreviousPage'),
    ResetPageNumber: flag<ReportPage>('resetPageNumber'),
    StartOnOddPage: flag<ReportPage>('startOnOddPage'),
    UnlimitedHeight: flag<ReportPage>('unlimitedHeight'),
    UnlimitedWidth: flag<ReportPage>('unlimitedWidth'),
    Bands: bands<ReportPage>(),
    Columns: { get: (live) => new HostObject(columnsClass, live) },
    Watermark: { get: (live) => new HostObject(watermarkClass, live) },
    Overlay: { get: ({ object, host }) => valueOf(host, object.overlay) },
    Subreport: { get: ({ object, host }) => valueOf(host, object.subreport) },
    OutlineExpression: textProperty(
      ({ object }) => textOf(object.source, 'OutlineExpression', ''),
      ({ object, host }, value) => {
        object.outline = value.trim() === '' ? undefined : host.run.compile(value, object.source);
      },
    ),
    ReportTitle: { get: ({ object, host }) => valueOf(host, object.reportTitle) },
    ReportSummary: { get: ({ object, host }) => valueOf(host, object.reportSummary) },
    PageHeader: { get: ({ object, host }) => valueOf(host, object.pageHeader) },
    PageFooter: { get: ({ object, host }) => valueOf(host, object.pageFooter) },
    ColumnHeader: { get: ({ object, host }) => valueOf(host, object.columnHeader) },
    ColumnFooter: { get: ({ object, host }) => valueOf(host, object.columnFooter) },
  },
  methods: { Refresh: () => null },
});

/** Members of a subreport. */
export const subreportClass: HostClass<Live<SubreportObject>> = hostClass<Live<SubreportObject>>('SubreportObject', {
  extends: componentClass,
  properties: {
    PrintOnParent: flag<SubreportObject>('printOnParent'),
    ReportPage: { get: ({ object, host }) => valueOf(host, object.page) },
  },
});
