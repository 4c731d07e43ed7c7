/** Tells on standard error how far long work has come; at most every second. */
export interface Progress {
  at(done: number, what: string): void;
}

const everyMs = 1_000;

export function createProgress(shows: boolean): Progress {
  let toldAtMs = 0;
  return {
    at: (done, what) => {
      const nowMs = performance.now();
      if (!shows || nowMs - toldAtMs < everyMs) return;
      toldAtMs = nowMs;
      process.stderr.write(`${done.toLocaleString('en')} ${what} …\n`);
    },
  };
}
