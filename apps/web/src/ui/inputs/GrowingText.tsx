import { Textarea, type TextareaProps } from '@mantine/core';
import classes from './GrowingText.module.css';

/** True when the browser adjusts the height of a field to its text; otherwise the height is measured on every change. */
const GROWS = CSS.supports('field-sizing', 'content');

/** Text field that grows with its lines up to a limit, above which it scrolls. */
export function GrowingText({ maxRows, ...props }: Omit<TextareaProps, 'autosize' | 'minRows'> & { maxRows: number }) {
  if (!GROWS) return <Textarea size="md" autosize minRows={1} maxRows={maxRows} {...props} />;
  return (
    <Textarea
      size="md"
      rows={1}
      classNames={{ input: classes['input'] ?? '' }}
      styles={{ input: { '--max-rows': maxRows } }}
      {...props}
    />
  );
}
