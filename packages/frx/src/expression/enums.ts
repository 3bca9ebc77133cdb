import type { EnumType } from './values.ts';

function enumType(name: string, members: string, flags = false): EnumType {
  const entries = members.split(' ').map((member, index): [string, number] => {
    const [key = '', number] = member.split('=');
    return [key, number === undefined ? index : Number(number)];
  });
  return { name, flags, members: new Map(entries) };
}

const types: readonly EnumType[] = [
  enumType('DayOfWeek', 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
  enumType('MidpointRounding', 'ToEven AwayFromZero ToZero ToNegativeInfinity ToPositiveInfinity'),
  enumType(
    'StringComparison',
    'CurrentCulture CurrentCultureIgnoreCase InvariantCulture InvariantCultureIgnoreCase Ordinal OrdinalIgnoreCase',
  ),
  enumType('StringSplitOptions', 'None RemoveEmptyEntries TrimEntries', true),
  enumType('FontStyle', 'Regular=0 Bold=1 Italic=2 Underline=4 Strikeout=8', true),
  enumType('HorzAlign', 'Left Center Right Justify'),
  enumType('VertAlign', 'Top Center Bottom'),
  enumType('BorderLines', 'None=0 Left=1 Right=2 Top=4 Bottom=8 All=15', true),
  enumType('LineStyle', 'Solid Dash Dot DashDot DashDotDot Double Custom'),
  enumType('CapStyle', 'None Circle Square Diamond Arrow'),
  enumType('CheckedSymbol', 'Check Cross Plus Fill'),
  enumType('UncheckedSymbol', 'None Cross Minus Slash BackSlash'),
  enumType('ShapeKind', 'Rectangle RoundRectangle Ellipse Triangle Diamond'),
  enumType('ShiftMode', 'Never Always WhenOverlapped'),
  enumType('Duplicates', 'Show Hide Clear Merge'),
  enumType('SortOrder', 'None Ascending Descending'),
  enumType('TotalType', 'Sum Min Max Avg Count CountDistinct'),
  enumType(
    'ProcessAt',
    'Default ReportFinished ReportPageFinished PageFinished ColumnFinished DataFinished GroupFinished Custom',
  ),
  enumType('PrintOn', 'None=0 FirstPage=1 LastPage=2 OddPages=4 EvenPages=8 RepeatedBand=16 SinglePage=32', true),
  enumType('AnchorStyles', 'None=0 Top=1 Bottom=2 Left=4 Right=8', true),
  enumType('DockStyle', 'None Top Bottom Left Right Fill'),
  enumType(
    'HatchStyle',
    'Horizontal=0 Vertical=1 ForwardDiagonal=2 BackwardDiagonal=3 LargeGrid=4 DiagonalCross=5 Percent05=6 Percent10=7 Percent20=8 Percent25=9 Percent30=10 Percent40=11 Percent50=12 Percent60=13 Percent70=14 Percent75=15 Percent80=16 Percent90=17 LightDownwardDiagonal=18 LightUpwardDiagonal=19 DarkDownwardDiagonal=20 DarkUpwardDiagonal=21 WideDownwardDiagonal=22 WideUpwardDiagonal=23 LightVertical=24 LightHorizontal=25 NarrowVertical=26 NarrowHorizontal=27 DarkVertical=28 DarkHorizontal=29 DashedDownwardDiagonal=30 DashedUpwardDiagonal=31 DashedHorizontal=32 DashedVertical=33 SmallConfetti=34 LargeConfetti=35 ZigZag=36 Wave=37 DiagonalBrick=38 HorizontalBrick=39 Weave=40 Plaid=41 Divot=42 DottedGrid=43 DottedDiamond=44 Shingle=45 Trellis=46 Sphere=47 SmallGrid=48 SmallCheckerBoard=49 LargeCheckerBoard=50 OutlinedDiamond=51 SolidDiamond=52',
  ),
  enumType('PathGradientStyle', 'Elliptic Rectangular'),
  enumType('TextRenderType', 'Default HtmlTags HtmlParagraph Inline'),
  enumType('AutoShrinkMode', 'None FontSize FontWidth FitText'),
  enumType('MergeMode', 'None=0 Horizontal=1 Vertical=2', true),
  enumType('StringTrimming', 'None Character Word EllipsisCharacter EllipsisWord EllipsisPath'),
  enumType('PictureBoxSizeMode', 'Normal StretchImage AutoSize CenterImage Zoom'),
  enumType('HyperlinkKind', 'URL DetailReport DetailPage PageNumber Bookmark Custom'),
  enumType('StylePriority', 'UseFill UseAll'),
  enumType('TableLayout', 'AcrossThenDown DownThenAcross Wrapped'),
  enumType('DialogResult', 'None OK Cancel Abort Retry Ignore Yes No'),
  enumType('CheckState', 'Unchecked Checked Indeterminate'),
  enumType(
    'TypeCode',
    'Empty=0 Object=1 DBNull=2 Boolean=3 Char=4 SByte=5 Byte=6 Int16=7 UInt16=8 Int32=9 UInt32=10 Int64=11 UInt64=12 Single=13 Double=14 Decimal=15 DateTime=16 String=18',
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
