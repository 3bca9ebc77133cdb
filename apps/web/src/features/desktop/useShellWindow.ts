/** Reactions of the page to its desktop window: closing, quitting, and showing what the window reports. */
import { notifications } from '@mantine/notifications';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type Outbox, useOutbox } from '../../lib/outbox/index.ts';
import { announceLeaving } from '../../lib/calls/session.ts';
import type { ShellWindow } from '../../lib/shellWindow.ts';
import { t } from '../../lib/texts/index.ts';
import { hasUnsaved } from '../../lib/drafts/unsaved.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';

/** Time in ms for which the window stays open for saves that are being sent; the remaining ones are kept and sent at the next start. */
const DRAIN_MS = 2_000;
const ZOOM_KEY = 'zoom';
const ZOOM_STEPS = [0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];

/** Handles the events of the window while the component is mounted. @returns a function that asks whether to close the window */
export function useShellWindow(shell: ShellWindow | null): () => void {
  const outbox = useOutbox();
  const confirm = useConfirm();
  const isAsking = useRef(false);

  const close = useEffectEvent(async (): Promise<void> => {
    if (shell === null) return;
    shell.closeAnswered();
    if (isAsking.current) return;
    isAsking.current = true;
    const question = { title: t('window.close'), text: questionOf(outbox), confirm: t('window.close') };
    const isConfirmed = await confirm(question);
    isAsking.current = false;
    if (isConfirmed) await leave(shell, outbox);
  });

  useEffect(() => {
    if (shell === null) return undefined;
    const stops = [
      shell.on('close-asked', () => void close()),
      shell.on('ending', () => void leave(shell, outbox)),
      shell.on('agent', showAgent),
      shell.on('downloaded', showDownload),
      followZoom(shell),
    ];
    void reportReady(shell);
    return () => {
      for (const stop of stops) stop();
    };
  }, [shell, outbox]);

  return () => void close();
}

/** Text of the confirmation for closing, with the number of unsaved changes. */
function questionOf(outbox: Outbox): string {
  const sending = outbox.saves().filter(({ content, refusal }) => content !== null && refusal === null).length;
  return [
    t('window.closeQuestion', { product: 'Holdfast' }),
    ...(hasUnsaved() ? [t('window.closeUnsaved')] : []),
    ...(sending > 0 ? [t('window.closeSending', { count: sending })] : []),
  ].join(' ');
}

/** Saves pending input, waits a moment for saves, and quits the application. */
async function leave(shell: ShellWindow, outbox: Outbox): Promise<void> {
  announceLeaving();
  await outbox.kept();
  await outbox.drained(DRAIN_MS);
  shell.quit();
}

/** Reports that the page is displayed, and shows a message when it was reloaded after a crash. */
async function reportReady(shell: ShellWindow): Promise<void> {
  const wasStopped = await shell.pageReady();
  if (wasStopped) notifications.show({ title: t('window.recovered'), message: t('window.recoveredHint') });
}

function showAgent(answers: boolean): void {
  if (answers) notifications.hide('agent');
  else
    notifications.show({
      id: 'agent',
      title: t('window.agentEnded'),
      message: t('window.agentEndedHint'),
      autoClose: false,
    });
}

function showDownload(path: string | null): void {
  if (path === null)
    notifications.show({ color: 'red', title: t('window.notDownloaded'), message: t('window.notDownloadedHint') });
  else notifications.show({ title: t('window.downloaded'), message: path });
}

/** Zooms the page with the usual keys, and restores the zoom of the last start. */
function followZoom(shell: ShellWindow): () => void {
  const kept = Number(localStorage.getItem(ZOOM_KEY));
  let factor = ZOOM_STEPS.includes(kept) ? kept : 1;
  if (factor !== 1) shell.zoom(factor);
  const onKey = (event: KeyboardEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    const next = zoomAfter(event.key, factor);
    if (next === null) return;
    event.preventDefault();
    factor = next;
    localStorage.setItem(ZOOM_KEY, String(factor));
    shell.zoom(factor);
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

function zoomAfter(key: string, factor: number): number | null {
  if (key === '0') return 1;
  if (key === '+' || key === '=') return ZOOM_STEPS.find((step) => step > factor) ?? factor;
  if (key === '-') return ZOOM_STEPS.findLast((step) => step < factor) ?? factor;
  return null;
}
