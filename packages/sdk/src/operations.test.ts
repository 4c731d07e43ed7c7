import fs from 'node:fs';
import path from 'node:path';
import { endpointsOf, readDocument } from './codegen/open-api';
import { Postrider } from './postrider';
import { version } from './version';

const endpoints = endpointsOf(readDocument());

interface Asked {
  readonly method: string;
  readonly path: string;
}

/** Calls a method with something for each parameter, and says what it asked of the API. */
async function askedBy(name: string): Promise<Asked> {
  let asked: Asked | undefined;
  const client = new Postrider({
    apiKey: 'pr_test_x',
    baseUrl: 'https://api.test',
    maxRetries: 0,
    fetch: (input, init) => {
      asked = { method: init?.method ?? '', path: new URL(input).pathname };
      return Promise.resolve(Response.json({ data: [], object: 'list' }));
    },
  });
  const [resource = '', method = ''] = name.split('.');
  const methods = (client as unknown as Record<string, Record<string, (...args: unknown[]) => unknown>>)[
    resource
  ];
  const answer = name === 'emails.sendBatch' ? methods?.[method]?.([{}]) : methods?.[method]?.('a', 'b', 'c');
  await (answer instanceof Promise ? answer : (answer as { page(): Promise<unknown> }).page());
  if (!asked) throw new Error(`${name} asked nothing`);
  return asked;
}

test.each(endpoints.map(({ operation, method, path }) => [operation['x-sdk-method'], method, path]))(
  '%s is a method of the client',
  async (name, method, template) => {
    const asked = await askedBy(name);
    const pattern = new RegExp(`^/api/v1${template.replace(/\{\w+\}/g, '[abc]')}$`);
    expect([asked.method, pattern.test(asked.path) || asked.path]).toEqual([method.toUpperCase(), true]);
  },
);

test('the client says the version that it has', () => {
  expect(version).toBe(
    (JSON.parse(fs.readFileSync(path.join(__dirname, '../package.json'), 'utf8')) as { version: string })
      .version,
  );
});
