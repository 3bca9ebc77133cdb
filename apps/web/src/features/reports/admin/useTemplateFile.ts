import type { TemplateFinding } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { useRef, useState } from 'react';
import { callAdmin } from '../../../lib/calls/adminCalls.ts';
import { reasonOf } from '../../../lib/calls/failures.ts';
import { t } from '../../../lib/texts/administration.ts';

/** A chosen template, and the findings of the server's check before it is stored (product decision 29). */
export type TemplateFile =
  | { at: 'none' }
  | { at: 'checking'; name: string }
  | { at: 'checked'; name: string; frx: string; findings: readonly TemplateFinding[] }
  | { at: 'refused'; name: string; reason: string; findings: readonly TemplateFinding[] };

/** Selects the file of a template and requests its check. */
export function useTemplateFile(): { file: TemplateFile; choose(chosen: File | null): void } {
  const [file, setFile] = useState<TemplateFile>({ at: 'none' });
  const latest = useRef<File | null>(null);
  const check = async (chosen: File): Promise<void> => {
    const { name } = chosen;
    const become = (next: TemplateFile): void => {
      if (latest.current === chosen) setFile(next);
    };
    if (!name.toLowerCase().endsWith('.frx')) {
      become({ at: 'refused', name, reason: t('adminReports.onlyFrx'), findings: [] });
      return;
    }
    become({ at: 'checking', name });
    try {
      const frx = await dataUrlOf(chosen);
      const findings = await callAdmin('check the template', 'checkReport', { frx });
      become({ at: 'checked', name, frx, findings });
    } catch (error) {
      become({ at: 'refused', name, reason: reasonOf(error), findings: refusedFor(error) });
    }
  };
  return {
    file,
    choose(chosen) {
      latest.current = chosen;
      if (chosen === null) setFile({ at: 'none' });
      else void check(chosen);
    },
  };
}

/** Returns the reason for which the chosen template cannot be used; null: it can. */
export function reasonAgainst(file: TemplateFile): string | null {
  if (file.at === 'checked') return null;
  if (file.at === 'checking') return t('adminReports.checking');
  return file.at === 'refused'
    ? t('adminReports.refused', { file: file.name })
    : t('admin.needs', { what: t('adminReports.file') });
}

/** Returns the findings because of which a template was refused, by line. */
function refusedFor(error: unknown): readonly TemplateFinding[] {
  if (!(error instanceof CallError) || !error.is('templateRefused')) return [];
  return (error.problem?.details as { findings?: TemplateFinding[] } | null | undefined)?.findings ?? [];
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(t('errors.unknown'))));
    reader.readAsDataURL(file);
  });
}
