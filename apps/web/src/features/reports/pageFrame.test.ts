// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { framed } from '../../lib/testing/framed.ts';
import { findIn, markDifferences, openFrame, showFound, writePiece, zoomPages } from './pageFrame.ts';

/** A document with pages, as a frame shows it. */
function pages(...bodies: string[]): Document {
  const shown = document.implementation.createHTMLDocument('');
  shown.body.innerHTML = bodies.map((body) => `<div class="page"><svg>${body}</svg></div>`).join('');
  return shown;
}
const text = (words: string, x = 1, y = 2, fill = '#000'): string =>
  `<text x="${x}" y="${y}" fill="${fill}">${words}</text>`;
const marked = (shown: Document): (string | null)[] =>
  [...shown.querySelectorAll('text')].map((element) => element.getAttribute('data-found'));

describe('searching in pages', () => {
  const shown = pages(text('Crane hook') + text('Lamp'), text('HOOK block'));

  it('marks every text with the words, whatever their case, and forgets the marks of the search before', () => {
    expect(findIn(shown, ' hook ').map(({ textContent }) => textContent)).toEqual(['Crane hook', 'HOOK block']);
    expect(marked(shown)).toEqual(['', null, '']);
    expect(findIn(shown, 'LAMP')).toHaveLength(1);
    expect(marked(shown)).toEqual([null, '', null]);
    expect(findIn(shown, '  ')).toEqual([]);
    expect(marked(shown)).toEqual([null, null, null]);
  });

  it('highlights one match', () => {
    const found = findIn(shown, 'hook');
    showFound(found, 1);
    expect(marked(shown)).toEqual(['', null, 'current']);
    showFound(found, 0);
    expect(marked(shown)).toEqual(['current', null, '']);
    showFound(found, 7);
    expect(marked(shown)).toEqual(['', null, '']);
  });

  it.each([
    [{ top: 380, bottom: 420, left: 10, right: 60 }, [0, 100]],
    [{ top: 80, bottom: 120, left: -30, right: 60 }, [-30, -200]],
    [{ top: 280, bottom: 320, left: 700, right: 950 }, [150, 0]],
    [{ top: 280, bottom: 320, left: 100, right: 950 }, [100, 0]],
  ])('scrolls a match at %j to the middle, and aside when it is cut off', (box, scrolled) => {
    const frame = document.createElement('div');
    frame.innerHTML = `<svg>${text('hook')}</svg>`;
    document.body.replaceChildren(frame);
    const found = [...frame.querySelectorAll<SVGTextElement>('text')];
    vi.spyOn(found[0]!, 'getBoundingClientRect').mockReturnValue(box as DOMRect);
    vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(600);
    vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(800);
    const scroll = vi.spyOn(window, 'scrollBy').mockReturnValue();
    showFound(found, 0);
    expect(scroll.mock.calls).toEqual([scrolled]);
    vi.restoreAllMocks();
  });
});

describe('comparing two printings', () => {
  const differing = (shown: Document): boolean[] =>
    [...shown.querySelectorAll('.page')].map((page) => page.hasAttribute('data-differs'));

  it('marks pages with other texts, places, colours or shapes, and pages that only one has', () => {
    const path = (d: string, fill = '#fff', transform = ''): string =>
      `<path d="${d}" fill="${fill}" transform="${transform}"/>`;
    const ours = pages(text('a'), text('b'), text('c'), text('d'), path('M0'), path('M1'), path('M2'), text('e'));
    const theirs = pages(
      text('a'),
      text('B'),
      text('c', 2),
      text('d', 1, 2, '#f00'),
      path('M9'),
      path('M1', '#000'),
      path('M2', '#fff', 'x'),
    );
    expect(markDifferences(ours, theirs)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(differing(ours)).toEqual([false, true, true, true, true, true, true, true]);
    expect(differing(theirs)).toEqual([false, true, true, true, true, true, true]);
    expect(markDifferences(theirs, ours)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  it('takes the marks away from pages that have become equal', () => {
    const one = pages(text('a'));
    markDifferences(one, pages(text('b')));
    expect(markDifferences(one, pages(text('a')))).toEqual([]);
    expect(differing(one)).toEqual([false]);
  });
});

describe('the frame of pages', () => {
  it('starts empty, and zooms its pages or fits them into the window', () => {
    const into = openFrame(framed())!;
    writePiece(into, '<html><head><style>p {}</style></head><body><p>One</p>', true, 'n1');
    const styles = [...into.querySelectorAll('style')];
    expect(styles.map((style) => style.getAttribute('nonce'))).toEqual(['n1', 'n1']);
    expect(styles[0]!.textContent).toContain('data-found');
    expect(styles[1]!.textContent).toBe('p {}');
    zoomPages(into, 2);
    const root = into.documentElement;
    expect([root.hasAttribute('data-fit'), root.style.getPropertyValue('--zoom')]).toEqual([false, '2']);
    zoomPages(into, null);
    expect([root.hasAttribute('data-fit'), root.style.getPropertyValue('--zoom')]).toEqual([true, '1']);
    expect(openFrame({ contentDocument: null } as HTMLIFrameElement)).toBeNull();
  });

  it('takes its own styles with the first part only', () => {
    const written: string[] = [];
    const into = { write: (html: string) => void written.push(html) } as unknown as Document;
    writePiece(into, '<style>a</style>', false, 'n');
    writePiece(into, 'no style', true, 'n');
    expect(written).toEqual(['<style nonce="n">a</style>', 'no style']);
  });
});
