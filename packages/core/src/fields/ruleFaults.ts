import { type EvidenceRule, type NamingRule, Problem, type RuleFault } from '@holdfast/contract';
import { type CheckedField, checkRules, rulesNaming } from '@holdfast/contract/rules';
import type { ReadCtx } from '../calls/ctx.ts';

/** Parts of a template whose rules are checked. */
interface CheckedContent {
  fields: readonly CheckedField[];
  evidence: readonly EvidenceRule[];
}

/** Returns the faults in the rules of a template; none when it can be published. */
export async function ruleFaults({ ports }: Pick<ReadCtx, 'ports'>, content: CheckedContent): Promise<RuleFault[]> {
  return hasRules(content) ? checkRules(content, await ports.formulas.compiler()) : [];
}

/** Returns the rules of a template that read the answer to one of its questions. */
export async function rulesThatName(
  { ports }: Pick<ReadCtx, 'ports'>,
  content: CheckedContent,
  fieldId: string,
): Promise<NamingRule[]> {
  return hasRules(content) ? rulesNaming(content, fieldId, await ports.formulas.compiler()) : [];
}

/** Returns true when a template has any rule; otherwise the expression engine is not loaded. */
function hasRules({ evidence, fields }: CheckedContent): boolean {
  return evidence.length > 0 || fields.some(({ rules }) => rules !== null);
}

/** @throws {Problem} `rulesBroken` when the rules of a template have faults */
export async function rulesMustHold(ctx: Pick<ReadCtx, 'ports'>, content: CheckedContent): Promise<void> {
  const faults = await ruleFaults(ctx, content);
  if (faults.length > 0) throw new Problem('rulesBroken', { faults });
}
