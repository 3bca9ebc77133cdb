import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './CoverButton.module.css';

/** A button named by its words that can be hit anywhere on the panel it stands in; the panel has to be `position: relative`. */
export function CoverButton({
  onClick,
  label,
  children,
}: {
  onClick(): void;
  /** Name for screen readers where the words alone are ambiguous; begins with them. */
  label?: string;
  children: ReactNode;
}) {
  return (
    <UnstyledButton className={classes['cover']} aria-label={label} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}
