import type { ScriptedBehaviour } from '@postrider/testkit';

/*
 * What a mail server may do wrong, at each step of the dialogue, and the outcome of a message to one recipient, to three at its
 * site, and to three of whom one is at its site. docs/delivery/README.md shows the same table.
 */

/** - shared: with RETURN_PATH=message, in one transaction. */
export const shapes = ['one', 'three', 'shared', 'several'] as const;
export type Shape = (typeof shapes)[number];

export interface MatrixRow {
  readonly what: string;
  readonly behaviour: ScriptedBehaviour;
  /** No server listens at its address. */
  readonly closed?: true;
  /** More than socket buffers hold: a server can fail within it. Not in each shape, for the time it takes. */
  readonly large?: true;
  /** Recipients by their state, attempts, copies that a server has taken. */
  readonly expected: Readonly<Record<Shape, string>>;
}

/** Of the recipients, the one that a server has something against at RCPT. */
const isPicky = (address: string): boolean => address.startsWith('b@');

const refuse = (at: 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'end', code: number, text: string) =>
  ({ fault: { kind: 'refuse', at, code, text }, strikes: isPicky }) as const satisfies ScriptedBehaviour;
const hang = (at: 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message' | 'end') =>
  ({ fault: { kind: 'hang', at }, strikes: isPicky }) as const satisfies ScriptedBehaviour;
const cut = (at: 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message' | 'end') =>
  ({ fault: { kind: 'cut', at }, strikes: isPicky }) as const satisfies ScriptedBehaviour;

const closing = '4.3.2 closing';
const later = '4.3.0 later';
const never = '5.3.0 never';
type Expected = MatrixRow['expected'];

export const notPlayed = '–';

const delivered: Expected = {
  one: '1 delivered, 1 attempt, 1 copy',
  three: '3 delivered, 3 attempts, 3 copies',
  shared: '3 delivered, 3 attempts, 3 copies',
  several: '3 delivered, 3 attempts, 3 copies',
};
/** No connection: the site waits, no recipient has been tried. */
const waiting: Expected = {
  one: '1 queued, 0 attempts, 0 copies',
  three: '3 queued, 0 attempts, 0 copies',
  shared: '3 queued, 0 attempts, 0 copies',
  several: '1 queued, 2 delivered, 2 attempts, 2 copies',
};
const deferred: Expected = {
  one: '1 queued, 1 attempt, 0 copies',
  three: '3 queued, 3 attempts, 0 copies',
  shared: '3 queued, 3 attempts, 0 copies',
  several: '1 queued, 2 delivered, 3 attempts, 2 copies',
};
const largeDeferred: Expected = { ...deferred, three: notPlayed, several: notPlayed };
const bounced: Expected = {
  one: '1 bounced, 1 attempt, 0 copies',
  three: '3 bounced, 3 attempts, 0 copies',
  shared: '3 bounced, 3 attempts, 0 copies',
  several: '1 bounced, 2 delivered, 3 attempts, 2 copies',
};
const oneDeferred: Expected = {
  ...deferred,
  three: '1 queued, 2 delivered, 3 attempts, 2 copies',
  shared: '1 queued, 2 delivered, 3 attempts, 2 copies',
};
const oneBounced: Expected = {
  ...bounced,
  three: '1 bounced, 2 delivered, 3 attempts, 2 copies',
  shared: '1 bounced, 2 delivered, 3 attempts, 2 copies',
};
/** With the connection go the others of its transaction. */
const oneEndsAll: Expected = { ...oneDeferred, shared: deferred.shared };
/** The result is unknown, and here a server has it. */
const unknown: Expected = {
  one: '1 unconfirmed, 1 attempt, 1 copy',
  three: '3 unconfirmed, 3 attempts, 3 copies',
  shared: '3 unconfirmed, 3 attempts, 3 copies',
  several: '1 unconfirmed, 2 delivered, 3 attempts, 3 copies',
};
/** The result is unknown, and here no server has it. */
const unknownLost: Expected = {
  one: '1 unconfirmed, 1 attempt, 0 copies',
  three: '3 unconfirmed, 3 attempts, 0 copies',
  shared: '3 unconfirmed, 3 attempts, 0 copies',
  several: '1 unconfirmed, 2 delivered, 3 attempts, 2 copies',
};

export const deliveryMatrix: readonly MatrixRow[] = [
  { what: 'takes it', behaviour: {}, expected: delivered },
  { what: 'takes it, without PIPELINING', behaviour: { without: ['PIPELINING'] }, expected: delivered },
  { what: 'takes it by BDAT (CHUNKING)', behaviour: { chunking: true }, expected: delivered },
  { what: 'takes it, slowly', behaviour: { fault: { kind: 'slow', delayMs: 100 } }, expected: delivered },
  {
    what: 'takes two recipients of a transaction',
    behaviour: { fault: { kind: 'recipients', max: 2 } },
    expected: delivered,
  },
  {
    what: 'offers STARTTLS, speaks no TLS',
    behaviour: { fault: { kind: 'break TLS' } },
    expected: delivered,
  },
  { what: 'is not there', behaviour: {}, closed: true, expected: waiting },
  { what: '421 as its greeting', behaviour: refuse('greeting', 421, closing), expected: waiting },
  { what: '554 as its greeting', behaviour: refuse('greeting', 554, never), expected: waiting },
  { what: 'hangs before its greeting', behaviour: hang('greeting'), expected: waiting },
  { what: 'cuts before its greeting', behaviour: cut('greeting'), expected: waiting },
  { what: '421 to EHLO', behaviour: refuse('EHLO', 421, closing), expected: waiting },
  { what: '451 to EHLO', behaviour: refuse('EHLO', 451, later), expected: waiting },
  { what: '550 to EHLO', behaviour: refuse('EHLO', 550, never), expected: waiting },
  { what: 'hangs at EHLO', behaviour: hang('EHLO'), expected: waiting },
  { what: 'cuts at EHLO', behaviour: cut('EHLO'), expected: waiting },
  { what: '421 to MAIL', behaviour: refuse('MAIL', 421, closing), expected: deferred },
  { what: '451 to MAIL', behaviour: refuse('MAIL', 451, later), expected: deferred },
  { what: '550 to MAIL', behaviour: refuse('MAIL', 550, never), expected: bounced },
  { what: 'hangs at MAIL', behaviour: hang('MAIL'), expected: deferred },
  { what: 'cuts at MAIL', behaviour: cut('MAIL'), expected: deferred },
  { what: '421 to RCPT of one', behaviour: refuse('RCPT', 421, closing), expected: oneEndsAll },
  { what: '450 to RCPT of one', behaviour: refuse('RCPT', 450, '4.2.1 mailbox busy'), expected: oneDeferred },
  { what: '550 to RCPT of one', behaviour: refuse('RCPT', 550, '5.1.1 no such user'), expected: oneBounced },
  { what: 'hangs at RCPT of one', behaviour: hang('RCPT'), expected: oneEndsAll },
  { what: 'cuts at RCPT of one', behaviour: cut('RCPT'), expected: oneEndsAll },
  { what: '421 to DATA', behaviour: refuse('DATA', 421, closing), expected: deferred },
  { what: '451 to DATA', behaviour: refuse('DATA', 451, later), expected: deferred },
  { what: '554 to DATA', behaviour: refuse('DATA', 554, never), expected: bounced },
  { what: 'hangs at DATA', behaviour: hang('DATA'), expected: deferred },
  { what: 'cuts at DATA', behaviour: cut('DATA'), expected: deferred },
  { what: 'cuts within a large message', behaviour: cut('message'), large: true, expected: largeDeferred },
  { what: 'hangs within a large message', behaviour: hang('message'), large: true, expected: largeDeferred },
  { what: 'cuts within a small message', behaviour: cut('message'), expected: unknownLost },
  { what: '421 after the final dot', behaviour: refuse('end', 421, closing), expected: deferred },
  { what: '451 after the final dot', behaviour: refuse('end', 451, later), expected: deferred },
  { what: '554 after the final dot', behaviour: refuse('end', 554, never), expected: bounced },
  { what: 'hangs after the final dot', behaviour: hang('end'), expected: unknown },
  { what: 'cuts after the final dot', behaviour: cut('end'), expected: unknown },
];
