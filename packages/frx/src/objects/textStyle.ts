import type { TextStyle } from '../page.ts';

/** Arial 10 in black, top left aligned, wrapped, without padding: for texts that objects draw themselves. */
export const plainTextStyle: TextStyle = {
  font: { family: 'Arial', size: 10, bold: false, italic: false, underline: false, strikeout: false },
  fill: { kind: 'solid', color: '#000000' },
  horzAlign: 'Left',
  vertAlign: 'Top',
  padding: { left: 0, top: 0, right: 0, bottom: 0 },
  wordWrap: true,
  angle: 0,
  rightToLeft: false,
  clip: false,
  underlines: false,
  lineHeight: 0,
  fontWidthRatio: 1,
  firstTabOffset: 0,
  tabWidth: 48,
  tabPositions: [],
  renderType: 'Default',
  trimming: 'None',
  paragraphOffset: 0,
  paragraph: {
    firstLineIndent: 0,
    lineSpacing: 0,
    lineSpacingType: 'Single',
    skipFirstLineIndent: false,
  },
  wysiwyg: false,
  forceJustify: false,
};
