import type { WaitingCause } from '@postrider/contracts/emails';
import type { SinkScript } from '@postrider/testkit';
import type { ExpectedWaiting, WaitingWorld } from './waiting-world';

/** A fault that keeps one email, and what puts it right. */
export interface Fault {
  readonly name: string;
  readonly cause: WaitingCause;
  readonly expected?: Omit<ExpectedWaiting, 'cause'>;
  readonly begin: (world: WaitingWorld) => Promise<Broken>;
}

interface Broken {
  readonly id: string;
  readonly repair: () => Promise<unknown>;
}

export const containing = (text: string): unknown => expect.stringContaining(text);

export const reject = (at: 'connect' | 'mail' | 'rcpt', code: number, text: string): SinkScript => ({
  ...{ kind: 'reject', at, code, text },
});
