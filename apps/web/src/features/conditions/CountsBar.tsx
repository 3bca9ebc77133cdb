import type { InstallationInspectionSummary } from '@holdfast/contract';
import { t } from '../../lib/texts/index.ts';
import { ProgressRing } from '../../ui/indicators/ProgressRing.tsx';
import { type BarPart, StackedBar } from '../../ui/indicators/StackedBar.tsx';
import type { StatusAppearance } from '../../ui/indicators/StatusDot.tsx';
import { appearanceOf, notCheckedAppearance } from './appearance.ts';
import { useConditions } from './queries.ts';

/** Number of items in each condition. */
export type ConditionCounts = Pick<
  InstallationInspectionSummary,
  'totalItems' | 'fitForPurpose' | 'needsAttention' | 'defective' | 'notApplicable'
>;

/** The four counts, each with the appearance of its condition, in the order of the conditions; then the number of unchecked items. */
export function useCounted(counts: ConditionCounts): { appearance: StatusAppearance; count: number }[] {
  const conditions = useConditions();
  const numbers = [counts.fitForPurpose, counts.needsAttention, counts.defective, counts.notApplicable];
  const notChecked = counts.totalItems - numbers.reduce((sum, count) => sum + count, 0);
  return [
    ...conditions.map((condition, index) => ({ appearance: appearanceOf(condition), count: numbers[index] ?? 0 })),
    { appearance: notCheckedAppearance(), count: notChecked },
  ];
}

/** The counts of an inspection as one stacked bar; the share of unchecked items stays empty. */
export function CountsBar({ counts, height }: { counts: ConditionCounts; height?: number }) {
  const { parts, label } = useParts(counts);
  return (
    <StackedBar parts={parts} total={counts.totalItems} label={label} {...(height === undefined ? {} : { height })} />
  );
}

/** The counts of an inspection as a ring, with the percentage of checked items. */
export function CountsRing({ counts }: { counts: ConditionCounts }) {
  return <ProgressRing {...useParts(counts)} total={counts.totalItems} />;
}

function useParts(counts: ConditionCounts): { parts: BarPart[]; label: string } {
  const counted = useCounted(counts);
  return {
    label: counted
      .map(({ appearance, count }) => t('conditions.counted', { condition: appearance.label, count }))
      .join(', '),
    parts: counted
      .slice(0, -1)
      .map(({ appearance, count }) => ({ label: appearance.label, color: appearance.color, count })),
  };
}
