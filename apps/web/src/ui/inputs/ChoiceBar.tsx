import { UnstyledButton } from '@mantine/core';
import classes from './ChoiceBar.module.css';
import { StatusDot, type StatusAppearance } from '../indicators/StatusDot.tsx';

/** One button of the bar. */
export interface Choice<V extends string | null> {
  value: V;
  appearance: StatusAppearance;
  /** The keyboard shortcut of the choice. */
  keyHint: string;
}

/**
 * A question that is answered with one of a few large buttons, always within reach of the thumb.
 * @param isBusy true when the answer may still change automatically
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
      {choices.map(({ value: choice, appearance, keyHint }) => (
        <UnstyledButton
          key={choice ?? ''}
          className={classes['choice']}
          aria-pressed={choice === value}
          aria-keyshortcuts={keyHint}
          data-short={appearance.short ?? appearance.label}
          disabled={disabled}
          style={{ '--choice-color': appearance.color }}
          onClick={() => onChoose(choice)}
        >
          <StatusDot appearance={appearance} size={26} hidden />
          <span className={classes['label']}>{appearance.label}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
