import { Select, type SelectProps } from '@mantine/core';
import { useEffect } from 'react';
import { whenIdle } from '../../lib/idle.ts';
import { useLateList } from '../hooks/useLateList.ts';

/** A select of a long form: its options are rendered while the page is idle, or when it first has the focus. */
export function LateSelect({ onFocus, comboboxProps, ...props }: SelectProps) {
  const late = useLateList();
  const { render } = late;
  useEffect(
    () =>
      whenIdle(() => {
        render();
        return true;
      }),
    [render],
  );
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
