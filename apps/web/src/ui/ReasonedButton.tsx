import {
  ActionIcon,
  type ActionIconProps,
  Button,
  type ButtonProps,
  Text,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core';
import { type ReactElement, useId } from 'react';
import classes from './ReasonedButton.module.css';

/**
 * A button with the reason for which it cannot be used at the moment. It can still be focused, so that the reason is read with it. The reason stands
 * in the row of buttons, or where `isInToolbar`, whose height must not change, beside the button while it is pointed at, focused or pressed.
 */
export function ReasonedButton({
  reason,
  isInToolbar = false,
  onClick,
  ...props
}: {
  /** null: it can be used. */
  reason: string | null;
  isInToolbar?: boolean;
  /** `submit`: a press sends the form around it, which must refuse to be sent by Enter while there is a reason. */
  type?: 'submit';
  title?: string;
  'aria-label'?: string;
  onClick?(): void;
} & Omit<ButtonProps, 'disabled'>) {
  const id = useId();
  const isBlocked = reason !== null;
  const button = (
    <Button
      {...props}
      {...(isBlocked && { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': id })}
      onClick={(event) => {
        if (isBlocked) event.preventDefault();
        else onClick?.();
      }}
    />
  );
  if (!isInToolbar)
    return (
      <>
        {button}
        {isBlocked && (
          <Text id={id} size="sm" c="dimmed" className={classes['reason'] ?? ''}>
            {reason}
          </Text>
        )}
      </>
    );
  return (
    <Beside id={id} reason={reason}>
      {button}
    </Beside>
  );
}

/** A button with an icon. While it cannot be used, its reason is shown as that of a `ReasonedButton` in a toolbar. */
export function ReasonedIcon({
  reason,
  hint,
  onClick,
  ...props
}: {
  /** null: it can be used. */
  reason: string | null;
  /** Shown in place of the reason while it can be used. */
  hint?: string;
  'aria-label': string;
  onClick(): void;
} & Omit<ActionIconProps, 'disabled'>) {
  const id = useId();
  const isBlocked = reason !== null;
  return (
    <Beside id={id} reason={reason} hint={hint}>
      <ActionIcon
        {...props}
        {...(isBlocked && { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': id })}
        onClick={() => {
          if (!isBlocked) onClick();
        }}
      />
    </Beside>
  );
}

/** Shows the reason of a button while it is pointed at, focused or pressed. @param id of the element that assistive technology reads */
function Beside({
  id,
  reason,
  hint,
  children,
}: {
  id: string;
  reason: string | null;
  hint?: string | undefined;
  children: ReactElement;
}) {
  return (
    <>
      {/* Beside the button in the document, so that it is within the same dialog or landmark. */}
      <Tooltip
        label={reason ?? hint}
        disabled={reason === null && hint === undefined}
        events={{ hover: true, focus: true, touch: true }}
        withinPortal={false}
        floatingStrategy="fixed"
      >
        {children}
      </Tooltip>
      {reason !== null && <VisuallyHidden id={id}>{reason}</VisuallyHidden>}
    </>
  );
}
