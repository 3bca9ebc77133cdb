/** Commands as objects: keyboard shortcuts, the help sheet and the command palette use the same list. */
import { isTyping } from '../../lib/navigation/collectKeys.ts';
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

/** An action that is available on the current screen. */
export interface Command {
  id: string;
  label: string;
  /** The heading under which help and palette list it. */
  group: string;
  /** The key, as the browser names it in lower case ("1", "j", "?"), with "mod+" for Ctrl or Command; absent: palette only. */
  keys?: string;
  run(): void;
}

interface Registry {
  /** Registers the commands of a source, in place of those it registered before. */
  offer(source: symbol, commands: readonly Command[]): void;
  withdraw(source: symbol): void;
  /** Finds a command in its latest version. */
  find(fits: (command: Command) => boolean): Command | undefined;
  /** For lists on screen: the same array until a displayed property changes. */
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

/** Returns every command of the current screen. */
export function useAllCommands(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.subscribe, registry.list);
}

/** Returns a function that runs a command of the current screen by its id; without effect when there is no such command. */
export function useRunCommand(): (id: string) => void {
  const registry = useRegistry();
  return (id) => registry.find((command) => command.id === id)?.run();
}

/** Registers commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useRegistry();
  const [source] = useState(() => Symbol('commands'));
  // After each render: what a command does may depend on anything on screen.
  useLayoutEffect(() => registry.offer(source, commands));
  useEffect(() => () => registry.withdraw(source), [registry, source]);
}

/** Pause in ms after which letters run commands again when the field they were typed in lost the focus without the user's action. */
const WORD_MS = 1_000;

/**
 * Runs commands by their keys, only while no field has the focus and nothing covers the screen. When a field is removed while a user types
 * in it, the remaining letters of the word do not run commands either.
 */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createRegistry);
  useEffect(() => {
    // Checked before any other handler of the key: the dialog or menu that Escape closes is removed before this handler runs.
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
        // The first Escape leaves the field; the next one leaves the screen.
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

/** Returns true when a dialog, a menu or a drop-down covers the screen. */
function isCovered(): boolean {
  const layers = document.querySelectorAll(
    '[aria-modal="true"], [role="menu"], [role="listbox"], .mantine-Popover-dropdown',
  );
  return [...layers].some((layer) => layer.checkVisibility());
}
