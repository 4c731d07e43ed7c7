import type { Counter, Metrics } from '@postrider/runtime';

/** Called with each reply and what it answers. */
export type CountReply = (command: string, code: number) => void;

/** Commands with a label of their own; unknown ones are `other`, and replies without a command `none`. */
const commands: ReadonlySet<string> = new Set([
  ...['EHLO', 'HELO', 'STARTTLS', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'RSET', 'NOOP', 'QUIT', 'VRFY'],
]);

/** What health looks like, and what the dashboard asks about. */
const fromTheStart = [
  ...[['MAIL', '250'] as const, ['RCPT', '250'] as const, ['RCPT', '550'] as const],
  ...[['DATA', '250'] as const, ['DATA', '451'] as const, ['DATA', '550'] as const],
];

export function createReplyCounter(metrics: Metrics, listener: 'submission' | 'inbound'): CountReply {
  const replies = metrics.counter(
    'smtp_relay_replies',
    'Replies to SMTP clients, by listener, command and code.',
    {
      listener: [],
      command: [],
      code: [],
    },
  );
  const logins = listener === 'submission' ? [['AUTH', '235'] as const, ['AUTH', '535'] as const] : [];
  for (const [command, code] of [...fromTheStart, ...logins]) replies.add(0, { listener, command, code });
  // Four of a message: looking a series up by its labels costs more than counting.
  const known = new Map<string, Map<number, Counter>>();
  return (command, code) => {
    const counter = known.get(command)?.get(code);
    if (counter !== undefined) return counter.add();
    const first = replies.with({ listener, command, code: String(code) });
    known.set(command, new Map(known.get(command)).set(code, first));
    first.add();
  };
}

/** @param line as it came */
export function commandOf(line: string): string {
  const verb = /^[a-z]{4,8}/i.exec(line.slice(0, 8))?.[0].toUpperCase() ?? '';
  return commands.has(verb) ? verb : 'other';
}
