import amqp from 'amqplib';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { EngineName } from './engine';

const connectTimeoutMs = 2_000;

/** Whether the engine answers a real request: an open port alone may belong to one that still recovers. */
export async function answers(name: EngineName, url: string): Promise<boolean> {
  return (await complaint(name, url)) === undefined;
}

/** Why the engine does not answer; undefined when it does. */
export async function complaint(name: EngineName, url: string): Promise<string | undefined> {
  try {
    await ask[name](url);
    return undefined;
  } catch (error) {
    return error instanceof AggregateError ? String(error.errors[0]) : String(error);
  }
}

const ask: Record<EngineName, (url: string) => Promise<void>> = {
  async postgres(url) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
    } finally {
      await client.end().catch(() => undefined);
    }
  },

  async redis(url) {
    const client = new Redis(url, {
      lazyConnect: true,
      connectTimeout: connectTimeoutMs,
      commandTimeout: connectTimeoutMs,
      retryStrategy: () => null,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.ping();
    } finally {
      client.disconnect();
    }
  },

  async rabbitmq(url) {
    const connection = await amqp.connect(url, { timeout: connectTimeoutMs });
    connection.on('error', () => undefined);
    await connection.close();
  },
};
