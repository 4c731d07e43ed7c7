import { connect, type Channel, type ConfirmChannel, type RecoveringChannelModel } from 'amqplib';
import { addressOfUrl, withTimeout, type Logger } from '@postrider/runtime';
import type { Writable } from 'node:stream';

/** A channel. `ended` resolves with the reason when the channel can no longer be used, and never rejects. */
export interface OpenChannel<Kind extends Channel = Channel> {
  readonly channel: Kind;
  readonly ended: Promise<string>;
  readonly isOpen: () => boolean;
  /** Closes in good order; never rejects. The broker takes back what was not acknowledged. */
  close(): Promise<void>;
}

/** A connection that reconnects by itself. Channels do not: their holder opens another when one has ended. */
export interface Connection {
  readonly isConnected: () => boolean;
  /** Why the last attempt to connect failed, while there is no connection. */
  readonly failure: () => Error | undefined;
  /** Waits for the connection when there is none; rejects once the connection is closed by us. */
  /** RabbitMQ's own reason, while it takes no messages from this connection. */
  readonly blocked: () => string | null;
  openChannel(): Promise<OpenChannel>;
  openConfirmChannel(): Promise<OpenChannel<ConfirmChannel>>;
  close(): Promise<void>;
}

/** Detects a peer that vanished without a FIN within two beats; RabbitMQ advises 5 to 20 s. */
const heartbeatSeconds = 10;
const connectTimeoutMs = 10_000;
const closeTimeoutMs = 2_000;
const recovery = {
  initialDelay: 200,
  maxDelay: 5_000,
  maxRetries: Infinity,
  initialMaxRetries: Infinity,
  waitForConnect: false,
};

export async function createConnection(options: {
  readonly url: string;
  readonly name: string;
  readonly log: Logger;
}): Promise<Connection> {
  const { name, log } = options;
  const model = await connect(withHeartbeat(options.url), {
    recovery,
    noDelay: true,
    keepAlive: true,
    timeout: connectTimeoutMs,
    clientProperties: { connection_name: name },
  });
  let connected = false;
  let failure: Error | undefined;
  let blocked: string | null = null;
  watch(model, {
    name,
    log,
    address: addressOfUrl(options.url),
    onChange: (now, reason) => {
      connected = now;
      failure = reason;
      blocked = null;
    },
    onBlocked: (reason) => {
      blocked = reason;
    },
  });

  return {
    isConnected: () => connected,
    failure: () => failure,
    blocked: () => blocked,
    openChannel: async () => track(await model.createChannel()),
    openConfirmChannel: async () => track(await model.createConfirmChannel()),
    // amqplib says goodbye and waits for the answer, for ever when the connection breaks in that moment.
    close: () => withTimeout(closeTimeoutMs, () => model.close()).catch(() => undefined),
  };
}

function withHeartbeat(url: string): string {
  if (/[?&]heartbeat=/.test(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}heartbeat=${heartbeatSeconds}`;
}

/** Listeners must not throw: amqplib would take that for a failed connection and connect again, for ever. */
function watch(
  model: RecoveringChannelModel,
  options: {
    name: string;
    log: Logger;
    address: string;
    onChange: (connected: boolean, failure?: Error) => void;
    onBlocked: (reason: string | null) => void;
  },
): void {
  const { name, log, address, onChange, onBlocked } = options;
  model.on('connect', () => {
    onChange(true);
    log.info({ connection: name }, `connected to RabbitMQ at ${address}`);
  });
  model.on('disconnect', (error: Error) => {
    onChange(false, error);
    log.warn({ connection: name, reason: error.message }, `lost RabbitMQ at ${address}, reconnecting`);
  });
  model.on('connect-failed', (error: Error) => {
    onChange(false, error);
    log.debug({ connection: name, err: error }, `RabbitMQ at ${address} does not answer`);
  });
  // A `disconnect` or `connect-failed` follows; without a listener the process would end here.
  model.on('error', (error: Error) =>
    log.debug({ connection: name, err: error }, 'RabbitMQ connection error'),
  );
  model.on('handler-error', (error: unknown) => {
    log.error({ connection: name, err: error }, 'a RabbitMQ listener threw');
  });
  // `logWriteRefusals` writes it to the log.
  model.on('blocked', (reason: string) => onBlocked(reason));
  model.on('unblocked', () => onBlocked(null));
}

function track<Kind extends Channel>(channel: Kind): OpenChannel<Kind> {
  coalesceWrites(channel);
  let open = true;
  let reason = 'channel closed';
  const ended = new Promise<string>((resolve) => {
    channel.on('error', (error: Error) => {
      reason = error.message;
    });
    channel.on('close', () => {
      open = false;
      resolve(reason);
    });
  });
  channel.on('handler-error', () => undefined);
  return {
    channel,
    ended,
    isOpen: () => open,
    close: async () => {
      if (!open) return;
      // From here on amqplib throws on every use, although the close event is still to come.
      open = false;
      await withTimeout(closeTimeoutMs, () => channel.close()).catch(() => undefined);
    },
  };
}

const coalesced = new WeakSet<Writable>();

/**
 * amqplib writes each frame to the socket by itself: an acknowledgement of 21 octets is a system call and a packet
 * of its own, and took a seventh of the time of a busy consumer. Held back until the end of the event loop's turn,
 * all frames of the turn leave in one call.
 */
function coalesceWrites(channel: Channel): void {
  const stream = streamOf(channel);
  if (!stream || coalesced.has(stream)) return;
  coalesced.add(stream);
  const write = stream.write.bind(stream) as (...chunk: unknown[]) => boolean;
  let corked = false;
  const release = (): void => {
    corked = false;
    stream.uncork();
  };
  const writeLater = (...chunk: unknown[]): boolean => {
    if (!corked) {
      corked = true;
      stream.cork();
      process.nextTick(release);
    }
    return write(...chunk);
  };
  stream.write = writeLater as Writable['write'];
}

/** Not part of amqplib's public interface: without it, frames go one by one as before. */
function streamOf(channel: Channel): Writable | undefined {
  const { stream } = channel.connection as unknown as { stream?: Partial<Writable> };
  return typeof stream?.write === 'function' && typeof stream.cork === 'function'
    ? (stream as Writable)
    : undefined;
}
