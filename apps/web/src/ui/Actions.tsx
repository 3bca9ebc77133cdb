import type { ReactNode } from 'react';
import classes from './Actions.module.css';

/** Actions of a screen, beside its title; on a phone below it, side by side over the whole width. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={classes['actions']}>{children}</div>;
}
