import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import type { Postrider } from 'postrider';
import { chooseTools, createMcpServer } from '../src/mcp/server';

export interface ToolResult {
  readonly isError: boolean;
  /** Texts, one after the other. */
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>> | undefined;
}

/** A client of the protocol, connected with a server of its own. */
export interface Assistant {
  readonly client: Client;
  /** What the protocol itself refuses, such as an unknown tool, is an error, too. */
  call(tool: string, args: unknown): Promise<ToolResult>;
  close(): Promise<void>;
}

export async function connectAssistant(api: Postrider, { allowDrafts = false } = {}): Promise<Assistant> {
  const key = await api.keys.getOwn();
  const { tools } = chooseTools(key, allowDrafts);
  const server = createMcpServer({ client: api, key, version: '0.0.0', tools });
  const client = new Client({ name: 'test', version: '0.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return { client, call: callOf(client), close: () => client.close() };
}

export function callOf(client: Client): Assistant['call'] {
  return async (name, args) => {
    try {
      const {
        content,
        isError = false,
        structuredContent,
      } = await client.callTool({ name, arguments: args as Record<string, unknown> });
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return { isError, text, structured: structuredContent as ToolResult['structured'] };
    } catch (error) {
      return { isError: true, text: String(error), structured: undefined };
    }
  };
}
