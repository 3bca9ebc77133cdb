/**
 * Members of FastReport's classes that are not among their stored properties (`template/classes.json`): methods, events, constructors,
 * collections, and classes that are not part of a template. They are C# signatures by the header of their class; the engine's tables
 * (`engine/host`) implement them.
 */
type Signatures = Readonly<Record<string, readonly string[]>>;

/** Returns the signatures of a collection that a script can enumerate, count and index. */
const collection = (name: string, item: string, ...more: readonly string[]): Signatures => ({
  [`${name} : IEnumerable<${item}>`]: [
    'int Count { get; }',
    `${item} this[int index] { get; }`,
    `int IndexOf(${item} value)`,
    `bool Contains(${item} value)`,
    ...more,
  ],
});

/** Classes without members of their own. */
const plain = (...headers: readonly string[]): Signatures => Object.fromEntries(headers.map((header) => [header, []]));

const objects: Signatures = {
  'abstract Base': [
    'Report Report { get; }',
    'PageBase Page { get; }',
    'ObjectCollection AllObjects { get; }',
    'ObjectCollection ChildObjects { get; }',
    'Base FindObject(string name)',
    'bool HasParent(Base obj)',
  ],
  'abstract ComponentBase : Base': [
    'string ClassName { get; }',
    'float Right { get; }',
    'float Bottom { get; }',
    'float AbsLeft { get; }',
    'float AbsTop { get; }',
    'bool HasParent(Base obj)',
    'float AbsRight { get; }',
    'float AbsBottom { get; }',
    'RectangleF AbsBounds { get; }',
    'void CreateUniqueName()',
  ],
  'abstract ReportComponentBase : ComponentBase': [
    'BandBase Band { get; }',
    'void ApplyStyle(Style style)',
    'float CalcHeight()',
    'float CalcWidth()',
    'event EventHandler BeforePrint',
    'event EventHandler AfterPrint',
    'event EventHandler AfterData',
  ],
  'BreakableComponent : ReportComponentBase': [],
  'abstract TextObjectBase : BreakableComponent': [],
  'TextObject : TextObjectBase': ['new()', 'object Value { get; }'],
  'CellularTextObject : TextObject': ['new()'],
  'PictureObjectBase : ReportComponentBase': [],
  'PictureObject : PictureObjectBase': ['new()', 'void SetImageData(byte[] data)'],
  'BarcodeObject : ReportComponentBase': ['new()'],
  'CheckBoxObject : ReportComponentBase': ['new()'],
  'LineObject : ReportComponentBase': ['new()'],
  'ShapeObject : ReportComponentBase': ['new()'],
  'ContainerObject : ReportComponentBase': ['ReportComponentCollection Objects { get; }'],
  'abstract GaugeObject : ReportComponentBase': [],
  'RichObject : TextObjectBase': [],
  ...plain(
    'MSChartObject : ReportComponentBase',
    'SparklineObject : ReportComponentBase',
    'SVGObject : ReportComponentBase',
    'MapObject : ReportComponentBase',
    'BarcodeBase',
    'LinearBarcodeBase : BarcodeBase',
    'Barcode2DBase : BarcodeBase',
    'BarcodeEAN : LinearBarcodeBase',
  ),
};

/** Codes of barcode objects, which a script can create. */
const codes: Signatures = Object.fromEntries(
  (
    '128 2of5Industrial 2of5Interleaved 2of5Matrix 39 39Extended 93 93Extended Aztec Codabar Datamatrix DeutscheIdentcode DeutscheLeitcode ' +
    'EAN128 EAN13 EAN8 GS1Datamatrix GS1ExpandedStacked GS1Limited GS1Omnidirectional GS1Stacked GS1StackedOmnidirectional ITF14 IntelligentMail ' +
    'JapanPost4StateCode MSI MaxiCode PDF417 Pharmacode Plessey PostNet QR Supplement2 Supplement5 UPC_A UPC_E0 UPC_E1'
  )
    .split(' ')
    .map((name) => [`Barcode${name}`, ['new()']]),
);

