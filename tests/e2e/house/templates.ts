/** Small report templates, as FastReport's designer would save them. */

/**
 * A template that prints one line a row: what of it is asked for, joined by blanks.
 * @param paths by table: which columns each line of it shows
 */
export function listTemplate(title: string, paths: Readonly<Record<string, readonly string[]>>): string {
  const sources = Object.entries(paths).map(
    ([table, columns]) =>
      `    <TableDataSource Name="${table}" ReferenceName="Holdfast.${table}" DataType="System.Int32" Enabled="true">\n${columns
        .map((column) => `      <Column Name="${column}" DataType="System.String"/>`)
        .join('\n')}\n    </TableDataSource>`,
  );
  const bands = Object.entries(paths).map(([table, columns], i) => {
    const text = columns.map((column) => `[${table}.${column}]`).join(' ');
    return `    <DataBand Name="Data${i}" Top="${100 + i * 40}" Width="718.2" Height="20" DataSource="${table}">\n      <TextObject Name="Text${i}" Width="718.2" Height="20" Text="${text}"/>\n    </DataBand>`;
  });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<Report ScriptLanguage="CSharp">',
    '  <Dictionary>',
    ...sources,
    '  </Dictionary>',
    '  <ReportPage Name="Page1">',
    '    <ReportTitleBand Name="Title1" Width="718.2" Height="40">',
    `      <TextObject Name="TitleText" Width="718.2" Height="30" Text="${title}"/>`,
    '    </ReportTitleBand>',
    ...bands,
    '  </ReportPage>',
    '</Report>',
    '',
  ].join('\n');
}

/** A template that never comes to an end by itself. */
export const endlessTemplate = [
  '<?xml version="1.0" encoding="utf-8"?>',
  '<Report ScriptLanguage="CSharp">',
  '  <ScriptText>using FastReport;',
  'namespace FastReport { public class ReportScript {',
  '  private void Page1_StartPage(object sender, EventArgs e) { while (true) { } }',
  '} }</ScriptText>',
  '  <ReportPage Name="Page1" StartPageEvent="Page1_StartPage">',
  '    <ReportTitleBand Name="Title1" Width="718.2" Height="40"/>',
  '  </ReportPage>',
  '</Report>',
  '',
].join('\n');

/** A template as calls carry it. */
export function base64(template: string): string {
  return Buffer.from(template).toString('base64');
}
