import { relayedMailsLimits } from '@postrider/contracts/relay';

/** Mails that follow each other sooner than this share a request; where mail is rarer, nothing waits. */
const apartMs = 2;
/**
 * What gathers while a request is under way leaves with its answer; this bounds what a slow one costs others. At 6 ms it decided where
 * a gateway was busy, and a third of what a mail costs was that few shared a request (ADR 48).
 */
const gatheredMs = 30;
/** So many need not wait: then two halves of what comes over 20 connections are on their way in turn. */
const besidesMin = 10;

/**
 * Gathers what leaves together, no more than a request may hold.
 *
 * - no request is under way, the last one left `apartMs` ago → leaves, with what else comes in this turn of the event loop
 * - one is under way → leaves when that is answered, when `besidesMin` wait, or `gatheredMs` after it
 * - several are under way → leaves `gatheredMs` after the last one
 *
 * @param send one request; never rejects
 * @returns takes one more; `bytes` is what it adds to a request
 */
export function createGathering<Mail>(
  send: (mails: readonly Mail[]) => Promise<void>,
): (mail: Mail, bytes: number) => void {
  const { mailsMax, bytesMax } = relayedMailsLimits;
  let waiting: Mail[] = [];
  let waitingBytes = 0;
  let underWay = 0;
  let leftAtMs = Number.NEGATIVE_INFINITY;
  let isLeaving = false;
  let timer: NodeJS.Timeout | undefined;

  const leave = (): void => {
    const mails = waiting;
    waiting = [];
    waitingBytes = 0;
    isLeaving = false;
    if (mails.length === 0) return;
    underWay += 1;
    leftAtMs = performance.now();
    void send(mails).then(() => {
      underWay -= 1;
      lookAgain();
    });
  };
  const look = (): void => {
    if (waiting.length === 0 || isLeaving) return;
    const waitMs = leftAtMs + (underWay === 0 ? apartMs : gatheredMs) - performance.now();
    if (waitMs <= 0 || (underWay === 1 && waiting.length >= besidesMin)) {
      isLeaving = true;
      setImmediate(leave);
    } else timer ??= setTimeout(lookAgain, waitMs);
  };
  const lookAgain = (): void => {
    clearTimeout(timer);
    timer = undefined;
    look();
  };

  return (mail, bytes) => {
    if (waiting.length === mailsMax || waitingBytes + bytes > bytesMax) leave();
    waiting.push(mail);
    waitingBytes += bytes;
    look();
  };
}
