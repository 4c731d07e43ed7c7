import { DueShares, type Share } from './due-shares';

/** So many permits, and a clock that stands still. */
function sharesOf(inHandMax: number): { shares: DueShares; pass: (ms: number) => void } {
  let nowMs = 0;
  return { shares: new DueShares(inHandMax, () => nowMs), pass: (ms) => void (nowMs += ms) };
}

const counts = (taken: readonly Share[]): Record<string, number> =>
  Object.fromEntries(taken.map(({ organizationId, messagesMax }) => [organizationId, messagesMax]));

/** Claims for the organization until it holds what it may, with mail left over. */
function flood(shares: DueShares, organizationId: string): number {
  shares.wake(organizationId);
  let held = 0;
  for (;;) {
    const taken = [...shares.takeFew(), ...shares.takeMany().shares];
    if (taken.length === 0) return held;
    for (const share of taken) {
      shares.settle(share, share.messagesMax, share.messagesMax);
      held += share.messagesMax;
    }
  }
}

it('gives an organization its first two at once, and then what it may have', () => {
  const { shares } = sharesOf(80);
  shares.wake('a');
  expect(counts(shares.takeFew())).toEqual({ a: 2 });
  expect(counts(shares.takeMany().shares)).toEqual({ a: 44 });
});

it('asks no more for an organization once a claim brought less than it asked for', () => {
  const { shares } = sharesOf(80);
  shares.wake('a');
  const [share] = shares.takeFew();
  shares.settle(share as Share, 1, 1);
  expect(shares.takeFew()).toEqual([]);
  shares.wake('a');
  expect(counts(shares.takeFew())).toEqual({ a: 1 });
});

it('asks again for an organization that queued more while the claim was under way', () => {
  const { shares } = sharesOf(80);
  shares.wake('a');
  const [share] = shares.takeFew();
  shares.wake('a');
  shares.settle(share as Share, 0, 0);
  expect(counts(shares.takeFew())).toEqual({ a: 2 });
});

it('asks again for an organization whose messages another worker claimed first', () => {
  const { shares } = sharesOf(80);
  shares.wake('a');
  const [share] = shares.takeFew();
  shares.settle(share as Share, 2, 0);
  expect(counts(shares.takeFew())).toEqual({ a: 2 });
});

it('gives back everything of a claim that failed, and asks again', () => {
  const { shares } = sharesOf(80);
  shares.wake('a');
  const [share] = shares.takeFew();
  shares.restore(share as Share);
  expect(counts(shares.takeFew())).toEqual({ a: 2 });
});

it('lets a flood hold most of the permits and not all, so that another organization always finds some', () => {
  const { shares } = sharesOf(80);
  const first = flood(shares, 'a');
  expect(first).toBeGreaterThan(40);
  expect(first).toBeLessThan(60);
  const second = flood(shares, 'b');
  expect(second).toBeGreaterThanOrEqual(2);
  shares.wake('c');
  expect(counts(shares.takeFew())).toEqual({ c: 2 });
});

it('never hands out more permits than there are', () => {
  const { shares } = sharesOf(5);
  for (const organizationId of ['a', 'b', 'c', 'd']) shares.wake(organizationId);
  expect(counts(shares.takeFew())).toEqual({ a: 2, b: 2, c: 1 });
  expect(shares.takeFew()).toEqual([]);
});

it('shares a claim in proportion to the plans', () => {
  const { shares } = sharesOf(1_000);
  for (const organizationId of ['small', 'large']) shares.wake(organizationId);
  for (const share of shares.takeFew()) shares.settle(share, 2, 2);
  shares.weigh('large', 4);
  expect(counts(shares.takeMany().shares)).toEqual({ small: 40, large: 160 });
});

it('lets organizations take turns where there are more than one claim can name', () => {
  const { shares } = sharesOf(10_000);
  const ids = Array.from({ length: 100 }, (_, index) => `o${index}`);
  for (const id of ids) shares.wake(id);
  const first = shares.takeFew();
  const second = shares.takeFew();
  expect([...first, ...second].map(({ organizationId }) => organizationId)).toEqual(ids);
});

it('lets one that holds its share claim several together, or after a tenth of a second', () => {
  const { shares, pass } = sharesOf(80);
  flood(shares, 'a');
  for (let released = 0; released < 6; released += 1) shares.release('a');
  expect(shares.takeMany()).toEqual({ shares: [], againInMs: 100 });
  pass(100);
  expect(shares.takeMany().shares).toHaveLength(1);
  for (let released = 0; released < 20; released += 1) shares.release('a');
  expect(shares.takeMany().shares[0]?.messagesMax).toBeGreaterThanOrEqual(10);
});
