import { Button, Text } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from './Dialog.tsx';
import { DialogActions } from './DialogActions.tsx';

/** A confirmation before an action. */
export interface Question {
  title: string;
  text: string;
  /** Label of the confirming button. */
  confirm: string;
  /** Label of the button that cancels; "Cancel" by default. */
  keep?: string;
  /** True when something is removed. */
  danger?: boolean;
  /** Withdraws the confirmation, which then resolves to false. */
  signal?: AbortSignal;
}

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

/** Asks the user to confirm an action; resolves to true when the user confirms. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (ask === null) throw new Error('There is no ConfirmProvider around this component.');
  return ask;
}

/** Shows the confirmations requested by the components inside it. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ question: Question; answer(yes: boolean): void } | null>(null);
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        setAsked({ question, answer: resolve });
        question.signal?.addEventListener('abort', () => {
          resolve(false);
          setAsked((shown) => (shown?.question === question ? null : shown));
        });
      }),
    [],
  );
  const answer = (yes: boolean): void => {
    asked?.answer(yes);
    setAsked(null);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      {/* Created for each confirmation, so that it is above the dialog that requests it. */}
      {asked !== null && (
        <Dialog opened onClose={() => answer(false)} title={asked.question.title}>
          <Text mb="lg">{asked.question.text}</Text>
          <DialogActions>
            <Button variant="default" onClick={() => answer(false)}>
              {asked.question.keep ?? t('actions.cancel')}
            </Button>
            <Button color={asked.question.danger === true ? 'red.8' : undefined} onClick={() => answer(true)}>
              {asked.question.confirm}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </ConfirmContext>
  );
}
