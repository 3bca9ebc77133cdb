import type { FieldResponse, Inspection } from '@holdfast/contract';
import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { t } from '../../lib/texts/index.ts';
import { DayInput } from '../../ui/inputs/DayInput.tsx';
import { AnsweringContext, Questions, type useKeptAnswers } from '../fields/index.ts';

/** Pause in ms after the last keystroke before a text in a form of details is saved (CNST-01). */
const DETAILS_DELAY_MS = 1_250;

/** The dates of an inspection; either may still be missing. */
export interface Dates {
  start: number | null;
  end: number | null;
}

/** Answers to questions that are not in the form yet. */
export const NO_RESPONSES: readonly FieldResponse[] = [];

/** Dates and detail questions of an inspection. An end before the start causes a warning, not a refusal (docs/acceptance.md, IDET). */
export function DetailsForm({
  dates,
  templates,
  answers,
  timeZone,
  readOnly,
  onDates,
}: {
  dates: Dates;
  templates: Inspection['inspectionFieldsTemplates'];
  answers: ReturnType<typeof useKeptAnswers>;
  timeZone: string;
  readOnly: boolean;
  onDates(dates: Dates): void;
}) {
  const { liveAnswer } = answers;
  const answering = useMemo(
    () => ({ liveAnswer, readOnly, timeZone, delayMs: DETAILS_DELAY_MS }),
    [liveAnswer, readOnly, timeZone],
  );
  const { start, end } = dates;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DayInput
          label={t('inspections.start')}
          value={start}
          readOnly={readOnly}
          onChange={(day) => onDates({ ...dates, start: day })}
        />
        <DayInput
          label={t('inspections.end')}
          value={end}
          readOnly={readOnly}
          onChange={(day) => onDates({ ...dates, end: day })}
        />
      </SimpleGrid>
      <Text size="sm" h={22} role="status">
        {start !== null && end !== null && end < start ? t('inspections.endsBeforeStart') : ''}
      </Text>
      <AnsweringContext value={answering}>
        {templates
          .filter(({ fieldsTemplate }) => fieldsTemplate.fields.length > 0)
          .map(({ id, fieldsTemplate }) => (
            <section key={id} aria-label={fieldsTemplate.name}>
              <Title order={3} mb="sm">
                {fieldsTemplate.name}
              </Title>
              <Questions template={fieldsTemplate} />
            </section>
          ))}
      </AnsweringContext>
    </Stack>
  );
}
