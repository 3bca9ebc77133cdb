import type { Font, PlacedText, TextStyle } from '../../page.ts';

/** A font for tests: Arial 8pt by default. */
export function testFont(changes: Partial<Font> = {}): Font {
  return { family: 'Arial', size: 8, bold: false, italic: false, underline: false, strikeout: false, ...changes };
}

/** A text with the defaults of a text object, in the test font. */
export function testText(text: string, changes: Partial<TextStyle> = {}): PlacedText {
  const style: TextStyle = {
    font: testFont(),
    fill: { kind: 'solid', color: '#000000' },
    horzAlign: 'Left',
    vertAlign: 'Top',
    padding: { left: 2, top: 0, right: 2, bottom: 0 },
    wordWrap: true,
    angle: 0,
    rightToLeft: false,
    clip: true,
    underlines: false,
    lineHeight: 0,
    fontWidthRatio: 1,
    firstTabOffset: 0,
    tabWidth: 58,
    tabPositions: [],
    renderType: 'Default',
    trimming: 'None',
    paragraphOffset: 0,
    paragraph: { firstLineIndent: 0, lineSpacing: 0, lineSpacingType: 'Single' },
    wysiwyg: false,
    forceJustify: false,
    ...changes,
  };
  return { text, style };
}
