import { openWedge } from '@holdfast/rfid';
import { useEffect } from 'react';
import { tagsRead } from './tagReads.ts';

/** Id under which tags from a wedge are reported. */
const KEYBOARD = 'keyboard';

/**
 * Receives the tags of readers that type like a keyboard (wedge) while the component is mounted. The key that ends a tag has no other
 * effect, and the digits are removed from the field in which they were typed.
 */
export function useKeyboardReader(): void {
  useEffect(() => {
    const wedge = openWedge({ minLength: 16 });
    const press = (event: KeyboardEvent): void => {
      const { key, code, ctrlKey, altKey, metaKey, isComposing } = event;
      if (ctrlKey || altKey || metaKey || isComposing) return;
      const read = wedge.press({ key, code, at: event.timeStamp });
      if (read === null) return;
      event.preventDefault();
      event.stopPropagation();
      removeTyped(event.target, read.raw);
      const { tag, kind, rssi, source } = read;
      tagsRead([{ tag, tagKind: kind, rssi, source, deviceId: KEYBOARD }]);
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
}

function removeTyped(target: EventTarget | null, raw: string): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  const { value } = target;
  const at = value.toUpperCase().lastIndexOf(raw.toUpperCase());
  if (at === -1) return;
  // React overrides the value setter of the element; only the setter of its prototype makes React notice the change.
  const prototype = target instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  const rest = value.slice(0, at) + value.slice(at + raw.length);
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(target, rest);
  target.dispatchEvent(new Event('input', { bubbles: true }));
}
