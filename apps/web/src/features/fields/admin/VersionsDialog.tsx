import type { FieldsTemplate, TemplateVersion } from '@holdfast/contract';
import { Badge, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { formatMoment } from '../../../lib/display/formats.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Unread } from '../../../ui/admin/ListPage.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { usePersonName } from '../../users/people.ts';
import classes from './TemplateDifferences.module.css';
import { TemplateDifferences } from './TemplateDifferences.tsx';

/** The versions of a template, latest first, each with its changes. */
export function VersionsDialog({ template, onClose }: { template: FieldsTemplate; onClose(): void }) {
  const { id } = template;
  const read = useQuery(adminQuery('load the versions', 'getFieldsTemplateVersions', { id }));
  const [chosen, choose] = useState<number | null>(null);
  return (
    <Dialog opened inAddress onClose={onClose} title={t('adminVersions.title', { name: template.name })} size="lg">
      <Stack gap="md">
        <Text c="dimmed">{t('adminVersions.hint')}</Text>
        {read.data === undefined ? (
          <Unread read={read} rows={3} />
        ) : (
          <ul className={classes['versions']}>
            {read.data.map((version, place) => (
              <li key={version.number}>
                <Version
                  version={version}
                  isInUse={place === 0}
                  isOpen={chosen === version.number}
                  onToggle={() => choose((open) => (open === version.number ? null : version.number))}
                />
                {chosen === version.number && <Changes id={id} number={version.number} />}
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  );
}

function Version({
  version: { number, at, by, note, answers },
  isInUse,
  isOpen,
  onToggle,
}: {
  version: TemplateVersion;
  isInUse: boolean;
  isOpen: boolean;
  onToggle(): void;
}) {
  const who = usePersonName(by);
  return (
    <UnstyledButton className={classes['version']} aria-expanded={isOpen} onClick={onToggle}>
      <Group gap="xs">
        {isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronRight size={18} aria-hidden />}
        <Text fw={600}>{t('adminReports.version', { version: number })}</Text>
        {isInUse && (
          <Badge variant="default" tt="none">
            {t('adminReports.inUse')}
          </Badge>
        )}
        <Text size="sm">{t('admin.usageAnswers', { count: answers })}</Text>
      </Group>
      <Text size="sm" c="dimmed" ps={28}>
        {[formatMoment(at), who, note].filter((part) => part !== null && part !== '').join(' · ')}
      </Text>
    </UnstyledButton>
  );
}

function Changes({ id, number }: { id: string; number: number }) {
  const isFirst = number === 1;
  const read = useQuery({
    ...adminQuery('compare the versions', 'compareFieldsTemplateVersions', { id, from: number - 1, to: number }),
    enabled: !isFirst,
  });
  if (isFirst) return <Text c="dimmed">{t('adminVersions.first')}</Text>;
  return read.data === undefined ? <Unread read={read} rows={2} /> : <TemplateDifferences differences={read.data} />;
}
