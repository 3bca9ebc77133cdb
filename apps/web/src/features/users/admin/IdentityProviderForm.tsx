import type { IdentityProvider, ProvidedRole } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import {
  Alert,
  Button,
  CopyButton,
  Divider,
  Group,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery, useAdminWrites } from '../../../lib/adminCalls.ts';
import { faultsOf, reasonOf } from '../../../lib/failures.ts';
import { t } from '../../../lib/texts/administration.ts';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { RolesOfValues } from './RolesOfValues.tsx';

type Settings = Omit<IdentityProvider, 'id' | 'companyName' | 'hasSecret' | 'accounts' | 'updatedAt'>;

const NEW: Settings = {
  name: '',
  companyId: null,
  issuer: '',
  clientId: '',
  domains: [],
  trustsAddresses: false,
  createsAccounts: false,
  defaultRole: null,
  roleClaim: '',
  roles: [],
  trustsSecondFactor: false,
  sessionDays: 7,
  enabled: true,
};
/** Stands for the staff in the list of companies, and for no role in that of roles. */
const STAFF = 'staff';
const NO_ROLE = 'none';

function settingsOf(provider: IdentityProvider): Settings {
  const {
    id: _id,
    companyName: _name,
    hasSecret: _secret,
    accounts: _accounts,
    updatedAt: _at,
    ...settings
  } = provider;
  return settings;
}

