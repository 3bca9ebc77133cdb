import type { Report } from '@holdfast/contract';
import { ActionIcon, Alert, Loader, Text } from '@mantine/core';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconEye,
  IconFileExport,
  IconFileTypePdf,
  IconX,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/reports.ts';
import { CoverButton } from '../../ui/CoverButton.tsx';
import { FindingList } from './FindingList.tsx';
import classes from './ReportRows.module.css';
import { progressText } from './progress.ts';
import { answerRun, dropRun, keyOfRun, type PrintedOver, type RunState, startRun } from './runs.ts';
import { FormatMenu, useRuns } from './SaveAs.tsx';

const ReportViewer = part(() => import('./ReportViewer.tsx'));
const ReportQuestions = part(() => import('./ReportQuestions.tsx'));

/** Number of warnings shown: enough to know where to start in a template. */
const SHOWN_WARNINGS = 5;

/** Reports about the same data. A click prints and saves one, the eye button beside it shows its pages; all rows stay usable meanwhile. */
export function ReportRows({ reports, over, label }: { reports: readonly Report[]; over: PrintedOver; label: string }) {
  return (
    <ul className={classes['rows']} aria-label={label}>
      {reports.map((report) => (
        <ReportRow key={report.id} report={report} over={over} />
      ))}
    </ul>
  );
}

function ReportRow({ report: { id, title }, over }: { report: Report; over: PrintedOver }) {
  const [latest] = useRuns({ reportId: id, over });
  const key = latest?.key ?? keyOfRun(id, over);
  const run = latest?.state ?? null;
  const isRunning = run?.at === 'running';
  const [isShown, setShown] = useState(false);
  return (
    <li aria-busy={isRunning}>
      <div className={classes['row']}>
        <span className={classes['mark']}>
          {isRunning ? (
            <Loader size={22} aria-hidden />
          ) : run?.at === 'saved' ? (
            <IconCircleCheck size={24} stroke={1.6} color="var(--holdfast-accent-text)" aria-hidden />
          ) : (
            <IconFileTypePdf size={24} stroke={1.6} aria-hidden />
          )}
        </span>
        <span className={classes['words']}>
          <Text component="span" fw={550}>
            <CoverButton onClick={() => startRun(id, over)}>{title}</CoverButton>
          </Text>
          <Text component="span" size="sm" c="dimmed" role="status" className={classes['status'] ?? ''}>
            {run === null ? '' : statusOf(run)}
          </Text>
        </span>
        {isRunning && (
          <ActionIcon
            className={classes['action'] ?? ''}
            aria-label={t('reports.stop', { report: title })}
            onClick={() => dropRun(key)}
          >
            <IconX size={22} />
          </ActionIcon>
        )}
        <ActionIcon
          className={classes['action'] ?? ''}
          aria-label={t('reports.show', { report: title })}
          title={t('reports.show', { report: title })}
          onClick={() => setShown(true)}
        >
          <IconEye size={22} stroke={1.6} />
        </ActionIcon>
        <FormatMenu reportId={id} over={over}>
          <ActionIcon
            className={classes['action'] ?? ''}
            aria-label={t('reports.inOtherFormat', { report: title })}
            title={t('reports.inOtherFormat', { report: title })}
          >
            <IconFileExport size={22} stroke={1.6} />
          </ActionIcon>
        </FormatMenu>
      </div>
      {isShown && (
        <Suspense>
          <ReportViewer reportId={id} title={title} over={over} onClose={() => setShown(false)} />
        </Suspense>
      )}
      {run?.at === 'asked' && (
        <Suspense>
          <ReportQuestions
            dialog={run.dialog}
            title={title}
            isBusy={run.isBusy}
            onAnswer={(answer) => answerRun(key, answer)}
            onCancel={() => dropRun(key)}
          />
        </Suspense>
      )}
      {run?.at === 'saved' && run.warnings.length > 0 && (
        <Alert
          color="gray"
          mx={20}
          mb="sm"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('reports.notAsDrawn', { count: run.warnings.length })}
          withCloseButton
          closeButtonLabel={t('actions.close')}
          onClose={() => dropRun(key)}
        >
          <Text size="sm">{t('reports.notAsDrawnHint')}</Text>
          <FindingList findings={run.warnings.slice(0, SHOWN_WARNINGS)} />
          {run.warnings.length > SHOWN_WARNINGS && (
            <Text size="sm" mt={4}>
              {t('reports.moreWarnings', { count: run.warnings.length - SHOWN_WARNINGS })}
            </Text>
          )}
        </Alert>
      )}
      {run?.at === 'failed' && (
        <Alert
          color="red"
          role="alert"
          mx={20}
          mb="sm"
          icon={<IconAlertCircle aria-hidden />}
          title={t('reports.failed', { report: title })}
          withCloseButton
          closeButtonLabel={t('actions.close')}
          onClose={() => dropRun(key)}
        >
          <Text size="sm">{run.reason}</Text>
          {run.findings.length > 0 && <FindingList findings={run.findings} />}
        </Alert>
      )}
    </li>
  );
}

function statusOf(run: RunState): string {
  if (run.at === 'saved') return t('reports.saved', { filename: run.filename });
  if (run.at === 'failed' || run.at === 'asked') return '';
  return progressText(run.progress);
}
