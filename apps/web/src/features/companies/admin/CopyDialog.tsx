import type { AdministeredInstallation, OutputOf, Operations } from '@holdfast/contract';
import { Anchor, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { adminQuery, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';
import { CHOICES_IN_DIALOG } from '../../../ui/dialogs/choices.ts';
import { Unread } from '../../../ui/admin/ListPage.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';

type Copied = OutputOf<Operations['copyInstallation']>;

/** Copies an installation to another company: shows the numbers of copied and omitted records, and afterwards the result. */
export function CopyDialog({ installation, onClose }: { installation: AdministeredInstallation; onClose(): void }) {
  const [copied, setCopied] = useState<Copied | null>(null);
  return (
    <Dialog opened onClose={onClose} title={t('adminCompanies.copyTitle', { name: installation.name })}>
      {copied === null ? (
        <CopyForm installation={installation} onCopied={setCopied} onClose={onClose} />
      ) : (
        <CopyOutcome copied={copied} onClose={onClose} />
      )}
    </Dialog>
  );
}

function CopyForm({
  installation: { id, name: original, companyId: owner },
  onCopied,
  onClose,
}: {
  installation: AdministeredInstallation;
  onCopied(copied: Copied): void;
  onClose(): void;
}) {
  const { isBusy, write, attempt } = useAdminWrites();
  const [companyId, choose] = useState<string | null>(null);
  const [name, setName] = useState(original);
  const contents = useQuery(adminQuery('load the installation', 'getInstallationContents', { id }));
  const { data: companies } = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  const others = companies?.filter((company) => company.id !== owner);
  const missing = [companyId === null && t('adminCompanies.copyTo'), name.trim() === '' && t('admin.name')].filter(
    (what) => what !== false,
  );
  const copy = async (to: string): Promise<void> => {
    const copied = await attempt(() =>
      write('copy the installation', 'copyInstallation', { id, companyId: to, name: name.trim() }),
    );
    if (copied !== undefined) onCopied(copied);
  };
  return (
    <Stack gap="md">
      <LongSelect
        data-autofocus
        comboboxProps={CHOICES_IN_DIALOG}
        label={t('adminCompanies.copyTo')}
        placeholder={t('companies.choose')}
        required
        nothingFoundMessage={t(others === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
        data={(others ?? []).map((company) => ({ value: company.id, label: company.name }))}
        value={companyId}
        onChange={choose}
      />
      <TextInput
        size="md"
        label={t('admin.name')}
        required
        maxLength={300}
        value={name}
        error={name.trim() === '' ? t('admin.nameNeeded') : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {contents.data === undefined ? (
        <Unread read={contents} rows={2} />
      ) : (
        <div>
          <Text fw={600}>{t('adminCompanies.copyGoes')}</Text>
          <Amounts {...contents.data} />
          {contents.data.inspections > 0 && (
            <Text c="dimmed" size="sm" mt="xs">
              {t('adminCompanies.copyStays', { count: contents.data.inspections })}
            </Text>
          )}
        </div>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <ReasonedButton
          reason={
            missing.length > 0
              ? t('admin.needs', { what: missing.join(', ') })
              : contents.data === undefined
                ? t('dropdown.loading')
                : null
          }
          loading={isBusy}
          onClick={() => void (companyId !== null && copy(companyId))}
        >
          {t('adminCompanies.copy')}
        </ReasonedButton>
      </DialogActions>
    </Stack>
  );
}

function Amounts({ items, answers, files }: { items: number; answers: number; files: number }) {
  return (
    <List size="sm">
      <List.Item>{t('admin.usageItems', { count: items })}</List.Item>
      <List.Item>{t('admin.usageAnswers', { count: answers })}</List.Item>
      <List.Item>{t('adminCompanies.fileCount', { count: files })}</List.Item>
    </List>
  );
}

function CopyOutcome({ copied, onClose }: { copied: Copied; onClose(): void }) {
  const { installation, tagsLeft } = copied;
  return (
    <Stack gap="md">
      <Group gap="sm" wrap="nowrap" role="status">
        <IconCircleCheck size={28} color="var(--holdfast-accent-text)" aria-hidden />
        <Text>
          {t('adminCompanies.copied', { company: installation.companyName })}{' '}
          <Anchor component={Link} to={`/admin/companies/${installation.companyId}`} onClick={onClose}>
            {installation.name}
          </Anchor>
        </Text>
      </Group>
      <Amounts {...copied} />
      {tagsLeft > 0 && <Text size="sm">{t('adminCompanies.copyTagsLeft', { count: tagsLeft })}</Text>}
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {t('actions.close')}
        </Button>
      </DialogActions>
    </Stack>
  );
}
