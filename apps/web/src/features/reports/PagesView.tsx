import type { DialogAnswers, ReportDialog } from '@holdfast/contract';
import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconMinus, IconPlus, IconPrinter } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/reports.ts';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { reopened, withAnswer } from './dialogAnswers.ts';
import { ReasonedButton, ReasonedIcon } from '../../ui/ReasonedButton.tsx';
import { FindingList } from './FindingList.tsx';
import { findIn, showFound, zoomPages } from './pageFrame.ts';
import classes from './PagesView.module.css';
import { progressText } from './progress.ts';
import type { PrintedOver } from './runs.ts';
import { SaveAs, SaveFailures } from './SaveAs.tsx';
import { type PagesSource, type PagesState, usePages } from './usePages.ts';

const DialogForm = part(() => import('./DialogForm.tsx'));

const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** A report while it is being printed: its pages one below another, which can be enlarged, searched, printed on paper and saved. */
export function PagesView({ reportId, title, over }: { reportId: string; title: string; over: PrintedOver }) {
  const source = useMemo(
    (): PagesSource => ({ name: over.name, input: { ...over.input, reportId } }),
    [over, reportId],
  );
  return (
    <Pages
      source={source}
      title={title}
      saving={(answers) => {
        const answered = { ...over, input: { ...over.input, answers } } as PrintedOver;
        return {
          save: <SaveAs reportId={reportId} over={answered} />,
          failures: <SaveFailures reportId={reportId} title={title} over={answered} />,
        };
      }}
    />
  );
}

/** Pages one below another, which can be enlarged, searched and printed on paper. */
export function Pages({
  source,
  title,
  saving,
  onDone,
}: {
  source: PagesSource;
  title: string;
  /** Returns the controls that save the report with the answers to its dialogs, and the failures of saving it. */
  saving?(answers: DialogAnswers): { save: ReactNode; failures: ReactNode };
  /** Called with all pages once they have arrived. */
  onDone?(shown: Document): void;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [answers, setAnswers] = useState<DialogAnswers>({});
  const answered = useMemo(
    () => ({ ...source, input: { ...source.input, answers } }) as PagesSource,
    [source, answers],
  );
  const state = usePages(frame, answered);
  // A dialog that is asked again stays on the screen meanwhile.
  const [open, setOpen] = useState<ReportDialog | null>(null);
  const dialog = state.at === 'asked' ? state.dialog : state.at === 'waiting' ? open : null;
  const { save, failures } = saving?.(answers) ?? { save: null, failures: null };
  const askAgain = reopened(answers);
  const done = useEffectEvent(() => {
    const shown = frame.current?.contentDocument;
    if (shown !== null && shown !== undefined) onDone?.(shown);
  });
  useEffect(() => {
    if (state.at === 'done') done();
  }, [state.at]);
  return (
    <div className={classes['view']}>
      <Group gap="sm" className={classes['bar'] ?? ''}>
        {dialog === null && (
          <>
            <Zoom frame={frame} />
            <Search frame={frame} />
          </>
        )}
        <Group gap="xs" role="status" className={classes['state'] ?? ''}>
          {(state.at === 'waiting' || state.at === 'coming') && (
            <Loader className={classes['wait'] ?? ''} size={18} aria-hidden />
          )}
          <Text size="sm">{wordsOfState(state)}</Text>
        </Group>
        {dialog === null && (
          <>
            <ReasonedButton
              isInToolbar
              variant="default"
              className={classes['print'] ?? ''}
              leftSection={<IconPrinter size={20} aria-hidden />}
              aria-label={t('reports.print')}
              reason={reasonNotToPrint(state)}
              onClick={() => frame.current?.contentWindow?.print()}
            >
              {t('reports.print')}
            </ReasonedButton>
            {save}
            {askAgain !== undefined && (
              <Button variant="default" onClick={() => setAnswers(askAgain)}>
                {t('reports.dialog.change')}
              </Button>
            )}
          </>
        )}
      </Group>
      {state.at === 'failed' && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertCircle aria-hidden />}
          title={t('reports.failed', { report: title })}
        >
          <Text size="sm">{state.reason}</Text>
          <FindingList findings={state.findings} />
        </Alert>
      )}
      {state.at === 'done' && state.warnings.length > 0 && (
        <Alert
          color="gray"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('reports.warnings', { count: state.warnings.length })}
          className={classes['warnings'] ?? ''}
        >
          <FindingList findings={state.warnings} />
        </Alert>
      )}
      {dialog === null && failures}
      {dialog !== null && (
        <div className={classes['asked']}>
          <Suspense>
            <DialogForm
              dialog={dialog}
              onAnswer={(answer) => {
                setOpen(answer.isOpen === true ? dialog : null);
                setAnswers((before) => withAnswer(before, dialog.name, answer));
              }}
            />
          </Suspense>
        </div>
      )}
      <iframe
        ref={frame}
        hidden={dialog !== null}
        // Printing needs `allow-modals`; without scripts only this page can open a dialog.
        sandbox="allow-same-origin allow-modals"
        title={t('reports.pagesOf', { report: title })}
        className={classes['frame']}
        tabIndex={0}
      />
    </div>
  );
}

