/** Rules of templates without the schemas of the contract: for pages that evaluate them. */
export { checkRules, type CheckedField, rulesNaming } from './check.ts';
export {
  followNames,
  type FollowedRule,
  type FollowedRules,
  type NamedContent,
  rulesNamingRemovedChoices,
} from './followNames.ts';
export { CALCULATED_TYPES, CONDITION_NAME, type GivenAnswer, NO_ANSWER } from './columns.ts';
export {
  type Circumstances,
  compileRules,
  hasExpressions,
  type RuledTemplate,
  type TemplateRules,
} from './evaluate.ts';
export type { CompileFormula, Formula, FormulaColumn, FormulaType, FormulaValue } from './formula.ts';
