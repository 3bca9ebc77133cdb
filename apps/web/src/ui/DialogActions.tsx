import type { ReactNode } from 'react';
import classes from './Dialog.module.css';

/** Actions of a dialog, its last element. They stay visible while the contents above them scroll. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes['actions']}>{children}</div>;
}
