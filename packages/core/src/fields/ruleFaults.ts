import { type EvidenceRule, Problem, type RuleFault } from '@holdfast/contract';
import { type CheckedField, checkRules } from '@holdfast/contract/rules';
import type { ReadCtx } from '../ctx.ts';

/** Parts of a template whose rules are checked. */
interface CheckedContent {
  fields: readonly CheckedField[];
  evidence: readonly EvidenceRule[];
}

/** Returns the faults in the rules of a template; none when it can be published. */
export async function ruleFaults({ ports }: Pick<ReadCtx, 'ports'>, content: CheckedContent): Promise<RuleFault[]> {
  const hasRules = content.evidence.length > 0 || content.fields.some(({ rules }) => rules !== null);
  return hasRules ? checkRules(content, await ports.formulas.compiler()) : [];
}

/** @throws {Problem} `rulesBroken` when the rules of a template have faults */
export async function rulesMustHold(ctx: Pick<ReadCtx, 'ports'>, content: CheckedContent): Promise<void> {
  const faults = await ruleFaults(ctx, content);
  if (faults.length > 0) throw new Problem('rulesBroken', { faults });
}
