import type { Field } from '@holdfast/contract';
import type { ReactNode } from 'react';
import type { Answer } from './answers.ts';

/** A question with what its rules add. */
export interface RuledQuestion {
  field: Field;
  parentFieldOptionId: string | null;
  /** The calculated answer, which cannot be changed. */
  calculated: Answer | undefined;
  /** Warnings and proposals under the control. */
  below: ReactNode;
}
