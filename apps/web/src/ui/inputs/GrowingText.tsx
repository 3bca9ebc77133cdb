import { Textarea, type TextareaProps } from '@mantine/core';
import type { Ref } from 'react';
import classes from './GrowingText.module.css';

/** True when the browser adjusts the height of a field to its text; otherwise the height is measured on every change. */
const GROWS = CSS.supports('field-sizing', 'content');

/** Text field that grows with its lines up to a limit, above which it scrolls. */
export function GrowingText({
  maxRows,
  isCode = false,
  ...props
}: Omit<TextareaProps, 'autosize' | 'minRows'> & {
  maxRows: number;
  /** True for an expression: letters of equal width. */
  isCode?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}) {
  const font = isCode ? { fontFamily: 'var(--mantine-font-family-monospace)' } : {};
  if (!GROWS) return <Textarea size="md" autosize minRows={1} maxRows={maxRows} styles={{ input: font }} {...props} />;
  return (
    <Textarea
      size="md"
      rows={1}
      classNames={{ input: classes['input'] ?? '' }}
      styles={{ input: { ...font, '--max-rows': maxRows } }}
      {...props}
    />
  );
}
