import type { ReactNode } from 'react';
import classes from './Page.module.css';

/** The content of a screen that scrolls as one, at a readable width. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={classes['page']}>{children}</div>;
}

/** A wide column beside a narrow one; one below the other in narrow windows. */
export function TwoColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={classes['columns']}>
      <div className={classes['column']}>{main}</div>
      <div className={classes['column']}>{side}</div>
    </div>
  );
}
