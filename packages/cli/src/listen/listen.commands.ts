import { randomBytes } from 'node:crypto';
import { Option, type Command } from 'commander';
import { idArgument, listArgument, sinceArgument, urlArgument } from '../command-line/arguments';
import { CommandFailure, exitCodes } from '../command-line/failures';
import type { Output } from '../command-line/output';
import { signingSecretOf } from '../profiles/profile-store';
import type { Run, Session } from '../session/session';
import { listen, type Report } from './listener';
import { openListenerState } from './listener-state';
import { createReceiver, resultOf } from './receiver';
import { eventsToReplay } from './replay';
import { signedRequest, webhookOf } from './webhook-request';

interface ListenOptions {
  readonly forwardTo?: URL;
  readonly events?: readonly string[];
  readonly mode?: 'live' | 'test';
  readonly since?: Date;
  readonly replay?: string;
  readonly printSecret?: true;
}

export function addListenCommand(program: Command, run: Run): void {
  program
    .command('listen')
    .description('receive webhooks on this machine, without a tunnel or a public address')
    .option(
      '-f, --forward-to <url>',
      'where to POST webhooks: 3000, localhost:3000/hooks or a URL',
      urlArgument,
    )
    .option('-e, --events <types>', 'only these types: email.bounced,email.delivered', listArgument)
    .addOption(new Option('--mode <mode>', 'only events of live or of test emails').choices(['live', 'test']))
    .option(
      '--since <time>',
      'begin at this time, such as 10m, instead of where the last run ended',
      sinceArgument,
    )
    .option('--replay <id>', 'send the events of this email, or this event, once more and end', idArgument)
    .option('--print-secret', 'print the signing secret and end')
    .addHelpText('after', help)
    .action((options: ListenOptions) => run((session) => listenOrReplay(session, options)));
}

const help = `
Events are signed with a secret that stays the same for a profile (--print-secret shows it), and sent with the headers, bodies and
retries of the service. The next run with the same URL continues where this one ends, so events of the time in between arrive too.`;

async function listenOrReplay(session: Session, options: ListenOptions): Promise<number | void> {
  const { output, profiles, profileName } = session;
  const secret = await signingSecret(session);
  if (options.printSecret) return output.answer({ signing_secret: secret }, secret);
  const { forwardTo } = options;
  if (!forwardTo)
    throw new CommandFailure('usage', 'Pass the URL of your receiver: --forward-to localhost:3000');
  const types = checkedTypes(options.events);
  // Before anything is stored: it names what is wrong with the key or the address.
  await (await session.client()).keys.getOwn({ maxRetries: 0 });
  const state = openListenerState(profiles.folder, { profile: profileName, forwardTo });
  const receiver = createReceiver(forwardTo);
  try {
    const work = { secret, forwardTo, types, state, receiver };
    return options.replay === undefined
      ? await follow(session, options, work)
      : await replay(session, options.replay, work);
  } finally {
    receiver.close();
    state.close();
  }
}

interface Work {
  readonly secret: string;
  readonly forwardTo: URL;
  readonly types: ReadonlySet<string> | null;
  readonly state: ReturnType<typeof openListenerState>;
  readonly receiver: ReturnType<typeof createReceiver>;
}

async function follow(session: Session, { since, mode }: ListenOptions, work: Work): Promise<void> {
  const { output, stopping } = session;
  const { secret, forwardTo, state } = work;
  const client = await session.client();
  if (since !== undefined) state.reset();
  const isResumed = state.cursor !== null;
  // Before it says that it is ready: every event from then on arrives.
  if (!isResumed && since === undefined) {
    const { next_cursor: end } = await client.emailEvents
      .list({ since: 'now', limit: 1, ...(mode && { mode }) })
      .page();
    state.cursor = end ?? null;
    state.write();
  }
  output.line(
    {
      type: 'ready',
      forward_to: forwardTo.href,
      signing_secret: secret,
      resumed: isResumed,
      pending: state.pending.size,
    },
    [
      `Forwarding to ${forwardTo.href}${isResumed ? ', from where the last run ended' : ''}`,
      `Signing secret: ${secret}`,
    ].join('\n'),
  );
  await listen(
    {
      ...{ ...work, client, since: since ?? 'now' },
      ...(mode && { mode }),
      onReport: (report) => printReport(output, report),
      onError: (error) => output.warning(`${error.message}; trying again`),
      onCursorRefused: () =>
        output.warning(
          'The place where the last run ended is not of this organization. Beginning with new events.',
        ),
    },
    stopping,
  );
}

