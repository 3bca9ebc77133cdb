/** Finds the faults in the rules of a template before it is published. */
import { FIELD_TYPES } from '../base/constants.ts';
import type { Field } from '../entities/fields.ts';
import { CALCULATED_TYPES, columnsOf, kindOf } from './columns.ts';
import type { CompileFormula, Formula, FormulaColumn, FormulaType } from './formula.ts';
import type { EvidenceRule, NamingRule, RuleFault } from './schema.ts';

/** Parts of a question that are needed to check its rules. */
export type CheckedField = Pick<Field, 'id' | 'name' | 'shortName' | 'fieldTypeId' | 'rules'> & {
  options: readonly { id: string }[];
};

/** Words for kinds of values in messages. */
const WORDS: Readonly<Record<FormulaType, string>> = {
  text: 'a text',
  number: 'a number',
  yesNo: 'yes or no',
  moment: 'a date',
};

/** Maximum work to compile the expressions of a template: their number of characters, plus for each the number of questions it may name. */
const MOST_WORK = 200_000;

type Report = (fault: Omit<RuleFault, 'fieldId'>) => void;

/** Returns the faults in the rules of a template, in the order of its questions; none when it can be published. */
export function checkRules(
  { fields, evidence }: { fields: readonly CheckedField[]; evidence: readonly EvidenceRule[] },
  compile: CompileFormula,
): RuleFault[] {
  const faults: RuleFault[] = [];
  const columns = columnsOf(fields);
  const first = fields.find(({ rules }) => rules !== null);
  if (workOf({ fields, evidence }, columns.length) > MOST_WORK)
    return [
      {
        fieldId: first?.id ?? null,
        rule: first === undefined ? 'evidence' : 'showWhen',
        place: 0,
        message: 'The rules of this template are too many or too long together. Divide it into several templates.',
        position: null,
      },
    ];
  const calculations = new Map<number, Formula>();
  for (const [place, field] of fields.entries()) {
    const { rules } = field;
    if (rules === null) continue;
    const report: Report = (fault) => faults.push({ fieldId: field.id, ...fault });
    const asked = checked(rules.showWhen, columns, compile, 'yesNo', (message, position) =>
      report({ rule: 'showWhen', place: 0, message, position }),
    );
    if (asked?.uses.includes(place) === true)
      report({ rule: 'showWhen', place: 0, message: 'The question cannot depend on its own answer.', position: null });
    const calculation = checkCalculation(field, columns, compile, report);
    if (calculation !== null) calculations.set(place, calculation);
    checkRange(field, report);
    checkDefault(field, report);
  }
  for (const place of calculations.keys())
    if (leadsBack(place, calculations))
      faults.push({
        fieldId: fields[place]!.id,
        rule: 'calculation',
        place: 0,
        message: 'The calculation leads back to itself.',
        position: null,
      });
  for (const [place, { when }] of evidence.entries())
    checked(when, columns, compile, 'yesNo', (message, position) =>
      faults.push({ fieldId: null, rule: 'evidence', place, message, position }),
    );
  return faults;
}

function workOf(
  { fields, evidence }: { fields: readonly CheckedField[]; evidence: readonly EvidenceRule[] },
  columns: number,
): number {
  const sources = [
    ...fields.flatMap(({ rules }) => (rules === null ? [] : [rules.showWhen, rules.calculation])),
    ...evidence.map(({ when }) => when),
  ];
  return sources.reduce((sum, source) => sum + (source.trim() === '' ? 0 : source.length + columns), 0);
}

/**
 * Returns the rules of other questions, and the evidence rules, that read the answer to a question: they would lose the answer if the question were
 * deleted. Rules that cannot be compiled are omitted.
 */
