import { TextInput, type TextInputProps } from '@mantine/core';
import { numberIn, numberProblem, type NumberTyping, typeNumber } from '../../lib/display/numbers.ts';
import { t } from '../../lib/texts/index.ts';

/**
 * A number typed with a point or a comma. The typed text is not changed; a number with a comma is also shown beside it with a point.
 * @param problem error in a complete number
 * @param unit shown after the number
 */
export function NumberField({
  typing,
  problem,
  error,
  unit = '',
  onTyping,
  ...rest
}: {
  typing: NumberTyping;
  problem?: string | undefined;
  unit?: string;
  onTyping(typing: NumberTyping): void;
} & Omit<TextInputProps, 'value' | 'onChange'>) {
  const own = numberProblem(typing);
  const read = typing.text.includes(',') ? numberIn(typing.text) : null;
  const behind = [read === null ? '' : t('numbers.read', { number: read }), unit]
    .filter((words) => words !== '')
    .join(' ');
  return (
    <TextInput
      size="md"
      inputMode="decimal"
      maxLength={100}
      error={own === null ? (problem ?? error) : t(`numbers.${own}`, { typed: typing.refused })}
      value={typing.text}
      onChange={(event) => onTyping(typeNumber(typing, event.currentTarget.value))}
      {...(behind === ''
        ? {}
        : {
            rightSection: <span style={{ whiteSpace: 'nowrap' }}>{behind}</span>,
            rightSectionWidth: `${behind.length + 3}ch`,
          })}
      {...rest}
    />
  );
}
