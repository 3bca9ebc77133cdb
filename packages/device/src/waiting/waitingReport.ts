/** Prints the changes that the server does not have. */
import type { WaitingChange } from '@holdfast/contract';
import type { DataCell, DataSet, FileBytes } from '@holdfast/core';

/** A change to print, with its photo; null without one. */
export interface PrintedChange {
  change: WaitingChange;
  photo: FileBytes | Uint8Array | null;
}

/** Heading of the document. */
interface Heading {
  /** The author of the changes. */
  author: string;
  /** Address of the server. */
  server: string;
  /** Milliseconds UTC. */
  now: number;
}

const STATES: Readonly<Record<WaitingChange['kind'], string>> = {
  waiting: 'Waiting to be sent',
  refused: 'Not accepted by the server',
  lost: 'Lost on the server',
  damaged: 'Not accepted by the server',
};

/** The data of the document, as `WAITING_TEMPLATE` reads them. */
export function waitingDataSet(changes: readonly PrintedChange[], { author, server, now }: Heading): DataSet {
  const photos = changes.filter(({ photo }) => photo !== null);
  return {
    name: 'Holdfast',
    relations: [{ parent: 'Change', parentColumn: 'Id', child: 'Photo', childColumn: 'ChangeId' }],
    tables: [
      {
        name: 'Document',
        columns: [
          { name: 'Author', type: 'text' },
          { name: 'Server', type: 'text' },
          { name: 'MadeAt', type: 'text' },
          { name: 'Count', type: 'text' },
        ],
        rows: () => listed([[author, server, inUtc(now), countText(changes.length)]]),
      },
      {
        name: 'Change',
        columns: [
          { name: 'Id', type: 'text' },
          { name: 'State', type: 'text' },
          { name: 'Title', type: 'text' },
          { name: 'Lines', type: 'text' },
          { name: 'At', type: 'text' },
          { name: 'Reason', type: 'text' },
        ],
        rows: () => listed(changes.map(({ change }) => changeRow(change))),
      },
      {
        name: 'Photo',
        columns: [
          { name: 'ChangeId', type: 'text' },
          { name: 'Image', type: 'bytes' },
        ],
        rows: () => listed(photos.map(({ change, photo }) => [change.id, photo])),
      },
    ],
  };
}

function changeRow({ id, kind, place, what, lines, at, reason }: WaitingChange): DataCell[] {
  const title = [place, what].filter((part) => part !== '').join(' · ');
  const values = lines.map(({ field, from, to }) => {
    const value = from === '' ? to : `${from} → ${to === '' ? 'empty' : to}`;
    return field === '' ? value : `${field}: ${value}`;
  });
  return [id, STATES[kind], title, values.join('\n'), inUtc(Date.parse(at)), reason ?? ''];
}

function countText(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}

/** A moment as day and time in UTC. */
function inUtc(ms: number): string {
  const [day = '', time = ''] = new Date(ms).toISOString().split('T');
  return `${day.split('-').toReversed().join('/')} ${time.slice(0, 5)} UTC`;
}

async function* listed(rows: readonly DataCell[][]): AsyncGenerator<DataCell[]> {
  yield* rows;
}

