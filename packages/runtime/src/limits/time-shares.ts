/** Gives each owner, usually an organization, some processor time every second, of which a part may be saved up. */
export interface TimeShares {
  /** @returns milliseconds until the owner has time again; 0: it has some */
  readonly waitMs: (ownerId: string) => number;
  /** Charges what work took. It may take more than the owner had; the debt is paid off before the next work. */
  readonly charge: (ownerId: string, tookMs: number) => void;
}

export interface TimeSharesOptions {
  readonly msPerSecond: number;
  /** What an owner that used none for long may use at once. */
  readonly burstMs: number;
  readonly now?: () => number;
}

interface Account {
  balanceMs: number;
  atMs: number;
}

/** Owners that were charged lately; beyond this number those without debt are forgotten. */
const accountsMax = 1_000;

export function createTimeShares(options: TimeSharesOptions): TimeShares {
  const { msPerSecond, burstMs, now = () => performance.now() } = options;
  const accounts = new Map<string, Account>();

  const settle = (account: Account, atMs: number): void => {
    const earned = ((atMs - account.atMs) / 1_000) * msPerSecond;
    account.balanceMs = Math.min(burstMs, account.balanceMs + earned);
    account.atMs = atMs;
  };
  const forgetWhole = (atMs: number): void => {
    for (const [ownerId, account] of accounts) {
      settle(account, atMs);
      if (account.balanceMs === burstMs) accounts.delete(ownerId);
    }
  };

  return {
    waitMs: (ownerId) => {
      const account = accounts.get(ownerId);
      if (account === undefined) return 0;
      settle(account, now());
      return account.balanceMs > 0 ? 0 : Math.ceil((-account.balanceMs / msPerSecond) * 1_000) + 1;
    },
    charge: (ownerId, tookMs) => {
      const atMs = now();
      const account = accounts.get(ownerId) ?? { balanceMs: burstMs, atMs };
      settle(account, atMs);
      account.balanceMs -= tookMs;
      accounts.set(ownerId, account);
      if (accounts.size > accountsMax) forgetWhole(atMs);
    },
  };
}
