import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useId } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../lib/texts/index.ts';
import classes from './Dialog.module.css';

/** The generic modal (docs/acceptance.md, MODL). */
export interface DialogProps {
  opened: boolean;
  onClose(): void;
  title: string;
  children: ReactNode;
  /** Fills the window. */
  fullscreen?: boolean;
  /** Shows no close control; then Escape does not close it either, and the content has to. */
  hideClose?: boolean;
  /** A click outside closes it; otherwise it does nothing. */
  closeOnBlur?: boolean;
  size?: 'sm' | 'md' | 'lg' | 'xl';
}

/** Ids of the dialogs that are open, the uppermost last. */
const shown: string[] = [];
/** The event that closed a dialog. */
let closedBy: Event | undefined;

/** A modal over the screen: traps the focus and gives it back. */
export function Dialog({
  opened,
  onClose,
  title,
  children,
  fullscreen = false,
  hideClose = false,
  closeOnBlur = false,
  size = 'md',
}: DialogProps) {
  const id = useId();
  useReturnedFocus(opened, id);
  // The library closes every dialog by one Escape, also those below another.
  const close = (): void => {
    const { event } = window;
    if (event?.type === 'keydown' && (event === closedBy || shown.at(-1) !== id)) return;
    closedBy = event;
    onClose();
  };
  return createPortal(
    <Modal.Root
      opened={opened}
      onClose={close}
      fullScreen={fullscreen}
      closeOnEscape={!hideClose}
      closeOnClickOutside={closeOnBlur}
      size={size}
      centered
      padding="lg"
      data-size={size}
      classNames={{
        root: classes['root'] ?? '',
        inner: classes['inner'] ?? '',
        content: classes['content'] ?? '',
        body: classes['body'] ?? '',
      }}
      // The scrolling content is below a dialog, not around it; locking the page would cause a layout of all of it.
      lockScroll={false}
      // The library's own portal draws its contents at once and in one pass, for any opener and duration.
      withinPortal={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* A header outside the page's sections would count as a second banner of the page. */}
        <Modal.Header role="none">
          <Modal.Title fz="lg" fw={650} lh={1.3} pe="xs">
            {title}
          </Modal.Title>
          {!hideClose && <Modal.CloseButton aria-label={t('actions.close')} size={44} />}
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>,
    document.body,
  );
}

/**
 * Gives the focus back, which the library does when a dialog closes but not when it is taken off the screen while it is open.
 * @param id of the dialog among those that are open
 */
function useReturnedFocus(opened: boolean, id: string): void {
  useEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    shown.push(id);
    return () => {
      shown.splice(shown.indexOf(id), 1);
      if (opener instanceof HTMLElement && document.activeElement === document.body)
        opener.focus({ preventScroll: true });
    };
  }, [opened, id]);
}
