import type { ReactNode } from 'react';
import classes from './Page.module.css';

/** The content of a screen that scrolls as a whole, at a width that reads well. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={classes['page']}>{children}</div>;
}

/** A wide column and a narrow one beside it; one below the other on narrow windows. */
export function TwoColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={classes['columns']}>
      <div className={classes['column']}>{main}</div>
      <div className={classes['column']}>{side}</div>
    </div>
  );
}
