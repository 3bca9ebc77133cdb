import type { AdministeredInstallation } from '@holdfast/contract';
import { ActionIcon, Badge, Button, Group, Menu, Paper, Text, Title } from '@mantine/core';
import { IconCopy, IconDots, IconDownload, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { adminQuery, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { DeleteDialog } from '../../deletions/admin/DeleteDialog.tsx';
import { Unread } from '../../../ui/admin/ListPage.tsx';
import { useFocusInList } from '../../../ui/hooks/useFocusInList.ts';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { useUser } from '../../users/index.ts';
import { CopyDialog } from './CopyDialog.tsx';
import { InstallationDialog, EditInstallationDialog } from './InstallationDialogs.tsx';
import classes from './InstallationsPanel.module.css';
import { RegisterDialog } from './register/RegisterDialog.tsx';
import { useRegisterExport } from './register/useRegisterExport.ts';

/** The installations of a company: they can be created, edited, archived and restored. */
export function InstallationsPanel({ companyId }: { companyId: string }) {
  const { isBusy, write, attempt } = useAdminWrites();
  const confirm = useConfirm();
  const register = useRegisterExport();
  const isOperator = useUser().role === 'administrator';
  const [isCreating, setCreating] = useState(false);
  const [edited, edit] = useState<AdministeredInstallation | null>(null);
  const [deleted, setDeleted] = useState<AdministeredInstallation | null>(null);
  const [filled, importInto] = useState<AdministeredInstallation | null>(null);
  const [copied, copy] = useState<AdministeredInstallation | null>(null);
  const read = useQuery(adminQuery('load the installations', 'getAdminInstallations', { companyId }));
  const list = useRef<HTMLUListElement>(null);
  const creating = useRef<HTMLButtonElement>(null);
  const onFocus = useFocusInList(list, creating);

  const archive = async ({ id, name, archived, clock, installationInspections }: AdministeredInstallation) => {
    const sure =
      archived ||
      (await confirm({
        title: t('adminCompanies.archiveTitle', { name }),
        text: archiveText(installationInspections),
        confirm: t('adminCompanies.archive'),
      }));
    if (!sure || isBusy) return;
    const input = { id, archived: !archived };
    await attempt(() => write('archive the installation', 'archiveInstallation', input, { ifMatch: clock }));
  };

  return (
    <Paper component="section" p="lg" aria-label={t('admin.installations')}>
      <Group justify="space-between" align="flex-start" mb="xs">
        <div>
          <Title order={2}>{t('admin.installations')}</Title>
          <Text c="dimmed" size="sm">
            {t('adminCompanies.installationsHint')}
          </Text>
        </div>
        <Button
          ref={creating}
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setCreating(true)}
        >
          {t('adminCompanies.newInstallation')}
        </Button>
      </Group>
      {read.data === undefined && <Unread read={read} rows={3} />}
      {read.data?.length === 0 && <Text c="dimmed">{t('adminCompanies.installationsNone')}</Text>}
      <ul ref={list} className={classes['list']} onFocus={onFocus}>
        {read.data?.map((installation) => {
          const { id, name, archived, installationInspections } = installation;
          return (
            <li key={id} className={classes['row']}>
              <span className={classes['words']}>
                <span className={classes['name']}>
                  {name}
                  {archived && (
                    <Badge variant="default" tt="none" ml={8}>
                      {t('adminCompanies.archived')}
                    </Badge>
                  )}
                </span>
                <Text component="span" size="sm" c="dimmed">
                  {t('adminCompanies.inspectionCount', { count: installationInspections })}
                </Text>
              </span>
              <Button
                variant="default"
                h={44}
                aria-label={t('adminCompanies.editNamed', { name })}
                onClick={() => edit(installation)}
              >
                {t('adminCompanies.edit')}
              </Button>
              <Button
                variant="default"
                h={44}
                // It is not disabled meanwhile: it would lose the focus.
                aria-label={t(archived ? 'adminCompanies.restoreNamed' : 'adminCompanies.archiveNamed', { name })}
                onClick={() => void archive(installation)}
              >
                {t(archived ? 'adminCompanies.restore' : 'adminCompanies.archive')}
              </Button>
              <Menu position="bottom-end" shadow="md">
                <Menu.Target>
                  <ActionIcon
                    size={44}
                    aria-label={t('adminCompanies.moreNamed', { name })}
                    loading={register.saving === id}
                  >
                    <IconDots size={20} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {isOperator && (
                    <>
                      <Menu.Item
                        h={44}
                        leftSection={<IconCopy size={18} aria-hidden />}
                        onClick={() => copy(installation)}
                      >
                        {t('adminCompanies.copyToCompany')}
                      </Menu.Item>
                      <Menu.Item
                        h={44}
                        leftSection={<IconTrash size={18} aria-hidden />}
                        onClick={() => setDeleted(installation)}
                      >
                        {t('deletions.delete')}
                      </Menu.Item>
                      <Menu.Divider />
                    </>
                  )}
                  <Menu.Item
                    h={44}
                    leftSection={<IconUpload size={18} aria-hidden />}
                    onClick={() => importInto(installation)}
                  >
                    {t('adminRegister.import')}
                  </Menu.Item>
                  {(['xlsx', 'csv'] as const).map((format) => (
                    <Menu.Item
                      key={format}
                      h={44}
                      leftSection={<IconDownload size={18} aria-hidden />}
                      onClick={() => void register.save(id, format)}
                    >
                      {t(format === 'xlsx' ? 'adminRegister.exportXlsx' : 'adminRegister.exportCsv')}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            </li>
          );
        })}
      </ul>
      {isCreating && <InstallationDialog companyId={companyId} onClose={() => setCreating(false)} />}
      {copied !== null && <CopyDialog installation={copied} onClose={() => copy(null)} />}
      {filled !== null && <RegisterDialog installation={filled} onClose={() => importInto(null)} />}
      {deleted !== null && (
        <DeleteDialog
          kind="installation"
          id={deleted.id}
          name={deleted.name}
          hint={t('deletions.installationHint')}
          onClose={() => setDeleted(null)}
          onDeleted={() => undefined}
        />
      )}
      {edited !== null && <EditInstallationDialog installation={edited} onClose={() => edit(null)} />}
    </Paper>
  );
}

/** States what archiving an installation means. @param inspections number of its inspections */
function archiveText(inspections: number): string {
  return inspections === 0
    ? t('adminCompanies.archiveTextNone')
    : t('adminCompanies.archiveText', { count: inspections });
}
