import { Button, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { newId } from '../../lib/ids.ts';
import { t } from '../../lib/texts/index.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import classes from './Library.module.css';

/** Selected entries of a library, in the order of selection. */
export interface Picks {
  picked: ReadonlySet<string>;
  toggle(id: string): void;
}

/** Texts of a library. */
interface LibraryWords {
  title: string;
  failed: string;
  empty: string;
  emptyHint: string;
  /** Label of the button, with the number of selected entries. */
  add(count: number): string;
  addFailed: string;
}

/**
 * Photos or files of other items or inspections that the user selects and adds to an item in one call. The selection is kept when the call
 * fails.
 */
export function Library<T>({
  words,
  size,
  query: { data, error, refetch },
  skeleton,
  head,
  children,
  onAdd,
  onClose,
}: {
  words: LibraryWords;
  size: 'lg' | 'xl';
  query: UseQueryResult<T[]>;
  /** Shown instead of the entries while they are being loaded. */
  skeleton: ReactNode;
  /** Above the entries, shown even when there are none. */
  head?: ReactNode;
  children(things: readonly T[], picks: Picks): ReactNode;
  onAdd(ids: string[], options: { idempotencyKey: string }): Promise<void>;
  onClose(): void;
}) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The same key, so that a retry after a lost answer is not applied twice.
  const [key] = useState(newId);

  const toggle = (id: string): void =>
    setPicked((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const add = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await onAdd([...picked], { idempotencyKey: `${key}:${picked.size}` });
      onClose();
    } catch (reason) {
      setBusy(false);
      setFailure(`${words.addFailed} – ${reasonOf(reason)}`);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={words.title} size={size}>
      <Stack
        // The panel below handles files that are dropped or pasted.
        onDrop={onClose}
        onPaste={(event) => {
          if (event.clipboardData.files.length > 0) onClose();
        }}
      >
        {head}
        <div className={classes['entries']}>
          {data === undefined ? (
            error === null ? (
              <Loading>{skeleton}</Loading>
            ) : (
              <Failed what={words.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
            )
          ) : data.length === 0 ? (
            <Empty title={words.empty} hint={words.emptyHint} />
          ) : (
            children(data, { picked, toggle })
          )}
        </div>
        {failure !== null && <FormFailure>{failure}</FormFailure>}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <ReasonedButton
            reason={picked.size === 0 ? reasonText('reason.any') : null}
            loading={busy}
            onClick={() => void add()}
          >
            {words.add(picked.size)}
          </ReasonedButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
