/** Page about the data set of report templates, generated from core's description of it. */

interface TableDescription {
  name: string;
  description: string;
  columns: readonly { name: string; type: string; description: string }[];
  answersOf: string | null;
}

interface RelationDescription {
  parent: string;
  parentColumn: string;
  child: string;
  childColumn: string;
}

/**
 * Returns the text of docs/reports.md.
 *
 * @param tables the tables in order.
 * @param relations the relations between them.
 */
export function reportsPage(tables: readonly TableDescription[], relations: readonly RelationDescription[]): string {
  const described = tables.map(
    ({ name, description, columns, answersOf }) =>
      `### ${name}\n\n${description}\n\n${grid(
        ['Column', 'Type', 'What it is'],
        [
          ...columns.map((column) => [column.name, column.type, column.description]),
          ...(answersOf === null
            ? []
            : [['one per short name', 'text or decimal', 'The answer to the question with this short name.']]),
        ],
      )}`,
  );
  const related = relations.map(({ parent, parentColumn, child, childColumn }) => [
    `${parent}_${child}`,
    `${parent}.${parentColumn}`,
    `${child}.${childColumn}`,
  ]);
  return `${PREAMBLE}\n## Tables\n\n${described.join('\n')}\n## Relations\n\n${grid(['Name', 'Parent', 'Child'], related)}`;
}

/** Returns a Markdown table with padded columns, as the formatter of the repository requires. */
function grid(head: string[], rows: string[][]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: string[]): string => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |\n`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('');
}

const PREAMBLE = `# Reports

A report is a FastReport template (\`.frx\`) that Holdfast prints over live data. This page is generated from
\`packages/core/src/reports/dataSet.ts\` by \`npm run documents\`.

## From a data set to a printed report

1. An administrator downloads the data set of a scope: \`GET /admin/report-database/company?companyId=…\`, and likewise \`inspection-type\`,
   \`inspection-item\`, \`installation-inspection\` and \`installation\`. It is XML with its schema, which FastReport's designer opens as an XML data
   source; \`?format=sqlite\` and \`?format=json\` contain the same tables.
2. The template is designed with it and uploaded. _Administration > Reports > Fields_ lists every table and column with the questions behind
   it, and copies expressions. A file that cannot be read is refused with the line of the error; unknown tables, columns and fonts, and
   objects that are not drawn, are listed.
3. Inspectors find the report in the list of its scope and print it, as PDF unless \`Accept\` or \`?format=\` requests \`xlsx\`,
   \`docx\`, \`csv\`, \`html\`, \`png\` (the first page) or \`pdfa\` (a PDF for archives). A caller who gives the run an id (\`runId\`) can read its
   progress at \`/ext/report-runs/{runId}\`, and for five minutes after printing its warnings: objects that could not be drawn as designed, with
   their lines.
4. A report with an error is not printed. When an expression or a script fails, the call is refused (\`reportFailed\`) with the object, the line,
   the reason and the expression. An expression that cannot be compiled prevents every file, even in an object that is not printed. The preview
   (\`format=pages\`) still shows the pages: failing objects have a red dashed frame and are listed with \`preventsPrinting\`, as in the check of
   the template.
5. A template with dialogs asks before it is printed. With \`answers\` in its input a call returns the first dialog without an answer: for a file as the
   problem \`reportAsks\`, for \`format=pages\` as the only line. Each answer is sent with those before it. Without \`answers\` nothing is asked, and the
   controls have the values of the template. [frx/dialogs.md](frx/dialogs.md) describes the fields, the events and which rows they select.

Before a report over an inspection is printed, \`GET /ext/installation-inspections/{installationInspectionId}/gaps\` returns the gaps of the
inspection, and the list of its reports links to each gap. Gaps do not prevent printing, because a report may be needed before an inspection is
complete. The gaps are

- unchecked items: items without a condition, except locations;
- unanswered required questions: own questions and result questions, on items that are checked and applicable. An unchecked item counts only as
  unchecked, and questions under an option that is not chosen do not count. Required questions about the inspection itself are listed by name;
- findings without a photo: an item that is defective or needs attention should have at least one photo in this inspection. Question items are
  excepted, because they are answered by text;
- photos, notes and files that a rule of a template requires and that are missing;
- photos whose bytes are missing: on a device before they were fetched, on the server before a device has sent them. A report shows an empty frame
  for each.

A template does not have to start as an empty page. Administration, Reports, "Create Report" creates one from a few choices: its scope, the listed
items, whether they are grouped by location, the columns of Installation, Inspection, Item and Result with their headings, notes, photos, signature
lines, and the paper. The result can be previewed as a draft, published, or downloaded: it matches the data set, can be printed as it is, and is an
ordinary template for the designer. Its texts use named styles (Title, Heading, Body …): a change of a style changes every text with it. The same
through the API: \`GET /ext/admin/report-starter/columns\` lists the choices, \`POST /ext/admin/report-starter\` returns
the template (\`packages/core/src/reports/starter\`).

The templates in \`packages/demo/templates\` are examples of larger documents.

Every scope has the same tables with the same names, in the data set \`Holdfast\`; only their rows differ. A report over a company or over
installations contains every item of these installations. A report over an inspection type, an inspection or an item contains the items with
results, and their locations. Only the tables and pictures that a template uses are read: \`Photo.Thumbnail\` takes far less time than
\`Photo.Image\`.

Ids are texts. A \`moment\` is in the local time of the installation. Answers are rows of \`FieldResponse\` and, for questions with a short name, also
columns of the table that they are about. The name of the column consists of the letters, digits and underscores of the short name, with the prefix
\`Field_\` when the table already has a column of this name. Questions with the same short name share the column. It is \`decimal\` when all of them are
numbers, otherwise it contains the display value.

A report stays filled when a template changes. A deleted question keeps its column with the recorded answers. A changed short name gives the question a
second column: the one of the former short name keeps all its answers, the new one has them too. If another question takes the former short name, the
column contains that question's answers and, where there is none, answers that were recorded while the first question had the short name. The list
of fields offers only short names of today. \`FieldResponse.ShortName\` is always the short name of today, so a report that compares it has to
be changed; before a short name is changed or a question deleted, the administrator sees which reports name it.

A run is cancelled after five minutes, 5,000 pages, 400 MB of data or 1 GB of memory, and when its client disconnects. A server prints two reports at
a time; 20 reports may be printing or queued, three of them of one user. The queue is ordered by the time of the request, and each further report of
the same user that is printing or queued adds 30 seconds to this time. A client that disconnects is removed from the queue.

## Several servers

Servers that share a PostgreSQL database print for each other: every server adds reports to one queue, and the next server with free capacity prints
them. The limits per user and in total apply to all servers together. A killed server is detected after about twelve seconds, and another server
prints its reports again, once; when that server is killed too, the caller gets \`reportFailed\`. A server that is stopped returns its reports to the
queue. The preview (\`format=pages\`) is printed by the server that was called, outside the queue.

A printed file is kept in the folder \`printed\` of the data folder until the server that was called sends it. Every server removes expired files at
its start and once an hour; files that were not fetched expire after an hour. So \`HOLDFAST_DATA\` must be one folder shared by all these servers,
which photos and templates need, too.
`;
