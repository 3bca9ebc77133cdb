import type { Condition, CONDITIONS } from '@holdfast/contract';
import { t, type TextKey } from '../../lib/texts/index.ts';
import type { StatusAppearance, StatusShape } from '../../ui/indicators/StatusDot.tsx';

type ConditionId = (typeof CONDITIONS)[keyof typeof CONDITIONS]['id'];

/** The shape of each condition, so that conditions differ by more than their colour. Ids are fixed in every build (data decision 1). */
const shapes: Readonly<Record<ConditionId, StatusShape>> = {
  '00000000-0000-7000-8000-00000000c001': 'check',
  '00000000-0000-7000-8000-00000000c002': 'triangle',
  '00000000-0000-7000-8000-00000000c003': 'octagon',
  '00000000-0000-7000-8000-00000000c004': 'dash',
};

/** The short label of each shape. */
const shorts: Readonly<Record<StatusShape, TextKey>> = {
  check: 'conditions.short.check',
  triangle: 'conditions.short.triangle',
  octagon: 'conditions.short.octagon',
  dash: 'conditions.short.dash',
  ring: 'conditions.short.ring',
};

const NOT_CHECKED_COLOR = '#9E9E9E';

/** Returns the appearance of a condition. */
export function appearanceOf({ id, name, color }: Condition): StatusAppearance {
  const shape = shapes[id as ConditionId] ?? 'ring';
  return { shape, color, label: name, short: t(shorts[shape]) };
}

/** Returns the appearance of an item without a condition. */
export function notCheckedAppearance(): StatusAppearance {
  return {
    shape: 'ring',
    color: NOT_CHECKED_COLOR,
    label: t('conditions.notChecked'),
    short: t(shorts.ring),
  };
}

const SEVERITIES: readonly StatusShape[] = ['octagon', 'triangle', 'ring', 'check', 'dash'];

/** Rank of a condition, the worst first; an unchecked item ranks before an item without defect. */
export function severityOf(conditionId: string | null): number {
  return SEVERITIES.indexOf(shapes[conditionId as ConditionId] ?? 'ring');
}

/** Returns true for a condition that needs no recorded finding, so that the next item can follow at once. */
export function needsNoFinding(conditionId: string | null): boolean {
  const shape = shapes[conditionId as ConditionId] as StatusShape | undefined;
  return shape === 'check' || shape === 'dash';
}
