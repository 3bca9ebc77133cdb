import { Button } from '@mantine/core';
import { IconCamera, IconChevronRight, IconNote } from '@tabler/icons-react';
import { t } from '../../lib/texts/index.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { useBottomBar } from '../../ui/hooks/useBottomBar.ts';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { useBriefMessage } from '../../ui/offers.tsx';
import { useRunCommand } from '../../ui/shortcuts/commands.tsx';
import { ConditionBar, ConditionRefusal, type InspectedItem } from '../conditions/index.ts';
import { PhotosPanel } from '../media/index.ts';
import { NotesPanel } from '../notes/index.ts';
import { stopSecondPress } from './doublePress.ts';
import { LastTime } from './LastTime.tsx';
import classes from './SpeedMode.module.css';

/**
 * An item as one screen for fast work: the previous result, a large button for each condition, photo and note. A condition without a
 * finding, and "As last time", open the next item. Swipes and keys are those of the item screen.
 */
export function SpeedMode({
  item,
  name,
  memberId,
  noteCount,
  conditionId,
  isComing,
  onChoose,
  onCondition,
  onDone,
  onNext,
}: {
  item: InspectedItem;
  name: string;
  memberId: string | undefined;
  /** Number of its notes in the working list. */
  noteCount: number;
  conditionId: string | null;
  /** True while its condition is being read. */
  isComing: boolean;
  onChoose(conditionId: string | null): void;
  /** Sets the condition of the previous inspection; returns a function that undoes it. */
  onCondition(conditionId: string | null): (() => void) | null;
  /** Called when the previous result was repeated. */
  onDone(): void;
  /** null for the last item. */
  onNext: (() => void) | null;
}) {
  const run = useRunCommand();
  const actionBar = useBottomBar<HTMLDivElement>();
  const message = useBriefMessage();
  return (
    <div className={classes['speed']}>
      <LastTime
        item={item}
        name={name}
        readOnly={false}
        condition={conditionId}
        onCondition={onCondition}
        onDone={onDone}
      />
      <div className={classes['conditions']} onClickCapture={stopSecondPress}>
        <ConditionBar itemName={name} value={conditionId} isComing={isComing} disabled={false} onChoose={onChoose} />
      </div>
      <ConditionRefusal {...item} />
      <div className={classes['evidence']}>
        <PhotosPanel item={item} installationInspectionItemId={memberId} readOnly={false} />
        <NotesPanel item={item} installationInspectionItemId={memberId} expected={noteCount} readOnly={false} />
      </div>
      <div ref={actionBar} className={classes['actions']}>
        {/* Its height is reserved, so that no button moves when the message appears. */}
        <div className={classes['message']} role="status">
          {message !== null && (
            <>
              <span className={classes['words']} title={message.title}>
                {message.title}
              </span>
              {message.undo !== null && (
                <Button variant="light" onClick={message.undo}>
                  {t('actions.undo')}
                </Button>
              )}
            </>
          )}
        </div>
        <Button
          variant="default"
          size="lg"
          leftSection={<IconCamera size={26} aria-hidden />}
          onClick={() => run('photo')}
        >
          {t('items.camera')}
        </Button>
        <Button
          variant="default"
          size="lg"
          leftSection={<IconNote size={26} aria-hidden />}
          onClick={() => run('note')}
        >
          {t('speed.note')}
        </Button>
        <ReasonedButton
          isInToolbar
          size="lg"
          rightSection={<IconChevronRight size={26} aria-hidden />}
          reason={onNext === null ? reasonText('reason.lastItem') : null}
          onClick={() => onNext?.()}
        >
          {t(onNext === null ? 'speed.last' : 'speed.next')}
        </ReasonedButton>
      </div>
    </div>
  );
}