const bands: Signatures = {
  'abstract BandBase : BreakableComponent': ['event EventHandler BeforeLayout', 'event EventHandler AfterLayout'],
  'abstract HeaderFooterBandBase : BandBase': [],
  'GroupHeaderBand : HeaderFooterBandBase': ['DataSourceBase DataSource { get; }'],
  'abstract PageBase : ComponentBase': ['void Refresh()'],
  'ReportPage : PageBase': [
    'event EventHandler StartPage',
    'event EventHandler FinishPage',
    'float WidthInPixels { get; }',
    'float HeightInPixels { get; }',
  ],
  PageColumns: ['int Count { get; set; }', 'float Width { get; set; }'],
  BandColumns: [
    'int Count { get; set; }',
    'float Width { get; set; }',
    'ColumnLayout Layout { get; set; }',
    'int MinRowCount { get; set; }',
  ],
  Watermark: [
    'bool Enabled { get; set; }',
    'string Text { get; set; }',
    'Font Font { get; set; }',
    'FillBase TextFill { get; set; }',
    'WatermarkTextRotation TextRotation { get; set; }',
    'WatermarkImageSize ImageSize { get; set; }',
    'float ImageTransparency { get; set; }',
    'bool ShowTextOnTop { get; set; }',
    'bool ShowImageOnTop { get; set; }',
  ],
  Sort: ['new(string expression)', 'new(string expression, bool descending)'],
  'SortCollection : IEnumerable<Sort>': [
    'new()',
    'int Count { get; }',
    'Sort this[int index] { get; }',
    'int Add(Sort value)',
    'void Clear()',
  ],
  ...collection('ReportComponentCollection', 'ReportComponentBase', 'int Add(ReportComponentBase value)'),
  ...collection('ObjectCollection', 'Base'),
  ...collection('BandCollection', 'BandBase'),
  ...collection('PageCollection', 'PageBase'),
};

/** The columns or rows of a table. */
const lines = (item: string): Signatures =>
  collection(
    `${item}Collection`,
    item,
    `int Add(${item} value)`,
    `void Insert(int index, ${item} value)`,
    `void Remove(${item} value)`,
    'void RemoveAt(int index)',
    'void Clear()',
  );

const tables: Signatures = {
  'TableBase : BreakableComponent': [
    'TableCell this[int x, int y] { get; }',
    'TableResult ResultTable { get; }',
    'int ColumnCount { get; set; }',
    'int RowCount { get; set; }',
  ],
  'TableObject : TableBase': [
    'new()',
    'void PrintRow(int index)',
    'void PrintRows()',
    'void PrintRows(int[] indices)',
    'void PrintColumn(int index)',
    'void PrintColumns()',
    'void PrintColumns(int[] indices)',
    'void PageBreak()',
  ],
  'MatrixObject : TableBase': [
    'void AddValue(object[] columnValues, object[] rowValues, object[] cellValues)',
    'object Value(int index)',
  ],
  'AdvMatrixObject : TableBase': [
    'int RowIndex { get; }',
    'int ColumnIndex { get; }',
    'int RowNo { get; }',
    'int ColumnNo { get; }',
    'int ItemCount { get; }',
    'DataSourceBase DataSource { get; }',
  ],
  'TableResult : TableBase': ['event EventHandler AfterCalcBounds', 'float CalcWidth()', 'float CalcHeight()'],
  'TableRow : ComponentBase': ['new()', 'int Index { get; }', 'TableCell this[int column] { get; }'],
  'TableColumn : ComponentBase': ['new()', 'int Index { get; }'],
  'TableCell : TextObject': ['ReportComponentCollection Objects { get; }'],
  ...lines('TableRow'),
  ...lines('TableColumn'),
};

