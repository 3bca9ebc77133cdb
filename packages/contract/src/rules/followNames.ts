/** Updates the rules of a template when its questions and choices are renamed, because expressions refer to them by name. */
import { type CheckedField } from './check.ts';
import { CONDITION_NAME } from './columns.ts';
import type { EvidenceRule, FieldRules, NamingRule } from './schema.ts';

/** A question whose names rules use. */
export type NamedField = Omit<CheckedField, 'options'> & { options: readonly { id: string; name: string }[] };

/** Parts of a template that rules consist of and refer to. */
export interface NamedContent {
  fields: readonly NamedField[];
  evidence: readonly EvidenceRule[];
}

/** A rule that was updated to new names. */
export interface FollowedRule extends NamingRule {
  was: string;
  is: string;
}

/** Rules with the new names of questions and choices. */
export interface FollowedRules {
  /** Rules of questions that differ, by the id of the question. */
  rules: ReadonlyMap<string, FieldRules>;
  evidence: readonly EvidenceRule[];
  /** The expressions that differ. */
  followed: readonly FollowedRule[];
}

const EXPRESSIONS = ['showWhen', 'calculation'] as const;

/**
 * Rewrites the rules of a template to the names that questions and choices have after a change. An unchanged expression keeps its meaning. An
 * expression edited together with the names may use the new names already, so only names that no longer exist are replaced.
 * @param before the template whose names the rules use
 */
export function followNames(before: NamedContent, after: NamedContent): FollowedRules {
  const names = { before: namesOf(before.fields), after: namesOf(after.fields) };
  const earlier = new Map(before.fields.map((field) => [field.id, field]));
  const later = new Map(after.fields.map((field) => [field.id, field]));
  const earlierEvidence = new Set(before.evidence.map(({ when }) => when));
  const followed: FollowedRule[] = [];
  const rewrite = (source: string, isSame: boolean): string =>
    source === '' ? source : rewritten(source, isSame, { names, earlier, later });

  const rules = new Map<string, FieldRules>();
  for (const { id, name, rules: own } of after.fields) {
    if (own === null) continue;
    for (const rule of EXPRESSIONS) {
      const is = rewrite(own[rule], earlier.get(id)?.rules?.[rule] === own[rule]);
      if (is === own[rule]) continue;
      rules.set(id, { ...(rules.get(id) ?? own), [rule]: is });
      followed.push({ fieldId: id, name, rule, was: own[rule], is });
    }
  }
  const evidence = after.evidence.map((rule) => {
    const is = rewrite(rule.when, earlierEvidence.has(rule.when));
    if (is === rule.when) return rule;
    followed.push({ fieldId: null, name: is, rule: 'evidence', was: rule.when, is });
    return { ...rule, when: is };
  });
  return { rules, evidence, followed };
}

/** Returns the rules that compare an answer with a choice that a change removes, and would therefore never be true again. */
export function rulesNamingRemovedChoices(before: NamedContent, after: NamedContent): NamingRule[] {
  const names = namesOf(after.fields);
  const earlier = new Map(before.fields.map((field) => [field.id, field]));
  const removed = (source: string): boolean => {
    const parts = partsOf(source);
    return parts.some((part, place) => {
      if (part.kind !== 'text') return false;
      const asked = comparedWith(parts, place, names, earlier, part.value);
      const was = asked === undefined ? undefined : earlier.get(asked);
      const is = after.fields.find(({ id }) => id === asked);
      if (was === undefined || is === undefined || was.fieldTypeId !== is.fieldTypeId) return false;
      return hasChoice(was, part.value) && !hasChoice(is, part.value);
    });
  };
  const found: NamingRule[] = [];
  for (const { id, name, rules } of after.fields)
    for (const rule of EXPRESSIONS) if (rules !== null && removed(rules[rule])) found.push({ fieldId: id, name, rule });
  for (const { when } of after.evidence) if (removed(when)) found.push({ fieldId: null, name: when, rule: 'evidence' });
  return found;
}

/** Ids of questions by name and short name, in lower case. */
type Names = ReadonlyMap<string, string>;

