/** Items as rows of a list: under their inspection, and their place if that is chosen. */
import type { TemplateChoices } from '@holdfast/contract';
import { type Attributes, element, type TemplateElement } from './element.ts';
import { type ChosenField, valueText } from './fields.ts';
import { conditionMark, DAY, rule, SURFACE, text } from './appearance.ts';
import { notes, pairs, photos } from './parts.ts';

const MARK_WIDTH = 124.74;
const LEAST_ITEM_WIDTH = 207.9;
const LEAST_COLUMN_WIDTH = 75.6;
/** Padding at both sides of a cell. */
const IN_CELL: Attributes = { Padding: '4, 0, 4, 0', CanGrow: true };

const IN_LIST = '![Result.Item.IsLocation] && ![Result.Item.IsQuestion]';
const FILTERS: Readonly<Record<TemplateChoices['items'], string>> = {
  all: IN_LIST,
  findings: `([Result.Condition] == "Defective" || [Result.Condition] == "Needs attention") && ${IN_LIST}`,
  defective: `[Result.Condition] == "Defective" && ${IN_LIST}`,
};

/** Division of the width of a row. */
interface Columns {
  itemWidth: number;
  /** Fields with columns of their own; none when there is not enough width for all of them. */
  inColumns: readonly ChosenField[];
  columnWidth: number;
}

/** The bands that print items one below the other. */
export function itemRows(choices: TemplateChoices, fields: readonly ChosenField[], width: number): TemplateElement[] {
  const ofItem = fields.filter(({ table }) => table === 'Item' || table === 'Result');
  const ofSurvey = fields.filter(({ table }) => table === 'Installation' || table === 'Inspection');
  const columns = columnsFor(ofItem, width);
  const heading = headingCells(columns, width);
  const row = itemRow(choices, ofItem, columns, width);
  const inner = choices.byLocation ? place(row, heading, width) : row;
  const head = element(
    'DataHeaderBand',
    { Name: 'ListHead', Width: width, Height: 20.79, RepeatOnEveryPage: true, KeepWithData: true },
    heading(1.89),
  );
  return [survey(ofSurvey, inner, choices.byLocation ? [] : [head], width)];
}

function columnsFor(fields: readonly ChosenField[], width: number): Columns {
  const available = width - MARK_WIDTH - LEAST_ITEM_WIDTH;
  const fits = fields.length * LEAST_COLUMN_WIDTH <= available;
  if (!fits || fields.length === 0)
    return { itemWidth: width - MARK_WIDTH, inColumns: [], columnWidth: LEAST_COLUMN_WIDTH };
  const columnWidth = Math.min(113.4, Math.floor(available / fields.length));
  return { itemWidth: width - MARK_WIDTH - fields.length * columnWidth, inColumns: fields, columnWidth };
}

/** Headings above the rows, at a height within their band. */
function headingCells({ itemWidth, inColumns, columnWidth }: Columns, width: number) {
  const cell = (name: string, top: number, left: number, width: number, content: string, more: Attributes = {}) =>
    text(name, { left, top, width, height: 17.01 }, 'Label', content, {
      AllowExpressions: false,
      'Fill.Color': SURFACE,
      VertAlign: 'Center',
      Padding: '4, 0, 4, 0',
      WordWrap: false,
      Trimming: 'EllipsisCharacter',
      ...more,
    });
  return (top: number): TemplateElement[] => [
    cell('HeadItem', top, 0, itemWidth, 'Item'),
    ...inColumns.map(({ label, type }, index) =>
      cell(`HeadField${index + 1}`, top, itemWidth + index * columnWidth, columnWidth, label, alignment(type)),
    ),
    cell('HeadCondition', top, width - MARK_WIDTH, MARK_WIDTH, 'Condition', { HorzAlign: 'Center' }),
  ];
}

function alignment(type: ChosenField['type']): Attributes {
  return type === 'decimal' || type === 'integer' ? { HorzAlign: 'Right' } : {};
}

const pathOfItem = ({ table }: ChosenField): string => (table === 'Item' ? 'Result.Item' : 'Result');
const pathOfSurvey = ({ table }: ChosenField): string =>
  table === 'Inspection' ? 'Result.Inspection' : 'Result.Inspection.Installation';

