import type { ReportDialog } from '@holdfast/contract';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import DialogForm from './DialogForm.tsx';
import type { Answer } from './dialogAnswers.ts';

/** The dialog that a report shows before its file is printed. */
export default function ReportQuestions({
  dialog,
  title,
  isBusy,
  onAnswer,
  onCancel,
}: {
  dialog: ReportDialog;
  title: string;
  isBusy: boolean;
  onAnswer(answer: Answer): void;
  onCancel(): void;
}) {
  return (
    <Dialog opened onClose={onCancel} title={title}>
      <DialogForm dialog={dialog} isBusy={isBusy} onAnswer={onAnswer} onCancel={onCancel} />
    </Dialog>
  );
}
