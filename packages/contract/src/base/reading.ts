/**
 * Fast reading of messages with many values: a predicate compiled from a schema takes a fraction of the schema's time, because it copies nothing and
 * collects no issues (docs/benchmarks.md, "Synchronisation").
 */
import { z } from 'zod';

type Test = (value: unknown) => boolean;

/**
 * Compiles a predicate that accepts the same values as a schema, except objects with a key named `__proto__`.
 * @throws {Error} for a schema that changes values, such as `transform` and `default`
 */
export function predicateOf<T>(schema: z.ZodType<T>): (value: unknown) => value is T {
  const test = testOf(schema);
  return (value): value is T => test(value);
}

function testOf(schema: z.core.$ZodType): Test {
  const checks = schema._zod.def.checks ?? [];
  const bounded = schema instanceof z.ZodString || schema instanceof z.ZodNumber ? boundedTest(schema, checks) : null;
  if (bounded !== null) return bounded;
  const tests = [shapeTest(schema), ...checks.map(checkTest)];
  return tests.length === 1 ? tests[0]! : (value) => tests.every((test) => test(value));
}

/** Returns a single test for a text or number that has only bounds, as most have; null when there are other checks. */
function boundedTest(schema: z.ZodString | z.ZodNumber, checks: readonly z.core.$ZodCheck[]): Test | null {
  let [least, most] = [-Infinity, Infinity];
  let isWhole = schema instanceof z.ZodNumber && schema.format === 'safeint';
  for (const check of checks) {
    if (check instanceof z.core.$ZodCheckMaxLength) most = Math.min(most, check._zod.def.maximum);
    else if (check instanceof z.core.$ZodCheckMinLength) least = Math.max(least, check._zod.def.minimum);
    else if (check instanceof z.core.$ZodCheckNumberFormat) isWhole = true;
    else if (check instanceof z.core.$ZodCheckLessThan && check._zod.def.inclusive)
      most = Math.min(most, Number(check._zod.def.value));
    else if (check instanceof z.core.$ZodCheckGreaterThan && check._zod.def.inclusive)
      least = Math.max(least, Number(check._zod.def.value));
    else return null;
  }
  if (schema instanceof z.ZodString)
    return (value) => typeof value === 'string' && value.length >= least && value.length <= most;
  if (isWhole) return (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
  return (value) => Number.isFinite(value) && (value as number) >= least && (value as number) <= most;
}

/**
 * Reads a message. If the predicate rejects it, the schema decides, which may drop a key with a special meaning in JavaScript.
 * @returns null when the message is invalid
 */
export function readerOf<T>(schema: z.ZodType<T>): (value: unknown) => T | null {
  const fits = predicateOf(schema);
  return (value) => (fits(value) ? value : (schema.safeParse(value).data ?? null));
}

function shapeTest(schema: z.core.$ZodType): Test {
  if (schema instanceof z.ZodString) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodNumber) return schema.format === 'safeint' ? Number.isSafeInteger : Number.isFinite;
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodNull) return (value) => value === null;
  if (schema instanceof z.ZodEnum) return oneOf(schema.options);
  if (schema instanceof z.ZodLiteral) return oneOf([...schema.values]);
  if (schema instanceof z.ZodNullable) return nullable(schema.def.innerType);
  if (schema instanceof z.ZodOptional) return optional(schema.def.innerType);
  if (schema instanceof z.ZodArray) return arrayOf(schema.def.element);
  if (schema instanceof z.ZodTuple && schema.def.rest === null) return tupleOf(schema.def.items);
  if (schema instanceof z.ZodRecord) return recordOf(schema.def.keyType, schema.def.valueType);
  if (schema instanceof z.ZodObject) return objectOf(schema);
  if (schema instanceof z.ZodDiscriminatedUnion) return discriminated(schema);
  if (schema instanceof z.ZodUnion) return anyOf(schema.def.options);
  throw new Error(`A message holds no ${schema._zod.def.type}.`);
}