/** Returns why the pages cannot be printed on paper; null: they can. */
function reasonNotToPrint(state: PagesState): string | null {
  if (state.at === 'failed') return t('reports.printFailed');
  if (state.at !== 'done') return t('reports.printAfter');
  return state.isCut ? t('reports.printCut') : null;
}

function wordsOfState(state: PagesState): string {
  if (state.at === 'waiting') return progressText(state.progress);
  if (state.at === 'coming') return t('reports.pages', { count: state.pages });
  if (state.at === 'failed' || state.at === 'asked') return '';
  return state.isCut ? t('reports.firstPages', { count: state.pages }) : t('reports.allPages', { count: state.pages });
}

type Frame = { readonly current: HTMLIFrameElement | null };

function Zoom({ frame }: { frame: Frame }) {
  const [zoom, setZoom] = useState<number | null>(null);
  const change = (to: number | null): void => {
    setZoom(to);
    const shown = frame.current?.contentDocument;
    if (shown !== undefined && shown !== null) zoomPages(shown, to);
  };
  const at = zoom ?? 1;
  const smaller = STEPS.findLast((step) => step < at);
  const larger = STEPS.find((step) => step > at);
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={t('reports.zoom')}>
      <ReasonedIcon
        size={44}
        variant="default"
        aria-label={t('reports.zoomOut')}
        reason={smaller === undefined ? t('reports.zoomSmallest') : null}
        onClick={() => smaller !== undefined && change(smaller)}
      >
        <IconMinus size={20} />
      </ReasonedIcon>
      <Button variant="default" h={44} px="xs" miw={92} onClick={() => change(null)}>
        {zoom === null ? t('reports.fit') : t('inspections.percent', { percent: Math.round(zoom * 100) })}
      </Button>
      <ReasonedIcon
        size={44}
        variant="default"
        aria-label={t('reports.zoomIn')}
        reason={larger === undefined ? t('reports.zoomLargest') : null}
        onClick={() => larger !== undefined && change(larger)}
      >
        <IconPlus size={20} />
      </ReasonedIcon>
    </Group>
  );
}

function Search({ frame }: { frame: Frame }) {
  const [words, setWords] = useState('');
  const [count, setCount] = useState(0);
  const [place, setPlace] = useState(0);
  /** Searches the pages that have arrived so far, and shows one of the matches. */
  const search = (wanted: string, placeIn: (found: number) => number): void => {
    const shown = frame.current?.contentDocument;
    if (shown === undefined || shown === null) return;
    const found = findIn(shown, wanted);
    const to = found.length === 0 ? 0 : placeIn(found.length) % found.length;
    setCount(found.length);
    setPlace(to);
    showFound(found, to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    search(words, (found) => place + (event.shiftKey ? found - 1 : 1));
  };
  return (
    <SearchInput
      className={classes['search'] ?? ''}
      label={t('reports.search')}
      placeholder={t('reports.searchShort')}
      rightSectionWidth={words === '' ? 12 : 84}
      rightSection={
        <Text size="sm" c="dimmed" role="status">
          {words === '' ? '' : t('reports.found', { place: count === 0 ? 0 : place + 1, count })}
        </Text>
      }
      value={words}
      onChange={(to) => {
        setWords(to);
        search(to, () => 0);
      }}
      onKeyDown={onKeyDown}
    />
  );
}
