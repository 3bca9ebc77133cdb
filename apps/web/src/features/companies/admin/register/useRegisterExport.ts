import type { InputOf, exportItemRegister } from '@holdfast/contract';
import { useState } from 'react';
import { showFailure } from '../../../../lib/calls/adminCalls.ts';
import { callAndSave } from '../../../../lib/calls/downloads.ts';

/** Saves the items of installations as spreadsheets; shows the reason of a refusal. */
export function useRegisterExport(): {
  /** The installation whose spreadsheet is being created; null: none. */
  saving: string | null;
  save(installationId: string, format: InputOf<typeof exportItemRegister>['format']): Promise<void>;
} {
  const [saving, setSaving] = useState<string | null>(null);
  return {
    saving,
    async save(id, format) {
      setSaving(id);
      try {
        await callAndSave('exportItemRegister', { id, format });
      } catch (error) {
        showFailure(error);
      } finally {
        setSaving(null);
      }
    },
  };
}