function itemRow(
  choices: TemplateChoices,
  fields: readonly ChosenField[],
  { itemWidth, inColumns, columnWidth }: Columns,
  width: number,
): TemplateElement {
  const cells = inColumns.map((field, index) => {
    const { content, more } = valueText(field, pathOfItem(field));
    const left = itemWidth + index * columnWidth;
    return text(`Field${index + 1}`, { left, top: 3.78, width: columnWidth, height: 17.01 }, 'Body', content, {
      ...IN_CELL,
      ...alignment(field.type),
      ...more,
    });
  });
  const placeHeight = choices.byLocation ? 0 : 13.23;
  const below = pairs('Field', inColumns.length > 0 ? [] : fields, pathOfItem, {
    left: 0,
    top: 22.68 + placeHeight,
    width,
  });
  return element(
    'DataBand',
    {
      Name: 'ItemRow',
      Width: width,
      Height: 24.57 + placeHeight + below.height,
      DataSource: 'Result',
      Filter: FILTERS[choices.items],
      PrintIfDetailEmpty: true,
      KeepDetail: true,
      CanGrow: true,
    },
    [
      rule('RowRule', { left: 0, top: 0, width }),
      text(
        'ItemName',
        { left: 0, top: 3.78, width: itemWidth, height: 17.01 },
        'Strong',
        '[Result.Item.Name]',
        IN_CELL,
      ),
      ...cells,
      conditionMark('Condition', {
        left: width - MARK_WIDTH + 3.78,
        top: 3.78,
        width: MARK_WIDTH - 3.78,
        height: 17.01,
      }),
      ...(choices.byLocation
        ? []
        : [
            text(
              'ItemPlace',
              { left: 0, top: 20.79, width: itemWidth, height: 13.23 },
              'Small',
              '[Result.Item.Location]',
              IN_CELL,
            ),
          ]),
      ...below.elements,
      ...(choices.notes ? [notes(width, 0)] : []),
      ...(choices.photos ? [photos(width, 0, 170.1, 'Thumbnail')] : []),
    ],
  );
}

/** A heading for each place around its rows. */
function place(row: TemplateElement, heading: (top: number) => TemplateElement[], width: number): TemplateElement {
  return element(
    'GroupHeaderBand',
    {
      Name: 'Place',
      Width: width,
      Height: 43.47,
      Condition: '[Result.Item.Location]',
      SortOrder: 'None',
      KeepWithData: true,
      RepeatOnEveryPage: true,
    },
    [
      text(
        'PlaceName',
        { left: 0, top: 7.56, width, height: 17.01 },
        'Subheading',
        '[IIf([Result.Item.Location] == "", "On the installation itself", [Result.Item.Location])]',
        { WordWrap: false, Trimming: 'EllipsisPath' },
      ),
      ...heading(24.57),
      row,
    ],
  );
}

/** A heading for each inspection around its places or rows. */
function survey(
  fields: readonly ChosenField[],
  inner: TemplateElement,
  heads: readonly TemplateElement[],
  width: number,
): TemplateElement {
  const facts = pairs('Survey', fields, pathOfSurvey, { left: 0, top: 47.25, width });
  return element(
    'GroupHeaderBand',
    {
      Name: 'Survey',
      Width: width,
      Height: 52.92 + facts.height,
      CanGrow: true,
      Condition: '[Result.InspectionId]',
      SortOrder: 'None',
      KeepWithData: true,
      OutlineExpression: '[Result.Inspection.Installation.Name] + ", " + [Result.Inspection.TypeName]',
    },
    [
      text(
        'SurveyName',
        { left: 0, top: 7.56, width, height: 20.79 },
        'Heading',
        '[Result.Inspection.Installation.Name]',
        { CanGrow: true },
      ),
      text(
        'SurveyDays',
        { left: 0, top: 28.35, width, height: 15.12 },
        'Small',
        `[Result.Inspection.TypeName], [FormatDateTime([Result.Inspection.StartDate], "${DAY}")] to [FormatDateTime([Result.Inspection.ExpectedEndDate], "${DAY}")]`,
      ),
      ...facts.elements,
      inner.tag === 'DataBand' ? { ...inner, children: [...heads, ...inner.children] } : inner,
    ],
  );
}
