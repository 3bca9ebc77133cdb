/** One-page documents for the files of the fleet. */

/** A PDF of one A4 page with a heading and lines of text. Letters beyond ASCII are left out. */
export function paper(heading: string, lines: readonly string[]): Uint8Array {
  const written = [
    `BT /F1 18 Tf 56 770 Td (${escaped(heading)}) Tj ET`,
    ...lines.map((line, i) => `BT /F1 11 Tf 56 ${735 - i * 18} Td (${escaped(line)}) Tj ET`),
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${written.length} >>\nstream\n${written}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Uint8Array.from(file + table + end, (letter) => letter.charCodeAt(0));
}

function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '').replace(/[\\()]/g, '\\$&');
}
