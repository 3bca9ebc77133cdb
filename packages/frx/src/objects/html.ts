/** HtmlObject: HTML of which only the text with simple formatting is drawn. */
import type { TextStyle } from '../page.ts';
import { paddingOf } from '../template/properties.ts';
import type { Drawn, ObjectNow } from './object.ts';
import { plainTextStyle } from './textStyle.ts';

const MAX_CHARACTERS = 1_000_000;

/** Reduces HTML to line breaks for blocks and the tags that text objects support; scripts, styles and comments are left out. */
function simplifiedHtml(html: string): string {
  return html
    .slice(0, MAX_CHARACTERS)
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style|head|title)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<li\b[^>]*>/gi, '\n\u2022 ')
    .replace(
      /<\/?(?:p|div|h[1-6]|ul|ol|li|tr|table|body|html|section|article|header|footer|blockquote|hr)\b[^>]*>|<br\s*\/?>/gi,
      '\n',
    )
    .replace(/<(\/?)strong\b[^>]*>/gi, '<$1b>')
    .replace(/<(\/?)em\b[^>]*>/gi, '<$1i>')
    .replace(/<(\/?)(?:del|s)\b[^>]*>/gi, '<$1strike>')
    .replace(/<\/?(?!(?:b|i|u|strike|sub|sup|font|span)\b)[a-z][^>]*>/gi, '')
    .replace(/ *\n+ */g, '\n')
    .trim();
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
