import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './CoverButton.module.css';

/** A button named by its words that can be hit anywhere on the panel it stands in; the panel has to be `position: relative`. */
export function CoverButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <UnstyledButton className={classes['cover']} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}