function checkTest(check: z.core.$ZodCheck): Test {
  const { def } = check._zod;
  if (def.check === 'custom' && 'fn' in def) return def.fn as Test;
  if (check instanceof z.core.$ZodCheckMaxLength) return (value) => lengthOf(value) <= check._zod.def.maximum;
  if (check instanceof z.core.$ZodCheckMinLength) return (value) => lengthOf(value) >= check._zod.def.minimum;
  if (check instanceof z.core.$ZodCheckLengthEquals) return (value) => lengthOf(value) === check._zod.def.length;
  if (check instanceof z.core.$ZodCheckRegex) {
    const { pattern } = check._zod.def;
    return (value) => pattern.test(value as string);
  }
  throw new Error(`A message holds nothing checked by ${def.check}.`);
}

function lengthOf(value: unknown): number {
  return (value as { length: number }).length;
}

function oneOf(values: readonly unknown[]): Test {
  const known = new Set(values);
  return (value) => known.has(value);
}

function nullable(inner: z.core.$ZodType): Test {
  const test = testOf(inner);
  return (value) => value === null || test(value);
}

function optional(inner: z.core.$ZodType): Test {
  const test = testOf(inner);
  return (value) => value === undefined || test(value);
}

function anyOf(options: readonly z.core.$ZodType[]): Test {
  const tests = options.map(testOf);
  const [first, second, third] = tests;
  if (tests.length === 3) return (value) => first!(value) || second!(value) || third!(value);
  return (value) => tests.some((test) => test(value));
}

function arrayOf(element: z.core.$ZodType): Test {
  const test = testOf(element);
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const one of value as unknown[]) if (!test(one)) return false;
    return true;
  };
}

function tupleOf(items: readonly z.core.$ZodType[]): Test {
  const tests = items.map(testOf);
  return (value) => Array.isArray(value) && value.length === tests.length && tests.every((test, i) => test(value[i]));
}

type Part = Readonly<Record<string, unknown>>;

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function recordOf(keys: z.core.$ZodType, values: z.core.$ZodType): Test {
  const [testKey, testValue] = [testOf(keys), testOf(values)];
  return (value) => {
    if (!isPart(value)) return false;
    for (const key in value) if (key === '__proto__' || !testKey(key) || !testValue(value[key])) return false;
    return true;
  };
}

function objectOf({ def: { shape, catchall } }: z.ZodObject): Test {
  const names = Object.keys(shape);
  const tests = Object.values(shape).map(testOf);
  const isStrict = catchall?._zod.def.type === 'never';
  const testRest = catchall === undefined || isStrict ? null : testOf(catchall);
  const required = names.filter((name) => !(shape[name] instanceof z.ZodOptional)).length;
  return (value) => {
    if (!isPart(value)) return false;
    for (let i = 0; i < names.length; i++) if (!tests[i]!(value[names[i]!])) return false;
    if (isStrict) return isOnly(value, names, required);
    if (testRest === null) return !Object.hasOwn(value, '__proto__');
    for (const key in value)
      if (key === '__proto__' || !(Object.hasOwn(shape, key) || testRest(value[key]))) return false;
    return true;
  };
}

/** Returns true when an object whose required keys are all present has no keys other than the named ones. */
function isOnly(value: Part, names: readonly string[], required: number): boolean {
  const keys = Object.keys(value);
  if (keys.length === required && required === names.length) return true;
  return keys.length <= names.length && keys.every((key) => names.includes(key));
}

function discriminated({ def: { discriminator, options } }: z.ZodDiscriminatedUnion): Test {
  const byValue = new Map<unknown, Test>();
  for (const option of options) {
    const test = testOf(option);
    for (const value of option._zod.propValues?.[discriminator] ?? []) byValue.set(value, test);
  }
  return (value) => isPart(value) && byValue.get(value[discriminator])?.(value) === true;
}
