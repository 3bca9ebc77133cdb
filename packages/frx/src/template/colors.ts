import type { Color } from '../page.ts';

/** The named colours of .NET, the desktop's system colours included (as the reference has them): name in lower case, then rrggbb. */
const named = new Map<string, string>(
  (
    'aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000 ' +
    'blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e ' +
    'coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b ' +
    'darkgray a9a9a9 darkgreen 006400 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc ' +
    'darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8b darkslateblue 483d8b darkslategray 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 ' +
    'deeppink ff1493 deepskyblue 00bfff dimgray 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 ' +
    'fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f ' +
    'honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 ' +
    'lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 ' +
    'lightgray d3d3d3 lightgreen 90ee90 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 ' +
    'lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 ' +
    'mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee ' +
    'mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 ' +
    'moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 ' +
    'orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 ' +
    'peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 ' +
    'saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb ' +
    'slateblue 6a5acd slategray 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 ' +
    'turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32 ' +
    'activeborder d4d0c8 activecaption 0054e3 activecaptiontext ffffff appworkspace 808080 control ece9d8 controldark aca899 ' +
    'controldarkdark 716f64 controllight f1efe2 controllightlight ffffff controltext 000000 desktop 004e98 graytext aca899 ' +
    'highlight 316ac5 highlighttext ffffff hottrack 000080 inactiveborder d4d0c8 inactivecaption 7a96df inactivecaptiontext d8e4f8 ' +
    'info ffffe1 infotext 000000 menu ffffff menutext 000000 scrollbar d4d0c8 window ffffff windowframe 000000 windowtext 000000 ' +
    'buttonface ece9d8 buttonhighlight ffffff buttonshadow aca899 gradientactivecaption b9d1ea gradientinactivecaption d7e4f2 ' +
    'menubar ece9d8 menuhighlight 316ac5'
  )
    .split(' ')
    .reduce<[string, string][]>((pairs, word, i) => {
      if (i % 2 === 0) pairs.push([word, '']);
      else pairs[pairs.length - 1]![1] = word;
      return pairs;
    }, []),
);

/** The colour that draws nothing. */
export const transparent: Color = '#ffffff00';

const byte = (value: number): string =>
  Math.max(0, Math.min(255, Math.trunc(value) || 0))
    .toString(16)
    .padStart(2, '0');

/** A colour from its parts, each 0..255. */
export function colorFromParts(alpha: number, red: number, green: number, blue: number): Color {
  const rgb = `#${byte(red)}${byte(green)}${byte(blue)}`;
  return alpha >= 255 ? rgb : rgb + byte(alpha);
}

/** The parts of a colour, each 0..255. */
export function colorParts(color: Color): { alpha: number; red: number; green: number; blue: number } {
  const at = (i: number): number => Number.parseInt(color.slice(i, i + 2), 16);
  return { red: at(1), green: at(3), blue: at(5), alpha: color.length > 7 ? at(7) : 255 };
}

/** Reads `Maroon`, `128, 0, 0`, `255, 128, 0, 0` (alpha first), `#80ff0000` (alpha first), `#ff0000` or one number of these four bytes; undefined for anything else. */
export function parseColor(text: string): Color | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return transparent;
  const lower = trimmed.toLowerCase().replace(/^(?:0x|&h)(?=[\da-f]{6}$)/, '#');
  if (lower === 'transparent') return transparent;
  const rgb = named.get(lower);
  if (rgb !== undefined) return `#${rgb}`;
  if (/^#[0-9a-f]{6}$/.test(lower)) return lower;
  if (/^#[0-9a-f]{8}$/.test(lower)) {
    const alpha = lower.slice(1, 3);
    return alpha === 'ff' ? `#${lower.slice(3)}` : `#${lower.slice(3)}${alpha}`;
  }
  const parts = trimmed.split(/[,;]/).map((part) => Number(part.trim()));
  if (parts.some((part) => !Number.isFinite(part))) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  if (parts.length === 4) return colorFromParts(a, b, c, d);
  if (parts.length === 3) return colorFromParts(255, a, b, c);
  if (parts.length === 1) return colorFromParts((a >>> 24) & 255, (a >>> 16) & 255, (a >>> 8) & 255, a & 255);
  return undefined;
}
