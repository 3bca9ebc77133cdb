import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';

/** Input that filters a list. Its label is also its placeholder, unless a shorter one is given. Accepts the properties of a text input. */
export function SearchInput({
  label,
  value,
  onChange,
  ...rest
}: Omit<TextInputProps, 'label' | 'value' | 'onChange' | 'type' | 'leftSection'> & {
  label: string;
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange(value: string): void;
}) {
  return (
    <TextInput
      size="md"
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={20} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  );
}
