import { Argument, type Command } from 'commander';
import { CommandFailure } from '../command-line/failures';
import type { Run, Session } from '../session/session';
import { defaultSender } from './default-sender';

/** Recipients of test emails decide what happens to them. */
const recipients = {
  'email.sent': 'delivered',
  'email.delivered': 'delivered',
  'email.delivery_delayed': 'delay',
  'email.bounced': 'bounce',
  'email.complained': 'complaint',
  'email.rejected': 'suppressionlist',
  'email.opened': 'open',
  'email.clicked': 'click',
} as const;
type Triggered = keyof typeof recipients;

interface TriggerOptions {
  readonly from?: string;
}

export function addTriggerCommand(program: Command, run: Run): void {
  program
    .command('trigger')
    .description('make an event happen, with a test key: it sends a test email whose outcome is simulated')
    .addArgument(new Argument('<event>', 'type of the event').choices(Object.keys(recipients)))
    .option('--from <address>', 'sender (default: that of the newest email)')
    .action((event: Triggered, options: TriggerOptions) =>
      run((session) => trigger(session, event, options)),
    );
}

async function trigger(
  { output, ...session }: Session,
  event: Triggered,
  options: TriggerOptions,
): Promise<void> {
  const client = await session.client();
  const { mode } = await client.keys.getOwn();
  if (mode !== 'test') {
    throw new CommandFailure(
      'key',
      'Events are only simulated with a test key: this one would send a real email.',
      'test_key_needed',
    );
  }
  const to = `${recipients[event]}@example.com`;
  const sent = await client.emails.send({
    ...{ from: options.from ?? (await defaultSender(client)), to, subject: `Trigger ${event}` },
    // A click needs a link.
    html: '<p>A test email: <a href="https://example.com/">a link</a></p>',
    text: 'A test email: https://example.com/',
    metadata: { trigger: event },
  });
  output.answer({ id: sent.id, event, to }, `${event} follows for the test email ${sent.id} to ${to}`);
}
