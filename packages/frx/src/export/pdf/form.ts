/** Form fields for texts that a template declares editable. */
import type { Page, PlacedObject } from '../../page.ts';
import { PX_PER_MM } from '../paint.ts';
import { addAnnotation, newReference, setForm } from './document.ts';
import type { PdfDocument, PdfReference } from './document.ts';
import { written } from './surface.ts';

/** Fields of a document. */
export interface PdfForm {
  /** Adds a field to the current page. @param scale points of one px */
  readonly add: (field: PlacedObject, page: Page, scale: number) => void;
  readonly isUsed: () => boolean;
  readonly end: () => void;
}

/** Flags of a field and of its annotation (PDF 1.7, 12.7.4.3 and 12.5.3). */
const MULTILINE = 1 << 12;
const PRINTED = 4;
/** Name of the font of fields among the resources of the form. */
const FONT = 'Helv';

/** The page without the texts that become fields, and these texts. */
export function withoutFields(page: Page): { readonly page: Page; readonly fields: readonly PlacedObject[] } {
  const fields: PlacedObject[] = [];
  const without = (object: PlacedObject): PlacedObject => {
    const { children, editable, text } = object;
    if (editable !== true && children === undefined) return object;
    if (editable === true && text !== undefined) fields.push(object);
    return {
      ...object,
      ...(editable === true && { text: undefined }),
      ...(children !== undefined && { children: children.map(without) }),
    };
  };
  if (!page.objects.some(hasField)) return { page, fields };
  return { page: { ...page, objects: page.objects.map(without) }, fields };
}

function hasField({ editable, children }: PlacedObject): boolean {
  return editable === true || (children?.some(hasField) ?? false);
}

/** Creates the form of a document; nothing is written without a field. */
export function formOf(document: PdfDocument): PdfForm {
  const fields: PdfReference[] = [];
  const names = new Map<string, number>();
  return {
    add: (object, page, scale) => {
      const { text, name } = object;
      if (text === undefined) return;
      const count = (names.get(name) ?? 0) + 1;
      names.set(name, count);
      const left = (page.margins.left * PX_PER_MM + object.left) * scale;
      const top = (page.paperHeight - page.margins.top) * PX_PER_MM * scale - object.top * scale;
      const { font, fill, horzAlign, wordWrap } = text.style;
      const color = fill.kind === 'solid' ? fill.color : '#000000';
      const [red, green, blue] = [1, 3, 5].map((at) => written(Number.parseInt(color.slice(at, at + 2), 16) / 255));
      const field = newReference(document, {
        Type: 'Annot',
        Subtype: 'Widget',
        FT: 'Tx',
        T: new String(count === 1 ? name : `${name} ${count}`),
        TU: new String(name),
        V: new String(text.text.replace(/\r\n?/g, '\n')),
        DA: new String(`/${FONT} ${written(font.size)} Tf ${red} ${green} ${blue} rg`),
        Q: { Left: 0, Center: 1, Right: 2, Justify: 0 }[horzAlign],
        Ff: wordWrap && object.height * scale > font.size * 2 ? MULTILINE : 0,
        F: PRINTED,
        Rect: [left, top - object.height * scale, left + object.width * scale, top],
      });
      field.end();
      addAnnotation(document, field);
      fields.push(field);
    },
    isUsed: () => fields.length > 0,
    end: () => {
      if (fields.length === 0) return;
      const font = newReference(document, {
        Type: 'Font',
        Subtype: 'Type1',
        BaseFont: 'Helvetica',
        Encoding: 'WinAnsiEncoding',
      });
      font.end();
      const form = newReference(document, {
        Fields: fields,
        // The reader draws the texts of fields with its own fonts.
        NeedAppearances: true,
        DR: { Font: { [FONT]: font } },
        DA: new String(`/${FONT} 0 Tf 0 g`),
      });
      setForm(document, form, FONT);
    },
  };
}
