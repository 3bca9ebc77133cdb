/** Where saves wait that the server has not acknowledged: IndexedDB, so that they outlive a reload (data.md 28). */
import type { OperationName } from '@holdfast/contract';

/** A save on its way. */
export interface Save {
  /** Its Idempotency-Key: however often it is sent, it happens once. */
  key: string;
  /** Who made it. Nobody else's page sends it. */
  userId: string;
  /** The server it is for. */
  host: string;
  operation: OperationName;
  input: Record<string, unknown>;
  /** What it is about, e.g. the answer to one question of one item: the screen finds its mark by it. */
  subject: string;
  /** What it is about in words, for a list of changes that are not saved: "Padeye, port: Condition". */
  about?: string;
  /** The value in words; absent where the input says it. */
  words?: string;
  /** The row it writes to: an answer about that row brings the clock for saves behind it. */
  row: string;
  /** The clock the edit was made on top of; null: none is known. */
  ifMatch: string | null;
  /** When it was made, milliseconds; saves are sent in this order. */
  at: number;
  /** How often it was sent without an answer. */
  attempts: number;
  /** Why the server refused it; null while it is waiting. */
  refusal: Refusal | null;
}

/** Why a save was refused. */
export interface Refusal {
  code: string | null;
  reason: string;
  /** What stands there instead, when somebody else changed it in the meantime. */
  conflict?: Conflict;
}

/** Two people changed the same thing: what the other one saved. */
export interface Conflict {
  /** Their value, in words; empty: nothing. */
  theirs: string;
  /** Their name; null when nobody knows it. */
  by: string | null;
  /** When, ISO. */
  at: string | null;
  /** Version of their value: the own one is saved on top of it, if that is what the user decides. */
  clock: string | null;
}

const DATABASE = 'holdfast-outbox';
const STORE = 'saves';

/** Saves that wait. */
export interface Journal {
  /** Those of one person for one server, oldest first. */
  read(userId: string, host: string): Promise<Save[]>;
  put(save: Save): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Opens the journal of this browser. Where a browser keeps no database, saves wait in memory alone. */
export function openJournal(): Journal {
  const opened = open().catch(() => null);
  const inMemory = new Map<string, Save>();
  return {
    async read(userId, host) {
      const db = await opened;
      const all =
        db === null
          ? [...inMemory.values()]
          : await run<Save[]>(db, 'readonly', (store) => store.getAll() as IDBRequest<Save[]>);
      return all.filter((save) => save.userId === userId && save.host === host).toSorted((a, b) => a.at - b.at);
    },
    async put(save) {
      const db = await opened;
      if (db === null) inMemory.set(save.key, save);
      else await run(db, 'readwrite', (store) => store.put(save));
    },
    async remove(key) {
      const db = await opened;
      if (db === null) inMemory.delete(key);
      else await run(db, 'readwrite', (store) => store.delete(key));
    },
  };
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'key' }));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The database of this browser cannot be opened.')),
    );
    request.addEventListener('blocked', () =>
      reject(new Error('The database of this browser is in use by an older page.')),
    );
  });
}

function run<T>(db: IDBDatabase, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(STORE, mode, { durability: 'strict' });
    const request = work(transaction.objectStore(STORE));
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The browser could not keep a save.')),
    );
  });
}
