/** One item on a sheet of its own. */
import type { TemplateChoices } from '@holdfast/contract';
import { element, type TemplateElement } from './element.ts';
import type { ChosenField } from './fields.ts';
import { conditionMark, DAY, rule, text } from './appearance.ts';
import { notes, pairs, photos } from './parts.ts';

const PATHS: Readonly<Record<ChosenField['table'], string>> = {
  Installation: 'Result.Inspection.Installation',
  Inspection: 'Result.Inspection',
  Item: 'Result.Item',
  Result: 'Result',
};

/** The band that prints the item with everything chosen of it. */
export function itemSheet(choices: TemplateChoices, fields: readonly ChosenField[], width: number): TemplateElement {
  const markWidth = 151.2;
  const chosen = pairs('Field', fields, ({ table }) => PATHS[table], { left: 0, top: 71.82, width });
  return element(
    'DataBand',
    {
      Name: 'ItemRow',
      Width: width,
      Height: 79.38 + chosen.height,
      DataSource: 'Result',
      PrintIfDetailEmpty: true,
      CanGrow: true,
    },
    [
      rule('ItemRule', { left: 0, top: 0, width }),
      text(
        'ItemName',
        { left: 0, top: 9.45, width: width - markWidth - 7.56, height: 22.68 },
        'Heading',
        '[Result.Item.Name]',
        { CanGrow: true },
      ),
      conditionMark('Condition', { left: width - markWidth, top: 9.45, width: markWidth, height: 22.68 }),
      text(
        'ItemPlace',
        { left: 0, top: 32.13, width: width - markWidth, height: 15.12 },
        'Body',
        choices.byLocation
          ? '[IIf([Result.Item.Location] == "", "On the installation itself", [Result.Item.Location])]'
          : '[Result.Item.TypeName]',
        { CanGrow: true },
      ),
      text(
        'ItemSurvey',
        { left: 0, top: 49.14, width, height: 15.12 },
        'Small',
        `[Result.Inspection.TypeName], [Result.Inspection.Installation.Name], from [FormatDateTime([Result.Inspection.StartDate], "${DAY}")]`,
        { CanGrow: true },
      ),
      ...chosen.elements,
      ...(choices.notes ? [notes(width, 0)] : []),
      ...(choices.photos ? [photos(width, 0, 340.2, 'Image')] : []),
    ],
  );
}
