import { expect, it } from 'vitest';
import { backupCompleted, backupFailed, backupState } from './backupState.ts';
import { onEachDatabase, TEST_NOW } from './testing/index.ts';

onEachDatabase('The state of the backups', (fixture) => {
  const failed = { at: TEST_NOW, reason: 'The disk is full' };

  it('is empty before the first one, and names a first one that failed', async () => {
    const { db } = fixture.database;
    expect(await backupState(db)).toEqual({ completed: null, failed: null });
    await backupFailed(db, failed);
    expect(await backupState(db)).toEqual({ completed: null, failed });
  });

  it('has the newest complete one, and a failure only after it', async () => {
    const { db } = fixture.database;
    const completed = { at: TEST_NOW + 1, rows: 12, contents: 3, damaged: 0 };
    await backupFailed(db, failed);
    await backupCompleted(db, completed);
    expect(await backupState(db)).toEqual({ completed, failed: null });
    await backupFailed(db, { ...failed, at: TEST_NOW + 1 });
    expect(await backupState(db)).toEqual({ completed, failed: null });
    await backupFailed(db, { ...failed, at: TEST_NOW + 2 });
    expect(await backupState(db)).toEqual({ completed, failed: { ...failed, at: TEST_NOW + 2 } });
  });

  it('has the first 500 characters of a reason', async () => {
    const { db } = fixture.database;
    await backupFailed(db, { ...failed, reason: 'x'.repeat(501) });
    expect((await backupState(db)).failed?.reason).toBe('x'.repeat(500));
  });
});
