import type { DialogValue, ReportDialog } from '@holdfast/contract';
import { Autocomplete, Checkbox, MultiSelect, Stack } from '@mantine/core';
import { t } from '../../lib/texts/reports.ts';

/** Options up to this number are shown at once; more are searched in a list. */
export const SHOWN_OPTIONS = 12;

/** Greatest number of options that an open list shows; others are found by searching. */
export const LISTED_OPTIONS = 200;

type Part = ReportDialog['parts'][number];

/** One of the options, or any other text. */
export function FreeChoice({
  field,
  value,
  onChange,
}: {
  field: Extract<Part, { kind: 'choice' }>;
  value: string;
  onChange(value: DialogValue, isDone: boolean): void;
}) {
  return (
    <Autocomplete
      size="md"
      label={field.label}
      error={field.error}
      disabled={!field.isEnabled}
      placeholder={t('reports.dialog.chooseOrType')}
      maxLength={10_000}
      data={[...new Set(field.options)]}
      limit={LISTED_OPTIONS}
      value={value}
      onChange={(next) => onChange(next, field.options.includes(next))}
      onBlur={() => value !== field.value && onChange(value, true)}
    />
  );
}

/** Any of the options. */
export function Choices({
  field,
  value,
  onChange,
}: {
  field: Extract<Part, { kind: 'choices' }>;
  value: readonly string[];
  onChange(value: readonly string[]): void;
}) {
  const options = [...new Set(field.options)];
  const shared = { size: 'md' as const, label: field.label, error: field.error, value: [...value], onChange };
  if (options.length > SHOWN_OPTIONS)
    return (
      <MultiSelect
        {...shared}
        searchable
        clearable
        hidePickedOptions
        disabled={!field.isEnabled}
        nothingFoundMessage={t('dropdown.noOptions')}
        placeholder={t('reports.dialog.chooseAny')}
        data={options}
        limit={LISTED_OPTIONS}
      />
    );
  return (
    <Checkbox.Group {...shared}>
      <Stack gap="sm" mt="xs">
        {options.map((option) => (
          <Checkbox key={option} value={option} label={option} size="md" disabled={!field.isEnabled} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
