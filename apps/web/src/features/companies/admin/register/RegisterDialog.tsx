import type { AdministeredInstallation, RegisterPreview } from '@holdfast/contract';
import { Alert, Button, FileButton, Group, List, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { callAdmin, useAdminWrites } from '../../../../lib/calls/adminCalls.ts';
import { base64Of } from '../../../../lib/calls/base64.ts';
import { t } from '../../../../lib/texts/administration.ts';
import { FileRefused } from '../../../../ui/admin/FileRefused.tsx';
import { Dialog } from '../../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../../ui/dialogs/DialogActions.tsx';
import { Loading } from '../../../../ui/states.tsx';
import { useRegisterExport } from './useRegisterExport.ts';
import { RegisterTable } from './RegisterTable.tsx';

/** Maximum size of a spreadsheet in bytes; the server has the same limit. */
const SPREADSHEET_BYTES = 10 * 1024 * 1024;

/** Step of the dialog. */
type Step =
  | { is: 'choosing'; failure: unknown }
  | { is: 'reading'; file: string }
  | { is: 'previewing'; file: string; base64File: string; preview: RegisterPreview }
  | { is: 'done'; changed: number; undo: string | null };

/** Imports the items of a spreadsheet into an installation, after a preview of the effect on each cell. */
export function RegisterDialog({ installation, onClose }: { installation: AdministeredInstallation; onClose(): void }) {
  const { id, name } = installation;
  const { isBusy, write, attempt } = useAdminWrites();
  const [step, setStep] = useState<Step>({ is: 'choosing', failure: null });

  const read = async (file: File): Promise<void> => {
    if (file.size > SPREADSHEET_BYTES) {
      setStep({ is: 'choosing', failure: new Error(t('adminRegister.tooLarge')) });
      return;
    }
    setStep({ is: 'reading', file: file.name });
    try {
      const base64File = await base64Of(file);
      const input = { id, filename: file.name, base64File };
      const preview = await callAdmin('read the spreadsheet', 'previewItemRegister', input);
      setStep({ is: 'previewing', file: file.name, base64File, preview });
    } catch (failure) {
      setStep({ is: 'choosing', failure });
    }
  };
  const take = async (looked: Extract<Step, { is: 'previewing' }>): Promise<void> => {
    const input = { id, filename: looked.file, base64File: looked.base64File, plan: looked.preview.plan };
    const done = await attempt(() => write('import the items', 'importItemRegister', input));
    if (done !== undefined) setStep({ is: 'done', ...done });
  };
  const undo = async (group: string): Promise<void> => {
    const undone = await attempt(() => write('undo the import', 'undoChanges', { installationId: id, undo: group }));
    if (undone !== undefined) setStep({ is: 'choosing', failure: null });
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('adminRegister.title', { name })}
      {...(step.is === 'previewing' ? { fullscreen: true } : { size: 'lg' as const })}
    >
      {step.is === 'choosing' && (
        <Choose installationId={id} failure={step.failure} onFile={(file) => void read(file)} />
      )}
      {step.is === 'reading' && (
        <Loading>
          <Text role="status">{t('adminRegister.reading', { file: step.file })}</Text>
        </Loading>
      )}
      {step.is === 'previewing' && (
        <Preview
          file={step.file}
          preview={step.preview}
          isBusy={isBusy}
          onFile={(file) => void read(file)}
          onTake={() => void take(step)}
        />
      )}
      {step.is === 'done' && (
        <Stack gap="md">
          <Group gap="sm" wrap="nowrap" role="status">
            <IconCircleCheck size={28} color="var(--holdfast-accent-text)" aria-hidden />
            <Text>{t('adminRegister.done', { count: step.changed })}</Text>
          </Group>
          <DialogActions>
            {step.undo !== null && (
              <Button variant="default" loading={isBusy} onClick={() => void undo(step.undo!)}>
                {t('adminRegister.undo')}
              </Button>
            )}
            <Button data-autofocus onClick={onClose}>
              {t('actions.close')}
            </Button>
          </DialogActions>
        </Stack>
      )}
    </Dialog>
  );
}

function Choose({
  installationId,
  failure,
  onFile,
}: {
  installationId: string;
  failure: unknown;
  onFile(file: File): void;
}) {
  const { saving, save } = useRegisterExport();
  return (
    <Stack gap="md">
      {failure !== null && <FileRefused failure={failure} />}
      <Text>{t('adminRegister.intro')}</Text>
      <List size="sm" spacing={4}>
        <List.Item>{t('adminRegister.columns')}</List.Item>
        <List.Item>{t('adminRegister.place')}</List.Item>
        <List.Item>{t('adminRegister.empty')}</List.Item>
      </List>
      <Group justify="space-between">
        <Button variant="subtle" loading={saving !== null} onClick={() => void save(installationId, 'xlsx')}>
          {t('adminRegister.example')}
        </Button>
        <ChooseFile onFile={onFile} />
      </Group>
    </Stack>
  );
}

function ChooseFile({ isQuiet = false, onFile }: { isQuiet?: boolean; onFile(file: File): void }) {
  return (
    <FileButton accept=".xlsx,.csv,.txt" onChange={(file) => file !== null && onFile(file)}>
      {(props) => (
        <Button
          variant={isQuiet ? 'default' : 'filled'}
          leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          {...props}
        >
          {t(isQuiet ? 'adminRegister.chooseOther' : 'adminRegister.choose')}
        </Button>
      )}
    </FileButton>
  );
}

function Preview({
  file,
  preview,
  isBusy,
  onFile,
  onTake,
}: {
  file: string;
  preview: RegisterPreview;
  isBusy: boolean;
  onFile(file: File): void;
  onTake(): void;
}) {
  const { counts, columns } = preview;
  const count = counts.new + counts.changed;
  const unknown = columns.filter(({ isKnown, name }) => !isKnown && name !== '').map(({ name }) => name);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={600}>{file}</Text>
          <Text c="dimmed" size="sm">
            {counts.wrong > 0
              ? t('adminRegister.correct', { count: counts.wrong })
              : count === 0
                ? t('adminRegister.nothing')
                : t('adminRegister.ready')}
          </Text>
        </div>
        <Group gap="sm">
          <ChooseFile isQuiet onFile={onFile} />
          <Button disabled={counts.wrong > 0 || count === 0} loading={isBusy} onClick={onTake}>
            {counts.wrong > 0 ? t('adminRegister.takeNone') : t('adminRegister.take', { count })}
          </Button>
        </Group>
      </Group>
      {unknown.length > 0 && (
        <Alert color="gray" title={t('adminRegister.unknown', { count: unknown.length })}>
          {unknown.join(', ')}
        </Alert>
      )}
      <RegisterTable preview={preview} />
    </Stack>
  );
}
