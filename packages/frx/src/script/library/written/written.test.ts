import { describe, expect, it } from 'vitest';
import { parseUnit } from '../../grammar/declarations.ts';
import { declareProgram } from '../../binder/world.ts';
import { runtime } from '../../testing/testScript.ts';
import '../index.ts';
import { writtenTypes } from './registry.ts';

const namespaces = [...Map.groupBy(writtenTypes(), ({ namespace }) => namespace)].map(([namespace, types]) => ({
  namespace,
  sources: types.map(({ source }) => source),
}));

describe('types of the library that are written in C#', () => {
  it.each(namespaces)('compile in $namespace', ({ namespace, sources }) => {
    const outside = { rt: runtime, object: () => undefined, type: () => undefined, names: () => [] };
    const text = `namespace ${namespace} { ${sources.join('\n')} }`;

    expect(
      declareProgram(parseUnit(text), text, outside)
        .check()
        .map(({ message, position = 0 }) => `${message} ${text.slice(position, position + 60)}`),
    ).toEqual([]);
  });
});
