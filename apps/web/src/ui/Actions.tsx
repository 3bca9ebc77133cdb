import type { ReactNode } from 'react';
import classes from './Actions.module.css';

/** Actions of a screen, beside its title; on a phone below the title, side by side over the full width. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={classes['actions']}>{children}</div>;
}
