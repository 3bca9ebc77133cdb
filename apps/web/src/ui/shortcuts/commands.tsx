/** Commands as objects: the shortcut layer, the help sheet and the command palette all read the same ones (ui.md). */
import { readSingleKeys } from './singleKeys.ts';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';

/** Something that can be done on the present screen. */
export interface Command {
  id: string;
  label: string;
  /** The heading it stands under in help and palette. */
  group: string;
  /** The key, as the browser names it in lower case ("1", "j", "?"), with "mod+" for Ctrl or Command; none: palette only. */
  keys?: string;
  run(): void;
}

interface Registry {
  /** Offers commands in the name of a source; they take the place of those it offered before. */
  offer(source: symbol, commands: readonly Command[]): void;
  withdraw(source: symbol): void;
  /** As they are right now. */
  find(fits: (command: Command) => boolean): Command | undefined;
  /** For lists on screen: the same array until something in it reads differently. */
  list(): readonly Command[];
  subscribe(listener: () => void): () => void;
}

function createRegistry(): Registry {
  const sources = new Map<symbol, readonly Command[]>();
  const listeners = new Set<() => void>();
  let listed: readonly Command[] = [];
  let outline = '';
  const find: Registry['find'] = (fits) => [...sources.values()].flat().findLast(fits);
  const changed = (): void => {
    const all = [...sources.values()].flat();
    const reads = all.map(({ id, label, group, keys }) => [id, label, group, keys].join('\u0000')).join('\u0001');
    if (reads === outline) return;
    outline = reads;
    listed = all.map((command) => ({ ...command, run: () => find(({ id }) => id === command.id)?.run() }));
    for (const listener of listeners) listener();
  };
  return {
    find,
    offer(source, commands) {
      sources.set(source, commands);
      changed();
    },
    withdraw(source) {
      sources.delete(source);
      changed();
    },
    list: () => listed,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const CommandsContext = createContext<Registry | null>(null);

function useRegistry(): Registry {
  const registry = useContext(CommandsContext);
  if (registry === null) throw new Error('There is no CommandsProvider around this component.');
  return registry;
}

/** Every command of the present screen. */
export function useAllCommands(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.subscribe, registry.list);
}

/** Returns the function that runs a command of the present screen by its id; one that is not offered does nothing. */
export function useRunCommand(): (id: string) => void {
  const registry = useRegistry();
  return (id) => registry.find((command) => command.id === id)?.run();
}

/** Offers commands while the component is on screen. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useRegistry();
  const [source] = useState(() => Symbol('commands'));
  // After each rendering: what a command does may depend on anything on screen.
  useLayoutEffect(() => registry.offer(source, commands));
  useEffect(() => () => registry.withdraw(source), [registry, source]);
}

/** Pause in ms after which letters are keys of commands again when the field they were typed in lost the focus by itself. */
const WORD_MS = 1_000;

/**
 * Runs commands by their keys; only while no field has the focus and nothing lies over the screen. Nor in the middle of a word: where a field goes
 * away while a user types in it, the letters that follow are none.
 */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createRegistry);
  useEffect(() => {
    // Checked before any other handler of the key: the dialog or menu that Escape closes is gone by the time the key comes here.
    let covered = false;
    let typedAt = -Infinity;
    const notice = (event: KeyboardEvent): void => {
      covered = isCovered();
      if (event.key.length > 1) typedAt = -Infinity;
      else if (isTyping(event.target) || isInWord()) typedAt = Date.now();
    };
    const isInWord = (): boolean => Date.now() - typedAt < WORD_MS;
    const point = (): void => {
      typedAt = -Infinity;
    };
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.repeat || covered) return;
      const keys = keysOf(event);
      if (keys === 'escape' && isTyping(event.target)) {
        // Out of the field first; the next Escape leaves the screen.
        (event.target as HTMLElement).blur();
        return;
      }
      if (keys.length === 1 && (isInWord() || !readSingleKeys())) return;
      const command = registry.find((known) => known.keys === keys);
      if (command === undefined || (!keys.startsWith('mod+') && isTyping(event.target))) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener('keydown', notice, { capture: true });
    window.addEventListener('keydown', pressed);
    window.addEventListener('pointerdown', point, { capture: true });
    return () => {
      window.removeEventListener('keydown', notice, { capture: true });
      window.removeEventListener('keydown', pressed);
      window.removeEventListener('pointerdown', point, { capture: true });
    };
  }, [registry]);
  return <CommandsContext value={registry}>{children}</CommandsContext>;
}

function keysOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  return `${ctrlKey || metaKey ? 'mod+' : ''}${key.toLowerCase()}`;
}

/** Returns true for a field that takes text. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}

/** Returns true when a dialog, a menu or a drop-down covers the screen. */
function isCovered(): boolean {
  const layers = document.querySelectorAll(
    '[aria-modal="true"], [role="menu"], [role="listbox"], .mantine-Popover-dropdown',
  );
  return [...layers].some((layer) => layer.checkVisibility());
}
