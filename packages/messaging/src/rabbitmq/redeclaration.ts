import type { Logger } from '@postrider/runtime';
import type { Connection } from './connection';
import { publishOptions, type PublishBytes, type Target } from './message-format';
import { assertTopology } from './topology';

export interface Redeclaration {
  /** A message came back: no queue took it. Declares all queues anew and publishes it once more, once only. */
  onReturned(target: Target, message: { content: Buffer; headers: Readonly<Record<string, unknown>> }): void;
}

const AGAIN_HEADER = 'x-published-again';

export function createRedeclaration(given: {
  readonly connection: Connection;
  readonly log: Logger;
  readonly publish: PublishBytes;
}): Redeclaration {
  const { connection, log, publish } = given;
  /** Many messages come back at once and share one declaration. */
  let declaring: Promise<void> | undefined;

  const declare = async (): Promise<void> => {
    const opened = await connection.openChannel();
    try {
      await assertTopology(opened.channel);
    } finally {
      await opened.close();
    }
    log.warn('a queue was missing and has been declared again');
  };

  return {
    onReturned: (target, { content, headers }) => {
      if (headers[AGAIN_HEADER]) return;
      declaring ??= declare().finally(() => {
        declaring = undefined;
      });
      declaring
        .then(() =>
          publish(target, content, { ...publishOptions({}), headers: { ...headers, [AGAIN_HEADER]: true } }),
        )
        .catch((error: unknown) => log.warn({ err: error, ...target }, 'a returned message was given up'));
    },
  };
}
