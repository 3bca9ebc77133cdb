import { describe, expect, it } from 'vitest';
import { SaxesParser } from 'saxes';
import { parseBrackets, parseTextTemplate } from '../expression/textTemplate.ts';
import { readArchive, withoutMark } from '../testing/corpus/archive.ts';
import { PAGED } from '../testing/corpus/run.ts';
import { readExpression } from './expressions/reader.ts';
import { parseUnit } from './grammar/declarations.ts';
import { libraryType } from './library/registry.ts';

/** Every script and every expression of the corpus can be read. */

const templates = PAGED.flatMap((kind) =>
  [...readArchive(kind)]
    .filter(([file]) => file.endsWith('.frx'))
    .map(([file, text]) => ({ file: `${kind}/${file}`, text })),
);

interface Found {
  readonly scripts: string[];
  /** Sources as they stand in attributes, or between the brackets of texts. */
  readonly expressions: string[];
}

const expressionAttributes =
  /^(?:Expression|Filter|Condition|Bookmark|VisibleExpression|PrintableExpression|ExportableExpression|OutlineExpression|EvaluateCondition|Hyperlink\.Expression|XValue|YValue\d*|AnalyticalValue|SortByTotal)$/u;

function sourcesOf(template: string): Found {
  const found: Found = { scripts: [], expressions: [] };
  const parser = new SaxesParser();
  let tag = '';
  let text = '';
  parser.on('opentag', ({ name, attributes }) => {
    tag = name;
    text = '';
    const allowed = attributes['AllowExpressions'] !== 'false';
    for (const [attribute, value] of Object.entries(attributes)) {
      if (expressionAttributes.test(attribute) && value.trim() !== '') found.expressions.push(value);
      const isText = attribute === 'Text' && name !== 'Rich' && allowed && !name.startsWith('Dialog');
      if (!isText) continue;
      for (const part of parseTextTemplate(value, parseBrackets(attributes['Brackets'] ?? '[,]'))) {
        if (part.kind === 'expression') found.expressions.push(part.source);
      }
    }
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'ScriptText' && tag === 'ScriptText' && text.trim() !== '') found.scripts.push(text);
  });
  parser.write(withoutMark(template)).close();
  return found;
}

/** A plain name is looked up as it is and never read as C#: `Order Details.UnitPrice`, `Row#`, `Sub-Total`. */
const plainName = /^\s*[\p{L}_][\p{L}\p{N}_ .#-]*$/u;

describe('templates of the corpus', () => {
  it.each(templates)('have scripts and expressions that can be parsed: $file', ({ text }) => {
    const { scripts, expressions } = sourcesOf(text);

    for (const source of scripts) expect(parseUnit(source).types.length).toBeGreaterThan(0);
    for (const source of expressions) {
      if (!plainName.test(source))
        expect(
          readExpression(source, false, (name) => libraryType(name) !== undefined),
          source,
        ).toBeDefined();
    }
  });

  it('contain scripts and expressions', () => {
    const all = templates.map(({ text }) => sourcesOf(text));

    expect(all.flatMap(({ scripts }) => scripts).length).toBeGreaterThan(25);
    expect(all.flatMap(({ expressions }) => expressions).length).toBeGreaterThan(1000);
  });
});
