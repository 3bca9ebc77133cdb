import type { Company } from '@holdfast/contract';
import { useState } from 'react';
import { useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { base64Of } from '../../../lib/calls/base64.ts';
import { reasonOf } from '../../../lib/calls/failures.ts';
import { t } from '../../../lib/texts/administration.ts';
import { PictureField } from '../../../ui/PictureField.tsx';
import { companyLogoAddress } from '../../media/fileNames.ts';

/** The logo of a company, saved at once. */
export function CompanyLogo({ company: { id, name, logoId } }: { company: Company }) {
  const { isBusy, write } = useAdminWrites();
  const [failure, setFailure] = useState<string | null>(null);
  const choose = async (file: File | null): Promise<void> => {
    setFailure(null);
    if (file !== null && !file.type.startsWith('image/')) return setFailure(t('adminCompanies.logoNotAPicture'));
    try {
      const base64 = file === null ? null : await base64Of(file);
      await write('save the logo', 'setCompanyLogo', { id, base64 });
    } catch (error) {
      setFailure(reasonOf(error));
    }
  };
  return (
    <PictureField
      words={{
        label: t('adminCompanies.logo'),
        hint: t('adminCompanies.logoHint'),
        alt: t('adminCompanies.logoAlt', { name }),
        choose: t('adminCompanies.logoChoose'),
        replace: t('adminCompanies.logoReplace'),
        remove: t('adminCompanies.logoRemove'),
      }}
      source={logoId === null ? null : companyLogoAddress(logoId)}
      isBusy={isBusy}
      failure={failure}
      onChoose={(file) => void choose(file)}
    />
  );
}
