import type { DeletableKind } from '@holdfast/contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AFTER_DELETION } from '../../../lib/navigation/afterDeletion.ts';
import { t } from '../../../lib/texts/administration.ts';
import { DeleteDialog } from './DeleteDialog.tsx';

/** Button in the head of an editor that deletes its record and returns to the list. */
export function DeleteRecord({
  kind,
  id,
  name,
  list,
}: {
  kind: DeletableKind;
  id: string;
  name: string;
  /** Address of the list with the record. */
  list: string;
}) {
  const navigate = useNavigate();
  const [isAsked, ask] = useState(false);
  return (
    <>
      <Tooltip label={t('deletions.delete')}>
        <ActionIcon size={44} aria-label={t('deletions.deleteNamed', { name })} onClick={() => ask(true)}>
          <IconTrash size={20} />
        </ActionIcon>
      </Tooltip>
      {isAsked && (
        <DeleteDialog
          kind={kind}
          id={id}
          name={name}
          onClose={() => ask(false)}
          onDeleted={() => navigate(list, { replace: true, state: AFTER_DELETION })}
        />
      )}
    </>
  );
}
