import type { Company } from '@holdfast/contract';
import { Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { adminQuery, isNotFound, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { DeletedNotice } from '../../deletions/admin/DeletedNotice.tsx';
import { DeleteRecord } from '../../deletions/admin/DeleteRecord.tsx';
import { useUser } from '../../users/index.ts';
import { useConflictAuthor } from '../../users/people.ts';
import { useRecordDraft, withoutNotFound } from '../../../lib/drafts/recordDraft.ts';
import { TEMPLATE_LISTS } from '../../fields/templateTypes.ts';
import { download } from '../../../lib/calls/downloads.ts';
import { t } from '../../../lib/texts/administration.ts';
import { DraftConflict } from '../../../ui/admin/DraftConflict.tsx';
import { EditorPage, EditorUnread } from '../../../ui/admin/EditorPage.tsx';
import { NameFields } from '../../../ui/admin/NameFields.tsx';
import { PickerSelect } from '../../../ui/admin/PickerSelect.tsx';
import { useIsDrawn } from '../../../ui/admin/useIsDrawn.ts';
import { GrowingText } from '../../../ui/inputs/GrowingText.tsx';
import { AllowedInspections } from './AllowedInspections.tsx';
import { CompanyLogo } from './CompanyLogo.tsx';
import { CompanyUsers } from './CompanyUsers.tsx';
import { InstallationsPanel } from './InstallationsPanel.tsx';

const valuesOf = ({ name, shortName, address, accreditation, installationFieldsTemplateId }: Company) => ({
  name,
  shortName,
  address,
  accreditation,
  installationFieldsTemplateId,
});

/** The editor of a company: its names and questions are saved together, its installations and allowed inspections at once. */
export function CompanyEditorScreen() {
  const { companyId: id = '' } = useParams();
  const read = useQuery(adminQuery('load the company', 'getCompany', { id }));
  const back = { to: '/admin/companies', label: t('admin.companies') };
  const isDrawn = useIsDrawn(read.data);
  if (read.data === undefined || !isDrawn) return <EditorUnread back={back} read={read} />;
  return <Editor key={id} company={read.data} isGone={isNotFound(read.error)} back={back} />;
}

function Editor({
  company,
  isGone,
  back,
}: {
  company: Company;
  /** True when the record was deleted since it was read. */
  isGone: boolean;
  back: { to: string; label: string };
}) {
  const cache = useQueryClient();
  const { write, attempt } = useAdminWrites();
  const { id } = company;
  const draft = useRecordDraft({
    record: company,
    keptAs: `company:${id}`,
    valuesOf,
    clockOf: ({ clock }) => clock,
    save: (values, ifMatch) => write('save the company', 'updateCompany', { ...company, ...values }, { ifMatch }),
    reload: () => cache.fetchQuery({ ...adminQuery('load the company', 'getCompany', { id }), staleTime: 0 }),
  });
  const who = useConflictAuthor(draft.conflict?.by ?? null);
  const fieldsTemplateTypeId = TEMPLATE_LISTS['installation-details-templates'];
  // Questions and inspection types belong to the library, which only administrators change.
  const isOperator = useUser().role === 'administrator';
  const { data: templates } = useQuery({
    ...adminQuery('load the templates', 'getFieldsTemplates', { fieldsTemplateTypeId }),
    enabled: isOperator,
  });
  const { name, shortName, address, accreditation, installationFieldsTemplateId } = draft.values;
  const isDeleted = isGone || draft.isGone;
  const createTemplate = async (named: string): Promise<void> => {
    const made = await write('create the template', 'createFieldsTemplate', { name: named, fieldsTemplateTypeId });
    draft.change({ installationFieldsTemplateId: made.id });
  };
  return (
    <EditorPage
      back={back}
      title={company.name}
      saving={withoutNotFound(draft)}
      isIncomplete={name.trim() === ''}
      actions={isOperator && <DeleteRecord kind="company" id={id} name={company.name} list={back.to} />}
    >
      {isDeleted && <DeletedNotice kind="company" id={id} onRestored={draft.forgetFailure} />}
      <DraftConflict
        draft={draft}
        who={who}
        shown={{
          name: { name: t('admin.name') },
          shortName: { name: t('admin.shortName') },
          address: { name: t('adminCompanies.address') },
          accreditation: { name: t('adminCompanies.accreditation') },
          installationFieldsTemplateId: {
            name: t('adminCompanies.template'),
            text: (chosen) => templates?.find((template) => template.id === chosen)?.name ?? '',
          },
        }}
      />
      <Paper p="lg">
        <Stack gap="md">
          <NameFields name={name} shortName={shortName} onChange={draft.change} />
          <CompanyLogo company={company} />
          <GrowingText
            label={t('adminCompanies.address')}
            description={t('adminCompanies.addressHint')}
            maxRows={6}
            maxLength={1000}
            value={address}
            onChange={(event) => draft.change({ address: event.currentTarget.value })}
          />
          <TextInput
            size="md"
            label={t('adminCompanies.accreditation')}
            description={t('adminCompanies.accreditationHint')}
            maxLength={300}
            value={accreditation}
            onChange={(event) => draft.change({ accreditation: event.currentTarget.value })}
          />
          {isOperator && (
            <PickerSelect
              label={t('adminCompanies.template')}
              description={t('adminCompanies.templateHint')}
              placeholder={t('admin.none')}
              clearable
              nothingFoundMessage={t(templates === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
              data={(templates ?? []).map((template) => ({ value: template.id, label: template.name }))}
              value={installationFieldsTemplateId}
              onChoose={(to) => draft.change({ installationFieldsTemplateId: to })}
              onCreate={(named) => void attempt(() => createTemplate(named))}
              addressOf={(templateId) => `/admin/installation-details-templates/${templateId}`}
            />
          )}
        </Stack>
      </Paper>
      {isOperator && !isDeleted && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconDatabaseExport size={20} aria-hidden />}
            onClick={() => download(`/admin/report-database/company?companyId=${id}`)}
          >
            {t('adminCompanies.reportDatabase')}
          </Button>
        </Group>
      )}
      {/* Nothing of a deleted company can be read or changed until it is restored. */}
      {!isDeleted && (
        <>
          <InstallationsPanel companyId={id} />
          {isOperator && <AllowedInspections company={company} />}
          <CompanyUsers companyId={id} />
        </>
      )}
    </EditorPage>
  );
}
