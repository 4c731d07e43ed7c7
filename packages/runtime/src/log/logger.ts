import pino, { type DestinationStream, type Logger } from 'pino';
import { censorSecrets } from './censor-secrets';
import { describeError } from './describe-error';

export type { Logger } from 'pino';

/**
 * JSON lines on stdout. One line per finished request or job, with its outcome and duration;
 * never bodies, keys or whole addresses (`maskText`). What is bound to a child is not searched for secrets: ids only.
 */
export function createLogger(options: {
  readonly name: string;
  readonly level: string;
  readonly destination?: DestinationStream;
}): Logger {
  const settings = {
    name: options.name,
    level: options.level,
    serializers: { err: describeError, error: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (logged: Record<string, unknown>) => censorSecrets(logged),
    },
  };
  return pino(settings, options.destination ?? (output ??= standardOutput()));
}

type LineFields = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>;

/**
 * Writes what `log.info(fields, text)` would, at half its price (2.4 µs instead of 5): for a line of each request, with fields
 * under keys of ours, that are not searched for secrets.
 */
export function createLineWriter(log: Logger, text: string): (fields: LineFields) => void {
  const parts = log as unknown as Readonly<Record<symbol, unknown>>;
  const stream = parts[pino.symbols.streamSym] as DestinationStream;
  const bound = parts[pino.symbols.chindingsSym] as string;
  const end = `,"msg":${JSON.stringify(text)}}\n`;
  return (fields) => {
    if (!log.isLevelEnabled('info')) return;
    const time = new Date().toISOString();
    stream.write(`{"level":"info","time":"${time}"${bound},${JSON.stringify(fields).slice(1, -1)}${end}`);
  };
}

let output: DestinationStream | undefined;

/**
 * All lines of one turn of the event loop go out in one write: a write per line took 8 % of the time of an accepted
 * email. A process that ends by itself writes the rest; one that is killed loses the lines of its last turn.
 * The lines are gathered here, since pino's own `flushSync` ends in an fsync: that took 21 % of the same time.
 */
function standardOutput(): DestinationStream {
  const stdout = pino.destination({ fd: process.stdout.fd, sync: true });
  let lines = '';
  const flush = (): void => {
    const text = lines;
    lines = '';
    if (text !== '') stdout.write(text);
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

/** Ids that travel with a piece of work, through logs and message headers alike. */
export interface WorkIds {
  readonly request_id?: string;
  readonly organization_id?: string;
  readonly message_id?: string;
  readonly event_id?: string;
  readonly delivery_id?: string;
}
