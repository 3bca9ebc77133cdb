import { Button, type ButtonProps, Text } from '@mantine/core';
import { useId } from 'react';
import classes from './ReasonedButton.module.css';

/** A button that shows the reason for which it cannot be used at the moment. It can still be focused, so that the reason is read with it. */
export function ReasonedButton({
  reason,
  onClick,
  ...props
}: {
  /** null: it can be used. */
  reason: string | null;
  onClick(): void;
} & Omit<ButtonProps, 'disabled'>) {
  const id = useId();
  const isBlocked = reason !== null;
  return (
    <span className={classes['reasoned']}>
      <Button
        {...props}
        {...(isBlocked && { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': id })}
        onClick={() => {
          if (!isBlocked) onClick();
        }}
      />
      {isBlocked && (
        <Text id={id} size="sm" c="dimmed" className={classes['reason'] ?? ''}>
          {reason}
        </Text>
      )}
    </span>
  );
}
