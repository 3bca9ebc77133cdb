/** GS1 application identifiers whose data have a fixed length; all others end with a function code. Keys are the first two digits. */
const FIXED_DATA: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  '11': 6,
  '12': 6,
  '13': 6,
  '14': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '18': 6,
  '19': 6,
  '20': 2,
  '31': 6,
  '32': 6,
  '33': 6,
  '34': 6,
  '35': 6,
  '36': 6,
  '41': 13,
};

/** `(01)…(10)…` as elements; undefined when the text has another structure or a fixed length is violated. */
export function gs1Elements(
  text: string,
): readonly { readonly identifier: string; readonly data: string; readonly fixed: boolean }[] | undefined {
  const elements = [];
  let rest = text;
  while (rest !== '') {
    const match = /^\((\d{2,4})\)([^(]+)/.exec(rest);
    const [whole, identifier, data] = match ?? [];
    if (whole === undefined || identifier === undefined || data === undefined) return undefined;
    const length = FIXED_DATA[identifier.slice(0, 2)];
    if (length !== undefined && data.length !== length) return undefined;
    elements.push({ identifier, data, fixed: length !== undefined });
    rest = rest.slice(whole.length);
  }
  return elements.length === 0 ? undefined : elements;
}

/** The elements as a text for Code 128: function code 1 at the start and after each element of variable length except the last. */
export function gs1Text(text: string): string | undefined {
  const elements = gs1Elements(text);
  if (elements === undefined) return undefined;
  const parts = elements.map(
    ({ identifier, data, fixed }, index) => identifier + data + (fixed || index === elements.length - 1 ? '' : '&1;'),
  );
  return `&1;${parts.join('')}`;
}
