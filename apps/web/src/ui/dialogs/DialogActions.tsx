import type { ReactNode } from 'react';
import { useBottomBar } from '../hooks/useBottomBar.ts';
import classes from './Dialog.module.css';

/**
 * Actions of a dialog, its last element, or of the first section of one, its last element. They stay visible while the contents above them
 * scroll, and messages do not cover them.
 */
export function DialogActions({ isOfSection = false, children }: { isOfSection?: boolean; children: ReactNode }) {
  const bar = useBottomBar<HTMLDivElement>();
  return (
    <div ref={bar} className={classes['actions']} data-section={isOfSection || undefined}>
      {children}
    </div>
  );
}
