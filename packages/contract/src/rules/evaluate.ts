/** Evaluates the rules of a template over recorded answers, with the same results on pages, desktops and servers. */
import type { Field } from '../entities/fields.ts';
import { answerOfValue, columnsOf, type GivenAnswer, valueOfAnswer } from './columns.ts';
import type { CompileFormula, Formula, FormulaColumn, FormulaValue } from './formula.ts';
import type { EvidenceRule } from './schema.ts';

/** The inputs of rules: the answers of one record under one option. */
export interface Circumstances {
  /** Returns the answer to a question; one without a value when there is none. */
  answerTo(fieldId: string): GivenAnswer;
  /** Name of the item's condition; empty while it is not checked, or when there is no item. */
  condition: string;
  /** Milliseconds UTC. */
  now: number;
}

/** Parts of a template that its rules need. */
export interface RuledTemplate {
  readonly fields: readonly Pick<Field, 'id' | 'name' | 'shortName' | 'fieldTypeId' | 'rules'>[];
  readonly evidence: readonly EvidenceRule[];
}

/** The rules of a template, ready to be evaluated. A rule that cannot be compiled has no effect. */
export interface TemplateRules {
  /** Returns the ids of the questions that are asked; others are shown only if they have an answer. */
  asked(circumstances: Circumstances): Set<string>;
  /** Returns the calculated answers by question. */
  calculated(circumstances: Circumstances): Map<string, GivenAnswer>;
  /** Returns the required evidence, present or not. */
  evidence(circumstances: Circumstances): EvidenceRule[];
}

/** Returns true when any rule of a template is to be evaluated. */
export function hasExpressions({ fields, evidence }: RuledTemplate): boolean {
  return (
    evidence.length > 0 ||
    fields.some(({ rules }) => rules !== null && (rules.showWhen !== '' || rules.calculation !== ''))
  );
}

/** Compiles the rules of a template. */
export function compileRules({ fields, evidence }: RuledTemplate, compile: CompileFormula): TemplateRules {
  const columns = columnsOf(fields);
  const shows = fields.map(({ rules }) => compiled(rules?.showWhen, columns, compile));
  const calculations = fields.map(({ rules }) => compiled(rules?.calculation, columns, compile));
  const needs = evidence.map((rule) => ({ rule, when: compiled(rule.when, columns, compile) }));

  /** Returns the values of all columns, including calculated ones. */
  const valuesIn = ({ answerTo, condition, now }: Circumstances): FormulaValue[] => {
    const values: FormulaValue[] = [...fields.map((field) => valueOfAnswer(field, answerTo(field.id))), condition];
    const state = calculations.map((formula): 'done' | 'waiting' | 'running' =>
      formula === null ? 'done' : 'waiting',
    );
    const calculate = (place: number): void => {
      const formula = calculations[place];
      if (formula === null || formula === undefined || state[place] !== 'waiting') return;
      state[place] = 'running';
      // A calculation that depends on itself is refused when it is published; here it has no result.
      const isLoop = formula.uses.some((use) => {
        calculate(use);
        return state[use] === 'running';
      });
      const result = isLoop ? null : formula.evaluate(values, now);
      values[place] = valueOfAnswer(fields[place]!, answerOfValue(fields[place]!, result));
      state[place] = 'done';
    };
    for (const place of calculations.keys()) calculate(place);
    return values;
  };

  return {
    asked(circumstances) {
      const values = valuesIn(circumstances);
      return new Set(
        fields
          .filter((_, place) => shows[place] == null || shows[place].evaluate(values, circumstances.now) === true)
          .map(({ id }) => id),
      );
    },
    calculated(circumstances) {
      const values = valuesIn(circumstances);
      const answers = new Map<string, GivenAnswer>();
      for (const [place, formula] of calculations.entries())
        if (formula !== null) answers.set(fields[place]!.id, answerOfValue(fields[place]!, values[place]!));
      return answers;
    },
    evidence(circumstances) {
      if (needs.length === 0) return [];
      const values = valuesIn(circumstances);
      return needs.filter(({ when }) => when?.evaluate(values, circumstances.now) === true).map(({ rule }) => rule);
    },
  };
}

function compiled(
  source: string | undefined,
  columns: readonly FormulaColumn[],
  compile: CompileFormula,
): Formula | null {
  if (source === undefined || source.trim() === '') return null;
  try {
    return compile(source, columns);
  } catch {
    return null;
  }
}
