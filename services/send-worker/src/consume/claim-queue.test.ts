import type { SendJobMessage } from '@postrider/contracts';
import { ClaimQueue, type HeldJob, type Turn } from './claim-queue';

const limits = { jobsMax: 40, messagesMax: 200, inHandMax: 30 };

function jobOf(fromOverflow = false): HeldJob & { open: number } {
  const job = {
    open: 0,
    fromOverflow,
    hold: () => void (job.open += 1),
    done: () => void (job.open -= 1),
    fail: (error: unknown) => expect(error).toBeUndefined(),
  };
  return job;
}
const messagesOf = (owner: string, count: number): SendJobMessage[] =>
  Array.from({ length: count }, (_, index) => ({ message_id: `${owner}${index}`, organization_id: owner }));
const owners = (queue: ClaimQueue, count: number) => queue.take(count).map(({ owner }) => owner);

it('organizations take turns, however much one has waiting', () => {
  const queue = new ClaimQueue(limits);
  queue.add(messagesOf('flood', 90), jobOf());
  queue.add(messagesOf('a', 1), jobOf());
  queue.add(messagesOf('b', 2), jobOf());
  expect(owners(queue, 6)).toEqual(['flood', 'a', 'b', 'flood', 'b', 'flood']);
});

it('a larger plan has more turns', () => {
  const queue = new ClaimQueue(limits);
  queue.add(messagesOf('large', 30), jobOf());
  queue.add(messagesOf('small', 30), jobOf());
  queue.weigh('large', 4);
  expect(owners(queue, 10).filter((owner) => owner === 'large')).toHaveLength(8);
});

it('one that floods has half of the room, and what is beyond comes back to its caller', () => {
  const queue = new ClaimQueue(limits);
  const beyond = Array.from({ length: 30 }, () => queue.add(messagesOf('flood', 10), jobOf())).flat();
  expect(queue.size()).toBe(100);
  expect(beyond).toHaveLength(200);
  expect(queue.add(messagesOf('new', 5), jobOf())).toEqual([]);
});

it('two that flood leave room for a third, also when each of their jobs names one message', () => {
  const queue = new ClaimQueue(limits);
  for (let count = 0; count < 100; count += 1) {
    queue.add(messagesOf('one', 1), jobOf());
    queue.add(messagesOf('two', 1), jobOf());
  }
  expect(queue.size()).toBeLessThan(limits.jobsMax * 0.7);
  expect(queue.add(messagesOf('three', 1), jobOf())).toEqual([]);
});

it('never has all in hand of a few organizations, so that one more begins at once', () => {
  const queue = new ClaimQueue(limits);
  for (const owner of ['one', 'two', 'three']) queue.add(messagesOf(owner, 30), jobOf());
  expect(queue.take(200).length).toBeLessThan(limits.inHandMax);
  queue.add(messagesOf('four', 1), jobOf());
  expect(owners(queue, 10)).toEqual(['four']);
  for (let count = 0; count < 8; count += 1) queue.release('one');
  expect(owners(queue, 30)).toContain('one');
});

it('gives what has come of an organization that sends little before its turn, and of one that floods nothing', () => {
  const queue = new ClaimQueue(limits);
  queue.add(messagesOf('flood', 90), jobOf());
  queue.take(10);
  const arrived = messagesOf('little', 5);
  queue.add(arrived, jobOf());
  const first = (messagesMax: number) =>
    queue.takeFirst([...messagesOf('flood', 1), ...arrived], messagesMax).map(({ owner }) => owner);
  expect(first(1)).toEqual(['little']);
  expect(first(10)).toEqual(['little']);
  expect(first(10)).toEqual([]);
});

it('a job has ended when the last of its messages has been claimed', () => {
  const queue = new ClaimQueue(limits);
  const job = jobOf();
  queue.add([...messagesOf('a', 1), ...messagesOf('b', 1)], job);
  const [first, second] = queue.take(2);
  if (first) queue.claimed(first);
  expect(job.open).toBe(1);
  if (second) queue.claimed(second);
  expect(job.open).toBe(0);
});

it('what could not be claimed is next again', () => {
  const queue = new ClaimQueue(limits);
  queue.add(messagesOf('a', 3), jobOf());
  const [first] = queue.take(1);
  if (first) queue.notClaimed(first);
  expect(queue.take(3).map(({ message }) => message.message_id)).toEqual(['a0', 'a1', 'a2']);
});

