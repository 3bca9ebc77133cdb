import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Download, Problem, REPORT_TYPES } from '@holdfast/contract';
import { COMPANIES, openTestFixture, type TestFixture } from '@holdfast/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frxReports } from './reports.ts';

/** Texts that must never appear in a report of Northmere. */
const SECRETS = {
  environment: 'seen-in-the-environment',
  file: 'seen-in-a-file',
  network: 'seen-on-the-network',
  skerrow: 'seen-at-skerrow',
  /** Part of the hash of every account of the cast. */
  password: '-password',
};
const OWN = 'Crane of Northmere';

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Parts of a template, beside a list of the items there are. */
interface Parts {
  root?: string;
  dictionary?: string;
  /** Attributes of the band that lists items. */
  band?: string;
  text?: string;
  objects?: string;
  script?: string;
}

function template({ root = '', dictionary = '', band = '', text = '', objects = '', script = '' }: Parts): string {
  const method = `private void Data1_BeforePrint(object sender, EventArgs e) { ${script} }`;
  const code =
    script === ''
      ? ''
      : `<ScriptText>using System;\nusing FastReport;\nnamespace FastReport { public class ReportScript { ${attribute(method)} } }</ScriptText>`;
  const event = script === '' ? '' : 'BeforePrintEvent="Data1_BeforePrint"';
  return `<Report ScriptLanguage="CSharp" ${root}>${code}<Dictionary>
<TableDataSource Name="Item" ReferenceName="Holdfast.Item"><Column Name="Name" DataType="System.String"/></TableDataSource>
${dictionary}</Dictionary><ReportPage Name="Page1"><DataBand Name="Data1" Height="40" DataSource="Item" ${event} ${band}>
<TextObject Name="Own" Width="300" Height="20" Text="[Item.Name]"/>
<TextObject Name="Text1" Top="20" Width="600" Height="20" Text="${attribute(text)}"/>${objects}</DataBand></ReportPage></Report>`;
}

const source = (name: string, column: string, more = ''): string =>
  `<TableDataSource Name="${name}" Enabled="true" ${more}><Column Name="${column}" DataType="System.String"/></TableDataSource>`;

const over = (name: string, column: string): string =>
  `</DataBand><DataBand Name="Data2" Top="60" Height="20" DataSource="${name}"><TextObject Name="Text2" Width="600" Height="20" Text="[${name}.${column}]"/>`;

