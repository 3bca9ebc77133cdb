/** Measures writing alone: replays the recorded drawing calls of finished pages on a plain document of the PDF library. */
import PdfKit from 'pdfkit';
import { paintPage } from '../src/export/paint.ts';
import type { Paint, Surface } from '../src/export/surface.ts';
import type { Page, PathCommand } from '../src/index.ts';
import type { FontFace, Fonts } from '../src/text/index.ts';

type PdfDocument = InstanceType<typeof PdfKit>;
type Call = (document: PdfDocument) => void;

const POINTS_PER_PX = 0.75;

/** A surface that records painting as calls of the PDF library. */
function recorder(calls: Call[], names: Map<FontFace, string>): Surface {
  const nameOf = (face: FontFace): string => {
    const known = names.get(face) ?? `face${names.size}`;
    names.set(face, known);
    return known;
  };
  return {
    save: () => void calls.push((document) => document.save()),
    restore: () => void calls.push((document) => document.restore()),
    rotate: (angle, x, y) => void calls.push((document) => document.rotate(angle, { origin: [x, y] })),
    move: (x, y) => void calls.push((document) => document.translate(x, y)),
    clip: (commands) => void calls.push((document) => drawn(document, commands).clip()),
    fill: (commands, paint, rule) =>
      void calls.push((document) =>
        drawn(document, commands).fill(colorOf(paint), rule === 'evenodd' ? 'even-odd' : 'non-zero'),
      ),
    stroke: (commands, { color, width }) =>
      void calls.push((document) => drawn(document, commands).lineWidth(width).stroke(color.slice(0, 7))),
    glyphs: ({ text, face, font, color, x, baseline }) => {
      const name = nameOf(face);
      const size = (font.size * 96) / 72;
      calls.push((document) =>
        document
          .font(name)
          .fontSize(size)
          .fillColor(color.slice(0, 7))
          .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' }),
      );
    },
    inside: () => undefined,
    image: () => undefined,
  };
}

function colorOf(paint: Paint): string {
  return paint.kind === 'color' ? paint.color.slice(0, 7) : '#000000';
}

function drawn(document: PdfDocument, commands: readonly PathCommand[]): PdfDocument {
  for (const command of commands) {
    if (command[0] === 'Z') document.closePath();
    else if (command[0] === 'C')
      document.bezierCurveTo(command[1], command[2], command[3], command[4], command[5], command[6]);
    else if (command[0] === 'M') document.moveTo(command[1], command[2]);
    else document.lineTo(command[1], command[2]);
  }
  return document;
}

/** Drawing calls of pages, and the faces they use. */
export interface Recording {
  readonly pages: readonly (readonly Call[])[];
  readonly names: ReadonlyMap<FontFace, string>;
}

export async function record(pages: AsyncIterable<Page>, fonts: Fonts): Promise<Recording> {
  const recorded: Call[][] = [];
  const names = new Map<FontFace, string>();
  for await (const page of pages) {
    const calls: Call[] = [];
    paintPage(page, fonts, recorder(calls, names));
    recorded.push(calls);
  }
  return { pages: recorded, names };
}

/** Writes recorded pages and returns the number of bytes. */
export async function replay({ pages, names }: Recording): Promise<number> {
  const document = new PdfKit({ autoFirstPage: false });
  let bytes = 0;
  document.on('data', (part: Uint8Array) => (bytes += part.length));
  const ended = new Promise<void>((resolve) => void document.on('end', () => resolve()));
  for (const [face, name] of names) document.registerFont(name, Buffer.from(face.source.bytes()));
  for (const calls of pages) {
    document.addPage({ size: 'A4', margin: 0 }).scale(POINTS_PER_PX);
    for (const call of calls) call(document);
  }
  document.end();
  await ended;
  return bytes;
}
