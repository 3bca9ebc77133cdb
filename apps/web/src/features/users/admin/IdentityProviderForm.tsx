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
import { useEffect, useState } from 'react';
import { adminQuery, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { faultsOf, reasonOf } from '../../../lib/calls/failures.ts';
import { stillNeeded, t } from '../../../lib/texts/administration.ts';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { RolesOfValues } from './RolesOfValues.tsx';

type Settings = Omit<IdentityProvider, 'id' | 'companyName' | 'hasSecret' | 'accounts' | 'updatedAt'>;

/** Result of checking an issuer; `problem` is null when it can be used. */
interface IssuerVerdict {
  problem: string | null;
}

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
/** Value of "staff" among the companies, and of "no role" among the roles. */
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

/** Calls back when a form has unsaved changes, and when it has none any more. */
function useAnnounced(isChanged: boolean, onChanged: (isChanged: boolean) => void): void {
  useEffect(() => {
    onChanged(isChanged);
    return () => onChanged(false);
  }, [isChanged, onChanged]);
}

/** Settings of an identity provider. @param provider null for a new one */
export function IdentityProviderForm({
  provider,
  redirectAddress,
  onChanged,
  onDone,
}: {
  provider: IdentityProvider | null;
  redirectAddress: string;
  /** Called with true while there are unsaved changes. */
  onChanged(isChanged: boolean): void;
  onDone(): void;
}) {
  const confirm = useConfirm();
  const { write } = useAdminWrites();
  const { data: companies } = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  const [initial] = useState(provider === null ? NEW : settingsOf(provider));
  const [values, setValues] = useState(initial);
  // Undefined until the company of a new provider is chosen.
  const [companyId, setCompanyId] = useState<string | null | undefined>(
    provider === null ? undefined : values.companyId,
  );
  const [secret, setSecret] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState<'check' | 'save' | null>(null);
  const isChanged = values !== initial || secret !== '' || (provider === null && companyId !== undefined);
  useAnnounced(isChanged, onChanged);
  const faults = faultsOf(failure);
  const change = (part: Partial<Settings>): void => setValues((before) => ({ ...before, ...part }));
  const { name, issuer, clientId, domains } = values;
  const reason = stillNeeded(needsOf(values, companyId !== undefined));

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
      <RedirectAddress value={redirectAddress} />
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
      <IssuerField
        value={issuer}
        fault={faults['issuer']}
        isChecking={busy === 'check'}
        onChange={(to) => change({ issuer: to })}
        onCheck={(done) =>
          during('check', async () => done(await write('check the issuer', 'checkIdentityProvider', { issuer })))
        }
      />
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
      <AccountRules values={values} ofStaff={companyId === null} rolesFault={faults['roles']} onChange={change} />
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
        <ReasonedButton reason={reason} loading={busy === 'save'} onClick={() => void save()}>
          {t('admin.save')}
        </ReasonedButton>
      </Group>
    </Stack>
  );
}

/** Returns the labels of the required settings, and whether each lacks its value. */
function needsOf({ name, issuer, clientId, domains }: Settings, hasCompany: boolean): Record<string, boolean> {
  return {
    [t('admin.name')]: name.trim() === '',
    [t('adminUsers.company')]: !hasCompany,
    [t('providers.issuer')]: issuer === '',
    [t('providers.clientId')]: clientId.trim() === '',
    [t('providers.domains')]: domains.length === 0,
  };
}

