import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { functionCalls } from '@holdfast/core/testing';
import { type FromRenderer, RENDER_WORKER, type ToRenderer } from '@holdfast/frx/node';

/** A report whose script composes the name of a table: it is printed again once the rows of that table are loaded. */
const TEMPLATE = `<Report ScriptLanguage="CSharp"><ScriptText>using FastReport.Data; namespace FastReport { public class ReportScript {
  private void Start(object sender, EventArgs e) {
    DataSourceBase rows = Report.GetDataSource("Pho" + "to"); rows.Init(); Text1.Text = "rows: " + rows.RowCount;
  } } }</ScriptText>
<Dictionary><TableDataSource Name="Photo" ReferenceName="Shop.Photo"><Column Name="Name" DataType="System.String"/></TableDataSource></Dictionary>
<ReportPage Name="Page1"><DataBand Name="Data1" Height="300"><TextObject Name="Text1" Width="300" Height="20" BeforePrintEvent="Start" Text="?"/></DataBand></ReportPage></Report>`;

const ORDER: ToRenderer = {
  kind: 'print',
  request: {
    template: new TextEncoder().encode(TEMPLATE),
    dataSets: [
      { name: 'Shop', tables: [{ name: 'Photo', columns: [{ name: 'Name', type: 'string' }], onDemand: true }] },
    ],
    format: 'layout',
    now: Date.UTC(2026, 0, 15, 12),
    fonts: { installed: false },
  },
  into: undefined,
};

/** Prints in a process of its own. @returns its messages, once it ended */
async function printed(coverage: string): Promise<FromRenderer[]> {
  const worker = fork(RENDER_WORKER, {
    serialization: 'advanced',
    env: { ...process.env, NODE_V8_COVERAGE: coverage },
  });
  const messages: FromRenderer[] = [];
  const send = (message: ToRenderer): void => void worker.send(message);
  worker.on('message', (message: FromRenderer) => {
    messages.push(message);
    if (message.kind === 'needs') {
      for (const table of message.tables.keys()) send({ kind: 'rows', table, rows: [{ Name: 'Hook' }] });
      send({ kind: 'complete' });
    }
    if (message.kind === 'bytes') send({ kind: 'taken' });
    if (message.kind === 'done' || message.kind === 'failed') worker.disconnect();
  });
  send(ORDER);
  await new Promise((resolve) => worker.once('exit', resolve));
  return messages;
}

it('A template is parsed once, also when its report is started again for rows that its script asks for', async () => {
  const coverage = await mkdtemp(join(tmpdir(), 'frx-coverage-'));
  const messages = await printed(coverage);
  expect(messages.filter(({ kind }) => kind === 'needs')).toHaveLength(2);
  const text = Buffer.concat(messages.flatMap((each) => (each.kind === 'bytes' ? [each.bytes] : []))).toString();
  expect(text).toContain('rows: 1');
  expect(await functionCalls(coverage, 'readTemplate', 'packages/frx/src/template/read.ts')).toBe(1);
  expect(await functionCalls(coverage, 'prepare', 'packages/frx/src/prepare.ts')).toBe(2);
  await rm(coverage, { recursive: true });
});
