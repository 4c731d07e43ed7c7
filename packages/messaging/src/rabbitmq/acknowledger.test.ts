import type { Message } from 'amqplib';
import { createAcknowledger } from './acknowledger';

const message = (deliveryTag: number): Message => ({ fields: { deliveryTag } }) as Message;

/** What the broker would see, and what it would make of it. */
function createRecorder() {
  const frames: string[] = [];
  const open = new Set(Array.from({ length: 100 }, (_, index) => index + 1));
  const take = (tag: number): void => {
    if (!open.delete(tag)) throw new Error(`unknown delivery tag ${tag}`);
  };
  const channel = {
    ack: ({ fields: { deliveryTag } }: Message, allUpTo = false): void => {
      frames.push(allUpTo ? `..${deliveryTag}` : String(deliveryTag));
      take(deliveryTag);
      if (allUpTo) for (const tag of [...open]) if (tag < deliveryTag) open.delete(tag);
    },
    reject: ({ fields: { deliveryTag } }: Message): void => {
      frames.push(`-${deliveryTag}`);
      take(deliveryTag);
    },
  };
  const errors: unknown[] = [];
  const acknowledger = createAcknowledger(channel, (error) => errors.push(error));
  const settle = (...tags: number[]): string[] => {
    frames.length = 0;
    for (const tag of tags) acknowledger.ack(message(tag));
    acknowledger.flush();
    return [...frames];
  };
  return { acknowledger, settle, errors, open, frames };
}

describe('acknowledger', () => {
  it('settles a batch without a gap in one frame', () => {
    const { settle, open } = createRecorder();
    expect(settle(3, 1, 2)).toEqual(['..3']);
    expect(open.has(3)).toBe(false);
    expect(open.size).toBe(97);
  });

  it('never settles what is not done yet', () => {
    const { settle, open } = createRecorder();
    expect(settle(2, 3)).toEqual(['2', '3']);
    expect(open.has(1)).toBe(true);
    expect(settle(5)).toEqual(['5']);
    expect(settle(1, 4)).toEqual(['..4']);
    expect(settle(6, 8)).toEqual(['8', '..6']);
    expect(open.has(7)).toBe(true);
  });

  it('counts a rejected delivery as settled', () => {
    const { acknowledger, settle, open } = createRecorder();
    acknowledger.reject(message(1));
    expect(settle(2, 3)).toEqual(['..3']);
    acknowledger.reject(message(5));
    expect(settle(4, 6)).toEqual(['..6']);
    expect(open.size).toBe(94);
  });

  it('holds for any order of any batches: each tag settled once, none unknown', () => {
    for (let run = 0; run < 20; run += 1) {
      const { settle, errors, open } = createRecorder();
      const tags = Array.from({ length: 100 }, (_, index) => index + 1).sort(() => Math.random() - 0.5);
      while (tags.length > 0) {
        const batch = tags.splice(0, 1 + Math.floor(Math.random() * 20));
        settle(...batch);
        for (const tag of batch) expect(open.has(tag)).toBe(false);
        for (const tag of tags) expect(open.has(tag)).toBe(true);
      }
      expect(errors).toEqual([]);
    }
  });
});
