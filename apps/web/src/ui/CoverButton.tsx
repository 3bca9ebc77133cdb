import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './CoverButton.module.css';

/** A button whose click area covers the panel around it; its text is its name. The panel must be `position: relative`. */
export function CoverButton({
  onClick,
  label,
  children,
}: {
  onClick(): void;
  /** Name for screen readers where the text alone is ambiguous; begins with the text. */
  label?: string;
  children: ReactNode;
}) {
  return (
    <UnstyledButton className={classes['cover']} aria-label={label} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}
