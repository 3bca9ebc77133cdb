import type { ItemImage } from '@holdfast/contract';
import { editedSize, type PhotoEdit, type Point } from '@holdfast/contract/photos';
import { Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconBlur,
  IconCircle,
  IconCrop,
  IconRotate2,
  IconRotateClockwise2,
  IconTextSize,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { t } from '../../lib/texts/workbench.ts';
import { useUnsaved } from '../../lib/drafts/unsaved.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { ReasonedButton, ReasonedIcon } from '../../ui/ReasonedButton.tsx';
import { useDiscarding } from '../../ui/hooks/useDiscarding.ts';
import { drawEdited, useLoaded } from './EditedPicture.tsx';
import { imageAddress } from './fileNames.ts';
import { drawn, editOf, moved, savedEdit, type Tool, turned, withoutLast } from './photoTools.ts';
import classes from './Workbench.module.css';

const TOOLS = [
  { tool: 'crop', icon: IconCrop, label: 'photos.tool.crop', hint: 'photos.hint.crop' },
  { tool: 'arrow', icon: IconArrowUpRight, label: 'photos.tool.arrow', hint: 'photos.hint.arrow' },
  { tool: 'circle', icon: IconCircle, label: 'photos.tool.circle', hint: 'photos.hint.circle' },
  { tool: 'text', icon: IconTextSize, label: 'photos.tool.text', hint: 'photos.hint.text' },
  { tool: 'blur', icon: IconBlur, label: 'photos.tool.blur', hint: 'photos.hint.blur' },
] as const;
/** Share of the picture by which an arrow key moves the last mark. */
const STEP = 0.02;
const LONGEST_WORDS = 80;

/** Rotates, crops and marks a photo. The original is kept as it was taken; reports print either. */
export default function Workbench({
  image,
  onSave,
  onClose,
}: {
  image: ItemImage;
  onSave(edit: PhotoEdit | null): void;
  onClose(): void;
}) {
  const [steps, setSteps] = useState<readonly PhotoEdit[]>([editOf(image.edit)]);
  const [tool, setTool] = useState<Tool>('arrow');
  const [words, setWords] = useState('');
  /** True when the user tried to place a text before typing it. */
  const [isWordless, setWordless] = useState(false);
  const [drag, setDrag] = useState<{ from: Point; to: Point } | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ref: stageRef, width: stageWidth, height: stageHeight } = useElementSize();
  const picture = useLoaded(imageAddress(image, 1280));
  const edit = steps.at(-1)!;
  const preview = drag === null || tool === 'crop' ? edit : (drawn(edit, tool, drag.from, drag.to, words) ?? edit);
  const size = editedSize(edit, image);
  const fit = Math.min(stageWidth / size.width, stageHeight / size.height);
  const shown = { width: Math.floor(size.width * fit), height: Math.floor(size.height * fit) };
  useEffect(() => {
    if (canvas.current !== null && picture !== null) drawEdited(canvas.current, picture, preview);
  }, [picture, preview]);

  const take = (next: PhotoEdit | null): void => {
    if (next !== null) setSteps([...steps, next]);
  };
  const finish = (from: Point, to: Point): void => {
    const next = drawn(edit, tool, from, to, words);
    take(next);
    setWordless(next === null && tool === 'text');
    if (next !== null && tool === 'text') setWords('');
    if (next !== null && tool === 'crop') setTool('arrow');
  };
  const placeOf = (event: React.PointerEvent): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - box.x) / box.width, y: (event.clientY - box.y) / box.height };
  };
  const keys: Record<string, () => void> = {
    Enter: () => finish({ x: 0.3, y: 0.3 }, { x: 0.6, y: 0.6 }),
    ArrowLeft: () => take(moved(edit, { x: -STEP, y: 0 })),
    ArrowRight: () => take(moved(edit, { x: STEP, y: 0 })),
    ArrowUp: () => take(moved(edit, { x: 0, y: -STEP })),
    ArrowDown: () => take(moved(edit, { x: 0, y: STEP })),
    Delete: () => take(withoutLast(edit)),
  };
  const undo = (): void => setSteps(steps.slice(0, -1));
  const isChanged = steps.length > 1;
  useUnsaved(isChanged);
  const close = useDiscarding(() => isChanged, onClose);

  return (
    <Dialog opened onClose={close} fullscreen title={t('photos.edit')}>
      <div className={classes['bench']}>
        <div className={classes['tools']}>
          <SegmentedControl
            size="md"
            className={classes['strip'] ?? ''}
            aria-label={t('photos.tools')}
            value={tool}
            onChange={setTool}
            data={TOOLS.map(({ tool: value, icon: Icon, label }) => ({
              value,
              label: (
                <span className={classes['tool']}>
                  <Icon size={20} aria-hidden />
                  <span className={classes['words']}>{t(label)}</span>
                </span>
              ),
            }))}
          />
          <Group gap={4} wrap="nowrap">
            <Action label={t('photos.turnLeft')} icon={IconRotate2} onClick={() => take(turned(edit, -1))} />
            <Action label={t('photos.turnRight')} icon={IconRotateClockwise2} onClick={() => take(turned(edit, 1))} />
            <Action
              label={t('photos.undo')}
              icon={IconArrowBackUp}
              reason={isChanged ? null : reasonText('reason.nothingToUndo')}
              onClick={undo}
            />
          </Group>
        </div>
        {tool === 'text' && (
          <TextInput
            size="md"
            autoFocus
            maxLength={LONGEST_WORDS}
            aria-label={t('photos.words')}
            placeholder={t('photos.words')}
            error={isWordless && words === '' && t('photos.wordsFirst')}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') finish({ x: 0.08, y: 0.08 }, { x: 0.08, y: 0.08 });
            }}
          />
        )}
        <div ref={stageRef} className={classes['stage']}>
          <div
            className={classes['paper']}
            style={shown}
            role="application"
            aria-label={t('photos.stage')}
            aria-describedby="workbench-hint"
            tabIndex={0}
            onKeyDown={(event) => {
              const run = keys[event.key];
              if (run === undefined) return;
              event.preventDefault();
              run();
            }}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              const at = placeOf(event);
              setDrag({ from: at, to: at });
            }}
            onPointerMove={(event) => drag !== null && setDrag({ ...drag, to: placeOf(event) })}
            onPointerUp={(event) => {
              if (drag !== null) finish(drag.from, placeOf(event));
              setDrag(null);
            }}
            onPointerCancel={() => setDrag(null)}
          >
            <canvas ref={canvas} className={classes['canvas']} style={shown} aria-hidden />
            {drag !== null && tool === 'crop' && <CropFrame {...drag} />}
          </div>
        </div>
        <Group justify="space-between" gap="sm" className={classes['foot'] ?? ''}>
          <Text size="sm" c="dimmed" id="workbench-hint" role="status">
            {t(TOOLS.find((each) => each.tool === tool)!.hint)}{' '}
            <span className={classes['keys']}>{t('photos.hint.keys')}</span>
          </Text>
          <FootActions
            isEdited={savedEdit(edit) !== null}
            isChanged={isChanged}
            onReset={() => take(editOf(null))}
            onSave={() => {
              onSave(savedEdit(edit));
              onClose();
            }}
          />
        </Group>
      </div>
    </Dialog>
  );
}

