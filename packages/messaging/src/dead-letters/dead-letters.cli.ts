import { queueCatalogue, type QueueName } from '@postrider/contracts';
import { addressOfUrl, createLogger, TimeoutError } from '@postrider/runtime';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { deadLettersSettings } from './config';
import { openDeadLetters, type DeadLetters } from './dead-letters';

const queueArgument = new Argument('<queue>', 'name of the queue').choices(Object.keys(queueCatalogue));

const program = new Command('dead-letters').description(
  'What RabbitMQ put aside, and the way back (AMQP_URL).',
);

program
  .command('list')
  .description('count of waiting and dead messages of every queue')
  .action(() =>
    withDeadLetters(async (deadLetters) => {
      for (const { queue, waiting, dead } of await deadLetters.counts()) {
        print(
          `${queue.padEnd(28)} waiting ${String(waiting).padStart(8)}   dead ${String(dead).padStart(8)}`,
        );
      }
    }),
  );

program
  .command('show')
  .description('the oldest dead letters of a queue with their reasons')
  .addArgument(queueArgument)
  .option('--limit <count>', 'at most this many', positive, 20)
  .option('--payload', 'with their payload, which may hold addresses', false)
  .action((queue: QueueName, options: { limit: number; payload: boolean }) =>
    withDeadLetters(async (deadLetters) => {
      const letters = await deadLetters.inspect(queue, options.limit);
      for (const { payload, ...letter } of letters) {
        print(JSON.stringify(options.payload ? { ...letter, payload } : letter));
      }
      if (letters.length === 0) print(`${queue} has no dead letters`);
    }),
  );

program
  .command('redrive')
  .description('gives dead letters back to their queue, oldest first')
  .addArgument(queueArgument)
  .option('--limit <count>', 'at most this many', positive, 1_000)
  .action((queue: QueueName, options: { limit: number }) =>
    withDeadLetters(async (deadLetters) => {
      print(`${await deadLetters.redrive(queue, options.limit)} messages are back in ${queue}`);
    }),
  );

async function withDeadLetters(work: (deadLetters: DeadLetters) => Promise<void>): Promise<void> {
  const { AMQP_URL } = deadLettersSettings();
  try {
    const log = createLogger({ name: 'dead-letters', level: 'silent' });
    const deadLetters = await openDeadLetters({ url: AMQP_URL, log });
    await work(deadLetters).finally(() => deadLetters.close());
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    process.stderr.write(
      `RabbitMQ does not answer at ${addressOfUrl(AMQP_URL)}: is it running ("make up")?\n`,
    );
    process.exitCode = 1;
  }
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('a whole number above zero, please');
  return Number(text);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
