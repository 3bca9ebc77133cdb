import type { ReportToPrint } from '@holdfast/core';
import { describe, expect, it } from 'vitest';
import { frxReports } from './reports.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A template whose page runs a piece of script at its start. */
const scripted = (code: string): Uint8Array =>
  encode(`<Report ScriptLanguage="CSharp"><ScriptText>using System;
using FastReport;
namespace FastReport { public class ReportScript {
  private void Page1_StartPage(object sender, EventArgs e) { ${code.replaceAll('<', '&lt;')} }
} }</ScriptText>
<ReportPage Name="Page1" StartPageEvent="Page1_StartPage"><ReportTitleBand Name="Title1" Height="40">
<TextObject Name="Text1" Width="300" Height="20" Text="Hello"/></ReportTitleBand></ReportPage></Report>`);

const plain = scripted('');

const request = (template: Uint8Array, userId: string): ReportToPrint => ({
  template,
  dataSet: { name: 'Holdfast', tables: [], relations: [] },
  format: 'pdf',
  title: 'A report',
  now: Date.UTC(2026, 0, 15, 12),
  userId,
  companyId: 'a company',
  call: { operation: 'executeReportCompany', input: {} },
  runId: undefined,
  gone: undefined,
});

describe('a template that exhausts resources', () => {
  const reports = frxReports({ atOnce: 2, milliseconds: 20_000, megabytes: 256 });

  it.each([
    ['an endless loop', 'while (true) { }'],
    ['a text that is doubled repeatedly', 'string s = "x"; while (true) { s = s + s; }'],
    ['a method that calls itself', 'Page1_StartPage(sender, e);'],
  ])(
    '%s ends with a message, while others print',
    async (_, code) => {
      const began = Date.now();
      const hostile = reports.print(request(scripted(code), 'maren'));
      const others = await Promise.all([
        reports.print(request(plain, 'idris')),
        reports.print(request(plain, 'anouk')),
      ]);
      expect(others.map(({ kind }) => kind)).toEqual(['printed', 'printed']);
      const ended = await hostile;
      expect(ended).toMatchObject({ kind: 'failed', finding: { message: expect.stringMatching(/\w+ \w+/) } });
      expect(Date.now() - began).toBeLessThan(60_000);
      expect((await reports.print(request(plain, 'maren'))).kind).toBe('printed');
    },
    120_000,
  );
});
