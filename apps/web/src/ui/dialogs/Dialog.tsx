import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useId } from 'react';
import { createPortal } from 'react-dom';
import { useLayer } from '../../lib/navigation/layers.ts';
import { t } from '../../lib/texts/index.ts';
import classes from './Dialog.module.css';

/** Properties of the generic modal (docs/acceptance.md, MODL). */
export interface DialogProps {
  opened: boolean;
  onClose(): void;
  title: string;
  children: ReactNode;
  /** Fills the window. */
  fullscreen?: boolean;
  /** Hides the close control. Escape then does not close the dialog either; its content must. */
  hideClose?: boolean;
  /** True when a click outside closes the dialog; otherwise such a click has no effect. */
  closeOnBlur?: boolean;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** True when the address contains that the dialog is open: opening was a navigation of the router, which Back undoes. */
  inAddress?: boolean;
}

/** Ids of the open dialogs, the uppermost last. */
const shown: string[] = [];
/** The event that last closed a dialog. */
let closedBy: Event | undefined;

/** A modal over the screen. Traps the focus, and restores it on closing. */
export function Dialog({
  opened,
  onClose,
  title,
  children,
  fullscreen = false,
  hideClose = false,
  closeOnBlur = false,
  size = 'md',
  inAddress = false,
}: DialogProps) {
  const id = useId();
  useReturnedFocus(opened, id);
  useLayer(opened && !inAddress, onClose);
  // The library closes all open dialogs on one Escape, including those below another.
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
      // The scrolling content is below a dialog, not around it. Locking the page would cause a complete layout.
      lockScroll={false}
      // The library's own portal renders its contents at once, regardless of opener and duration.
      withinPortal={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* A header element outside the page's sections would count as a second banner of the page. */}
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
 * Restores the focus. The library does this when a dialog closes, but not when an open dialog is unmounted.
 * @param id the id of the dialog in the list of open dialogs
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