/** Once each, without retries and without changing where `listen` continues. */
async function replay(
  session: Session,
  id: string,
  { state, receiver, secret, types }: Work,
): Promise<number> {
  const events = await eventsToReplay(await session.client(), id, state.listenerId);
  let failed = 0;
  for (const event of events.filter(({ type }) => types === null || types.has(type))) {
    const webhook = webhookOf(event, state.listenerId);
    const attempt = await receiver.post(signedRequest(webhook, { secret, at: new Date() }), session.stopping);
    const isDelivered = resultOf(attempt) === 'delivered';
    if (!isDelivered) failed += 1;
    const result = isDelivered ? 'delivered' : 'exhausted';
    printReport(session.output, { webhook, attempt, number: 1, result, nextAttemptAt: null });
  }
  return failed === 0 ? exitCodes.ok : exitCodes.findings;
}

function printReport(output: Output, { webhook, attempt, number, result, nextAttemptAt }: Report): void {
  const { created_at: at, data } = JSON.parse(webhook.body) as {
    readonly created_at: string;
    readonly data: { readonly recipient?: string; readonly email_id?: string };
  };
  const { status, error, tookMs, response } = attempt;
  const next = nextAttemptAt === null ? '' : `, again at ${nextAttemptAt.slice(11, 19)}`;
  const said =
    status === null || result === 'delivered' || response === '' ? '' : `: ${response.slice(0, 200)}`;
  output.line(
    {
      ...{
        type: 'attempt',
        event_type: webhook.type,
        delivery_id: webhook.deliveryId,
        email_id: data.email_id,
      },
      ...{ number, result, status, error, took_ms: tookMs, response, next_attempt_at: nextAttemptAt },
    },
    `${at.slice(11, 19)}  ${webhook.type}  ${data.recipient ?? ''}  ${status ?? error} (${tookMs} ms)${next}${said}`,
  );
}

/** Types of the event stream. */
const eventTypes = [
  ...[
    'email.sent',
    'email.delivered',
    'email.delivery_delayed',
    'email.late',
    'email.bounced',
    'email.complained',
  ],
  ...['email.rejected', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.failed'],
];

/** `bounced` means `email.bounced`. @throws CommandFailure for a type that the stream does not have */
export function checkedTypes(given: readonly string[] | undefined): ReadonlySet<string> | null {
  if (given === undefined || given.length === 0) return null;
  const types = given.map((type) => (type.includes('.') ? type : `email.${type}`));
  const unknown = types.filter((type) => !eventTypes.includes(type));
  if (unknown.length > 0) {
    throw new CommandFailure('usage', `There is no ${unknown.join(', ')}. Types: ${eventTypes.join(', ')}`);
  }
  return new Set(types);
}

/** The secret with which `listen` signs: made once for a profile, so that the receiver's settings stay right. */
async function signingSecret({ settings, profiles, profileName }: Session): Promise<string> {
  if (settings.webhookSecret !== undefined) return settings.webhookSecret;
  const secrets = profiles.secretsOf(profileName);
  const stored = await secrets.get(signingSecretOf(profileName));
  if (stored !== null) return stored;
  const made = `whsec_${randomBytes(32).toString('base64')}`;
  await secrets.set(signingSecretOf(profileName), made);
  return made;
}
