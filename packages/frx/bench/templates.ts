/** Templates for timing where the reference templates are missing: the same three structures. */

const TABLES = {
  Result:
    'Id:Int32 ItemId:Int32 InspectionId:Int32 Condition:String ConditionColor:String Height:Double Weight:Decimal InspectedAt:DateTime Finding:String Recommendation:String Priority:Int32 Cost:Decimal',
  Item: 'Id:Int32 ParentId:Int32 LocationId:Int32 Path:String Name:String TypeName:String IsLocation:Boolean Tag:String Order:Int32 SerialNo:String Manufactured:DateTime Swl:Decimal IntervalMonths:Int32',
};
const NUMBER =
  'Format="Number" Format.UseLocale="false" Format.DecimalDigits="2" Format.DecimalSeparator="." Format.GroupSeparator=","';
const PAGE_NUMBER = `<PageFooterBand Name="Foot" Width="718.2" Height="28.35">${text('PageNumber', 491.4, 226.8, '[PageN]', 'HorzAlign="Right"')}</PageFooterBand>`;

function text(name: string, left: number, width: number, shown: string, more = ''): string {
  return `<TextObject Name="${name}" Left="${left}" Width="${width}" Height="18.9" Text="${shown}" Font="Arial, 8pt" ${more}/>`;
}

function table(name: keyof typeof TABLES): string {
  const columns = TABLES[name].split(' ').map((column) => {
    const [title, type] = column.split(':');
    return `<Column Name="${title}" DataType="System.${type}"/>`;
  });
  return `<TableDataSource Name="${name}" ReferenceName="Field.${name}" Enabled="true">${columns.join('')}</TableDataSource>`;
}

/** The five texts of a row of `Result`, or of its heading. */
function rowOf(prefix: string, show: (column: string) => string, grows: boolean, heading: boolean): string {
  const style = heading ? 'Fill.Color="Gainsboro" Border.Lines="All"' : '';
  return [
    text(`${prefix}1`, 0, 75.6, show('Id'), style),
    text(`${prefix}2`, 75.6, 113.4, show('Condition'), style),
    text(`${prefix}3`, 189, 283.5, show('Finding'), `${style} ${grows ? 'CanGrow="true"' : ''}`),
    text(
      `${prefix}4`,
      472.5,
      113.4,
      show('InspectedAt'),
      `${style} ${heading ? '' : 'Format="Date" Format.Format="dd.MM.yyyy"'}`,
    ),
    text(`${prefix}5`, 585.9, 132.3, show('Cost'), `${style} ${heading ? '' : `HorzAlign="Right" ${NUMBER}`}`),
  ].join('');
}

const heads = rowOf('Head', (column) => column, false, true);
const fields = (grows: boolean): string => rowOf('Field', (column) => `[Result.${column}]`, grows, false);
const pageHeader = `<PageHeaderBand Name="Header" Width="718.2" Height="22.68">${heads}</PageHeaderBand>`;

function report(dictionary: string, bands: string): string {
  return `<Report ScriptLanguage="CSharp"><Dictionary>${dictionary}</Dictionary><ReportPage Name="Page1">${bands}${PAGE_NUMBER}</ReportPage></Report>`;
}

/** By the file name of the reference template with the same structure. */
export const ownTemplates: Readonly<Record<string, string>> = {
  't1-list-100000.frx': report(
    table('Result'),
    `${pageHeader}<DataBand Name="Data" Width="718.2" Height="18.9" DataSource="Result">${fields(false)}</DataBand>`,
  ),
  't2-group-20000.frx': report(
    `${table('Result')}<Total Name="N" TotalType="Count" Evaluator="Data" PrintOn="Sum"/><Total Name="S" Expression="[Result.Cost]" Evaluator="Data" PrintOn="Sum"/>`,
    `${pageHeader}<GroupHeaderBand Name="Group" Width="718.2" Height="30.24" Condition="[Result.ItemId]">${text('Title', 0, 718.2, 'Item [Result.ItemId]')}<DataBand Name="Data" Width="718.2" Height="18.9" DataSource="Result" CanGrow="true">${fields(true)}<Sort><Sort Expression="[Result.InspectedAt]"/></Sort></DataBand><GroupFooterBand Name="Sum" Width="718.2" Height="26.46">${text('Rows', 0, 378, '[N] rows')}${text('Cost', 472.5, 245.7, '[S]', `HorzAlign="Right" Border.Lines="Top" ${NUMBER}`)}</GroupFooterBand></GroupHeaderBand>`,
  ),
  't3-md-2000.frx': report(
    `${table('Item')}${table('Result')}<Relation Name="Item_Result" ParentDataSource="Item" ChildDataSource="Result" ParentColumns="Id" ChildColumns="ItemId" Enabled="true"/><Total Name="S" Expression="[Result.Cost]" Evaluator="Details" PrintOn="Sum"/>`,
    `<DataBand Name="Master" Width="718.2" Height="75.6" DataSource="Item" StartNewPage="true">${text('Name', 0, 491.4, '[Item.Name]')}${text('Tag', 491.4, 226.8, '[Item.Tag]')}<DataBand Name="Details" Width="718.2" Height="18.9" DataSource="Result">${fields(false)}<DataHeaderBand Name="DetailHead" Width="718.2" Height="22.68">${heads}</DataHeaderBand><DataFooterBand Name="Sum" Width="718.2" Height="22.68">${text('Cost', 472.5, 245.7, '[S]', `HorzAlign="Right" ${NUMBER}`)}</DataFooterBand></DataBand></DataBand>`,
  ),
};
