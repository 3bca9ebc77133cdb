import type { TemplateFinding } from '@holdfast/contract';
import { List, Text } from '@mantine/core';
import { t } from '../../lib/texts/reports.ts';

/** Findings about a template, each with its position; those that prevent printing come first. */
export function FindingList({ findings }: { findings: readonly TemplateFinding[] }) {
  const isRemark = ({ preventsPrinting }: TemplateFinding): number => (preventsPrinting === true ? 0 : 1);
  return (
    <List size="sm" mt={6} spacing={4} style={{ overflowWrap: 'anywhere' }}>
      {findings
        .toSorted((a, b) => isRemark(a) - isRemark(b))
        .map(({ message, line, object, preventsPrinting }, index) => (
          <List.Item key={index}>
            <PlaceOf line={line} object={object} />
            {message}
            {preventsPrinting === true && (
              <Text component="span" size="sm" fw={600}>
                {` ${t('reports.mustBeCorrected')}`}
              </Text>
            )}
          </List.Item>
        ))}
    </List>
  );
}

function PlaceOf({ line, object }: Pick<TemplateFinding, 'line' | 'object'>) {
  const parts = [line === null ? '' : t('reports.line', { line }), object ?? ''].filter((part) => part !== '');
  if (parts.length === 0) return null;
  return (
    <Text component="span" size="sm" fw={600}>
      {`${parts.join(', ')}: `}
    </Text>
  );
}
