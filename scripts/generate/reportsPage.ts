/** The page that describes the data set of report templates, made from core's description of it. */

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
 * The text of docs/reports.md.
 *
 * @param tables in their order.
 * @param relations between them.
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
            : [['one a short name', 'text or decimal', 'The answer to the question of that short name.']]),
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

/** A table as the formatter of the repository leaves it: padded columns. */
function grid(head: string[], rows: string[][]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: string[]): string => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |\n`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('');
}

const PREAMBLE = `# Reports

A report is a FastReport template (\`.frx\`) that Holdfast prints over live data. This page is made from
\`packages/core/src/reports/dataSet.ts\` by \`npm run documents\`.

## From a data set to a printed report

1. An administrator downloads the data set of a scope: \`GET /admin/report-database/company?companyId=…\`, and likewise \`inspection-type\`,
   \`inspection-item\`, \`installation-inspection\` and \`installation\`. It is XML with its schema, which FastReport's designer opens as an XML data
   source; \`?format=sqlite\` and \`?format=json\` hold the same tables.
2. The template is designed against it and uploaded. _Administration > Reports > Fields_ lists every table and column with the questions behind
   it, and copies expressions. A file that cannot be read is refused with the line; unknown tables, columns and fonts, and
   objects that are not drawn, are listed.
3. Inspectors find it in the list of what it is made for and print it, as PDF unless \`Accept\` or \`?format=\` asks for \`xlsx\`,
   \`docx\`, \`csv\`, \`html\`, \`png\` (the first page) or \`pdfa\` (a PDF for archives). Who gives the run an id (\`runId\`) can ask \`/ext/report-runs/{runId}\` how far it is, and for five minutes after it was printed
   what it warned of: objects with their lines that could not be drawn as designed.
4. No file is printed over an error. When an expression or a script fails, the call is refused (\`reportFailed\`) with the object, the line, the
   reason and the expression; an expression that cannot be compiled refuses every file, in any object of the template. The preview
   (\`format=pages\`) shows the pages all the same: failing objects have a red dashed frame and are listed with \`preventsPrinting\`, as
   they are when the template is checked.

Before a report over an inspection is printed, \`GET /ext/installation-inspections/{installationInspectionId}/gaps\` returns what the inspection still
lacks, and the list of its reports leads to each of it. Nothing is refused for it: a report can be wanted halfway. Counted are

- items that are not checked: those without a condition, places not among them;
- required questions without an answer, an item's own and those of this inspection, on items that were checked and are applicable. An item that
  not checked counts once, as that; under an option that is not chosen nothing is asked. Required questions about the inspection itself are
  named;
- findings without a photo: an item that is defective or needs attention is expected to have at least one in this inspection. No question is
  marked as wanting a photo, so that is the rule; questions of a survey are answered in words;
- photos whose bytes have not arrived: on a device before they were fetched, on the server before a device sent them. A report shows an empty frame
  for each.

A template need not start as an empty page. Administration, Reports, "New report" makes one from a few choices: what it runs over, which
items it lists, whether they stand under their places, which columns of Installation, Inspection, Item and Result it shows and under which headings,
notes, photos, lines to sign, and the paper. It can be looked at as a draft, published, or downloaded: it fits the data set, can be printed as
it is, and is an ordinary template for the designer. Its texts are written in named styles (Title, Heading, Body …): who changes one changes
every text of that kind. The same by calls: \`GET /ext/admin/report-starter/columns\` lists what can be chosen, \`POST /ext/admin/report-starter\` answers
the template (\`packages/core/src/reports/starter\`).

The templates in \`packages/demo/templates\` are examples of larger documents.

Every scope has the same tables under the same names, in the data set \`Holdfast\`; they differ in their rows. A report over a company or over
installations holds every item of these installations, one over a type of inspection, an inspection or an item those that results speak of and
the places they stand in. Only the tables and pictures that a template names are read for it: \`Photo.Thumbnail\` costs far less than
\`Photo.Image\`.

Ids are texts. A \`moment\` is the time of day at the installation. Answers are rows of \`FieldResponse\` and, for questions with a short name, columns
of what they are about: letters, digits and underscores of the short name, with \`Field_\` before one that the table has already. Questions that share a
short name share the column; it is \`decimal\` when all of them ask for numbers, otherwise the answer as people read it.

A run is ended after five minutes, 5,000 pages, 400 MB of data or 1 GB of memory, and when its caller no longer waits. Two reports are printed at a
time on a server; 20 may be printed or queued, three of one user. The queue is ordered by the time of the request; each further report of the same user that is
printed or queued delays it by 30 seconds in this order. A caller who leaves the queue frees the place.

## Several servers

Servers that share a PostgreSQL print for each other: a report is put in one queue by any server, and taken by the next with free capacity; limits
for a user and in total hold over all of them. A server that was killed is found out after about twelve seconds, and what it printed is taken up
once by another; when that one is killed, too, the caller gets \`reportFailed\`. A server that is stopped gives back what it prints. Pages that are
looked at while they are printed (\`format=pages\`) are printed by the server that was called, outside the queue.

A printed file waits in the folder \`printed\` of the data folder until the server that was asked hands it out; files that were not fetched are removed after an
hour, by a server that starts or removes expired files, as each does every hour. So \`HOLDFAST_DATA\` must be one folder that all these servers see, as photos
and templates need, too.
`;