const report: Signatures = {
  'Report : Base': [
    'bool Aborted { get; }',
    'void Abort()',
    'object GetColumnValue(string complexName)',
    'object GetColumnValueNullable(string complexName)',
    'Parameter GetParameter(string complexName)',
    'object GetParameterValue(string complexName)',
    'void SetParameterValue(string complexName, object value)',
    'object GetVariableValue(string complexName)',
    'Variant GetTotalValue(string name)',
    'Variant GetTotalValueNullable(string name)',
    'DataSourceBase GetDataSource(string alias)',
    'object Calc(string expression)',
    'void Refresh()',
  ],
  ReportInfo: [
    ...['Name', 'Author', 'Version', 'Description', 'CreatorVersion', 'Tag'].map(
      (name) => `string ${name} { get; set; }`,
    ),
    'DateTime Created { get; }',
    'DateTime Modified { get; }',
  ],
  ReportEngine: [
    'float CurX { get; set; }',
    'float CurY { get; set; }',
    'int CurPage { get; }',
    'int CurColumn { get; }',
    'float PageWidth { get; }',
    'float PageHeight { get; }',
    'float FreeSpace { get; }',
    'bool FirstPass { get; }',
    'bool FinalPass { get; }',
    'int PageNo { get; }',
    'int TotalPages { get; }',
    'string PageN { get; }',
    'string PageNofM { get; }',
    'int RowNo { get; }',
    'int AbsRowNo { get; }',
    'DateTime Date { get; }',
    'int HierarchyLevel { get; }',
    'string HierarchyRowNo { get; }',
    'void StartNewPage()',
    'void StartNewColumn()',
    'void ShowBand(BandBase band)',
    'void AddOutline(string text)',
    'void OutlineUp()',
    'void OutlineRoot()',
    'void AddBookmark(string name)',
    'int GetBookmarkPage(string name)',
    'void StartKeep()',
    'void EndKeep()',
    'void ProcessObject(ReportComponentBase obj)',
    'void ResetLogicalPageNumber()',
  ],
};

const data: Signatures = {
  'DataComponentBase : Base': [],
  'DataSourceBase : Column': [
    'int RowCount { get; }',
    'bool HasMoreRows { get; }',
    'object this[string columnAlias] { get; }',
    'object this[Column column] { get; }',
    'void Init()',
    'void Init(string filter)',
    'void Init(DataSourceBase parentData)',
    'void Init(string filter, SortCollection sort)',
    'void Init(DataSourceBase parentData, string filter, SortCollection sort)',
    'void EnsureInit()',
    'void First()',
    'void Next()',
    'void Prior()',
  ],
  'Column : DataComponentBase': ['object Value { get; }'],
  'Total : Base': ['object Value { get; }'],
  ...collection('FloatCollection', 'float'),
  ...collection('ColumnCollection', 'Column', 'Column FindByName(string name)', 'Column FindByAlias(string alias)'),
  ...collection(
    'DataSourceCollection',
    'DataSourceBase',
    'DataSourceBase FindByName(string name)',
    'DataSourceBase FindByAlias(string alias)',
  ),
  ...collection('ParameterCollection', 'Parameter', 'Parameter FindByName(string name)'),
  ...collection('TotalCollection', 'Total', 'Total FindByName(string name)'),
};

