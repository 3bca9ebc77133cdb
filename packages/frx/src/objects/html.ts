/** HtmlObject: HTML of which only the text with simple formatting is drawn. */
import type { TextStyle } from '../page.ts';
import { paddingOf } from '../template/properties.ts';
import type { Drawn, ObjectNow } from './object.ts';
import { plainTextStyle } from './textStyle.ts';

const MAX_CHARACTERS = 1_000_000;

/** Reduces HTML to line breaks for blocks and the tags that text objects support; scripts, styles and comments are left out. */
function simplifiedHtml(html: string): string {
  const visible = withoutHidden(html.slice(0, MAX_CHARACTERS));
  // Without the text behind the last tag, each pattern below finds its end, so that none reads the text again from each `<`.
  const end = visible.lastIndexOf('>') + 1;
  const text = visible
    .slice(0, end)
    .replace(/\s+/g, ' ')
    .replace(/<li\b[^>]*>/gi, '\n\u2022 ')
    .replace(
      /<\/?(?:p|div|h[1-6]|ul|ol|li|tr|table|body|html|section|article|header|footer|blockquote|hr)\b[^>]*>|<br\s*\/?>/gi,
      '\n',
    )
    .replace(/<(\/?)strong\b[^>]*>/gi, '<$1b>')
    .replace(/<(\/?)em\b[^>]*>/gi, '<$1i>')
    .replace(/<(\/?)(?:del|s)\b[^>]*>/gi, '<$1strike>')
    .replace(/<\/?(?!(?:b|i|u|strike|sub|sup|font|span)\b)[a-z][^>]*>/gi, '');
  return `${text}${visible.slice(end).replace(/\s+/g, ' ')}`.replace(/(?<! ) *\n+ */g, '\n').trim();
}

/** Removes comments, and elements of which nothing is shown. One that is not closed stays. */
function withoutHidden(html: string): string {
  const unclosed = new Set<string>();
  let shown = '';
  let end = 0;
  for (const { 0: start, 1: name = '', index } of html.matchAll(/<!--|<(script|style|head|title)\b/gi)) {
    if (index < end || unclosed.has(start.toLowerCase())) continue;
    const closing = start === '<!--' ? /-->/g : new RegExp(`</${name}\\s*>`, 'gi');
    closing.lastIndex = index + start.length;
    if (closing.exec(html) === null) unclosed.add(start.toLowerCase());
    else {
      shown += html.slice(end, index);
      end = closing.lastIndex;
    }
  }
  return shown + html.slice(end);
}

/** Draws an HtmlObject as one box of text, clipped to the object, with the paragraphs and simple tags that text objects support. */
export function drawHtml({ source, width, height, text }: ObjectNow): Drawn {
  const style: TextStyle = {
    ...plainTextStyle,
    renderType: 'HtmlParagraph',
    clip: true,
    padding: paddingOf(source, 'Padding', '2, 1, 2, 1'),
  };
  const content = { text: simplifiedHtml(text), style };
  return { html: text, drawing: [{ kind: 'textBox', x: 0, y: 0, width, height, content }] };
}
