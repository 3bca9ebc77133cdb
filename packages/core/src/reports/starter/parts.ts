/** Parts that rows of items and the sheet of one item share. */
import { element, type TemplateElement } from './element.ts';
import { type ChosenField, valueText } from './fields.ts';
import { AS_MOMENT, HAIRLINE, MOMENT, SURFACE, text } from './appearance.ts';

const LINE = 17.01;
const LABEL_WIDTH = 105.84;

/** Label and value of columns, in as many pairs side by side as the width allows. */
export function pairs(
  prefix: string,
  fields: readonly ChosenField[],
  pathOf: (field: ChosenField) => string,
  { left, top, width }: { left: number; top: number; width: number },
): { elements: TemplateElement[]; height: number } {
  const beside = Math.max(1, Math.min(3, Math.floor(width / 264.6)));
  const pairWidth = width / beside;
  const elements = fields.flatMap((field, index) => {
    const at = { left: left + (index % beside) * pairWidth, top: top + Math.floor(index / beside) * LINE };
    const { content, more } = valueText(field, pathOf(field));
    return [
      text(`${prefix}Label${index + 1}`, { ...at, width: LABEL_WIDTH, height: LINE }, 'Label', field.label, {
        AllowExpressions: false,
        CanGrow: true,
        Padding: '2, 1, 2, 0',
      }),
      text(
        `${prefix}Value${index + 1}`,
        { left: at.left + LABEL_WIDTH, top: at.top, width: pairWidth - LABEL_WIDTH - 3.78, height: LINE },
        'Body',
        content,
        { CanGrow: true, ...more },
      ),
    ];
  });
  return { elements, height: Math.ceil(fields.length / beside) * LINE };
}

/** The notes of the result around it. */
export function notes(width: number, left: number): TemplateElement {
  const noteWidth = width - left;
  return element('DataBand', { Name: 'NoteRow', Width: width, Height: 34.02, DataSource: 'Note', CanGrow: true }, [
    text('NoteText', { left, top: 0, width: noteWidth, height: LINE }, 'Strong', '[Note.Text]', { CanGrow: true }),
    text(
      'NoteAuthor',
      { left, top: LINE, width: noteWidth, height: 13.23 },
      'Small',
      '[Note.Author], [Note.CreatedAt]',
      AS_MOMENT,
    ),
  ]);
}

/**
 * The photos of the result around it, in their own proportions.
 * @param size Thumbnail where there can be thousands, Image for a few
 */
export function photos(width: number, left: number, wanted: number, size: 'Thumbnail' | 'Image'): TemplateElement {
  const beside = Math.max(2, Math.round((width - left) / wanted));
  const photoWidth = Math.floor(((width - left) / beside) * 100) / 100;
  const height = Math.round((photoWidth - 7.56) * 0.68 * 100) / 100;
  return element(
    'DataBand',
    {
      Name: 'PhotoRow',
      Width: width,
      Height: height + 26.46,
      DataSource: 'Photo',
      'Columns.Count': beside,
      'Columns.Width': photoWidth,
    },
    [
      element('PictureObject', {
        Name: 'Photo1',
        Left: left,
        Top: 5.67,
        Width: photoWidth - 7.56,
        Height: height,
        DataColumn: `Photo.${size}`,
        'Fill.Color': SURFACE,
        'Border.Lines': 'All',
        'Border.Color': HAIRLINE,
      }),
      text(
        'PhotoCaption',
        { left, top: height + 7.56, width: photoWidth - 7.56, height: 15.12 },
        'Small',
        `[IIf([Photo.Caption] == "", FormatDateTime([Photo.CreatedAt], "${MOMENT}"), [Photo.Caption])]`,
        { WordWrap: false, Trimming: 'EllipsisCharacter' },
      ),
    ],
  );
}
