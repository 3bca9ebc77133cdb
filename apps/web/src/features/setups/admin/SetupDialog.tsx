import type { Operations, OutputOf, SetupPreview, Starter } from '@holdfast/contract';
import { Button, FileButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery, callAdmin, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { FileRefused } from '../../../ui/admin/FileRefused.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';
import { Loading } from '../../../ui/states.tsx';
import { SetupChanges } from './SetupChanges.tsx';

/** Maximum size of a file in bytes; the server has the same limit. */
const SETUP_BYTES = 40 * 1024 * 1024;

/** Step of the dialog. */
type Step =
  | { is: 'choosing'; failure: unknown }
  | { is: 'reading'; file: string }
  | { is: 'previewing'; file: string; setup: string; preview: SetupPreview };

/**
 * Imports an inspection type or a template with everything it needs, from a file or a starter, after a preview of additions and changes.
 */
export function SetupDialog({
  onClose,
  onImported,
}: {
  onClose(): void;
  /** Opens the imported record. */
  onImported(imported: OutputOf<Operations['importSetup']>): void;
}) {
  const { isBusy, write, attempt } = useAdminWrites();
  const [step, setStep] = useState<Step>({ is: 'choosing', failure: null });

  const preparePreview = async (file: string, textOf: () => Promise<string>): Promise<void> => {
    setStep({ is: 'reading', file });
    try {
      const setup = await textOf();
      const preview = await callAdmin('read the setup', 'previewSetup', { setup });
      setStep({ is: 'previewing', file, setup, preview });
    } catch (failure) {
      setStep({ is: 'choosing', failure });
    }
  };
  const read = async (file: File): Promise<void> => {
    const refusal = file.size === 0 ? 'adminSetup.isEmpty' : file.size > SETUP_BYTES ? 'adminSetup.tooLarge' : null;
    if (refusal === null) await preparePreview(file.name, () => file.text());
    else setStep({ is: 'choosing', failure: new Error(t(refusal)) });
  };
  const take = async ({ file, setup, preview: { plan } }: Extract<Step, { is: 'previewing' }>): Promise<void> => {
    const done = await attempt(() => write('import the setup', 'importSetup', { setup, plan }));
    // After a refusal the preview may be outdated, so it is read again.
    if (done === undefined) return preparePreview(file, () => Promise.resolve(setup));
    onClose();
    onImported(done);
  };
  const choose = (isQuiet: boolean) => (
    <FileButton accept=".json" onChange={(file) => void (file !== null && read(file))}>
      {(props) => (
        <Button
          variant={isQuiet ? 'default' : 'filled'}
          leftSection={<IconFileImport size={18} aria-hidden />}
          {...props}
        >
          {t(isQuiet ? 'adminSetup.chooseOther' : 'adminSetup.choose')}
        </Button>
      )}
    </FileButton>
  );

  return (
    <Dialog opened onClose={onClose} title={t('adminSetup.title')} size="lg">
      <Stack gap="md">
        {step.is === 'choosing' && (
          <>
            {step.failure !== null && <FileRefused failure={step.failure} />}
            <Text>{t('adminSetup.intro')}</Text>
            <Group justify="flex-end">{choose(false)}</Group>
            <Starters
              onChoose={({ id, name }) =>
                void preparePreview(name, async () => (await callAdmin('read the starter', 'getStarter', { id })).setup)
              }
            />
          </>
        )}
        {step.is === 'reading' && (
          <Loading>
            <Text role="status">{t('adminRegister.reading', { file: step.file })}</Text>
          </Loading>
        )}
        {step.is === 'previewing' && (
          <>
            <SetupChanges preview={step.preview} />
            <DialogActions>
              {choose(true)}
              <ReasonedButton
                isInToolbar
                reason={step.preview.changes.length === 0 ? t('adminSetup.nothing') : null}
                loading={isBusy}
                onClick={() => void take(step)}
              >
                {t('adminSetup.take')}
              </ReasonedButton>
            </DialogActions>
          </>
        )}
      </Stack>
    </Dialog>
  );
}

/** The setups that Holdfast includes. */
function Starters({ onChoose }: { onChoose(starter: Starter): void }) {
  const { data } = useQuery(adminQuery('load the starters', 'getStarters', {}));
  if (data === undefined || data.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-label={t('adminSetup.starters')}>
      <Title order={3} fz="md">
        {t('adminSetup.starters')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('adminSetup.startersHint')}
      </Text>
      {data.map((starter) => (
        <Button
          key={starter.id}
          variant="default"
          justify="space-between"
          h="auto"
          mih={48}
          py={6}
          styles={{ label: { textAlign: 'start', whiteSpace: 'normal' } }}
          rightSection={
            <Text size="sm" c="dimmed" ta="end">
              {t('adminSetup.starterHolds', { templates: starter.templates, itemTypes: starter.itemTypes })}
            </Text>
          }
          onClick={() => onChoose(starter)}
        >
          {starter.name}
        </Button>
      ))}
    </Stack>
  );
}
