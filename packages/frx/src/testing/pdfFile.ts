/** Reads written PDF files: strictly by syntax, and by content as a viewer does. */
import { inflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A node of the tag tree: an element with its tag and children, or a marked content on the page. */
type TagNode = { readonly role: string; readonly children: readonly TagNode[] } | { readonly id?: string };

type PdfFile = Awaited<ReturnType<typeof getDocument>['promise']>;

async function reading<T>(bytes: Uint8Array, read: (document: PdfFile) => Promise<T>): Promise<T> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, stopAtErrors: true });
  try {
    return await read(await loading.promise);
  } finally {
    await loading.destroy();
  }
}

/** Texts of each page in drawing order; spaces and line ends become one space. */
export function pdfTexts(bytes: Uint8Array): Promise<string[]> {
  return reading(bytes, async (document) => {
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      const texts = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
      pages.push(texts.join('').replace(/\s+/g, ' '));
    }
    return pages;
  });
}

/** Tags and texts of each page in the order of a screen reader: `H1 "The title" P "A row"`. Untagged content is left out. */
export function pdfTags(bytes: Uint8Array): Promise<string[]> {
  return reading(bytes, async (document) => {
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ includeMarkedContent: true });
      const texts = new Map<string, string>();
      const open: string[] = [];
      for (const item of items) {
        if ('str' in item) for (const id of open) texts.set(id, (texts.get(id) ?? '') + item.str);
        else if (item.type === 'endMarkedContent') open.pop();
        else open.push(item.id ?? '');
      }
      const spoken = (node: TagNode): string =>
        'role' in node
          ? [node.role, ...node.children.map(spoken)].join(' ')
          : `"${(texts.get(node.id ?? '') ?? '').trim()}"`;
      pages.push(spoken(await page.getStructTree()));
    }
    return pages;
  });
}

/**
 * Checks a file with a cross-reference table completely: the table lists every object, streams have the stated length and can be unpacked,
 * references have a target, and a viewer draws every page without error recovery.
 *
 * @returns the faults as sentences; empty for a valid file.
 */
export async function pdfFaults(bytes: Uint8Array): Promise<string[]> {
  const file = Buffer.from(bytes).toString('latin1');
  const faults: string[] = [];
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(file)?.[1] ?? Number.NaN);
  const [, count, rows] = /^xref\n0 (\d+)\n((?:\d{10} \d{5} [nf][ \r]\n)+)trailer/.exec(file.slice(start)) ?? [];
  if (count === undefined || rows === undefined) return ['no table of objects where the file says'];
  const entries = rows.split('\n').filter((row) => row !== '');
  if (entries.length !== Number(count)) faults.push(`${entries.length} entries in a table of ${count}`);
  const written = new Set<number>();
  for (const [id, entry] of entries.entries()) {
    if (!entry.includes('n')) continue;
    written.add(id);
    const at = Number(entry.slice(0, 10));
    const head = `${id} ${Number(entry.slice(11, 16))} obj\n`;
    if (!file.startsWith(head, at)) faults.push(`object ${id} is not at ${at}`);
    else faults.push(...objectFaults(file, id, at + head.length));
  }
  const plain = withoutStreams(file);
  for (const [, id] of plain.matchAll(/\b(\d+) 0 R\b/g))
    if (!written.has(Number(id))) faults.push(`a reference to object ${id}, which is not there`);
  return [...faults, ...(await drawingFaults(bytes))];
}

/** Checks the end of an object, and its stream when it has one. */
function objectFaults(file: string, id: number, at: number): string[] {
  const stream = /^<<(?:(?!endobj|stream\n)[\s\S])*?>>\nstream\n/.exec(file.slice(at));
  if (stream === null) {
    const object = file.slice(at, file.indexOf('endobj', at));
    return object.includes('obj\n') ? [`object ${id} does not end`] : [];
  }
  const from = at + stream[0].length;
  const length = Number(/\/Length (\d+)(?! \d+ R)/.exec(stream[0])?.[1] ?? Number.NaN);
  if (!/^\n?endstream\nendobj/.test(file.slice(from + length, from + length + 20)))
    return [`the stream of object ${id} is not ${length} bytes long`];
  if (!stream[0].includes('/FlateDecode')) return [];
  try {
    inflateSync(Buffer.from(file.slice(from, from + length), 'latin1'));
    return [];
  } catch (error) {
    return [`the stream of object ${id} does not unpack: ${String(error)}`];
  }
}

function withoutStreams(file: string): string {
  return file.replace(/>>\nstream\n[\s\S]*?\nendstream/g, '>>');
}

/** Draws every page into a list of operators, with a reader that does not recover from errors. */
async function drawingFaults(bytes: Uint8Array): Promise<string[]> {
  try {
    await reading(bytes, async (document) => {
      for (let number = 1; number <= document.numPages; number += 1) {
        const page = await document.getPage(number);
        await page.getOperatorList();
        await page.getStructTree();
      }
      await document.getOutline();
      await document.getMetadata();
    });
    return [];
  } catch (error) {
    return [`a page cannot be drawn: ${String(error)}`];
  }
}
