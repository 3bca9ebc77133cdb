import { ActionIcon, Group } from '@mantine/core';
import { IconCopy, IconMinus, IconSquare, IconX } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useState } from 'react';
import type { ShellWindow } from '../../lib/shellWindow.ts';
import { t } from '../../lib/texts/index.ts';
import classes from './DesktopFrame.module.css';

/** Parts of the title bar by which the window cannot be dragged. */
const NO_HANDLE = 'button, a, input, [role="menu"]';
/** Distance of the pointer in pixels from which a press is a drag. */
const DRAG_PX = 4;

/** Minimise, maximise or restore, and close (docs/acceptance.md, TBAR). */
export function WindowControls({ shell, onClose }: { shell: ShellWindow; onClose(): void }) {
  const isMaximised = useIsMaximised(shell);
  const Size = isMaximised ? IconCopy : IconSquare;
  return (
    <Group gap={4} wrap="nowrap" className={classes['controls'] ?? ''}>
      <ActionIcon aria-label={t('window.minimise')} onClick={shell.minimise}>
        <IconMinus size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t(isMaximised ? 'window.restore' : 'window.maximise')} onClick={shell.toggleMaximise}>
        <Size size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('window.close')} onClick={onClose}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** Handlers of a title bar: dragging it moves the window, a double click maximises or restores it. */
export function handleOf(shell: ShellWindow | null): { onMouseDown?(event: MouseEvent<HTMLElement>): void } {
  if (shell === null) return {};
  return {
    onMouseDown(event) {
      const { button, detail, target, currentTarget } = event;
      // In React the menus of the bar are its children; in the document they are elsewhere.
      if (button !== 0 || !(target instanceof Element) || !currentTarget.contains(target)) return;
      if (target.closest(NO_HANDLE) !== null) return;
      event.preventDefault();
      if (detail === 2) shell.toggleMaximise();
      else dragOnceMoved(shell, event);
    },
  };
}

/** Starts moving the window only once the pointer moves. After a click alone, the window would stick to the pointer on a slow computer. */
function dragOnceMoved(shell: ShellWindow, { screenX, screenY }: MouseEvent): void {
  const stop = (): void => {
    window.removeEventListener('mousemove', move);
    window.removeEventListener('mouseup', stop);
  };
  const move = (now: globalThis.MouseEvent): void => {
    const isHeld = (now.buttons & 1) !== 0;
    if (isHeld && Math.hypot(now.screenX - screenX, now.screenY - screenY) < DRAG_PX) return;
    stop();
    if (isHeld) shell.startDragging();
  };
  window.addEventListener('mousemove', move);
  window.addEventListener('mouseup', stop);
}

function useIsMaximised(shell: ShellWindow): boolean {
  const [isMaximised, setIsMaximised] = useState(false);
  useEffect(() => {
    const read = (): void => void shell.isMaximised().then(setIsMaximised);
    read();
    window.addEventListener('resize', read);
    return () => window.removeEventListener('resize', read);
  }, [shell]);
  return isMaximised;
}
