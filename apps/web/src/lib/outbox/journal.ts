/** Stores saves that the server has not acknowledged: in IndexedDB, so that they survive a reload (data decision 28). */
import type { SavedInput, SavedOperation } from './saveKinds.ts';

/** A save that is waiting or being sent: an operation with its input. */
export type Save<N extends SavedOperation = SavedOperation> = {
  [K in N]: SaveParts & { operation: K; input: SavedInput<K> };
}[N];

/** Parts of a save beside the operation and its input. */
export interface SaveParts {
  /** Its Idempotency-Key: however often it is sent, it is applied once. */
  key: string;
  /** Its author. Pages of other users do not send it. */
  userId: string;
  /** The server it is for. */
  host: string;
  /** Key of the saved value, e.g. the answer to one question of one item. The screen finds the state of the value by it. */
  subject: string;
  /** Name of the value for the list of unsaved changes: "Padeye, port: Condition". */
  about?: string;
  /** Name of the item it belongs to, as it was when the save was made; absent: it belongs to none, or the name was unknown. */
  item?: string;
  /** The value as text; absent where the input contains it. */
  words?: string;
  /** The row it writes to. An answer about that row supplies the clock for later saves of the row. */
  row: string;
  /** The clock of the version that was edited; null: unknown. */
  ifMatch: string | null;
  /** Time of the save, milliseconds; saves are sent in this order. */
  at: number;
  /** Number of attempts without an answer. */
  attempts: number;
  /** Reason of the server's refusal; null while the save is waiting. */
  refusal: Refusal | null;
  /** The bytes sent with it; null: none. */
  content: Content | null;
}

/** Returns the saves of one operation. */
export function savesOf<N extends SavedOperation>(
  saves: readonly Save[],
  operation: N,
): Extract<Save, { operation: N }>[] {
  return saves.filter((save): save is Extract<Save, { operation: N }> => save.operation === operation);
}

/** Bytes of a photo or file. */
export interface Content {
  bytes: Blob;
}

/** Reason why a save was refused. */
export interface Refusal {
  code: string | null;
  reason: string;
  /** Value that another user saved in the meantime. */
  conflict?: Conflict;
}

/** A conflict: two users changed the same value. Contains the value that the other user saved. */
export interface Conflict {
  /** The other user's value as text; empty: none. */
  theirs: string;
  /** The other user's name; null when it is unknown. */
  by: string | null;
  /** True when it is the same user, in another window or on another device. */
  isOwn?: boolean;
  /** Time, ISO. */
  at: string | null;
  /** Version of the other user's value. The user's own value is saved on top of it if the user decides so. */
  clock: string | null;
}

const DATABASE = 'holdfast-outbox';
const VERSION = 2;
const SAVES = 'saves';
/** Bytes are stored separately, so that updating the state of a save does not write them again. */
const CONTENTS = 'contents';

/** Store of unacknowledged saves. */
export interface Journal {
  /** Returns the saves of one user for one server, oldest first. */
  read(userId: string, host: string): Promise<Save[]>;
  /** Stores a new save with its content. */
  add(save: Save): Promise<void>;
  /** Stores the changed state of a save. */
  put(save: Save): Promise<void>;
  remove(key: string): Promise<void>;
  /** Calls a function with the key of each save that another page of this browser removes. */
  onRemoved(listener: (key: string) => void): void;
}

/**
 * Opens the journal of this browser. Where IndexedDB is not available, saves are kept in memory, and those without bytes also in local
 * storage.
 */
export function openJournal(): Journal {
  const opened = open().catch(() => null);
  const pages = new BroadcastChannel(DATABASE);
  const inMemory = new Map<string, Save>();
  const write = async (
    inMemoryToo: () => void,
    work: (saves: IDBObjectStore, contents: IDBObjectStore) => void,
  ): Promise<void> => {
    const db = await opened;
    if (db === null) inMemoryToo();
    else await run(db, 'readwrite', work);
  };
  return {
    async read(userId, host) {
      const db = await opened;
      const all = new Map(fresh.read().map((save) => [save.key, save]));
      for (const save of db === null ? inMemory.values() : await readAll(db)) all.set(save.key, save);
      return [...all.values()]
        .filter((save) => save.userId === userId && save.host === host)
        .toSorted((a, b) => a.at - b.at);
    },
    async add(save) {
      if (save.content === null) fresh.add(save);
      await write(
        () => inMemory.set(save.key, save),
        (saves, contents) => {
          saves.put({ ...save, content: null });
          if (save.content !== null) contents.put(save.content, save.key);
        },
      );
      if ((await opened) !== null) fresh.remove(save.key);
    },
    put: (save) =>
      write(
        () => inMemory.set(save.key, save),
        (saves) => saves.put({ ...save, content: null }),
      ),
    async remove(key) {
      fresh.remove(key);
      await write(
        () => inMemory.delete(key),
        (saves, contents) => {
          saves.delete(key);
          contents.delete(key);
        },
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches pages of this origin only
      pages.postMessage(key);
    },
    onRemoved: (listener) => pages.addEventListener('message', ({ data }) => listener(data as string)),
  };
}

const FRESH = 'holdfast:save:';

/**
 * Saves whose transaction is not committed yet. IndexedDB takes a while to reach the disk, and a page that is reloaded before that loses
 * both the transaction and the request. Local storage is written at once. Where it is full or forbidden, only the database keeps a save.
 */
const fresh = {
  read(): Save[] {
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(FRESH));
      return keys.map((key) => JSON.parse(localStorage.getItem(key)!) as Save);
    } catch {
      return [];
    }
  },
  add(save: Save): void {
    try {
      localStorage.setItem(FRESH + save.key, JSON.stringify(save));
    } catch {
      // Storage is full or forbidden.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(FRESH + key);
    } catch {
      // Storage is forbidden.
    }
  },
};

async function readAll(db: IDBDatabase): Promise<Save[]> {
  let saves: IDBRequest<Save[]> | undefined;
  let contents: IDBRequest<Content[]> | undefined;
  let keys: IDBRequest<string[]> | undefined;
  await run(db, 'readonly', (inSaves, inContents) => {
    saves = inSaves.getAll() as IDBRequest<Save[]>;
    contents = inContents.getAll() as IDBRequest<Content[]>;
    keys = inContents.getAllKeys() as IDBRequest<string[]>;
  });
  const byKey = new Map(keys!.result.map((key, index) => [key, contents!.result[index]!]));
  return saves!.result.map((save) => ({ ...save, content: byKey.get(save.key) ?? null }));
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.addEventListener('upgradeneeded', () => {
      const known = request.result.objectStoreNames;
      if (!known.contains(SAVES)) request.result.createObjectStore(SAVES, { keyPath: 'key' });
      if (!known.contains(CONTENTS)) request.result.createObjectStore(CONTENTS);
    });
    request.addEventListener('success', () => {
      // A newer page in another tab may need to upgrade the database.
      request.result.addEventListener('versionchange', () => request.result.close());
      resolve(request.result);
    });
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The database of this browser cannot be opened.')),
    );
    request.addEventListener('blocked', () =>
      reject(new Error('The database of this browser is in use by an older page.')),
    );
  });
}

function run(
  db: IDBDatabase,
  mode: IDBTransactionMode,
  work: (saves: IDBObjectStore, contents: IDBObjectStore) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction([SAVES, CONTENTS], mode, { durability: 'strict' });
    work(transaction.objectStore(SAVES), transaction.objectStore(CONTENTS));
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The browser could not keep a save.')),
    );
  });
}
