import net from 'node:net';

/** As little SMTP as a load needs: a client that costs more than the server would measure itself. */
export interface SmtpClient {
  /** @throws when the answer has another code, or none comes */
  command(bytes: string | readonly (string | Buffer)[], expectedCode: number): Promise<void>;
  quit(): Promise<void>;
}

const answerMs = 30_000;

/**
 * Connects and waits for the greeting.
 *
 * @param localAddress only where it matters: binding to one makes the kernel look through the ports of all connections closed within
 *   a minute, which halved the rate of both sides once some thousand were
 */
export async function openSmtpClient(port: number, localAddress?: string): Promise<SmtpClient> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  socket.setNoDelay(true);
  socket.setTimeout(answerMs, () => socket.destroy(new Error(`no SMTP answer within ${answerMs} ms`)));
  let received = '';
  let waiting: ((answer: string | Error) => void) | undefined;
  const settle = (answer: string | Error): void => {
    const callback = waiting;
    waiting = undefined;
    callback?.(answer);
  };
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    const lastLine = /(?:^|\n)(\d{3}(?: [^\r\n]*)?)\r\n$/.exec(received)?.[1];
    if (lastLine === undefined) return;
    received = '';
    settle(lastLine);
  });
  socket.on('error', (error) => settle(error));
  socket.on('close', () => settle(new Error('the server closed the connection')));

  const expect = (code: number): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting = (answer) => {
        if (answer instanceof Error) return reject(answer);
        if (!answer.startsWith(String(code)))
          return reject(new Error(`SMTP answered ${answer}, not ${code}`));
        resolve();
      };
    });
  const command: SmtpClient['command'] = (bytes, expectedCode) => {
    const answered = expect(expectedCode);
    if (typeof bytes === 'string') socket.write(bytes);
    else {
      socket.cork();
      for (const part of bytes) socket.write(part);
      socket.uncork();
    }
    return answered;
  };
  await expect(220);
  return {
    command,
    quit: async () => {
      await command('QUIT\r\n', 221);
      socket.destroy();
    },
  };
}