const drawing: Signatures = {
  'struct Color : IEquatable<Color>': [
    'new()',
    'byte A { get; }',
    'byte R { get; }',
    'byte G { get; }',
    'byte B { get; }',
    'string Name { get; }',
    'bool IsEmpty { get; }',
    'bool IsNamedColor { get; }',
    'bool IsKnownColor { get; }',
    'bool IsSystemColor { get; }',
    'KnownColor ToKnownColor()',
    'float GetHue()',
    'float GetSaturation()',
    'float GetBrightness()',
    'int ToArgb()',
    'static Color FromArgb(int argb)',
    'static Color FromArgb(int alpha, Color baseColor)',
    'static Color FromArgb(int red, int green, int blue)',
    'static Color FromArgb(int alpha, int red, int green, int blue)',
    'static Color FromName(string name)',
    'static Color FromKnownColor(KnownColor color)',
  ],
  SystemColors: [],
  Font: [
    'new(string familyName, float emSize)',
    'new(string familyName, float emSize, FontStyle style)',
    'new(FontFamily family, float emSize)',
    'new(FontFamily family, float emSize, FontStyle style)',
    ...['string familyName', 'FontFamily family'].flatMap((family) => [
      `new(${family}, float emSize, GraphicsUnit unit)`,
      `new(${family}, float emSize, FontStyle style, GraphicsUnit unit)`,
      `new(${family}, float emSize, FontStyle style, GraphicsUnit unit, byte gdiCharSet)`,
      `new(${family}, float emSize, FontStyle style, GraphicsUnit unit, byte gdiCharSet, bool gdiVerticalFont)`,
    ]),
    'new(Font prototype, FontStyle newStyle)',
    'string Name { get; }',
    'float Size { get; }',
    'float SizeInPoints { get; }',
    'bool Bold { get; }',
    'bool Italic { get; }',
    'bool Underline { get; }',
    'bool Strikeout { get; }',
    'FontStyle Style { get; }',
    'FontFamily FontFamily { get; }',
    'GraphicsUnit Unit { get; }',
    'byte GdiCharSet { get; }',
    'bool GdiVerticalFont { get; }',
    'bool IsSystemFont { get; }',
    'int Height { get; }',
    'float GetHeight()',
    'float GetHeight(float dpi)',
    'object Clone()',
  ],
  FontFamily: [
    'new(string name)',
    'string Name { get; }',
    'int GetEmHeight(FontStyle style)',
    'int GetLineSpacing(FontStyle style)',
    'int GetCellAscent(FontStyle style)',
    'int GetCellDescent(FontStyle style)',
  ],
  'struct Padding': [
    'new(int all)',
    'new(int left, int top, int right, int bottom)',
    'int Left { get; set; }',
    'int Top { get; set; }',
    'int Right { get; set; }',
    'int Bottom { get; set; }',
  ],
  'abstract FillBase': ['FillBase Clone()'],
  'SolidFill : FillBase': ['new()', 'new(Color color)', 'bool IsTransparent { get; }'],
  'GlassFill : FillBase': ['new()', 'new(Color color, float blend, bool hatch)'],
  'LinearGradientFill : FillBase': [
    'new()',
    'new(Color startColor, Color endColor)',
    'new(Color startColor, Color endColor, int angle)',
    'new(Color startColor, Color endColor, int angle, float focus, float contrast)',
  ],
  'PathGradientFill : FillBase': ['new()', 'new(Color centerColor, Color edgeColor, PathGradientStyle style)'],
  'HatchFill : FillBase': ['new()', 'new(Color foreColor, Color backColor, HatchStyle style)'],
  'TextureFill : FillBase': [],
  Border: ['new()', 'Border Clone()'],
  BorderLine: [],
  Hyperlink: [
    'string Value { get; set; }',
    'HyperlinkKind Kind { get; set; }',
    'string Expression { get; set; }',
    'bool OpenLinkInNewTab { get; set; }',
  ],
  ParagraphFormat: [],
  'StyleCollection : IEnumerable<Style>': [
    'int Count { get; }',
    'Style this[int index] { get; }',
    'int IndexOf(Style value)',
    'int IndexOf(string value)',
    'bool Contains(Style value)',
    'bool Contains(string value)',
  ],
  'HighlightCondition : StyleBase': ['new()'],
  'ConditionCollection : IEnumerable<HighlightCondition>': [
    'int Count { get; }',
    'HighlightCondition this[int index] { get; }',
    'int Add(HighlightCondition value)',
    'void Clear()',
  ],
  'abstract FormatBase': ['string FormatValue(object value)'],
  'GeneralFormat : FormatBase': ['new()'],
  'NumberFormat : FormatBase': ['new()'],
  'CurrencyFormat : FormatBase': ['new()'],
  'PercentFormat : FormatBase': ['new()'],
  'BooleanFormat : FormatBase': ['new()'],
  'CustomFormat : FormatBase': ['new()'],
  'DateFormat : CustomFormat': ['new()'],
  'TimeFormat : CustomFormat': ['new()'],
  'FormatCollection : IEnumerable<FormatBase>': [
    'int Count { get; }',
    'FormatBase this[int index] { get; }',
    'int Add(FormatBase value)',
    'void Clear()',
  ],
  ColorTranslator: ['static Color FromHtml(string htmlColor)', 'static string ToHtml(Color c)'],
  Units: [
    'static float Millimeters { get; }',
    'static float Centimeters { get; }',
    'static float Inches { get; }',
    'static float HundrethsOfInch { get; }',
  ],
  ...plain('Image', 'Bitmap : Image'),
};

