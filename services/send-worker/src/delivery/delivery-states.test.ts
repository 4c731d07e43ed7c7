import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SmtpConnectionError, type SmtpCommand } from '@postrider/smtp-client';
import type { DeliveryOutcome } from '../transport/pool/delivery-session';
import { endOfConnecting, endsOfTransaction } from './delivery-end';
import { deliveryStates } from './delivery-states';

const page = readFileSync(path.join(__dirname, '../../../../docs/delivery/README.md'), 'utf8');

/** The cells of a section's first table, without its head. */
function tableOf(section: string): readonly (readonly string[])[] {
  const [, text = ''] = page.split(new RegExp(`^## ${section}$`, 'm'));
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

it('docs/delivery/README.md shows what follows from each state', () => {
  const rows = Object.entries(deliveryStates).map(([state, { becomes, counts, again, event }]) => [
    ...[state, becomes === 'accepted' ? 'delivered or sent' : becomes],
    ...[counts ? 'yes' : 'no', again, event],
  ]);
  expect(tableOf('What follows').map(([state, , ...rest]) => [state, ...rest])).toEqual(rows);
});

const facts = {
  ...{ peer: 'mx.test [192.0.2.1]:25', provider: null, isFinal: true, messageIdHeader: '<a@b.test>' },
  ...{ isExpired: false, wasUsed: true },
};
const accepted: DeliveryOutcome = { kind: 'accepted', reply: { code: 250, text: 'ok' } };

/** The steps of a transaction; from DATA on the attempt is committed. */
const steps: readonly {
  readonly command: SmtpCommand;
  readonly begun: boolean;
  readonly endSent: boolean;
}[] = [
  { command: 'MAIL', begun: false, endSent: false },
  { command: 'RCPT', begun: false, endSent: false },
  { command: 'DATA', begun: true, endSent: false },
  { command: 'message', begun: true, endSent: false },
  { command: 'message', begun: true, endSent: true },
];

type Answer = { readonly code: number; readonly text: string } | { readonly lost: string };

function stateAt(answer: Answer, step: (typeof steps)[number], others: readonly DeliveryOutcome[]): string {
  const outcome: DeliveryOutcome =
    'lost' in answer
      ? { kind: 'broken', ...step, error: new SmtpConnectionError('no answer', answer.lost) }
      : { kind: 'refused', command: step.command, reply: answer };
  const [end] = endsOfTransaction([outcome, ...others], facts);
  return end?.state ?? '';
}

function stateOfConnecting(answer: Answer): string {
  const failure =
    'lost' in answer
      ? {
          ...({ kind: 'failed', step: 'greeting', tlsFailure: null } as const),
          ...{ error: new SmtpConnectionError('no answer', answer.lost), conversation: [] },
        }
      : ({ kind: 'refused', step: 'greeting', reply: answer, host: 'mx.test', conversation: [] } as const);
  return endOfConnecting({ kind: 'unreachable', failure, suspended: undefined }, {}).state;
}

const rowOf = (answer: Answer, others: readonly DeliveryOutcome[] = []): readonly string[] => [
  stateOfConnecting(answer),
  ...steps.map((step) => stateAt(answer, step, others)),
];

it('docs/delivery/README.md shows which answer at which step leads to which state', () => {
  const [acceptedEnd] = endsOfTransaction([accepted], facts);
  const rows = [
    ['–', '–', '–', '–', '–', acceptedEnd?.state],
    rowOf({ code: 450, text: '4.3.0 later' }),
    rowOf({ code: 550, text: '5.3.0 never' }),
    rowOf({ code: 550, text: '5.7.1 no smtp service here' }),
    rowOf({ code: 452, text: '4.5.3 too many recipients' }, [accepted]),
    rowOf({ lost: 'ETIMEDOUT' }, [accepted]),
    rowOf({ lost: 'ECONNRESET' }, [accepted]),
    rowOf({ lost: 'ECONNRESET' }),
  ];
  expect(tableOf('What each answer means').map((row) => row.slice(1))).toEqual(rows);
});
