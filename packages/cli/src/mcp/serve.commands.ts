import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Session } from '../session/session';
import { chooseTools, createMcpServer } from './server';

/** Serves one assistant over standard input and output until it closes them, or until the user ends the program. */
export async function serveMcp(
  { output, stopping, ...session }: Session,
  { allowDrafts, version }: { readonly allowDrafts: boolean; readonly version: string },
): Promise<void> {
  const client = await session.client();
  // Before the assistant asks anything: it names what is wrong with the key or the address.
  const key = await client.keys.getOwn({ maxRetries: 0 });
  const { tools, reasons } = chooseTools(key, allowDrafts);
  for (const reason of reasons) output.warning(reason);
  output.warning(
    `Serving ${tools.length} tools with the ${key.mode} key "${key.name}": ${tools.map(({ name }) => name).join(', ')}`,
  );
  const ended = once(process.stdin, 'close', { signal: stopping }).catch(() => undefined);
  const server = serveStdio(() => createMcpServer({ client, key, version, tools }), {
    onerror: (error) => output.warning(error.message),
  });
  await ended;
  await server.close();
}
