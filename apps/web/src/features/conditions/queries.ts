import type { Condition } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOf } from '../../lib/queries.ts';
import type { StatusLook } from '../../ui/StatusDot.tsx';
import { lookOf, notCheckedLook } from './appearance.ts';

const NONE: readonly Condition[] = [];

/** The conditions an item can be found in; empty until they are known. They never change while the page is open. */
export function useConditions(): readonly Condition[] {
  return useQuery({ ...queryOf('getConditions', {}), staleTime: Infinity }).data ?? NONE;
}

/** Returns a function from the id of a condition to its appearance; null is Not Checked. */
export function useConditionLook(): (conditionId: string | null) => StatusLook {
  const conditions = useConditions();
  return useMemo(() => {
    const looks = new Map(conditions.map((condition) => [condition.id, lookOf(condition)]));
    const notChecked = notCheckedLook();
    return (conditionId) => (conditionId === null ? notChecked : (looks.get(conditionId) ?? notChecked));
  }, [conditions]);
}
