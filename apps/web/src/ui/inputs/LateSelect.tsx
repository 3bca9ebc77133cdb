import { Select, type SelectProps } from '@mantine/core';
import { useLateList } from '../hooks/useLateList.ts';

/** A select of a long form: its options are rendered when it first has the focus. */
export function LateSelect({ onFocus, comboboxProps, ...props }: SelectProps) {
  const late = useLateList();
  return (
    <Select
      size="md"
      {...props}
      comboboxProps={{ ...comboboxProps, ...late.comboboxProps }}
      onFocus={(event) => {
        late.onFocus();
        onFocus?.(event);
      }}
    />
  );
}
