/** Sharing of a limited amount, such as memory, between companies, and within a company between its accounts. */

/** Company and account for which an amount is held. */
export interface Owner {
  company: string;
  account: string;
}

/** Something that holds an amount and can be ended to make space for others. */
interface Holder {
  /** True while ending it frees what it holds. */
  mayEnd(): boolean;
  end(): void;
}

interface Holding extends Owner, Holder {
  amount: number;
  giveBack: () => void;
}

/** A limited amount that is shared. */
export interface Shares {
  /**
   * Holds an amount. When nothing is left, the oldest holders of the company that holds the most are ended, as long as it holds more than the company of
   * the new one would; within one company the same holds for accounts. A company, or an account, therefore cannot keep others from their share.
   * @returns a function that gives the amount back, idempotent; null when there is no space
   */
  take(owner: Owner, amount: number, holder: Holder): (() => void) | null;
}

/** Shares what a function reserves. @param reserve returns a function that gives the amount back; null when nothing is left */
export function openShares(reserve: (amount: number) => (() => void) | null): Shares {
  /** In the order in which they began. */
  const holdings = new Set<Holding>();

  /** Returns the holding that is ended next for a new one; undefined when its owner has a fair share already. */
  function victimOf(owner: Owner, amount: number, ended: readonly Holding[]): Holding | undefined {
    const left = [...holdings].filter((holding) => !ended.includes(holding));
    const heldBy = (key: keyof Owner, name: string): number =>
      left.reduce((sum, holding) => (holding[key] === name ? sum + holding.amount : sum), 0);
    const above = (key: keyof Owner, among: Holding[]): Holding[] => {
      const most = Math.max(...among.map((holding) => heldBy(key, holding[key])));
      return most > heldBy(key, owner[key]) + amount
        ? among.filter((holding) => heldBy(key, holding[key]) === most)
        : [];
    };
    const endable = left.filter((holding) => holding.mayEnd());
    const [rival] = above('company', endable);
    const within = endable.filter(({ company }) => company === (rival?.company ?? owner.company));
    if (rival === undefined) return above('account', within)[0];
    const most = Math.max(...within.map(({ account }) => heldBy('account', account)));
    return within.find(({ account }) => heldBy('account', account) === most);
  }

  return {
    take(owner, amount, holder) {
      const ended: Holding[] = [];
      let giveBack = reserve(amount);
      while (giveBack === null) {
        const next = victimOf(owner, amount, ended);
        if (next === undefined) {
          // No holder is ended in vain. What was given back just now is still there.
          for (const holding of ended) holding.giveBack = reserve(holding.amount) ?? (() => undefined);
          return null;
        }
        ended.push(next);
        next.giveBack();
        giveBack = reserve(amount);
      }
      for (const holding of ended) {
        holdings.delete(holding);
        holding.end();
      }
      const own: Holding = { ...owner, ...holder, amount, giveBack };
      holdings.add(own);
      return () => {
        if (holdings.delete(own)) own.giveBack();
      };
    },
  };
}

/** Returns a function that reserves up to a number of places. */
export function places(most: number): (amount: number) => (() => void) | null {
  let taken = 0;
  return (amount) => {
    if (taken + amount > most) return null;
    taken += amount;
    return () => {
      taken -= amount;
    };
  };
}
