import { Button } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { t } from '../../lib/texts/reports.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { type Gap, InspectionGaps } from './InspectionGaps.tsx';
import { ReportList } from './ReportList.tsx';
import { useInspectionReports } from './useInspectionReports.ts';

/** The dialog with the reports about one inspection, and the gaps to fill before printing. */
export default function InspectionReportsDialog({
  installationInspectionId,
  onShow,
  onCompare,
  onClose,
}: {
  installationInspectionId: string;
  /** Shows the place of a gap. */
  onShow(gap: Gap): void;
  /** Compares the inspection with an earlier one. */
  onCompare(): void;
  onClose(): void;
}) {
  const read = useInspectionReports(installationInspectionId, 'installationInspection');
  return (
    <Dialog opened onClose={onClose} title={t('reports.title')} size="lg">
      <InspectionGaps installationInspectionId={installationInspectionId} onShow={onShow} />
      <Button
        variant="light"
        fullWidth
        mb="md"
        leftSection={<IconArrowsDiff size={20} aria-hidden />}
        onClick={onCompare}
      >
        {t('comparison.title')}
      </Button>
      <ReportList
        read={read}
        over={{ name: 'executeReportInstallationInspection', input: { installationInspectionId } }}
        label={t('reports.title')}
      />
    </Dialog>
  );
}
