import type { Field } from '@holdfast/contract';
import type { ReactNode } from 'react';
import type { Answer } from './answers.ts';

/** A question with the results of its rules. */
export interface RuledQuestion {
  field: Field;
  parentFieldOptionId: string | null;
  /** The calculated answer, which cannot be edited. */
  calculated: Answer | undefined;
  /** Warnings and proposals under the control. */
  below: ReactNode;
}
