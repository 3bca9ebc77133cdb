import type { TemplateFinding } from '@holdfast/contract';
import { Button, List, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../lib/texts/reports.ts';

/** Number of findings shown at first: a long list would push the form below it out of view. */
const SHOWN = 5;

/** Findings about a template, each with its position; those that prevent printing come first, and further ones are shown on request. */
export function FindingList({ findings }: { findings: readonly TemplateFinding[] }) {
  const [isWhole, showWhole] = useState(false);
  const isRemark = ({ preventsPrinting }: TemplateFinding): number => (preventsPrinting === true ? 0 : 1);
  const hidden = isWhole ? 0 : findings.length - SHOWN;
  return (
    <>
      <List size="sm" mt={6} spacing={4} style={{ overflowWrap: 'anywhere' }}>
        {findings
          .toSorted((a, b) => isRemark(a) - isRemark(b))
          .slice(0, isWhole ? findings.length : SHOWN)
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
      {hidden > 0 && (
        <Button variant="default" mt="xs" onClick={() => showWhole(true)}>
          {t('reports.moreFindings', { count: hidden })}
        </Button>
      )}
    </>
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
