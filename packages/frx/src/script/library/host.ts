import { enumByName, enumNames } from '../../expression/enums.ts';
import { ExpressionError } from '../../expression/errors.ts';
import { colorByName } from '../../expression/members/drawing.ts';
import { construct, staticMember, staticMethod } from '../../expression/members/index.ts';
import { EnumValue } from '../../expression/values.ts';
import type { NetObject, Value } from '../../expression/values.ts';
import { TypeDefinition } from '../binder/types.ts';
import type { Call, NamedType } from '../binder/types.ts';
import { registerEnum, setHostTypes } from '../runtime/values.ts';
import { declareEnum } from './core.ts';
import { declare, libraryType, need } from './registry.ts';

/**
 * The objects of a report as types. Their members are found by name when the code runs: the engine's tables of members say what there is,
 * and a name they do not have is an error there.
 */

/** Classes with their bases, from the reference's list of properties. */
const CLASSES =
  'Base:Object ComponentBase:Base ReportComponentBase:ComponentBase BandBase:BreakableComponent PageBase:ComponentBase DialogComponentBase:ComponentBase DialogControl:DialogComponentBase ' +
  'DataConnectionBase:DataComponentBase DataSourceBase:Column FormatBase:Object FillBase:Object BarcodeBase:Object ReportEngine:Object ReportInfo:Object Hyperlink:Object ColumnCollection:Object ' +
  'PictureObjectBase:ReportComponentBase CollectionBase:Object DialogPage:PageBase BarcodeObject:ReportComponentBase BooleanFormat:FormatBase Border:Object BorderLine:Object ' +
  'BreakableComponent:ReportComponentBase BusinessObjectDataSource:DataSourceBase CellularTextObject:TextObject CheckBoxObject:ReportComponentBase ChildBand:BandBase Column:DataComponentBase ' +
  'ColumnFooterBand:BandBase ColumnHeaderBand:BandBase ContainerObject:ReportComponentBase CurrencyFormat:FormatBase CustomFormat:FormatBase DataBand:BandBase DataComponentBase:Base ' +
  'DataFooterBand:HeaderFooterBandBase DataHeaderBand:HeaderFooterBandBase DateFormat:CustomFormat Dictionary:Base FormatCollection:CollectionBase GaugeObject:ReportComponentBase GlassFill:FillBase ' +
  'GroupFooterBand:HeaderFooterBandBase GroupHeaderBand:HeaderFooterBandBase HatchFill:FillBase HeaderFooterBandBase:BandBase HighlightCondition:StyleBase HtmlObject:TextObjectBase ' +
  'LineObject:ReportComponentBase LinearGauge:GaugeObject LinearGradientFill:FillBase MatrixObject:TableBase NumberFormat:FormatBase OverlayBand:BandBase PageFooterBand:BandBase PageHeaderBand:BandBase ' +
  'Parameter:Base PathGradientFill:FillBase PercentFormat:FormatBase PictureObject:PictureObjectBase PolyLineObject:ReportComponentBase PolygonObject:PolyLineObject RFIDLabel:ContainerObject ' +
  'RadialGauge:GaugeObject Relation:DataComponentBase Report:Base ReportPage:PageBase ReportSummaryBand:HeaderFooterBandBase ReportTitleBand:BandBase ShapeObject:ReportComponentBase SimpleGauge:GaugeObject ' +
  'SimpleProgressGauge:SimpleGauge SolidFill:FillBase Sort:Object SortCollection:CollectionBase Style:StyleBase StyleBase:Object StyleCollection:CollectionBase SubreportObject:ReportComponentBase ' +
  'TableBase:BreakableComponent TableCell:TextObject TableColumn:ComponentBase TableDataSource:DataSourceBase TableObject:TableBase TableResult:TableBase TableRow:ComponentBase TextObject:TextObjectBase ' +
  'TextObjectBase:BreakableComponent TextureFill:FillBase TimeFormat:CustomFormat Total:Base ZipCodeObject:ReportComponentBase RichObject:TextObjectBase MSChartObject:ReportComponentBase ' +
  'SVGObject:ReportComponentBase MapObject:ReportComponentBase AdvMatrixObject:TableBase Font:Object FontFamily:Object Padding:Object Image:Object Bitmap:Image StringFormat:Object ' +
  'ButtonControl:DialogControl CheckBoxControl:DialogControl CheckedListBoxControl:DialogControl ComboBoxControl:DialogControl DateTimePickerControl:DialogControl GridControl:DialogControl ' +
  'GroupBoxControl:DialogControl LabelControl:DialogControl ListBoxControl:DialogControl MonthCalendarControl:DialogControl NumericUpDownControl:DialogControl PanelControl:DialogControl ' +
  'PictureBoxControl:DialogControl RadioButtonControl:DialogControl TextBoxControl:DialogControl';

const bases = new Map(CLASSES.split(' ').map((each) => each.split(':') as [string, string]));
const definitions = new Map<string, TypeDefinition>();

/** Whether members of a type are found when the code runs. */
export function isHostType(definition: TypeDefinition): boolean {
  return definitions.get(definition.name) === definition;
}

function definitionOf(name: string, base: string | undefined, isStruct = false): TypeDefinition {
  let definition = definitions.get(name);
  if (!definition) {
    definition = new TypeDefinition({
      name,
      namespace: 'FastReport',
      kind: isStruct ? 'struct' : 'class',
      shape: () => ({ base: hostBase(base), interfaces: [] }),
      members: () => [],
      memberNames: () => [],
    });
    definitions.set(name, definition);
  }
  return definition;
}

function hostBase(name: string | undefined): NamedType {
  if (name === undefined || name === 'Object') return need('Object').open;
  return definitionOf(name, bases.get(name)).open;
}

/** A class of the report by its name, as a script writes it. */
export function hostType(name: string): NamedType | undefined {
  if (name === 'Color') return definitionOf('Color', undefined, true).open;
  if (!bases.has(name) && !LEGACY.has(name)) return undefined;
  return definitionOf(name, bases.get(name)).open;
}

/** Classes with statics or constructors that the expression engine has. */
const LEGACY = new Set(['Units', 'Sort']);

const MAX_TYPES = 500;
setHostTypes(
  (name) =>
    hostType(name) ??
    (libraryType(name) || definitions.size > MAX_TYPES ? undefined : definitionOf(name, undefined).open),
);

export function asHost(value: Value): NetObject {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array || value.kind !== 'object')
    throw new ExpressionError('The value has no members');
  return value;
}

/** `Type.name` of a class of the report. */
export function hostStatic(type: string, name: string, call: Call['rt']): (() => Value) | undefined {
  const member = staticMember(type, name);
  return member && (() => member(call));
}

export function hostStaticMethod(
  type: string,
  name: string,
  call: Call['rt'],
): ((args: readonly Value[]) => Value) | undefined {
  const method = staticMethod(type, name);
  return method && ((args) => method(args, call));
}

export function hostConstruct(type: string, args: readonly Value[], call: Call['rt']): Value | undefined {
  return construct(type, args, call);
}

export { colorByName, declare, EnumValue, registerEnum };

for (const name of enumNames()) if (!libraryType(name) && enumByName(name)) declareEnum('FastReport', name);