/** Dialogs and their controls. */
const dialogs: Signatures = {
  'abstract DialogComponentBase : Base': [],
  'DialogControl : DialogComponentBase': [
    'string Text { get; set; }',
    'bool Enabled { get; set; }',
    'bool Visible { get; set; }',
    'object Tag { get; set; }',
    'void Focus()',
    'void Hide()',
    'void Show()',
    'void ResetFilter()',
    'void FillData()',
  ],
  'CheckBoxControl : DialogControl': ['bool Checked { get; set; }'],
  'RadioButtonControl : DialogControl': ['bool Checked { get; set; }'],
  'DateTimePickerControl : DialogControl': ['DateTime Value { get; set; }', 'bool Checked { get; set; }'],
  'MonthCalendarControl : DialogControl': [
    'DateTime SelectionStart { get; set; }',
    'DateTime SelectionEnd { get; set; }',
  ],
  'NumericUpDownControl : DialogControl': [
    'decimal Value { get; set; }',
    'decimal Minimum { get; }',
    'decimal Maximum { get; }',
  ],
  'ListBoxBaseControl : DialogControl': [
    'dynamic Items { get; }',
    'int SelectedIndex { get; set; }',
    'object SelectedItem { get; }',
    'object SelectedValue { get; }',
    'dynamic SelectedItems { get; }',
    'dynamic CheckedItems { get; }',
    'dynamic CheckedIndices { get; }',
    'bool GetItemChecked(int index)',
    'void SetItemChecked(int index, bool value)',
  ],
  ...plain(
    'ComboBoxControl : ListBoxBaseControl',
    'ListBoxControl : ListBoxBaseControl',
    'CheckedListBoxControl : ListBoxBaseControl',
    'DialogPage : DialogControl',
    'ButtonControl : DialogControl',
    'DataSelectorControl : ListBoxBaseControl',
    'GridControl : DialogControl',
    'GroupBoxControl : DialogControl',
    'LabelControl : DialogControl',
    'MaskedTextBoxControl : DialogControl',
    'PanelControl : DialogControl',
    'PictureBoxControl : DialogControl',
    'RichTextBoxControl : DialogControl',
    'TextBoxControl : DialogControl',
    'FormClosedEventArgs : EventArgs',
    'FormClosingEventArgs : EventArgs',
    'MouseEventArgs : EventArgs',
    'KeyEventArgs : EventArgs',
  ),
};

/** Signatures by the header of their class. */
export const reportSignatures: Signatures = {
  ...objects,
  ...codes,
  ...bands,
  ...tables,
  ...report,
  ...data,
  ...drawing,
  ...dialogs,
};

/** Properties that have no setter in .NET. */
export const readOnlyProperties: ReadonlySet<string> = new Set(
  (
    'AllObjects BaseName Bands ChildObjects ColumnIndex ColumnValues Columns Connections DataSources Dictionary Engine Flags Formats Highlight ' +
    'IsFirstRow IsLastRow Objects OriginalComponent Pages Parameters PreparedPages Relations Repeated RowIndex RowValues Rows Styles ' +
    'SystemVariables Totals'
  ).split(' '),
);
