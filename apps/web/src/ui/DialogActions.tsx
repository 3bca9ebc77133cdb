import type { ReactNode } from 'react';
import classes from './Dialog.module.css';

/** Actions of a dialog, its last element: they stay in view while the contents above them scroll. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes['actions']}>{children}</div>;
}