/** Settings of an identity provider. @param provider null: it is not saved yet */
export function IdentityProviderForm({
  provider,
  redirectAddress,
  onDone,
}: {
  provider: IdentityProvider | null;
  redirectAddress: string;
  onDone(): void;
}) {
  const confirm = useConfirm();
  const { write } = useAdminWrites();
  const { data: companies } = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  const [values, setValues] = useState(provider === null ? NEW : settingsOf(provider));
  // Undefined until the company of a new provider is chosen.
  const [companyId, setCompanyId] = useState<string | null | undefined>(
    provider === null ? undefined : values.companyId,
  );
  const [secret, setSecret] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [verdict, setVerdict] = useState<{ problem: string | null } | null>(null);
  const [busy, setBusy] = useState<'check' | 'save' | null>(null);
  const faults = faultsOf(failure);
  const change = (part: Partial<Settings>): void => setValues((before) => ({ ...before, ...part }));
  const { name, issuer, clientId, domains, roles, roleClaim, sessionDays } = values;
  const isComplete =
    name.trim() !== '' && issuer !== '' && clientId.trim() !== '' && domains.length > 0 && companyId !== undefined;

  const during = async (what: typeof busy, work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(null);
    }
  };
  const check = (): Promise<void> =>
    during('check', async () => setVerdict(await write('check the issuer', 'checkIdentityProvider', { issuer })));
  const save = (): Promise<void> =>
    during('save', async () => {
      const input = { ...values, companyId: companyId ?? null, ...(secret === '' ? {} : { clientSecret: secret }) };
      if (provider === null) await write('add the provider', 'createIdentityProvider', input);
      else await write('save the provider', 'updateIdentityProvider', { id: provider.id, ...input });
      onDone();
    });
  const remove = async ({ id }: IdentityProvider): Promise<void> => {
    const sure = await confirm({
      title: t('providers.deleteTitle', { name }),
      text: t('providers.deleteText'),
      confirm: t('providers.delete'),
      danger: true,
    });
    if (!sure) return;
    await during('save', async () => {
      await write('remove the provider', 'deleteIdentityProvider', { id });
      onDone();
    });
  };

  return (
    <Stack gap="md">
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          size="md"
          readOnly
          label={t('providers.address')}
          description={t('providers.addressHint')}
          value={redirectAddress}
        />
        <CopyButton value={redirectAddress}>
          {({ copied, copy }) => (
            <Button variant="default" size="md" onClick={copy}>
              {t(copied ? 'providers.copied' : 'providers.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <TextInput
        size="md"
        label={t('admin.name')}
        required
        maxLength={300}
        error={faults['name']}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <LongSelect
        label={t('adminUsers.company')}
        description={t('providers.companyHint')}
        required
        placeholder={t('adminUsers.companyChoose')}
        allowDeselect={false}
        nothingFoundMessage={t(companies === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
        data={[
          { value: STAFF, label: t('adminUsers.companyNone') },
          ...(companies ?? []).map((company) => ({ value: company.id, label: company.name })),
        ]}
        value={companyId === undefined ? null : (companyId ?? STAFF)}
        onChange={(to) => setCompanyId(to === null || to === STAFF ? null : to)}
      />
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          size="md"
          type="url"
          label={t('providers.issuer')}
          description={t('providers.issuerHint')}
          required
          maxLength={1_000}
          error={faults['issuer']}
          value={issuer}
          onChange={(event) => {
            change({ issuer: event.currentTarget.value.trim() });
            setVerdict(null);
          }}
        />
        <Button
          flex="none"
          variant="default"
          size="md"
          disabled={issuer === ''}
          loading={busy === 'check'}
          onClick={() => void check()}
        >
          {t('providers.check')}
        </Button>
      </Group>
      {verdict !== null && (
        <Alert color={verdict.problem === null ? 'green' : 'red'} role={verdict.problem === null ? 'status' : 'alert'}>
          {verdict.problem ?? t('providers.checked')}
        </Alert>
      )}
      <TextInput
        size="md"
        label={t('providers.clientId')}
        required
        maxLength={500}
        autoComplete="off"
        error={faults['clientId']}
        value={clientId}
        onChange={(event) => change({ clientId: event.currentTarget.value })}
      />
      <PasswordInput
        size="md"
        label={t('providers.clientSecret')}
        description={t(provider?.hasSecret === true ? 'providers.secretStored' : 'providers.secretNone')}
        maxLength={2_000}
        autoComplete="new-password"
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <TagsInput
        size="md"
        label={t('providers.domains')}
        description={t('providers.domainsHint')}
        required
        acceptValueOnBlur
        splitChars={[',', ' ', ';']}
        maxTags={50}
        error={Object.entries(faults).find(([path]) => path.startsWith('domains'))?.[1]}
        value={domains}
        onChange={(to) => change({ domains: domainsIn(to) })}
      />
      <Divider />
      <Choice
        label={t('providers.createsAccounts')}
        hint={t('providers.createsAccountsHint')}
        value={values.createsAccounts}
        onChange={(createsAccounts) => change({ createsAccounts })}
      />
      <TextInput
        size="md"
        label={t('providers.roleClaim')}
        description={t('providers.roleClaimHint')}
        maxLength={300}
        autoComplete="off"
        value={roleClaim}
        onChange={(event) => change({ roleClaim: event.currentTarget.value })}
      />
      {roleClaim.trim() !== '' && (
        <RolesOfValues
          roles={roles}
          mayAdminister={companyId === null}
          fault={faults['roles']}
          onChange={(to) => change({ roles: to })}
        />
      )}
      <Select
        size="md"
        label={t('providers.defaultRole')}
        description={t('providers.defaultRoleHint')}
        allowDeselect={false}
        data={[
          { value: NO_ROLE, label: t('providers.noRole') },
          ...rolesFor(companyId === null).map((role) => ({ value: role, label: t(`roles.${role}`) })),
        ]}
        value={values.defaultRole ?? NO_ROLE}
        onChange={(to) => change({ defaultRole: to === NO_ROLE ? null : to })}
      />
      <Choice
        label={t('providers.trustsAddresses')}
        hint={t('providers.trustsAddressesHint')}
        value={values.trustsAddresses}
        onChange={(trustsAddresses) => change({ trustsAddresses })}
      />
      <Choice
        label={t('providers.trustsSecondFactor')}
        hint={t('providers.trustsSecondFactorHint')}
        value={values.trustsSecondFactor}
        onChange={(trustsSecondFactor) => change({ trustsSecondFactor })}
      />
      <NumberInput
        size="md"
        label={t('providers.sessionDays')}
        min={1}
        max={365}
        allowDecimal={false}
        clampBehavior="strict"
        value={sessionDays}
        onChange={(to) => change({ sessionDays: typeof to === 'number' && to >= 1 ? to : 1 })}
      />
      <Choice
        label={t('providers.enabled')}
        hint={t('providers.enabledHint')}
        value={values.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      {failure instanceof Error && (
        <Alert color="red" role="alert" title={failure.message}>
          {explained(failure)}
        </Alert>
      )}
      <Group justify="space-between">
        <Group gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('providers.back')}
          </Button>
          {provider !== null && (
            <Button variant="default" color="red" onClick={() => void remove(provider)}>
              {t('providers.delete')}
            </Button>
          )}
        </Group>
        <Button disabled={!isComplete} loading={busy === 'save'} onClick={() => void save()}>
          {t('admin.save')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Roles that a provider may give: administrators reach every company, so that the staff's alone may make them. */
function rolesFor(ofStaff: boolean): ProvidedRole[] {
  return ofStaff ? ['inspector', 'viewer', 'administrator'] : ['inspector', 'viewer'];
}

/** Domains as typed or pasted, several at a time too, each once. */
function domainsIn(typed: readonly string[]): string[] {
  const domains = typed.flatMap((text) => text.toLowerCase().split(/[\s,;]+/));
  return [...new Set(domains.map((domain) => domain.replace(/^@/, '')))].filter((domain) => domain !== '');
}

function explained(failure: Error): string {
  const problem = failure instanceof CallError && failure.is('alreadyExists') ? failure.problem : null;
  const taken = (problem?.details as { name?: string } | null | undefined)?.name;
  return taken === undefined ? reasonOf(failure) : t('providers.taken', { name: taken });
}

function Choice({
  label,
  hint,
  value,
  onChange,
}: {
  label: string;
  hint: string;
  value: boolean;
  onChange(value: boolean): void;
}) {
  return (
    <Switch
      size="md"
      label={<Text span>{label}</Text>}
      description={hint}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
