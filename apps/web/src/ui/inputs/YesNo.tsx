import { Button, Group } from '@mantine/core';
import { memo } from 'react';
import { t } from '../../lib/texts/index.ts';
import { isSingleKey } from '../shortcuts/singleKeys.ts';
import classes from './YesNo.module.css';

/**
 * Yes or No as two buttons, with the keys y and n while one of them has the focus. Any value except yes is shown as No
 * (docs/acceptance.md, FLDS); choosing No still saves it.
 */
export const YesNo = memo(function YesNo({
  value,
  labelledBy,
  disabled,
  onChoose,
}: {
  value: boolean;
  labelledBy: string;
  disabled: boolean;
  onChoose(yes: boolean): void;
}) {
  const choices = [
    { yes: true, label: t('fields.yes'), key: 'y' },
    { yes: false, label: t('fields.no'), key: 'n' },
  ];
  return (
    <Group
      gap={8}
      role="group"
      aria-labelledby={labelledBy}
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
          variant={value === yes ? 'filled' : 'default'}
          aria-pressed={value === yes}
          // A disabled button would no longer show which of the two is chosen.
          aria-disabled={disabled}
          className={disabled ? (classes['fixed'] ?? '') : ''}
          onClick={() => {
            if (!disabled) onChoose(yes);
          }}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
});
