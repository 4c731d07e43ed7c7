import type { TestContext } from '@postrider/testkit';

export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Query = (this: unknown, ...args: unknown[]) => unknown;

/**
 * The reading statements that this process sends while `work` runs, by whichever pool or client. They are seen on their
 * way, in the driver, and sent on as they are.
 */
export async function recordStatements(
  pool: TestContext['pool'],
  work: () => Promise<unknown>,
): Promise<RecordedStatement[]> {
  const client = await pool.connect();
  const driver = Object.getPrototypeOf(client) as { query: Query };
  client.release();
  const recorded: RecordedStatement[] = [];
  const send = driver.query;
  driver.query = function (...args) {
    const statement = statementOf(args);
    if (statement !== null) recorded.push(statement);
    return send.apply(this, args);
  };
  try {
    await work();
  } finally {
    driver.query = send;
  }
  return recorded;
}

/** Null for what reads nothing, or writes. */
function statementOf([first, second]: readonly unknown[]): RecordedStatement | null {
  const text = typeof first === 'string' ? first : (first as { text?: string }).text;
  if (text === undefined || !/^\s*(SELECT|WITH)\b/i.test(text)) return null;
  if (/\b(INSERT|UPDATE|DELETE)\b/.test(text)) return null;
  const values = typeof first === 'string' ? second : ((first as { values?: unknown }).values ?? second);
  return { text, values: Array.isArray(values) ? values : [] };
}
