import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './HeadTitle.module.css';
import { ScreenTitle } from './states.tsx';

/**
 * Title of a screen with buttons beside it: on one line, on an upright phone on two, with a secondary line below.
 * @param title null while it is being loaded
 */
export function HeadTitle({ title, children }: { title: string | null; children?: ReactNode }) {
  return (
    <div className={classes['title']}>
      {title === null ? <Skeleton height={26} width="min(280px, 100%)" /> : <ScreenTitle>{title}</ScreenTitle>}
      {children}
    </div>
  );
}
