import classes from '../../template/classes.json' with { type: 'json' };
import { knownColors } from '../../template/colors.ts';
import type { EnumType } from './values.ts';

function enumType(name: string, members: string, flags = false): EnumType {
  const entries = members.split(' ').map((member, index): [string, number] => {
    const [key = '', number] = member.split('=');
    return [key, number === undefined ? index : Number(number)];
  });
  return { name, flags, members: new Map(entries) };
}

/** Enums of .NET, and those of the report engine that are missing in the list of its classes. */
const types: readonly EnumType[] = [
  enumType('DayOfWeek', 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
  enumType('MidpointRounding', 'ToEven AwayFromZero ToZero ToNegativeInfinity ToPositiveInfinity'),
  enumType(
    'StringComparison',
    'CurrentCulture CurrentCultureIgnoreCase InvariantCulture InvariantCultureIgnoreCase Ordinal OrdinalIgnoreCase',
  ),
  enumType('StringSplitOptions', 'None RemoveEmptyEntries TrimEntries', true),
  enumType('FontStyle', 'Regular=0 Bold=1 Italic=2 Underline=4 Strikeout=8', true),
  enumType('GraphicsUnit', 'World=0 Display=1 Pixel=2 Point=3 Inch=4 Document=5 Millimeter=6'),
  { name: 'KnownColor', flags: false, members: new Map(knownColors.map((name, at) => [name, at + 1])) },
  enumType('HyperlinkKind', 'URL DetailReport DetailPage PageNumber Bookmark Custom'),
  enumType('DialogResult', 'None OK Cancel Abort Retry Ignore Yes No'),
  enumType('CheckState', 'Unchecked Checked Indeterminate'),
  enumType(
    'TypeCode',
    'Empty=0 Object=1 DBNull=2 Boolean=3 Char=4 SByte=5 Byte=6 Int16=7 UInt16=8 Int32=9 UInt32=10 Int64=11 UInt64=12 Single=13 Double=14 Decimal=15 DateTime=16 String=18',
  ),
  enumType(
    'VariantType',
    'Empty=0 Null=1 Short=2 Integer=3 Single=4 Double=5 Currency=6 Date=7 String=8 Object=9 Error=10 Boolean=11 Variant=12 DataObject=13 Decimal=14 Byte=17 Char=18 Long=20 UserDefinedType=36 Array=8192',
  ),
  enumType('TriState', 'False=0 UseDefault=-2 True=-1'),
  enumType('ColumnLayout', 'AcrossThenDown DownThenAcross'),
  enumType('WatermarkTextRotation', 'Horizontal Vertical ForwardDiagonal BackwardDiagonal'),
  enumType('WatermarkImageSize', 'Normal Center Stretch Zoom Tile'),
  ...Object.entries(classes.enums).map(([name, members]) =>
    enumType(name, members.replace(/^flags /u, ''), members.startsWith('flags ')),
  ),
];

const byName: ReadonlyMap<string, EnumType> = new Map(types.map((type) => [type.name, type]));

/** An enum of .NET or of the report engine by its name. */
export function enumByName(name: string): EnumType | undefined {
  return byName.get(name);
}

/** Names of all enums. */
export function enumNames(): string[] {
  return [...byName.keys()];
}
