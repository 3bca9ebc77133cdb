/** The pictures of a sheet as XML of a drawing. */
import { type GridPicture, shownPart } from '../grid/grid.ts';
import { xmlText } from '../xmlText.ts';

const SPACES =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
/** Units of a drawing in one px. */
const PER_PX = 9525;
/** Units of a drawing in one degree. */
const PER_DEGREE = 60_000;
const HUNDRED_PERCENT = 100_000;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The drawing in one piece. Each picture is anchored to the cell it begins in; clipped parts are cropped. `relation` returns the id
 * of the picture's file, undefined for one that cannot be shown.
 */
export function drawingXml(
  pictures: readonly GridPicture[],
  relation: (picture: GridPicture) => string | undefined,
): string {
  const anchors = pictures.map((picture, index) => {
    const id = relation(picture);
    return id === undefined ? '' : anchorXml(picture, id, index + 1);
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<xdr:wsDr ${SPACES}>${anchors.join('')}</xdr:wsDr>`;
}

function anchorXml(picture: GridPicture, id: string, number: number): string {
  const { primitive, row, column, offsetX, offsetY } = picture;
  const shown = shownPart(primitive, primitive.clip);
  if (shown.width <= 0 || shown.height <= 0) return '';
  const from = `<xdr:col>${column}</xdr:col><xdr:colOff>${units(offsetX)}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${units(offsetY)}</xdr:rowOff>`;
  const size = `cx="${units(shown.width)}" cy="${units(shown.height)}"`;
  const turned = (primitive.angle ?? 0) === 0 ? '' : ` rot="${Math.round((primitive.angle ?? 0) * PER_DEGREE)}"`;
  const opacity = primitive.opacity ?? 1;
  const faded = opacity < 1 ? `<a:alphaModFix amt="${Math.round(opacity * HUNDRED_PERCENT)}"/>` : '';
  const named = `<xdr:nvPicPr><xdr:cNvPr id="${number}" name="${xmlText(picture.name === '' ? `Picture ${number}` : picture.name)}"/><xdr:cNvPicPr/></xdr:nvPicPr>`;
  const filled = `<xdr:blipFill><a:blip r:embed="${id}">${faded}</a:blip>${cropXml(primitive, shown)}<a:stretch><a:fillRect/></a:stretch></xdr:blipFill>`;
  const shape = `<xdr:spPr><a:xfrm${turned}><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>`;
  return `<xdr:oneCellAnchor><xdr:from>${from}</xdr:from><xdr:ext ${size}/><xdr:pic>${named}${filled}${shape}</xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`;
}

function cropXml(whole: Box, shown: Box): string {
  const share = (part: number, of: number): number => Math.round((part / of) * HUNDRED_PERCENT);
  const left = share(shown.x - whole.x, whole.width);
  const top = share(shown.y - whole.y, whole.height);
  const right = share(whole.x + whole.width - shown.x - shown.width, whole.width);
  const bottom = share(whole.y + whole.height - shown.y - shown.height, whole.height);
  if (left === 0 && top === 0 && right === 0 && bottom === 0) return '';
  return `<a:srcRect l="${left}" t="${top}" r="${right}" b="${bottom}"/>`;
}

function units(px: number): number {
  return Math.round(px * PER_PX);
}
