import { UnstyledButton } from '@mantine/core';
import classes from './ChoiceBar.module.css';
import { StatusDot, type StatusLook } from '../StatusDot.tsx';

/** One button of the bar. */
export interface Choice<V extends string | null> {
  value: V;
  look: StatusLook;
  /** The key that does the same. */
  keyHint: string;
}

/**
 * A question answered by one of a few big buttons, always in reach of the thumb.
 * @param isBusy whether its answer may still change by itself
 */
export function ChoiceBar<V extends string | null>({
  label,
  choices,
  value,
  isBusy = false,
  disabled = false,
  onChoose,
}: {
  label: string;
  choices: readonly Choice<V>[];
  value: V;
  isBusy?: boolean;
  disabled?: boolean;
  onChoose(value: V): void;
}) {
  return (
    <div className={classes['bar']} role="group" aria-label={label} aria-busy={isBusy}>
      {choices.map(({ value: choice, look, keyHint }) => (
        <UnstyledButton
          key={choice ?? ''}
          className={classes['choice']}
          aria-pressed={choice === value}
          aria-keyshortcuts={keyHint}
          data-short={look.short ?? look.label}
          disabled={disabled}
          style={{ '--choice-color': look.color }}
          onClick={() => onChoose(choice)}
        >
          <StatusDot look={look} size={26} hidden />
          <span className={classes['label']}>{look.label}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