/** The address that the administrator of the company enters at the provider. */
function RedirectAddress({ value }: { value: string }) {
  return (
    <Group align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        size="md"
        readOnly
        label={t('providers.address')}
        description={t('providers.addressHint')}
        value={value}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" size="md" onClick={copy}>
            {t(copied ? 'providers.copied' : 'providers.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

/** The address of the issuer, with a button that checks its configuration. */
function IssuerField({
  value,
  fault,
  isChecking,
  onChange,
  onCheck,
}: {
  value: string;
  fault: string | undefined;
  isChecking: boolean;
  onChange(value: string): void;
  /** @param done receives the result, unless the call itself failed */
  onCheck(done: (verdict: IssuerVerdict) => void): Promise<void>;
}) {
  const [verdict, setVerdict] = useState<IssuerVerdict | null>(null);
  return (
    <>
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          size="md"
          type="url"
          label={t('providers.issuer')}
          description={t('providers.issuerHint')}
          required
          maxLength={1_000}
          error={fault}
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value.trim());
            setVerdict(null);
          }}
        />
        <ReasonedButton
          isInToolbar
          flex="none"
          variant="default"
          size="md"
          reason={stillNeeded({ [t('providers.issuer')]: value === '' })}
          loading={isChecking}
          onClick={() => void onCheck(setVerdict)}
        >
          {t('providers.check')}
        </ReasonedButton>
      </Group>
      {verdict !== null && (
        <Alert color={verdict.problem === null ? 'green' : 'red'} role={verdict.problem === null ? 'status' : 'alert'}>
          {verdict.problem ?? t('providers.checked')}
        </Alert>
      )}
    </>
  );
}

/** Rules for the accounts and sessions that the provider creates, and for the claims in its answers. */
function AccountRules({
  values,
  ofStaff,
  rolesFault,
  onChange,
}: {
  values: Settings;
  ofStaff: boolean;
  rolesFault: string | undefined;
  onChange(part: Partial<Settings>): void;
}) {
  return (
    <>
      <Choice
        label={t('providers.createsAccounts')}
        hint={t('providers.createsAccountsHint')}
        value={values.createsAccounts}
        onChange={(createsAccounts) => onChange({ createsAccounts })}
      />
      <TextInput
        size="md"
        label={t('providers.roleClaim')}
        description={t('providers.roleClaimHint')}
        maxLength={300}
        autoComplete="off"
        value={values.roleClaim}
        onChange={(event) => onChange({ roleClaim: event.currentTarget.value })}
      />
      {values.roleClaim.trim() !== '' && (
        <RolesOfValues
          roles={values.roles}
          mayAdminister={ofStaff}
          fault={rolesFault}
          onChange={(to) => onChange({ roles: to })}
        />
      )}
      <Select
        size="md"
        label={t('providers.defaultRole')}
        description={t('providers.defaultRoleHint')}
        allowDeselect={false}
        data={[
          { value: NO_ROLE, label: t('providers.noRole') },
          ...rolesFor(ofStaff).map((role) => ({ value: role, label: t(`roles.${role}`) })),
        ]}
        value={values.defaultRole ?? NO_ROLE}
        onChange={(to) => onChange({ defaultRole: to === NO_ROLE ? null : to })}
      />
      <Choice
        label={t('providers.trustsAddresses')}
        hint={t('providers.trustsAddressesHint')}
        value={values.trustsAddresses}
        onChange={(trustsAddresses) => onChange({ trustsAddresses })}
      />
      <Choice
        label={t('providers.trustsSecondFactor')}
        hint={t('providers.trustsSecondFactorHint')}
        value={values.trustsSecondFactor}
        onChange={(trustsSecondFactor) => onChange({ trustsSecondFactor })}
      />
      <NumberInput
        size="md"
        label={t('providers.sessionDays')}
        min={1}
        max={365}
        allowDecimal={false}
        clampBehavior="strict"
        value={values.sessionDays}
        onChange={(to) => onChange({ sessionDays: typeof to === 'number' && to >= 1 ? to : 1 })}
      />
      <Choice
        label={t('providers.enabled')}
        hint={t('providers.enabledHint')}
        value={values.enabled}
        onChange={(enabled) => onChange({ enabled })}
      />
    </>
  );
}

/**
 * Roles that a provider may assign. Administrators have access to all companies, so only the provider of the staff may assign this role.
 */
function rolesFor(ofStaff: boolean): ProvidedRole[] {
  return ofStaff ? ['inspector', 'viewer', 'administrator'] : ['inspector', 'viewer'];
}

/** Returns the typed or pasted domains, possibly several, each once. */
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
