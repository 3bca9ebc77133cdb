import { Anchor, Paper, Text, Title } from '@mantine/core';
import { IconArrowRight, IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../lib/texts/administration.ts';
import type { SetupStep } from './checklist.ts';
import classes from './OverviewScreen.module.css';

/** The steps of setting up a server; the first open step is the next one. */
export function Checklist({ steps }: { steps: readonly SetupStep[] }) {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Paper component="section" p="lg" aria-labelledby="overview-setup">
      <Title order={2} mb="xs" id="overview-setup">
        {t('admin.setup.title')}
      </Title>
      <Text c="dimmed">
        {t('admin.setup.progress', { done: steps.filter(({ isDone }) => isDone).length, count: steps.length })}
      </Text>
      <ol className={classes['findings']}>
        {steps.map((step) => (
          <li key={step.text}>
            <Anchor
              component={Link}
              to={step.to}
              className={classes['step'] ?? ''}
              aria-current={step === next ? 'step' : undefined}
            >
              {step.isDone ? (
                <IconCircleCheck size={20} role="img" aria-label={t('admin.setup.done')} />
              ) : (
                <IconCircle size={20} role="img" aria-label={t('admin.setup.open')} />
              )}
              <Text component="span" fw={step === next ? 650 : 400} c="var(--holdfast-strong)">
                {t(step.text)}
              </Text>
              {step === next && <IconArrowRight size={18} aria-hidden />}
            </Anchor>
          </li>
        ))}
      </ol>
    </Paper>
  );
}
