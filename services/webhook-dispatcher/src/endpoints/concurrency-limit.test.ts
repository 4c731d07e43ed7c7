import { createConcurrencyLimit, createConcurrencyLimits } from './concurrency-limit';

interface Outcome {
  answered: boolean;
  latencyMs: number;
}

/** A task that the test ends. */
function held() {
  let finish: (outcome: Outcome) => void = () => undefined;
  const done = new Promise<Outcome>((resolve) => (finish = resolve));
  return { task: () => done, finish };
}

const answer = (latencyMs = 5): Outcome => ({ answered: true, latencyMs });
const silence = (): Outcome => ({ answered: false, latencyMs: 5_000 });

describe('concurrency limit', () => {
  it('never runs more at a time than it may', async () => {
    const limit = createConcurrencyLimit({ inFlightMax: 3, waitMaxMs: 1_000 });
    let running = 0;
    let most = 0;
    const task = async (): Promise<Outcome> => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return answer();
    };
    await Promise.all(Array.from({ length: 30 }, () => limit.run(task)));
    expect(most).toBe(3);
    expect(limit.idle).toBe(true);
  });

  it('refuses what would wait too long, and sheds what waits when the endpoint falls silent', async () => {
    const limit = createConcurrencyLimit({ inFlightMax: 4, waitMaxMs: 100 });
    const first = Array.from({ length: 4 }, held);
    const running = first.map(({ task }) => limit.run(task));
    const waiting = Array.from({ length: 40 }, () => limit.run(() => Promise.resolve(answer())));
    expect(limit.room()).toBe(0);
    expect(await limit.run(() => Promise.resolve(answer()))).toBe('refused');
    for (const { finish } of first) finish(silence());
    await Promise.all(running);
    const outcomes = await Promise.all(waiting);
    expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeGreaterThan(30);
  });

  it('refuses nothing that comes at once for an endpoint that answers quickly', async () => {
    const limit = createConcurrencyLimit({ inFlightMax: 50, waitMaxMs: 250 });
    const outcomes: unknown[] = [];
    const offer = async (): Promise<void> => {
      while (outcomes.length < 3_000) outcomes.push(await limit.run(() => Promise.resolve(answer())));
    };
    await Promise.all(Array.from({ length: 200 }, offer));
    expect(outcomes).not.toContain('refused');
  });

  it('leaves a silent endpoint one attempt at a time and nothing waiting', async () => {
    const limit = createConcurrencyLimit({ inFlightMax: 50, waitMaxMs: 1_000 });
    for (let n = 0; n < 20; n += 1) await limit.run(() => Promise.resolve(silence()));
    expect(limit.room()).toBe(1);
  });

  it('widens again with each answer', async () => {
    const limit = createConcurrencyLimit({ inFlightMax: 50, waitMaxMs: 1_000 });
    for (let n = 0; n < 20; n += 1) await limit.run(() => Promise.resolve(silence()));
    for (let n = 0; n < 60; n += 1) await limit.run(() => Promise.resolve(answer()));
    const many = Array.from({ length: 50 }, held);
    const running = many.map(({ task }) => limit.run(task));
    expect(limit.room()).toBeGreaterThan(1_000);
    for (const { finish } of many) finish(answer());
    await Promise.all(running);
  });

  it('gives the endpoints of an organization 200 attempts together', async () => {
    const limits = createConcurrencyLimits({ inFlightMax: 50, waitMaxMs: 0, onRoom: () => undefined });
    const roomOf = async (siblings: number): Promise<number> => {
      const limit = limits.of({ id: String(siblings), siblings });
      for (let n = 0; n < 60; n += 1) await limit.run(() => Promise.resolve(answer()));
      return limit.room();
    };
    expect(await Promise.all([1, 4, 5, 62, 300].map(roomOf))).toEqual([50, 50, 40, 3, 1]);
  });
});
