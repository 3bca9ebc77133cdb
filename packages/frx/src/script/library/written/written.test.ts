import { describe, expect, it } from 'vitest';
import { parseUnit } from '../../grammar/declarations.ts';
import { declareProgram } from '../../binder/world.ts';
import { runtime } from '../../testing/testScript.ts';
import '../index.ts';
import { writtenTypes } from './registry.ts';

const types = [...writtenTypes()].map(({ namespace, name, source }) => ({ namespace, name, source }));

describe('types of the library that are written in C#', () => {
  it.each(types)('$namespace.$name compiles', ({ namespace, source }) => {
    const outside = { rt: runtime, object: () => undefined, type: () => undefined, names: () => [] };
    const text = `namespace ${namespace} { ${source} }`;

    expect(declareProgram(parseUnit(text), text, outside).check()).toEqual([]);
  });
});
