import type { TemplateContent, TemplateDraft } from '@holdfast/contract';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { t } from '../../../lib/texts/administration.ts';
import { ConflictNotice, type Difference } from '../../../ui/admin/ConflictNotice.tsx';
import { useConflictAuthor } from '../../users/people.ts';
import { differencesOfContent } from './draftContent.ts';

/** Notice that another user saved, published or discarded the draft meanwhile, with the choice between that draft and these changes. */
export function LateDraft({
  draft,
  content,
  inUse,
  isSaving,
  onTakeTheirs,
  onSaveOnTop,
}: {
  /** The draft as it is stored; null when there is none any more. */
  draft: TemplateDraft | null;
  /** The draft with the changes of this user. */
  content: TemplateContent;
  /** The version in use. */
  inUse: TemplateContent;
  isSaving: boolean;
  onTakeTheirs(): void;
  onSaveOnTop(): void;
}) {
  const who = useConflictAuthor(draft?.by ?? null);
  const differences: Difference[] = differencesOfContent(content, draft?.content ?? inUse);
  if (draft !== null)
    return (
      <ConflictNotice
        who={who}
        at={draft.savedAt}
        differences={differences}
        isSaving={isSaving}
        onSaveOnTop={onSaveOnTop}
        onTakeTheirs={onTakeTheirs}
      />
    );
  return (
    <Alert color="yellow" role="alert" icon={<IconUsers aria-hidden />} title={t('adminVersions.endedTitle')}>
      <Text size="sm">{t('adminVersions.endedText')}</Text>
      <Group mt="sm">
        <Button loading={isSaving} onClick={onSaveOnTop}>
          {t('adminVersions.saveAsNew')}
        </Button>
        <Button variant="default" disabled={isSaving} onClick={onTakeTheirs}>
          {t('adminVersions.discardMine')}
        </Button>
      </Group>
    </Alert>
  );
}