/** Removes all edits of the photo, or saves them. */
function FootActions({
  isEdited,
  isChanged,
  onReset,
  onSave,
}: {
  /** True when the photo differs from the one that was taken. */
  isEdited: boolean;
  /** True when there are edits that are not saved. */
  isChanged: boolean;
  onReset(): void;
  onSave(): void;
}) {
  return (
    <Group gap="xs" ml="auto" wrap="nowrap">
      <ReasonedButton
        isInToolbar
        variant="default"
        reason={isEdited ? null : reasonText('reason.photoOriginal')}
        onClick={onReset}
      >
        {t('photos.reset')}
      </ReasonedButton>
      <ReasonedButton isInToolbar reason={isChanged ? null : reasonText('reason.photoUnchanged')} onClick={onSave}>
        {t('actions.save')}
      </ReasonedButton>
    </Group>
  );
}

function Action({
  label,
  icon: Icon,
  reason = null,
  onClick,
}: {
  label: string;
  icon: typeof IconRotate2;
  /** Reason why it cannot be used; null: it can. */
  reason?: string | null;
  onClick(): void;
}) {
  return (
    <ReasonedIcon aria-label={label} hint={label} variant="default" reason={reason} onClick={onClick}>
      <Icon size={22} aria-hidden />
    </ReasonedIcon>
  );
}

/** The part of the picture that a drag would keep. */
function CropFrame({ from, to }: { from: Point; to: Point }) {
  const share = (part: number): string => `${Math.min(1, Math.max(0, part)) * 100}%`;
  return (
    <div
      className={classes['crop']}
      style={{
        left: share(Math.min(from.x, to.x)),
        top: share(Math.min(from.y, to.y)),
        right: share(1 - Math.max(from.x, to.x)),
        bottom: share(1 - Math.max(from.y, to.y)),
      }}
    />
  );
}
