import type { Report } from '@holdfast/contract';
import { Group, SegmentedControl, Text } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { usePersistedState } from '../../../lib/drafts/persistedState.ts';
import { t } from '../../../lib/texts/administration.ts';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { Empty } from '../../../ui/states.tsx';
import { markDifferences } from '../pageFrame.ts';
import { Pages, PagesView } from '../PagesView.tsx';
import { REPORT_TYPE_IDS, type ReportTypeName } from '../reportTypes.ts';
import type { PrintedOver } from '../runs.ts';
import type { PagesSource } from '../usePages.ts';
import classes from './PreviewDialog.module.css';
import { type Chosen, NOTHING, printedOver } from './scopes.ts';
import { ScopeFields } from './ScopeFields.tsx';

/** A report in the preview. */
export type Previewed = Pick<Report, 'title' | 'companyId' | 'inspectionId' | 'reportTypeId'> & {
  /** Id of the report in use; absent for a template that belongs to none. */
  id?: string;
  /** An unsaved template, in base64. */
  frx?: string;
};

const VIEWS = ['new', 'inUse', 'both'] as const;

/**
 * Prints a report, or an unsaved template, over real data of a chosen scope and shows its pages as they arrive. The choice is kept for the
 * next preview.
 */
export function PreviewDialog({ report, onClose }: { report: Previewed; onClose(): void }) {
  const { id, title, companyId, inspectionId, frx } = report;
  const kept = usePersistedState<Chosen>('report preview', NOTHING);
  const { value, change } = kept;
  const isForAnother = companyId !== null && value.companyId !== companyId;
  const chosen: Chosen = isForAnother
    ? { ...NOTHING, companyId, inspectionId }
    : { ...value, inspectionId: inspectionId ?? value.inspectionId };
  const [shown, setShown] = useState<{ over: PrintedOver; run: number } | null>(null);
  const [view, setView] = useState<(typeof VIEWS)[number]>('new');
  const type = (Object.keys(REPORT_TYPE_IDS) as ReportTypeName[]).find(
    (name) => REPORT_TYPE_IDS[name] === report.reportTypeId,
  );
  const over = type === undefined ? null : printedOver(type, chosen);
  return (
    <Dialog opened onClose={onClose} title={t('adminReports.previewOf', { report: title })} fullscreen>
      <div className={classes['preview']}>
        <div className={classes['scope']}>
          <Text size="sm" c="dimmed">
            {t(frx === undefined ? 'adminReports.previewHint' : 'adminReports.previewNewHint')}
          </Text>
          {type !== undefined && (
            <ScopeFields
              type={type}
              chosen={chosen}
              onChoose={(next) => change(() => next)}
              inspectionId={inspectionId}
            />
          )}
          <Group justify="flex-end">
            <ReasonedButton
              isInToolbar
              reason={over === null ? t('adminReports.scopeFirst') : null}
              onClick={() => over !== null && setShown((before) => ({ over, run: (before?.run ?? 0) + 1 }))}
            >
              {t('adminReports.showPages')}
            </ReasonedButton>
          </Group>
          {frx !== undefined && id !== undefined && (
            <SegmentedControl
              aria-label={t('adminReports.view')}
              orientation="vertical"
              data={VIEWS.map((each) => ({ value: each, label: t(`adminReports.view.${each}`) }))}
              value={view}
              onChange={setView}
            />
          )}
        </div>
        <div className={classes['pages']}>
          {shown === null ? (
            <Empty title={t('adminReports.noPages')} hint={t('adminReports.noPagesHint')} />
          ) : (
            <Shown key={shown.run} report={report} over={shown.over} view={view} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Pages of a new template, of the template in use, or of both side by side. */
function Shown({ report, over, view }: { report: Previewed; over: PrintedOver; view: (typeof VIEWS)[number] }) {
  const { id, title, frx, reportTypeId } = report;
  const [source] = useState((): PagesSource | null =>
    frx === undefined ? null : { name: 'previewReport', input: { ...over.input, frx, title, reportTypeId } },
  );
  const both = useRef<{ ours?: Document; theirs?: Document }>({});
  const [differences, setDifferences] = useState<readonly number[] | null>(null);
  const compare = useCallback((part: { ours?: Document; theirs?: Document }): void => {
    both.current = { ...both.current, ...part };
    const { ours, theirs } = both.current;
    if (ours !== undefined && theirs !== undefined) setDifferences(markDifferences(ours, theirs));
  }, []);
  const [published] = useState((): PagesSource | null =>
    id === undefined ? null : { name: over.name, input: { ...over.input, reportId: id } },
  );
  if (source === null) return id === undefined ? null : <PagesView reportId={id} title={title} over={over} />;
  if (published === null || view === 'new') return <Pages key="new" source={source} title={title} />;
  if (view === 'inUse') return <Pages key="in use" source={published} title={title} />;
  return (
    <div className={classes['both']}>
      <Text size="sm" role="status" className={classes['differences'] ?? ''}>
        {differences === null
          ? t('adminReports.comparing')
          : differences.length === 0
            ? t('adminReports.noDifferences')
            : t('adminReports.differences', { pages: differences.join(', ') })}
      </Text>
      <section aria-label={t('adminReports.view.inUse')}>
        <Pages source={published} title={title} onDone={(theirs) => compare({ theirs })} />
      </section>
      <section aria-label={t('adminReports.view.new')}>
        <Pages source={source} title={title} onDone={(ours) => compare({ ours })} />
      </section>
    </div>
  );
}
