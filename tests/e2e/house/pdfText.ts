/** What a reader of a PDF finds in it. */
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The texts of a PDF, page by page, their pieces joined as they stand. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  try {
    const document = await loading.promise;
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      const words = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
      pages.push(words.join(''));
    }
    return pages;
  } finally {
    await loading.destroy();
  }
}

/** The pictures that are painted on the pages of a PDF, by their size in pixels; one that stands there twice is there twice. */
export async function pdfImages(bytes: Uint8Array): Promise<{ width: number; height: number }[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  try {
    const document = await loading.promise;
    const pictures: { width: number; height: number }[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { fnArray, argsArray } = await (await document.getPage(number)).getOperatorList();
      for (const [place, operator] of fnArray.entries()) {
        if (operator !== OPS.paintImageXObject) continue;
        const [, width, height] = argsArray[place] as [string, number, number];
        pictures.push({ width, height });
      }
    }
    return pictures;
  } finally {
    await loading.destroy();
  }
}