describe('a template that tries to access other data', () => {
  let fixture: TestFixture & { close(): Promise<void> };
  let own: { installation: string; inspection: string; type: string; item: string };
  let foreign: typeof own;
  let folder: string;
  let network: Server;
  let asked = 0;

  beforeAll(async () => {
    process.env['HOLDFAST_SEEN'] = SECRETS.environment;
    folder = mkdtempSync(join(tmpdir(), 'holdfast-'));
    writeFileSync(join(folder, 'target.txt'), SECRETS.file);
    writeFileSync(join(folder, 'target.xml'), `<rows><row><name>${SECRETS.file}</name></row></rows>`);
    network = createServer((_, response) => {
      asked += 1;
      response.end(SECRETS.network);
    }).listen(0, '127.0.0.1');
    fixture = await openTestFixture('sqlite', { reports: frxReports({ milliseconds: 20_000, megabytes: 256 }) });
    const fill = async (company: keyof typeof COMPANIES, name: string): Promise<typeof own> => {
      const installation = await fixture.build.installation({ name }, { company });
      const held = await fixture.build.installationInspection({ installationId: installation.id }, { company });
      const item = await fixture.build.item({ installationId: installation.id, name }, { company });
      const member = await fixture.build.member({ installationInspectionId: held.id, itemId: item.id }, { company });
      const type = String(held['inspectionId']);
      return { installation: installation.id, inspection: held.id, type, item: member.id };
    };
    own = await fill('northmere', OWN);
    foreign = await fill('skerrow', SECRETS.skerrow);
  });

  afterAll(async () => {
    await fixture.close();
    network.close();
    rmSync(folder, { recursive: true });
    delete process.env['HOLDFAST_SEEN'];
  });

  async function take(frx: string, type: keyof typeof REPORT_TYPES, companyId: string | null = null): Promise<string> {
    const reportTypeId = REPORT_TYPES[type].id;
    const input = { title: 'A report', frx: Buffer.from(frx).toString('base64'), reportTypeId, companyId };
    return (await fixture.as('wren').createReport(input)).id;
  }

  async function textOf({ content }: Download): Promise<string> {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  }

  /**
   * Returns the outcome of a template: its pages, for which printing continues after errors so that all of it runs, or the message of a
   * refusal.
   */
  async function outcomeOf(parts: Parts): Promise<string> {
    try {
      const reportId = await take(template(parts), 'installation');
      const body = { reportId, installationIds: [own.installation], format: 'pages' as const };
      return await textOf(await fixture.as('maren').executeReportInstallations(body));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return JSON.stringify([error.code, error.details]);
    }
  }

  const address = (): string => `http://127.0.0.1:${(network.address() as AddressInfo).port}/data.json`;

  it('prints its own items without such an attempt', async () => {
    const pages = await outcomeOf({});
    expect(pages).toContain(OWN);
  });

  const sources: Record<string, () => Parts> = {
    'another table by its name': () => ({
      dictionary: source('Users', 'passwordHash', 'ReferenceName="Holdfast.user" TableName="user"'),
      objects: over('Users', 'passwordHash'),
    }),
    'another table by SQL': () => ({
      dictionary: source(
        'Users',
        'passwordHash',
        'ReferenceName="Holdfast.Item" SelectCommand="select passwordHash as name from user"',
      ),
      objects: over('Users', 'passwordHash'),
    }),
    'a database by its file': () => ({
      dictionary: `<SQLiteDataConnection Name="C" ConnectionString="Data Source=${folder}/holdfast.db">${source('Users', 'passwordHash', 'TableName="user" SelectCommand="select * from user"')}</SQLiteDataConnection>`,
      objects: over('Users', 'passwordHash'),
    }),
    'a file of XML': () => ({
      dictionary: `<XmlDataConnection Name="C" ConnectionString="XsdFile=;XmlFile=${folder}/target.xml">${source('row', 'name')}</XmlDataConnection>`,
      objects: over('row', 'name'),
    }),
    'a file of lines': () => ({
      dictionary: `<CsvDataConnection Name="C" ConnectionString="CsvFile=${folder}/target.txt">${source('target', 'Field0')}</CsvDataConnection>`,
      objects: over('target', 'Field0'),
    }),
    'a page on the network': () => ({
      dictionary: `<JsonDataSourceConnection Name="C" ConnectionString="Json=${address()}">${source('JSON', 'item')}</JsonDataSourceConnection>`,
      objects: over('JSON', 'item'),
    }),
    'another template to begin from': () => ({
      root: `BaseReport="${folder}/target.xml"`,
      text: '[Item.Name]',
    }),
    'pictures of a file and of the network': () => ({
      objects: `<PictureObject Name="P1" Width="90" Height="90" ImageLocation="${folder}/target.txt"/><PictureObject Name="P2" Width="90" Height="90" ImageLocation="${address()}"/>`,
    }),
    'another company by a parameter': () => ({
      dictionary: `<Parameter Name="CompanyId" DataType="System.String" Value="${COMPANIES.skerrow}"/>`,
      text: '[CompanyId] [Company.Name]',
    }),
    'another company by a filter': () => ({
      band: `Filter="[Item.Name] == &quot;${SECRETS.skerrow}&quot; || true"`,
    }),
    'another company by a relation': () => ({
      dictionary: `${source('Installation', 'Name', 'ReferenceName="Holdfast.Installation"')}<Relation Name="R" ParentDataSource="Installation" ChildDataSource="Item" ParentColumns="Name" ChildColumns="Name" Enabled="true"/>`,
      text: '[Item.Installation.Name] [Item.R.Name]',
    }),
  };

  const expressions = [
    '[System.IO.File.ReadAllText("TARGET")]',
    '[File.ReadAllText("TARGET")]',
    '[System.Environment.GetEnvironmentVariable("HOLDFAST_SEEN")]',
    '[Environment.GetEnvironmentVariables()]',
    '[process.env.HOLDFAST_SEEN]',
    '[globalThis.process.env.HOLDFAST_SEEN]',
    '[Item.Name.constructor.constructor("return process.env.HOLDFAST_SEEN")()]',
    '["".constructor.constructor("return process")().env.HOLDFAST_SEEN]',
    '[Report.GetType().Assembly]',
    '[Report.GetDataSource("user").Count]',
    '[require("node:fs").readFileSync("TARGET")]',
    '[new System.Net.WebClient().DownloadString("ADDRESS")]',
    '[user.passwordHash] [Holdfast.user.passwordHash]',
    "[Item.Name'; select * from user; --]",
    '[__proto__.constructor] [toString.constructor("return this")()]',
  ];

  const scripts = [
    'Own.Text = System.IO.File.ReadAllText("TARGET");',
    'Own.Text = System.Environment.GetEnvironmentVariable("HOLDFAST_SEEN");',
    'System.Diagnostics.Process.Start("/bin/sh", "-c env");',
    'Own.Text = Report.GetType().GetMethods()[0].Name;',
    'Own.Text = sender.constructor.constructor("return process.env.HOLDFAST_SEEN")();',
    'Report.Load("TARGET"); Report.Prepare();',
    'Report.SetParameterValue("CompanyId", "FOREIGN"); Own.Text += (string)Report.GetColumnValue("Company.Name");',
    'foreach (var row in Report.GetDataSource("user").Rows) { Own.Text = row.ToString(); }',
  ];

  const filled = (text: string): string =>
    text
      .replaceAll('TARGET', join(folder, 'target.txt'))
      .replaceAll('ADDRESS', address())
      .replaceAll('FOREIGN', COMPANIES.skerrow);

  async function expectNothingSeen(parts: Parts): Promise<void> {
    const before = asked;
    const outcome = await outcomeOf(parts);
    for (const secret of Object.values(SECRETS)) expect(outcome).not.toContain(secret);
    // It prints either its own data or a refusal with a reason.
    expect(outcome).toMatch(new RegExp(`${OWN}|"(?:templateRefused|reportFailed)".*"message":"\\w+ `));
    expect(asked).toBe(before);
  }

  it.each(Object.keys(sources))('by a source of data finds nothing: %s', (name) => expectNothingSeen(sources[name]!()));

  it.each(expressions)('by the expression %s finds nothing', (text) => expectNothingSeen({ text: filled(text) }));

  it.each(scripts)('by the script %s finds nothing', (script) => expectNothingSeen({ script: filled(script) }));

  it('is not printed over data of other companies, for any user and any id', async () => {
    const open = {
      company: await take(template({}), 'company'),
      inspectionType: await take(template({}), 'inspectionType'),
      installation: await take(template({}), 'installation'),
      installationInspection: await take(template({}), 'installationInspection'),
      inspectionItem: await take(template({}), 'inspectionItem'),
    };
    const theirs = await take(template({}), 'company', COMPANIES.northmere);
    const anouk = fixture.as('anouk');
    const maren = fixture.as('maren');
    const calls = (id: (key: keyof typeof own) => string): (() => Promise<Download>)[] => [
      () => maren.executeReportInstallations({ reportId: open.installation, installationIds: [id('installation')] }),
      () =>
        maren.executeReportInstallations({
          reportId: open.installation,
          installationIds: [own.installation, id('installation')],
        }),
      () =>
        maren.executeReportInstallationInspection({
          reportId: open.installationInspection,
          installationInspectionId: id('inspection'),
        }),
      () =>
        maren.executeReportInstallationInspectionItem({
          reportId: open.inspectionItem,
          installationInspectionItemId: id('item'),
        }),
    ];
    for (const call of calls((key) => foreign[key])) await expect(call()).rejects.toBeProblem('notFound');
    for (const text of ["' or 1=1 --", '*', '../../etc/passwd', `${own.installation}' or '1'='1`])
      for (const call of calls(() => text)) await expect(call()).rejects.toBeProblem('badInput');
    await expect(anouk.executeReportCompany({ reportId: theirs })).rejects.toBeProblem('notFound');
    const named = { reportId: open.company, companyId: COMPANIES.northmere, format: 'html' as const };
    await expect(anouk.executeReportCompany(named)).rejects.toBeProblem('notFound');
    const type = { reportId: open.inspectionType, inspectionId: own.type, format: 'html' as const };
    expect(await textOf(await anouk.executeReportInspectionType(type))).not.toContain(OWN);
    const whole = await textOf(await maren.executeReportCompany({ reportId: open.company, format: 'html' }));
    expect(whole).toContain(OWN);
    expect(whole).not.toContain(SECRETS.skerrow);
  });

  it('and never ends does not block others: calls are answered while it runs', async () => {
    const reportId = await take(template({ script: 'while (true) { }' }), 'installation');
    let hasEnded = false;
    const hostile = fixture
      .as('maren')
      .executeReportInstallations({ reportId, installationIds: [own.installation] })
      .finally(() => {
        hasEnded = true;
      });
    const refused = expect(hostile).rejects.toBeProblem('reportFailed');
    expect(await fixture.as('idris').getInstallations({})).toHaveLength(1);
    expect((await fixture.as('idris').getConditions({})).length).toBeGreaterThan(0);
    expect(hasEnded).toBe(false);
    await refused;
  }, 60_000);

  it.each([
    [
      'entities within entities',
      () =>
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
          .split('')
          .map((name, i) => `<!ENTITY ${name} "${`&${'abcdefghij'[i]!};`.repeat(10)}">`)
          .join('')}]><Report>&j;</Report>`,
    ],
    [
      'an entity that reads a file',
      () => `<!DOCTYPE r [<!ENTITY f SYSTEM "file://${folder}/target.txt">]><Report A="&f;"/>`,
    ],
    ['unlimited depth', () => `<Report>${'<Dictionary>'.repeat(20_000)}`],
    ['too many elements', () => `<Report>${'<A/>'.repeat(60_000)}</Report>`],
  ])('made of %s is refused when it is uploaded', async (_, frx) => {
    const refused = await take(frx(), 'company').then(
      () => 'taken in',
      (error: unknown) => (error instanceof Problem ? JSON.stringify([error.code, error.details]) : String(error)),
    );
    expect(refused).toMatch(/^\["templateRefused",.*"message":"\w+ /);
    expect(refused).not.toContain(SECRETS.file);
  });

  it('with billions of pages is ended at the limit of pages, with a message', async () => {
    const few = await openTestFixture('sqlite', { reports: frxReports({ pages: 20 }) });
    const installation = await few.build.installation({ name: OWN });
    const frx = template({ band: 'StartNewPage="true" RowCount="1000000"' }).replace('DataSource="Item"', '');
    const { id } = await few.as('wren').createReport({
      title: 'Endless',
      frx: Buffer.from(frx).toString('base64'),
      reportTypeId: REPORT_TYPES.installation.id,
    });
    const print = few.as('maren').executeReportInstallations({ reportId: id, installationIds: [installation.id] });
    await expect(print).rejects.toMatchObject({
      code: 'reportFailed',
      details: { findings: [{ message: expect.stringContaining('20 pages') }] },
    });
    await few.close();
  });
});
