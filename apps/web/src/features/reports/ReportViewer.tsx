import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { PagesView } from './PagesView.tsx';
import classes from './ReportViewer.module.css';
import type { PrintedOver } from './runs.ts';

/** Shows the pages of a report over the whole window while they are printed. */
export default function ReportViewer({
  reportId,
  title,
  over,
  onClose,
}: {
  reportId: string;
  title: string;
  over: PrintedOver;
  onClose(): void;
}) {
  // The rows that were chosen when it was opened: another choice made meanwhile does not print it again.
  const [opened] = useState(over);
  return (
    <Dialog opened onClose={onClose} title={title} fullscreen>
      <div className={classes['viewer']}>
        <PagesView reportId={reportId} title={title} over={opened} />
      </div>
    </Dialog>
  );
}
