import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertCircle, IconChevronLeft, IconPointFilled } from '@tabler/icons-react';
import { useElementSize } from '@mantine/hooks';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { wordsOf } from '../../lib/calls/adminCalls.ts';
import { t } from '../../lib/texts/administration.ts';
import { useCommands } from '../shortcuts/commands.tsx';
import { Empty, ScreenTitle } from '../states.tsx';
import classes from './EditorPage.module.css';
import { type Read, Unread } from './ListPage.tsx';
import { ReasonedButton } from '../ReasonedButton.tsx';
import { RestoredNotice } from './RestoredNotice.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';

/** State of the changes, shown below the head of an editor. */
export interface Saving {
  isChanged: boolean;
  /** True while changes of an earlier visit are shown. */
  isRestored?: boolean;
  isSaving: boolean;
  /** Reason why the last save failed; null when it did not. */
  failure: unknown;
  save(): Promise<unknown>;
  discard(): void;
}

/**
 * The editor of one record: a link back, its name, and Save, which shows unsaved changes. Leaving with unsaved changes needs a
 * confirmation.
 */
export function EditorPage({
  back,
  title,
  saving,
  isIncomplete = false,
  isWide = false,
  actions,
  children,
}: {
  back: { to: string; label: string };
  title: string;
  saving: Saving;
  /** True when a required value is missing, so that the record cannot be saved. */
  isIncomplete?: boolean;
  /** True when it uses the full width of the window. */
  isWide?: boolean;
  /** Further actions on the record. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { isChanged, isRestored = false, isSaving, failure, save, discard } = saving;
  const reason = isChanged ? (isIncomplete ? t('admin.incomplete') : null) : t('admin.unchanged');
  const { ref: headRef, height: headHeight } = useElementSize<HTMLDivElement>();
  useCommands([
    {
      id: 'save',
      group: t('admin.keys'),
      label: t('admin.save'),
      keys: 'mod+s',
      run: () => void (reason === null && save()),
    },
  ]);
  return (
    <div
      className={classes['page']}
      data-wide={isWide || undefined}
      // Contents that stay visible while the page scrolls stop below the head.
      style={{ '--editor-head': `${headHeight}px` } as CSSProperties}
    >
      <UnsavedGuard isChanged={isChanged} isSaving={isSaving} onDiscard={discard} />
      <div ref={headRef} className={classes['head']}>
        <div className={classes['headLine']}>
          <div className={classes['names']}>
            <BackLink {...back} />
            <ScreenTitle>{title}</ScreenTitle>
          </div>
          <Group gap="sm" className={classes['actions'] ?? ''} data-changed={isChanged || undefined}>
            <Group gap={4} wrap="nowrap" role="status" className={classes['mark'] ?? ''}>
              {isChanged && (
                <>
                  <IconPointFilled size={18} color="var(--holdfast-ring)" aria-hidden />
                  <Text size="sm" fw={550}>
                    {t('admin.unsaved')}
                  </Text>
                  {isIncomplete && (
                    <Text size="sm" c="dimmed">
                      {t('admin.incomplete')}
                    </Text>
                  )}
                </>
              )}
            </Group>
            <div className={classes['more']}>{actions}</div>
            {isChanged && (
              <Button variant="default" onClick={discard} disabled={isSaving}>
                {t('actions.discard')}
              </Button>
            )}
            <ReasonedButton isInToolbar reason={reason} onClick={() => void save()} loading={isSaving}>
              {t('admin.save')}
            </ReasonedButton>
          </Group>
        </div>
      </div>
      <div className={classes['body']}>
        {isChanged && isRestored && <RestoredNotice />}
        {failure !== null && failure !== undefined && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title={wordsOf(failure).what}>
            <Group justify="space-between">
              <Text size="sm">{wordsOf(failure).reason}</Text>
              <Button variant="default" onClick={() => void save()}>
                {t('actions.retry')}
              </Button>
            </Group>
          </Alert>
        )}
        {children}
      </div>
    </div>
  );
}

/** An editor whose record is being read, could not be read, or no longer exists. */
export function EditorUnread({ back, read }: { back: { to: string; label: string }; read: Read<unknown> }) {
  const isGone = (read.error as { status?: number } | null)?.status === 404;
  return (
    <div className={classes['page']}>
      <div className={classes['body']}>
        <BackLink {...back} />
        <ScreenTitle>{back.label}</ScreenTitle>
        {isGone ? <Empty title={t('admin.gone')} hint={t('admin.goneHint')} /> : <Unread read={read} rows={5} />}
      </div>
    </div>
  );
}

function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Anchor component={Link} to={to} className={classes['back'] ?? ''}>
      <IconChevronLeft size={18} aria-hidden />
      {label}
    </Anchor>
  );
}