/** An A4 document with one block for each change and the photos below it. */
export const WAITING_TEMPLATE = `<?xml version="1.0" encoding="utf-8"?>
<Report ScriptLanguage="CSharp" ReportInfo.Name="Changes the server does not have">
  <Dictionary>
    <TableDataSource Name="Document" ReferenceName="Holdfast.Document" DataType="System.Int32" Enabled="true">
      <Column Name="Author" DataType="System.String"/>
      <Column Name="Server" DataType="System.String"/>
      <Column Name="MadeAt" DataType="System.String"/>
      <Column Name="Count" DataType="System.String"/>
    </TableDataSource>
    <TableDataSource Name="Change" ReferenceName="Holdfast.Change" DataType="System.Int32" Enabled="true">
      <Column Name="Id" DataType="System.String"/>
      <Column Name="State" DataType="System.String"/>
      <Column Name="Title" DataType="System.String"/>
      <Column Name="Lines" DataType="System.String"/>
      <Column Name="At" DataType="System.String"/>
      <Column Name="Reason" DataType="System.String"/>
    </TableDataSource>
    <TableDataSource Name="Photo" ReferenceName="Holdfast.Photo" DataType="System.Int32" Enabled="true">
      <Column Name="ChangeId" DataType="System.String"/>
      <Column Name="Image" DataType="System.Byte[]"/>
    </TableDataSource>
    <Relation Name="Change_Photo" ParentDataSource="Change" ChildDataSource="Photo" ParentColumns="Id" ChildColumns="ChangeId" Enabled="true"/>
  </Dictionary>
  <ReportPage Name="Page1" PaperWidth="210" PaperHeight="297" LeftMargin="15" TopMargin="12" RightMargin="15" BottomMargin="12" RawPaperSize="9" TitleBeforeHeader="false">
    <ReportTitleBand Name="Head" Width="680.4" Height="64.26">
      <TextObject Name="Title" Left="0" Top="0" Width="680.4" Height="30.24" Text="Changes the server does not have" Font="Calibri, 18pt, style=Bold" VertAlign="Center"/>
      <TextObject Name="Whose" Left="0" Top="30.24" Width="680.4" Height="15.12" Text="[Document.Count] of [Document.Author], not on [Document.Server]" Font="Calibri, 9pt" TextFill.Color="71, 85, 105"/>
      <LineObject Name="Rule" Left="0" Top="52.92" Width="680.4" Height="0" Border.Color="15, 118, 110"/>
    </ReportTitleBand>
    <DataBand Name="Changes" Width="680.4" Height="60.48" PrintIfDetailEmpty="true" CanGrow="true" CanShrink="true" DataSource="Change">
      <TextObject Name="ChangeTitle" Left="0" Top="3.78" Width="415.8" Height="18.9" Text="[Change.Title]" Font="Calibri, 10pt, style=Bold" CanGrow="true"/>
      <TextObject Name="ChangeAt" Left="419.58" Top="3.78" Width="260.82" Height="18.9" Text="[Change.State] · [Change.At]" Font="Calibri, 8pt" TextFill.Color="71, 85, 105" HorzAlign="Right"/>
      <TextObject Name="ChangeLines" Left="0" Top="22.68" Width="680.4" Height="15.12" Text="[Change.Lines]" Font="Calibri, 10pt" CanGrow="true" CanShrink="true" GrowToBottom="false" ShiftMode="WhenOverlapped"/>
      <TextObject Name="ChangeReason" Left="0" Top="37.8" Width="680.4" Height="15.12" Text="[Change.Reason]" Font="Calibri, 9pt" TextFill.Color="178, 34, 34" CanGrow="true" CanShrink="true" ShiftMode="WhenOverlapped"/>
      <DataBand Name="Photos" Width="680.4" Height="189" DataSource="Photo">
        <PictureObject Name="Shot" Left="0" Top="3.78" Width="302.4" Height="181.44" DataColumn="Photo.Image" Fill.Color="241, 245, 249"/>
      </DataBand>
    </DataBand>
    <PageFooterBand Name="Foot" Width="680.4" Height="18.9">
      <TextObject Name="Made" Left="0" Top="0" Width="453.6" Height="15.12" Text="Made on [Document.MadeAt]" Font="Calibri, 8pt" TextFill.Color="71, 85, 105"/>
      <TextObject Name="Number" Left="453.6" Top="0" Width="226.8" Height="15.12" Text="Page [Page#] of [TotalPages#]" Font="Calibri, 8pt" TextFill.Color="71, 85, 105" HorzAlign="Right"/>
    </PageFooterBand>
  </ReportPage>
</Report>`;
