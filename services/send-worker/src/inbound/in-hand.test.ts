import { InHand } from './in-hand';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const open = () => new InHand({ total: 4, perOwner: 2, waitMs: 1_000, slowMs: 10_000 });
const enterAll = (hand: InHand, ...owners: string[]) => Promise.all(owners.map((owner) => hand.enter(owner)));

it('one owner never has all places', async () => {
  const hand = open();
  await enterAll(hand, 'a', 'a');
  const third = hand.enter('a');
  expect(await enterAll(hand, 'b', 'b')).toEqual([true, true]);
  jest.advanceTimersByTime(1_000);
  expect(await third).toBe(false);
  expect(hand.count()).toBe(4);
});

it('the mails behind those of a slow owner do not wait for it again', async () => {
  const hand = open();
  await enterAll(hand, 'a', 'a');
  const third = hand.enter('a');
  jest.advanceTimersByTime(1_000);
  await third;
  expect(await hand.enter('a')).toBe(false);
  hand.leave('a');
  expect(await hand.enter('a')).toBe(true);
});

it('who waits because the process is full waits on, and goes first', async () => {
  const hand = open();
  await enterAll(hand, 'a', 'a', 'b', 'b');
  const waiting = hand.enter('c');
  jest.advanceTimersByTime(60_000);
  hand.leave('b');
  expect(await waiting).toBe(true);
});

it('closing sends away who waits, and empty tells when the last one has left', async () => {
  const hand = open();
  await enterAll(hand, 'a', 'a');
  const [third, empty] = [hand.enter('a'), hand.empty()];
  hand.close();
  expect(await third).toBe(false);
  expect(await hand.enter('b')).toBe(false);
  hand.leave('a');
  hand.leave('a');
  await empty;
});
