import type { Report } from '@holdfast/contract';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { REPORT_TYPE_IDS, type ReportTypeName } from '../reportTypes.ts';
import { t } from '../../../lib/texts/index.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Empty } from '../../../ui/states.tsx';
import { PagesView } from '../PagesView.tsx';
import type { PrintedOver } from '../runs.ts';
import classes from './PreviewDialog.module.css';
import { type Chosen, NOTHING, printedOver } from './scopes.ts';
import { ScopeFields } from './ScopeFields.tsx';

/** Prints a report over real data of a chosen scope and shows its pages as they come. */
export function PreviewDialog({ report, onClose }: { report: Report; onClose(): void }) {
  const { id, title, companyId, inspectionId } = report;
  const [chosen, setChosen] = useState<Chosen>({ ...NOTHING, companyId, inspectionId });
  const [shown, setShown] = useState<{ over: PrintedOver; run: number } | null>(null);
  const type = (Object.keys(REPORT_TYPE_IDS) as ReportTypeName[]).find(
    (name) => REPORT_TYPE_IDS[name] === report.reportTypeId,
  );
  const over = type === undefined ? null : printedOver(type, chosen);
  return (
    <Dialog opened onClose={onClose} title={t('adminReports.previewOf', { report: title })} fullscreen>
      <div className={classes['preview']}>
        <div className={classes['scope']}>
          <Text size="sm" c="dimmed">
            {t('adminReports.previewHint')}
          </Text>
          {type !== undefined && (
            <ScopeFields type={type} chosen={chosen} onChoose={setChosen} inspectionId={inspectionId} />
          )}
          <Group justify="flex-end">
            <Button
              disabled={over === null}
              onClick={() => over !== null && setShown((before) => ({ over, run: (before?.run ?? 0) + 1 }))}
            >
              {t('adminReports.showPages')}
            </Button>
          </Group>
        </div>
        <div className={classes['pages']}>
          {shown === null ? (
            <Empty title={t('adminReports.noPages')} hint={t('adminReports.noPagesHint')} />
          ) : (
            <PagesView key={shown.run} reportId={id} title={title} over={shown.over} />
          )}
        </div>
      </div>
    </Dialog>
  );
}