it('jobs of the overflow queue follow when little else of their organization waits, and go before what comes new', () => {
  const queue = new ClaimQueue({ ...limits, inHandMax: 1_000 });
  queue.addLater(messagesOf('flood', 60), jobOf(true));
  queue.addLater(messagesOf('flood', 60), jobOf(true));
  queue.addLater(messagesOf('flood', 60), jobOf(true));
  expect(queue.size()).toBe(120);
  expect(queue.add(messagesOf('flood', 1), jobOf())).toHaveLength(1);
  expect(queue.add(messagesOf('other', 1), jobOf())).toEqual([]);
  expect(queue.take(1_000)).toHaveLength(181);
});

it('names what waits here, also of jobs that have not begun to, until it is claimed', () => {
  const queue = new ClaimQueue({ ...limits, inHandMax: 1_000 });
  queue.addLater(messagesOf('flood', 100), jobOf(true));
  queue.addLater([{ message_id: 'later', organization_id: 'flood' }], jobOf(true));
  queue.add(messagesOf('other', 1), jobOf());
  expect(queue.size()).toBe(101);
  expect(queue.ids()).toEqual(
    new Set([...messagesOf('flood', 100).map((each) => each.message_id), 'later', 'other0']),
  );
  const [turn] = queue.takeFirst(messagesOf('other', 1), 1);
  expect(queue.ids().has('other0')).toBe(true);
  queue.notClaimed(turn as Turn);
  expect(queue.ids().size).toBe(102);
  const [again] = queue.takeFirst(messagesOf('other', 1), 1);
  queue.claimed(again as Turn);
  expect(queue.ids().has('other0')).toBe(false);
});

it('where the overflow queue hands out no more, those that have their share in hand make room', () => {
  const queue = new ClaimQueue({ ...limits, jobsMax: 4, inHandMax: 8 });
  for (let count = 0; count < 3; count += 1) queue.addLater(messagesOf('stuck', 60), jobOf(true));
  expect(queue.takeBlocked()).toEqual([]);
  expect(queue.isBlocked('stuck')).toBe(false);
  queue.take(200);
  expect(queue.isBlocked('stuck')).toBe(true);
  expect(queue.isBlocked('other')).toBe(false);
  for (let count = 0; count < 4; count += 1) queue.addLater(messagesOf('stuck', 60), jobOf(true));
  expect(queue.takeBlocked()).toHaveLength(415);
  expect(queue.takeBlocked()).toEqual([]);
  queue.addLater(messagesOf('other', 1), jobOf(true));
  expect(owners(queue, 10)).toEqual(['other']);
});

it('forgets organizations that have nothing here, and gives back all when it is emptied', () => {
  const queue = new ClaimQueue(limits);
  queue.add(messagesOf('a', 2), jobOf());
  for (const turn of queue.take(2)) {
    queue.claimed(turn);
    queue.release(turn.owner);
  }
  expect(queue.take(1)).toEqual([]);
  queue.add(messagesOf('b', 2), jobOf());
  queue.addLater(messagesOf('c', 200), jobOf(true));
  expect(queue.drain()).toHaveLength(202);
  expect(queue.size()).toBe(0);
});

it('whoever waits for a change learns of what is added and what is released', async () => {
  const queue = new ClaimQueue(limits);
  const added = queue.changed();
  queue.add(messagesOf('a', 1), jobOf());
  await added;
  queue.take(1);
  const released = queue.changed();
  queue.release('a');
  await released;
});

it('who holds its share takes the next ones together, or after a tenth of a second', () => {
  let nowMs = 0;
  const queue = new ClaimQueue(limits, () => nowMs);
  queue.add(messagesOf('flood', 90), jobOf());
  expect(owners(queue, 30)).toHaveLength(18);
  for (let count = 0; count < 4; count += 1) queue.release('flood');
  expect(owners(queue, 30)).toEqual([]);
  queue.release('flood');
  expect(owners(queue, 30)).toHaveLength(5);
  queue.release('flood');
  nowMs += 99;
  expect(owners(queue, 30)).toEqual([]);
  nowMs += 1;
  expect(owners(queue, 30)).toHaveLength(1);
});

it('who has little in hand waits for no others', () => {
  const queue = new ClaimQueue(limits, () => 0);
  for (const owner of ['one', 'two', 'three']) queue.add(messagesOf(owner, 30), jobOf());
  queue.take(200);
  queue.add(messagesOf('little', 20), jobOf());
  const inHand = owners(queue, 30).length;
  for (let count = 1; count < inHand; count += 1) queue.release('little');
  expect([...new Set(owners(queue, 30))]).toEqual(['little']);
});
