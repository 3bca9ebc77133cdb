import { TextInput } from '@mantine/core';
import { t } from '../../../lib/texts/administration.ts';

/** The required name of a template. */
export function TemplateName({ value, onChange }: { value: string; onChange(name: string): void }) {
  return (
    <TextInput
      size="md"
      maw={620}
      label={t('admin.name')}
      required
      maxLength={300}
      value={value}
      error={value.trim() === '' ? t('admin.nameNeeded') : null}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
