import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SaxesParser } from 'saxes';
import { parseExpression } from '../expression/parser.ts';
import { parseBrackets, parseTextTemplate } from '../expression/textTemplate.ts';
import { parseScript } from './parseScript.ts';

/** Every script and every expression of the reference's templates can be read. */

const folder = fileURLToPath(new URL('../../../../../shared/frx/', import.meta.url));
const folders = ['demos', 'probes', 'field'].filter((name) => existsSync(folder + name));
const templates = folders.flatMap((name) =>
  readdirSync(folder + name)
    .filter((file) => file.endsWith('.frx'))
    .map((file) => `${name}/${file}`),
);

interface Found {
  readonly scripts: string[];
  /** Sources as they stand in attributes, or between the brackets of texts. */
  readonly expressions: string[];
}

const expressionAttributes =
  /^(?:Expression|Filter|Condition|Bookmark|VisibleExpression|PrintableExpression|ExportableExpression|OutlineExpression|EvaluateCondition|Hyperlink\.Expression|XValue|YValue\d*|AnalyticalValue|SortByTotal)$/u;

function sourcesOf(file: string): Found {
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
  parser.write(readFileSync(folder + file, 'utf8').replace(/^\uFEFF/u, '')).close();
  return found;
}

/** A plain name is looked up as it is and never read as C#: `Order Details.UnitPrice`, `Row#`, `Sub-Total`. */
const plainName = /^\s*[\p{L}_][\p{L}\p{N}_ .#-]*$/u;

describe.skipIf(templates.length === 0)('templates of the reference', () => {
  it.each(templates)('can be read: scripts and expressions of %s', (file) => {
    const { scripts, expressions } = sourcesOf(file);

    for (const source of scripts) expect(parseScript(source).classes.length).toBeGreaterThan(0);
    for (const source of expressions) {
      if (!plainName.test(source)) expect(parseExpression(source), source).toBeDefined();
    }
  });

  it('hold scripts and expressions at all', () => {
    const all = templates.map(sourcesOf);

    expect(all.flatMap(({ scripts }) => scripts).length).toBeGreaterThan(25);
    expect(all.flatMap(({ expressions }) => expressions).length).toBeGreaterThan(1000);
  });
});