export function rulesNaming(
  { fields, evidence }: { fields: readonly CheckedField[]; evidence: readonly EvidenceRule[] },
  fieldId: string,
  compile: CompileFormula,
): NamingRule[] {
  const place = fields.findIndex(({ id }) => id === fieldId);
  const columns = columnsOf(fields);
  const names = (source: string): boolean =>
    checked(source, columns, compile, null, () => {})?.uses.includes(place) === true;
  const found: NamingRule[] = [];
  for (const { id, name, rules } of fields) {
    if (id === fieldId || rules === null) continue;
    for (const rule of ['showWhen', 'calculation'] as const)
      if (names(rules[rule])) found.push({ fieldId: id, name, rule });
  }
  for (const { when } of evidence) if (names(when)) found.push({ fieldId: null, name: when, rule: 'evidence' });
  return found;
}

function checkCalculation(
  field: CheckedField,
  columns: readonly FormulaColumn[],
  compile: CompileFormula,
  report: Report,
): Formula | null {
  const { calculation } = field.rules!;
  if (calculation.trim() === '') return null;
  const say = (message: string, position: number | null): void =>
    report({ rule: 'calculation', place: 0, message, position });
  if (!CALCULATED_TYPES.has(field.fieldTypeId)) {
    say('Only a Text, Number, Checkbox or Date can be calculated.', null);
    return null;
  }
  // Every value can be converted to text.
  const kind = field.fieldTypeId === FIELD_TYPES.text.id ? null : kindOf(field);
  const formula = checked(calculation, columns, compile, kind, say);
  // Calculations are updated when an answer is saved, but a condition changes without one.
  if (formula?.uses.includes(columns.length - 1) === true) say('A calculation cannot use the condition.', null);
  return formula;
}

function checkRange({ fieldTypeId, rules }: CheckedField, report: Report): void {
  const { minimum, maximum, unit } = rules!;
  const say = (message: string): void => report({ rule: 'range', place: 0, message, position: null });
  if (fieldTypeId !== FIELD_TYPES.number.id && (minimum !== null || maximum !== null || unit !== ''))
    say('Only a Number has a unit or a range.');
  else if (minimum !== null && maximum !== null && minimum > maximum) say('The range ends before it begins.');
}

function checkDefault({ fieldTypeId, rules, options }: CheckedField, report: Report): void {
  const { default: origin, fixed, calculation } = rules!;
  if (origin === 'none') return;
  const say = (message: string): void => report({ rule: 'default', place: 0, message, position: null });
  if (calculation.trim() !== '') say('A calculated question proposes no answer.');
  else if (origin === 'now' && fieldTypeId !== FIELD_TYPES.date.id && fieldTypeId !== FIELD_TYPES.datetime.id)
    say('Only a Date or Datetime can propose the present.');
  else if (origin === 'fixed' && !fits(fieldTypeId, fixed, options))
    say('The proposed answer does not fit the question.');
}

function fits(fieldTypeId: string, fixed: string, options: readonly { id: string }[]): boolean {
  if (fixed.trim() === '') return false;
  switch (fieldTypeId) {
    case FIELD_TYPES.number.id:
      return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(fixed);
    case FIELD_TYPES.checkbox.id:
      return fixed === 'true' || fixed === 'false';
    case FIELD_TYPES.select.id:
    case FIELD_TYPES.selectWithSubfields.id:
      return options.some(({ id }) => id === fixed);
    case FIELD_TYPES.text.id:
      return true;
    default:
      return false;
  }
}

/** Compiles an expression and compares the kind of its result. @param kind null: any */
function checked(
  source: string,
  columns: readonly FormulaColumn[],
  compile: CompileFormula,
  kind: FormulaType | null,
  say: (message: string, position: number | null) => void,
): Formula | null {
  if (source.trim() === '') return null;
  try {
    const formula = compile(source, columns);
    if (kind !== null && formula.type !== null && formula.type !== kind)
      say(`The expression gives ${WORDS[formula.type]}; it has to give ${WORDS[kind]}.`, null);
    return formula;
  } catch (error) {
    const { message, position } = error as Error & { position?: unknown };
    say(message, typeof position === 'number' ? position : null);
    return null;
  }
}

function leadsBack(place: number, calculations: ReadonlyMap<number, Formula>): boolean {
  const seen = new Set<number>();
  const open = [...calculations.get(place)!.uses];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === place) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(calculations.get(next)?.uses ?? []));
  }
  return false;
}
