import type { EvidenceRule, Field, NamingRule, RuleFault } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';

const NO_FAULTS: readonly RuleFault[] = [];

/** Loads the check of rules with the expression engine. */
async function loadCheck() {
  const [{ checkRules, rulesNaming }, { compileFormula }] = await Promise.all([
    import('@holdfast/contract/rules'),
    import('@holdfast/frx/expressions'),
  ]);
  return { checkRules, rulesNaming, compileFormula };
}

/** Returns the rules of a template that read the answer to a question. */
export async function rulesReading(
  content: { fields: readonly Field[]; evidence: readonly EvidenceRule[] },
  fieldId: string,
): Promise<NamingRule[]> {
  const isRuled = content.evidence.length > 0 || content.fields.some(({ rules }) => rules !== null);
  if (!isRuled) return [];
  const { rulesNaming, compileFormula } = await loadCheck();
  return rulesNaming(content, fieldId, compileFormula);
}

/** Returns the errors in the rules of a template while they are edited; none while the check is being loaded. */
export function useRuleFaults(fields: readonly Field[], evidence: readonly EvidenceRule[]): readonly RuleFault[] {
  const isRuled = evidence.length > 0 || fields.some(({ rules }) => rules !== null);
  const check = useQuery({ queryKey: ['ruleCheck'], queryFn: loadCheck, enabled: isRuled, staleTime: Infinity }).data;
  const settled = useDeferredValue(fields);
  return useMemo(
    () =>
      isRuled && check !== undefined
        ? check.checkRules({ fields: settled, evidence }, check.compileFormula)
        : NO_FAULTS,
    [check, evidence, isRuled, settled],
  );
}
