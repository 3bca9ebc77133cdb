import { beforeEach, describe, expect, it } from 'vitest';
import { openShares, type Owner, places, type Shares } from './shares.ts';

const MOST = 6;
let shares: Shares;
let ended: string[];
beforeEach(() => {
  shares = openShares(places(MOST));
  ended = [];
});

/** Takes an amount under a name. @returns a function that gives it back; null when it was refused */
function take(name: string, owner: Owner, { amount = 1, mayEnd = true } = {}): (() => void) | null {
  return shares.take(owner, amount, { mayEnd: () => mayEnd, end: () => void ended.push(name) });
}

const of = (company: string, account = `one of ${company}`): Owner => ({ company, account });

describe('a shared amount', () => {
  it('is taken by anyone until nothing is left, and refused without ending anything then', () => {
    for (let n = 0; n < MOST; n += 1) expect(take(`${n}`, of('Northmere', `${n}`))).not.toBeNull();
    expect(take('late', of('Northmere', 'late'))).toBeNull();
    expect(ended).toEqual([]);
  });

  it('is free again once it is given back, which counts once', () => {
    const release = Array.from({ length: MOST }, (_, n) => take(`${n}`, of('Northmere')))[0]!;
    release();
    release();
    expect(take('next', of('Northmere'))).not.toBeNull();
    expect(take('after it', of('Northmere'))).toBeNull();
  });

  it('is shared between companies: the oldest of the company that holds the most make space', () => {
    for (let n = 0; n < MOST; n += 1) take(`${n}`, of('Northmere'));
    for (const name of ['a', 'b', 'c']) expect(take(name, of('Skerrow'))).not.toBeNull();
    expect(ended).toEqual(['0', '1', '2']);
    expect(take('d', of('Skerrow'))).toBeNull();
    expect(take('3', of('Northmere'))).toBeNull();
    expect(take('x', of('Tarn'))).not.toBeNull();
    expect(ended).toEqual(['0', '1', '2', '3']);
  });

  it('is shared between the accounts of a company, on all of their devices', () => {
    for (let n = 0; n < MOST; n += 1) take(`${n}`, of('Northmere', 'Maren'));
    for (const name of ['a', 'b', 'c']) expect(take(name, of('Northmere', 'Idris'))).not.toBeNull();
    expect(take('d', of('Northmere', 'Idris'))).toBeNull();
    expect(ended).toEqual(['0', '1', '2']);
  });

  it('is taken from the account that holds the most of the company that holds the most', () => {
    take('single', of('Northmere', 'Idris'));
    for (let n = 1; n < MOST; n += 1) take(`${n}`, of('Northmere', 'Maren'));
    expect(take('a', of('Skerrow'))).not.toBeNull();
    expect(ended).toEqual(['1']);
  });

  it('counts what is held, not the number of holders', () => {
    take('large', of('Northmere'), { amount: 5 });
    take('small', of('Skerrow'), { amount: 1 });
    expect(take('new', of('Tarn'), { amount: 2 })).not.toBeNull();
    expect(ended).toEqual(['large']);
  });

  it('ends no one in vain: what would not suffice is not ended', () => {
    take('fixed', of('Northmere'), { amount: 3, mayEnd: false });
    take('first', of('Northmere'), { amount: 2 });
    expect(take('new', of('Skerrow'), { amount: 4 })).toBeNull();
    expect(ended).toEqual([]);
    expect(take('other', of('Skerrow'), { amount: 2 })).not.toBeNull();
    expect(ended).toEqual(['first']);
  });

  it('ends no one whose end would free nothing', () => {
    for (let n = 0; n < MOST; n += 1) take(`${n}`, of('Northmere'), { mayEnd: n === 4 });
    expect(take('a', of('Skerrow'))).not.toBeNull();
    expect(take('b', of('Skerrow'))).toBeNull();
    expect(ended).toEqual(['4']);
  });
});
