/** A template made from a few choices, ready to be printed and to be worked on in FastReport's designer. */
import type { TemplateChoices } from '@holdfast/contract';
import type { DataShape } from '../../ports.ts';
import { dictionary, type TableOfTemplate } from './dictionary.ts';
import { element, type TemplateElement, templateText } from './element.ts';
import { answersOf, type ChosenField, chosenFields } from './fields.ts';
import { conditionColumn, styles, text } from './appearance.ts';
import { itemRows } from './itemRows.ts';
import { itemSheet } from './itemSheet.ts';
import { pageFoot, pageHead, sheetOf, signatures, SIGNATURES_HEIGHT } from './sheet.ts';

/**
 * Begins a template. It is pure: the same choices over the same tables are the same file.
 * @param tables of the data set, with the columns of answers there are now
 * @returns the text of a .frx file, which passes the check of an upload and prints without a warning
 * @throws {Problem} `badInput` for a column that cannot be chosen
 */
export function startTemplate(choices: TemplateChoices, tables: readonly DataShape[]): string {
  const fields = chosenFields(choices.fields, tables);
  const sheet = sheetOf(choices.paper, choices.landscape);
  const { width } = sheet;
  const bands =
    choices.over === 'inspectionItem' ? [itemSheet(choices, fields, width)] : itemRows(choices, fields, width);
  const page = element('ReportPage', sheet.attributes, [
    pageHead(width),
    titleBand(choices, width),
    ...bands,
    ...(choices.signatures
      ? [
          element(
            'ReportSummaryBand',
            { Name: 'Signatures', Width: width, Height: SIGNATURES_HEIGHT },
            signatures(width, isOfOneInspection(choices)),
          ),
        ]
      : []),
    pageFoot(width),
  ]);
  const root = element(
    'Report',
    { ScriptLanguage: 'CSharp', 'ReportInfo.Name': choices.title, 'ReportInfo.Author': 'Holdfast' },
    [styles(), dictionary(tablesOf(choices, fields), [rowCount()]), page],
  );
  return templateText(root);
}

function isOfOneInspection({ over }: TemplateChoices): boolean {
  return over === 'installationInspection' || over === 'inspectionItem';
}

/** Only what is printed is read. */
function tablesOf(choices: TemplateChoices, fields: readonly ChosenField[]): TableOfTemplate[] {
  const { notes, photos } = choices;
  return [
    { name: 'Report' },
    { name: 'Company' },
    ...(choices.signatures && isOfOneInspection(choices) ? [{ name: 'Person' as const }] : []),
    { name: 'Installation', answers: answersOf('Installation', fields) },
    { name: 'Inspection', answers: answersOf('Inspection', fields) },
    { name: 'Item', answers: answersOf('Item', fields) },
    { name: 'Result', answers: answersOf('Result', fields), calculated: [conditionColumn()] },
    ...(notes ? [{ name: 'Note' as const }] : []),
    ...(photos ? [{ name: 'Photo' as const }] : []),
  ];
}

/** Total that counts the items printed. */
function rowCount(): TemplateElement {
  return element('Total', { Name: 'ItemsPrinted', TotalType: 'Count', Evaluator: 'ItemRow', ResetAfterPrint: false });
}

/** Address and accreditation of the company, as far as they are known, one below the other. */
const COMPANY_FACTS = `[Company.Address][IIf([Company.Address] == "" || [Company.Accreditation] == "", "", "\\n")][Company.Accreditation]`;

function titleBand({ over, items }: TemplateChoices, width: number): TemplateElement {
  const counted = items === 'all' ? 'item' : items === 'findings' ? 'finding' : 'defective item';
  const nothing = items === 'all' ? 'There is nothing to show.' : 'There are no findings.';
  const count = `[IIf([ItemsPrinted] == 0, "${nothing}", FormatNumber([ItemsPrinted], 0) + " ${counted}" + IIf([ItemsPrinted] == 1, "", "s"))]`;
  const side = 170.1;
  return element('ReportTitleBand', { Name: 'Title', Width: width, Height: 79.38, CanGrow: true, CanShrink: true }, [
    text('ReportTitle', { left: 0, top: 0, width, height: 37.8 }, 'Title', '[Report.Title]', {
      CanGrow: true,
      VertAlign: 'Center',
    }),
    text(
      'ReportScope',
      { left: 0, top: 37.8, width: width - side, height: 17.01 },
      'Body',
      over === 'company' ? '[Company.Name]' : '[Report.ScopeName], [Company.Name]',
      { CanGrow: true },
    ),
    text('CompanyFacts', { left: 0, top: 54.81, width, height: 15.12 }, 'Small', COMPANY_FACTS, {
      CanGrow: true,
      CanShrink: true,
    }),
    ...(over === 'inspectionItem'
      ? []
      : [
          text('ItemCount', { left: width - side, top: 37.8, width: side, height: 17.01 }, 'Body', count, {
            HorzAlign: 'Right',
            ProcessAt: 'ReportFinished',
          }),
        ]),
  ]);
}
