import type { InspectionRow } from '@holdfast/contract';
import { Button, Text } from '@mantine/core';
import { IconCamera, IconChevronRight, IconNote } from '@tabler/icons-react';
import { t } from '../../lib/texts/index.ts';
import { useBottomBar } from '../../ui/hooks/useBottomBar.ts';
import { useRunCommand } from '../../ui/shortcuts/commands.tsx';
import { ConditionBar, ConditionConflict, type InspectedItem } from '../conditions/index.ts';
import { PhotosPanel } from '../media/index.ts';
import { NotesPanel } from '../notes/index.ts';
import { LastTime } from './LastTime.tsx';
import classes from './SpeedMode.module.css';

/**
 * One item as one screen for work at speed: last time, a large button for each condition, photo and note. A condition without a finding, and
 * "as last time", lead to the next item; swipes and keys are those of the item.
 */
export function SpeedMode({
  item,
  name,
  path,
  memberId,
  timeZone,
  conditionId,
  isComing,
  onChoose,
  onCondition,
  onDone,
  onNext,
}: {
  item: InspectedItem;
  name: string;
  path: readonly InspectionRow[];
  memberId: string | undefined;
  timeZone: string;
  conditionId: string | null;
  /** Its condition is not read yet. */
  isComing: boolean;
  onChoose(conditionId: string | null): void;
  /** Sets the condition of last time; returns the way back. */
  onCondition(conditionId: string | null): () => void;
  /** The item is as it was last time. */
  onDone(): void;
  /** null: this is the last item. */
  onNext: (() => void) | null;
}) {
  const run = useRunCommand();
  const acts = useBottomBar<HTMLDivElement>();
  return (
    <div className={classes['speed']}>
      <div className={classes['what']}>
        <Text className={classes['name'] ?? ''}>{name}</Text>
        <Text c="dimmed">{path.map(({ name: place }) => place).join(' / ')}</Text>
      </div>
      <LastTime
        item={item}
        timeZone={timeZone}
        readOnly={false}
        condition={conditionId}
        onCondition={onCondition}
        onDone={onDone}
      />
      <div className={classes['conditions']}>
        <ConditionBar itemName={name} value={conditionId} isComing={isComing} disabled={false} onChoose={onChoose} />
      </div>
      <ConditionConflict {...item} />
      <div className={classes['evidence']}>
        <PhotosPanel item={item} installationInspectionItemId={memberId} readOnly={false} />
        <NotesPanel item={item} installationInspectionItemId={memberId} readOnly={false} />
      </div>
      <div ref={acts} className={classes['acts']}>
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
        <Button
          size="lg"
          rightSection={<IconChevronRight size={26} aria-hidden />}
          disabled={onNext === null}
          onClick={() => onNext?.()}
        >
          {t('speed.next')}
        </Button>
      </div>
    </div>
  );
}
