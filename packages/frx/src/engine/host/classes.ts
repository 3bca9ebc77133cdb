import { colorClass, fontClass, type HostClass } from '../../expression/index.ts';
import { paddingClass } from '../../expression/members/drawing.ts';
import { familyClass } from '../../expression/members/fonts.ts';
import { fillClassOf } from '../../expression/members/fills.ts';
import { hasDrawer } from '../../objects/index.ts';
import { setReportClasses, type ReportClass } from '../../script/index.ts';
import { DrawnObject, type ReportObject, TextObject } from '../build/components.ts';
import { Band, ChildBand, DataBand, GroupHeaderBand, ReportPage, SubreportObject } from '../bands/reportBands.ts';
import { TableCell, TableLine, TableObject } from '../tables/tableObjects.ts';
import {
  bandClass,
  bandColumnsClass,
  childBandClass,
  dataBandClass,
  groupBandClass,
  pageClass,
  subreportClass,
} from './bands.ts';
import { barcodeClassOf } from './barcodes.ts';
import { collectionClassOf } from './collections.ts';
import { columnClass, sourceClass } from './data.ts';
import { controlClassOf } from './dialogs.ts';
import { dictionaryClass, parameterClass, totalClass } from './dictionary.ts';
import { capClass, drawnClassOf } from './drawn.ts';
import { formatClassOf, formatsClass } from './formats.ts';
import { conditionClass, conditionsClass } from './highlights.ts';
import type { Live } from './host.ts';
import { borderClass, borderLineClass, linkClass } from './borders.ts';
import { componentClass } from './objects.ts';
import { paragraphClass, textClass } from './textObjects.ts';
import { columnsClass, watermarkClass } from './pages.ts';
import { engineClass, infoClass, reportClass } from './report.ts';
import { resultClass, resultColumnClass, resultRowClass } from './results.ts';
import { sortClass, sortsClass } from './sorts.ts';
import { isStored } from './stored.ts';
import { styleClass } from './styles.ts';
import {
  advMatrixClass,
  cellClass,
  matrixClass,
  tableBaseClass,
  tableClass,
  tableColumnClass,
  tableColumnsClass,
  tableRowClass,
  tableRowsClass,
} from './tables.ts';

/** Tables of the members of each class that scripts can use. */

/** Returns the table of members of an object. */
export function objectClass(object: ReportObject): HostClass<Live<ReportObject>> {
  const found = tableOf(object);
  return found as HostClass<Live<ReportObject>>;
}

function tableOf(object: ReportObject): unknown {
  if (object instanceof TableCell) return cellClass;
  if (object instanceof TextObject) return textClass;
  if (object instanceof TableObject)
    return object.type === 'MatrixObject' ? matrixClass : object.type === 'TableObject' ? tableClass : advMatrixClass;
  if (object instanceof TableLine) return object.type === 'TableColumn' ? tableColumnClass : tableRowClass;
  if (object instanceof DataBand) return dataBandClass;
  if (object instanceof GroupHeaderBand) return groupBandClass;
  if (object instanceof ChildBand) return childBandClass;
  if (object instanceof Band) return bandClass;
  if (object instanceof ReportPage) return pageClass;
  if (object instanceof SubreportObject) return subreportClass;
  return object instanceof DrawnObject ? drawnClassOf(object.type) : componentClass;
}

const tables: Readonly<Record<string, ReportClass>> = {
  Base: componentClass,
  ComponentBase: componentClass,
  ReportComponentBase: componentClass,
  BreakableComponent: componentClass,
  ContainerObject: componentClass,
  GaugeObject: componentClass,
  SubreportObject: subreportClass,
  RFIDLabel: componentClass,
  TextObjectBase: textClass,
  TextObject: textClass,
  CellularTextObject: textClass,
  TableCell: cellClass,
  TableBase: tableBaseClass,
  TableObject: tableClass,
  MatrixObject: matrixClass,
  AdvMatrixObject: advMatrixClass,
  TableResult: resultClass,
  TableRow: merged(tableRowClass, resultRowClass),
  TableColumn: merged(tableColumnClass, resultColumnClass),
  TableRowCollection: tableRowsClass,
  TableColumnCollection: tableColumnsClass,
  PageBase: pageClass,
  ReportPage: pageClass,
  PageColumns: columnsClass,
  Watermark: watermarkClass,
  BandColumns: bandColumnsClass,
  DataBand: dataBandClass,
  GroupHeaderBand: groupBandClass,
  ChildBand: childBandClass,
  Sort: sortClass,
  SortCollection: sortsClass,
  Report: reportClass,
  ReportEngine: engineClass,
  ReportInfo: infoClass,
  Dictionary: dictionaryClass,
  Parameter: parameterClass,
  Total: totalClass,
  Column: columnClass,
  DataSourceBase: sourceClass,
  Border: borderClass,
  BorderLine: borderLineClass,
  CapSettings: capClass,
  Hyperlink: linkClass,
  ParagraphFormat: paragraphClass,
  FormatCollection: formatsClass,
  Style: styleClass,
  HighlightCondition: conditionClass,
  ConditionCollection: conditionsClass,
  Color: colorClass,
  Font: fontClass,
  FontFamily: familyClass,
  Padding: paddingClass,
};

/** Combines the tables of two classes that share a name: members of either are declared. */
function merged(first: ReportClass, second: ReportClass): ReportClass {
  return {
    properties: new Map([...second.properties, ...first.properties]),
    methods: new Map([...second.methods, ...first.methods]),
  };
}

/** Table of classes without members. */
const nothing: ReportClass = { properties: new Map(), methods: new Map() };

function classNamed(name: string): ReportClass {
  if (tables[name]) return tables[name];
  if (name.endsWith('Band') || name === 'BandBase' || name === 'HeaderFooterBandBase') return bandClass;
  if (name.endsWith('DataSource')) return sourceClass;
  if (name === 'ListBoxBaseControl') return controlClassOf('ListBoxControl');
  if (name.endsWith('Control') || name === 'DialogPage') return controlClassOf(name);
  if (name === 'PictureObjectBase') return drawnClassOf('PictureObject');
  return (
    fillClassOf(name) ??
    formatClassOf(name) ??
    collectionClassOf(name) ??
    barcodeClassOf(name) ??
    (hasDrawer(name) ? drawnClassOf(name) : nothing)
  );
}

const described = new Map<string, ReportClass>();

/** Returns the description of a class for scripts. */
export function describedClass(name: string): ReportClass {
  let found = described.get(name);
  if (!found) {
    const { properties, methods } = classNamed(name);
    described.set(name, (found = { properties, methods, stores: (property) => isStored(name, property) }));
  }
  return found;
}

setReportClasses(describedClass);
