import { useState } from 'react';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { PagesView } from './PagesView.tsx';
import classes from './ReportViewer.module.css';
import type { PrintedOver } from './runs.ts';

/** Shows the pages of a report in the full window while they are being printed. */
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
  // The data that was selected when the viewer opened: a later selection does not print the report again.
  const [opened] = useState(over);
  return (
    <Dialog opened onClose={onClose} title={title} fullscreen>
      <div className={classes['viewer']}>
        <PagesView reportId={reportId} title={title} over={opened} />
      </div>
    </Dialog>
  );
}