/** A short name takes precedence over the name of another question, an earlier question over a later one. */
function namesOf(fields: readonly NamedField[]): Names {
  const names = new Map<string, string>();
  const add = (name: string, id: string): void => {
    const key = name.toLowerCase();
    if (name !== '' && !names.has(key)) names.set(key, id);
  };
  for (const { shortName, id } of fields) add(shortName, id);
  for (const { name, id } of fields) add(name, id);
  add(CONDITION_NAME, CONDITION_NAME);
  return names;
}

interface Change {
  names: { before: Names; after: Names };
  earlier: ReadonlyMap<string, NamedField>;
  later: ReadonlyMap<string, NamedField>;
}

function rewritten(source: string, isSame: boolean, { names, earlier, later }: Change): string {
  const parts = partsOf(source);
  const meant: Names = isSame ? names.before : new Map([...names.before, ...names.after]);
  return parts
    .map((part, place) => {
      if (part.kind === 'name') {
        const key = part.value.toLowerCase();
        const id = meant.get(key);
        const [was, is] = id === undefined ? [] : [earlier.get(id), later.get(id)];
        if (id === undefined || was === undefined || is === undefined || names.after.get(key) === id)
          return part.source;
        const name = nameNow(is, was.shortName.toLowerCase() === key, names.after);
        return name === null ? part.source : `[${name}]`;
      }
      if (part.kind !== 'text') return part.source;
      const asked = comparedWith(parts, place, meant, earlier, part.value);
      const [was, is] = asked === undefined ? [] : [earlier.get(asked), later.get(asked)];
      if (was === undefined || is === undefined || (!isSame && hasChoice(is, part.value))) return part.source;
      const choice = was.options.find(({ name }) => name === part.value);
      const now = is.options.find(({ id }) => id === choice?.id);
      return now === undefined || now.name === part.value ? part.source : quoted(now.name);
    })
    .join('');
}

/** Returns the new name of a question in expressions, or its new short name if the expression used a short name; null when no name identifies it. */
function nameNow({ id, name, shortName }: NamedField, isShort: boolean, names: Names): string | null {
  const finds = (one: string): boolean => names.get(one.toLowerCase()) === id && !one.includes(']');
  return (isShort ? [shortName, name] : [name, shortName]).find(finds) ?? null;
}

function hasChoice({ options }: NamedField, name: string): boolean {
  return options.some((option) => option.name === name);
}

/**
 * Returns the question with whose answer a text of an expression is compared: the one on the other side of the operator, or the only one in the
 * expression with this choice.
 */
function comparedWith(
  parts: readonly Part[],
  place: number,
  names: Names,
  earlier: ReadonlyMap<string, NamedField>,
  choice: string,
): string | undefined {
  const read = (part: Part | undefined): string | undefined =>
    part?.kind === 'name' ? names.get(part.value.toLowerCase()) : undefined;
  for (const step of [-1, 1]) {
    const operator = parts[place + step];
    const other = parts[place + 2 * step];
    if (operator?.kind === 'other' && /^\s*[=!]=\s*$/.test(operator.source) && other?.kind === 'name')
      return read(other);
  }
  const asked = new Set(
    parts.map(read).filter((id) => id !== undefined && hasChoice(earlier.get(id) ?? NOTHING, choice)),
  );
  return asked.size === 1 ? [...asked][0] : undefined;
}

const NOTHING: NamedField = { id: '', name: '', shortName: '', fieldTypeId: '', rules: null, options: [] };

/** A piece of an expression: the name of a question in brackets, a text in quotes, or anything else. */
interface Part {
  kind: 'name' | 'text' | 'other';
  source: string;
  /** The name or text itself. */
  value: string;
}

const PIECES = /\[([^[\]]*)\]|@"((?:[^"]|"")*)"|"((?:[^"\\]|\\.)*)"/gs;

function partsOf(source: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of source.matchAll(PIECES)) {
    if (match.index > end) parts.push({ kind: 'other', source: source.slice(end, match.index), value: '' });
    const [whole, name, verbatim, text] = match;
    const value = name?.trim() ?? verbatim?.replaceAll('""', '"') ?? (text ?? '').replace(/\\(["\\])/g, '$1');
    parts.push({ kind: name === undefined ? 'text' : 'name', source: whole, value });
    end = match.index + whole.length;
  }
  if (end < source.length) parts.push({ kind: 'other', source: source.slice(end), value: '' });
  return parts;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
}
