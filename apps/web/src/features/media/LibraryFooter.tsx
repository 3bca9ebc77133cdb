import { Button, Group, Stack } from '@mantine/core';
import { t } from '../../lib/texts/index.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import classes from './Library.module.css';

/** The end of a library: what adds the choice, always in reach. */
export function LibraryFooter({
  failure,
  label,
  disabled,
  busy,
  onAdd,
  onClose,
}: {
  failure: string | null;
  label: string;
  disabled: boolean;
  busy: boolean;
  onAdd(): void;
  onClose(): void;
}) {
  return (
    <Stack gap="sm" className={classes['footer'] ?? ''}>
      {failure !== null && <FormFailure>{failure}</FormFailure>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button disabled={disabled} loading={busy} onClick={onAdd}>
          {label}
        </Button>
      </Group>
    </Stack>
  );
}
