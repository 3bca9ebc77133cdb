/** Text and picture behind or over everything else of a page. */
import type { Fill, Watermark } from '../page.ts';
import type { Fonts } from '../text/index.ts';
import { splitByFace, tightWidth } from './glyphRuns.ts';
import type { Surface } from './surface.ts';

interface Paper {
  readonly width: number;
  readonly height: number;
}

/** Paints the parts of a watermark that lie behind (`onTop` false) or over the page's objects. */
export function paintWatermark(
  watermark: Watermark | undefined,
  fonts: Fonts,
  surface: Surface,
  paper: Paper,
  onTop: boolean,
): void {
  if (watermark === undefined) return;
  if (watermark.image !== undefined && watermark.showImageOnTop === onTop) paintPicture(watermark, surface, paper);
  if (watermark.text !== '' && watermark.showTextOnTop === onTop) paintLettering(watermark, fonts, surface, paper);
}

const MAX_TILES = 2000;

function paintPicture(watermark: Watermark, surface: Surface, paper: Paper): void {
  const { image } = watermark;
  if (image === undefined || image.width <= 0 || image.height <= 0) return;
  const effects = { opacity: 1 - watermark.imageTransparency, grayscale: false };
  const { width, height } = image;
  if (watermark.imageSize === 'Stretch') surface.image(image, 0, 0, paper.width, paper.height, effects);
  else if (watermark.imageSize === 'Normal') surface.image(image, 0, 0, width, height, effects);
  else if (watermark.imageSize === 'Tile') {
    const columns = Math.ceil(paper.width / width);
    const rows = Math.ceil(paper.height / height);
    if (columns * rows > MAX_TILES) return;
    for (let index = 0; index < columns * rows; index++) {
      surface.image(image, (index % columns) * width, Math.floor(index / columns) * height, width, height, effects);
    }
  } else {
    const scale = watermark.imageSize === 'Zoom' ? Math.min(paper.width / width, paper.height / height) : 1;
    surface.image(
      image,
      (paper.width - width * scale) / 2,
      (paper.height - height * scale) / 2,
      width * scale,
      height * scale,
      effects,
    );
  }
}

function paintLettering(watermark: Watermark, fonts: Fonts, surface: Surface, paper: Paper): void {
  const { font, text } = watermark;
  const face = fonts.face(font);
  const em = (font.size * 96) / 72;
  const lines = text.split(/\r?\n/);
  surface.save();
  surface.rotate(turn(watermark.textRotation, paper), paper.width / 2, paper.height / 2);
  for (const [index, line] of lines.entries()) {
    const width = tightWidth(fonts, font, line);
    const top = paper.height / 2 + (index - lines.length / 2) * face.lineSpacing * em;
    let x = (paper.width - width) / 2;
    for (const part of splitByFace(fonts, font, line, width)) {
      const baseline = top + face.ascent * em;
      surface.glyphs({
        ...part,
        font,
        color: colorOf(watermark.textFill),
        x,
        baseline,
        fit: 'stretch',
        rightToLeft: false,
        endsLine: true,
      });
      x += part.width;
    }
  }
  surface.restore();
}

function turn(rotation: Watermark['textRotation'], paper: Paper): number {
  const diagonal = (Math.atan(paper.height / paper.width) * 180) / Math.PI;
  if (rotation === 'ForwardDiagonal') return -diagonal;
  if (rotation === 'BackwardDiagonal') return diagonal;
  return rotation === 'Vertical' ? 270 : 0;
}

function colorOf(fill: Fill): string {
  if (fill.kind === 'solid') return fill.color;
  return fill.kind === 'linearGradient' ? fill.startColor : '#80808028';
}
