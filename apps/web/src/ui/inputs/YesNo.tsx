import { Button, Group } from '@mantine/core';
import { memo, useId } from 'react';
import { t } from '../../lib/texts/index.ts';
import { isSingleKey } from '../shortcuts/singleKeys.ts';
import classes from './YesNo.module.css';

/**
 * Yes or No as two buttons, with the keys y and n while one of them has the focus. Any value except yes is shown as No
 * (docs/acceptance.md, FLDS). Without an answer, a dashed No and a text say so; choosing No saves it.
 */
export const YesNo = memo(function YesNo({
  value,
  isAnswered,
  labelledBy,
  disabled,
  onChoose,
}: {
  value: boolean;
  isAnswered: boolean;
  labelledBy: string;
  disabled: boolean;
  onChoose(yes: boolean): void;
}) {
  const id = useId();
  const choices = [
    { yes: true, label: t('fields.yes'), key: 'y' },
    { yes: false, label: t('fields.no'), key: 'n' },
  ];
  return (
    <Group
      gap={8}
      role="group"
      wrap="nowrap"
      aria-labelledby={labelledBy}
      aria-describedby={isAnswered ? undefined : id}
      onKeyDown={(event) => {
        const choice = choices.find(({ key }) => isSingleKey(event, key));
        if (disabled || choice === undefined) return;
        // The same keys have other meanings elsewhere on the screen.
        event.preventDefault();
        onChoose(choice.yes);
      }}
    >
      {choices.map(({ yes, label, key }) => (
        <Button
          key={label}
          aria-keyshortcuts={key}
          miw={88}
          variant={value === yes && isAnswered ? 'filled' : 'default'}
          aria-pressed={value === yes}
          // A disabled button would no longer show which of the two is chosen.
          aria-disabled={disabled}
          data-proposed={(value === yes && !isAnswered) || undefined}
          className={`${classes['choice']} ${disabled ? classes['fixed'] : ''}`}
          onClick={() => {
            if (!disabled) onChoose(yes);
          }}
        >
          {label}
        </Button>
      ))}
      {!isAnswered && (
        <span id={id} className={classes['open']}>
          {t('fields.notAnswered')}
        </span>
      )}
    </Group>
  );
});
