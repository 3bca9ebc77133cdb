/**
 * The frame in which pages are shown. The texts of a template are untrusted: the frame is sandboxed without scripts, and the page's
 * content-security-policy applies in it, so that no code in it runs. The frame has the origin of the page, so that pages can be written
 * into it as they arrive, searched and enlarged.
 */

const STYLES = `
:root:not([data-fit]) .page { max-width: none; zoom: var(--zoom, 1); }
text[data-found] { paint-order: stroke; stroke: #ffe066; stroke-width: 5px; }
text[data-found='current'] { stroke: #ff9f1c; }
.page[data-differs] { outline: 4px solid #ff9f1c; }
@media screen {
  body { padding-top: 40px; }
  .outline { position: absolute; }
}
@media print {
  .page[data-differs] { outline: none; }
  :root:not([data-fit]) .page { max-width: 100%; zoom: 1; }
  text[data-found], text[data-found='current'] { stroke: none; }
}`;

// The frame runs no scripts, so HTML from a template can only be displayed.
const policy = window.trustedTypes?.createPolicy('report', { createHTML: (text) => text });

/** Starts with an empty frame. */
export function openFrame(frame: HTMLIFrameElement): Document | null {
  const { contentDocument } = frame;
  contentDocument?.open();
  contentDocument?.documentElement?.remove();
  return contentDocument;
}

/**
 * Writes a part of the file.
 * @param nonce nonce that the page's policy requires of styles. It is inserted into the style elements of the file's head and of pages
 * with fonts; texts of reports cannot contain style elements.
 */
export function writePiece(into: Document, text: string, isFirst: boolean, nonce: string): void {
  const allowed = text.replaceAll('<style>', `<style nonce="${nonce}">`);
  const own = `<style nonce="${nonce}">${STYLES}</style><style nonce`;
  const html = isFirst ? allowed.replace('<style nonce', own) : allowed;
  into.write(policy?.createHTML(html) ?? html);
}

/** Shows pages at a zoom; null: as wide as the window allows. */
export function zoomPages(shown: Document, zoom: number | null): void {
  const { documentElement: root } = shown;
  root.toggleAttribute('data-fit', zoom === null);
  root.style.setProperty('--zoom', String(zoom ?? 1));
}

/** Finds words in the texts of the pages, ignoring case. */
export function findIn(shown: Document, words: string): SVGTextElement[] {
  const texts = [...shown.querySelectorAll<SVGTextElement>('text')];
  for (const element of texts) element.removeAttribute('data-found');
  const wanted = words.trim().toLocaleLowerCase('en-GB');
  if (wanted === '') return [];
  const found = texts.filter(({ textContent }) => (textContent ?? '').toLocaleLowerCase('en-GB').includes(wanted));
  for (const element of found) element.setAttribute('data-found', '');
  return found;
}

/** Highlights one match, and scrolls the pages to it. */
export function showFound(found: readonly SVGTextElement[], place: number): void {
  for (const [index, element] of found.entries()) element.setAttribute('data-found', index === place ? 'current' : '');
  const view = found[place]?.ownerDocument.defaultView;
  if (view === undefined || view === null) return;
  const { top, bottom, left, right } = found[place]!.getBoundingClientRect();
  const aside = left < 0 ? left : Math.max(0, Math.min(left, right - view.innerWidth));
  // `scrollIntoView` would scroll the dialog around the frame too, and hide the tools above the pages.
  view.scrollBy(aside, (top + bottom - view.innerHeight) / 2);
}

/** Returns the contents of a page in a form that can be compared with another page: texts with their positions, shapes and pictures. */
function contentsOf(page: Element): string {
  const texts = [...page.querySelectorAll('text')].map(
    (text) => `${text.getAttribute('x')} ${text.getAttribute('y')} ${text.getAttribute('fill')} ${text.textContent}`,
  );
  const shapes = [...page.querySelectorAll('path, use')].map(
    (shape) => `${shape.getAttribute('d')} ${shape.getAttribute('fill')} ${shape.getAttribute('transform')}`,
  );
  return [...texts, ...shapes].join('\n');
}

/** Compares two printings page by page and marks the pages that differ. @returns the numbers of these pages */
export function markDifferences(one: Document, other: Document): number[] {
  const [ours, theirs] = [one, other].map((shown) => [...shown.querySelectorAll('.page')]) as [Element[], Element[]];
  const numbers: number[] = [];
  for (let index = 0; index < Math.max(ours.length, theirs.length); index++) {
    const [a, b] = [ours[index], theirs[index]];
    const differs = a === undefined || b === undefined || contentsOf(a) !== contentsOf(b);
    for (const page of [a, b]) page?.toggleAttribute('data-differs', differs);
    if (differs) numbers.push(index + 1);
  }
  return numbers;
}
