import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createApiKey, createDomain, createOrganization, projectRoot } from '@postrider/testkit';
import { Resend } from 'resend';
import { z } from 'zod';
import { useApi } from '../../../test/use-api';
import { absentCalls } from './absent-calls';
import { resendCalls } from './resend-api';
import type { AbsentCall, ResendCall } from './resend-call';
import { tourOf, type Tour } from '../../../test/resend-tour';

/** Writes the tables of `docs/guides/moving-from-resend.md` instead of comparing them. */
// eslint-disable-next-line no-restricted-syntax -- no service reads it
const isWriting = process.env['RESEND_TABLE'] === 'write';
const page = path.join(projectRoot(), 'docs/guides/moving-from-resend.md');
let tour: Tour;
let resend: Resend;

const api = useApi();
beforeAll(async () => {
  const { pool } = api;
  const organizationId = (await createOrganization(pool)).id;
  const domain = (await createDomain(pool, { organizationId })).name;
  const bulkDomain = (await createDomain(pool, { organizationId, stream: 'bulk' })).name;
  const { token } = await createApiKey(pool, { organizationId });
  resend = new Resend(token, { baseUrl: `${api.url}/compat/resend` });
  tour = tourOf({ resend, pool, organizationId, domain, bulkDomain });
});

/** Methods of the client that make no call, or that it declares private. */
const notCalls = new Set([
  ...['webhooks.verify', 'templates.performCreate', 'emails.create', 'batch.create'],
  ...[
    'contacts.imports.buildCreateFormData',
    'contacts.imports.buildColumnMap',
    'contacts.imports.appendField',
  ],
  ...[
    'emails.receiving.forwardPassthrough',
    'emails.receiving.forwardWrapped',
    'emails.receiving.downloadRaw',
  ],
]);

/** Every method of the client's resources, by its path from the client. */
function methodsOf(resource: object, prefix = ''): string[] {
  const own = Object.entries(resource as Record<string, unknown>).filter(
    (entry): entry is [string, object] =>
      typeof entry[1] === 'object' && entry[1] !== null && entry[1] !== resend,
  );
  const nested = own
    .filter(([, value]) => !(value instanceof Headers))
    .flatMap(([name, value]) => methodsOf(value, `${prefix}${name}.`));
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter(
    (name) => name !== 'constructor',
  );
  return [...(prefix === '' ? [] : names.map((name) => prefix + name)), ...nested];
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

it('every method of the client is listed as answered or not', () => {
  const methods = methodsOf(resend).filter((name) => !notCalls.has(name) && !name.startsWith('audiences.'));
  const answered = [...resendCalls.map(({ name }) => name), 'emails.receiving.forward'];
  expect(sorted([...answered, ...absentCalls.map(({ name }) => name)])).toEqual(sorted(methods));
  expect(answered.filter((name) => absentCalls.some((call) => call.name === name))).toEqual([]);
});

it('every method that is said to be answered is, and no other', async () => {
  const answered = new Set<string>();
  for await (const { name, error } of tour.answered()) {
    expect([name, error]).toEqual([name, null]);
    answered.add(name);
  }
  expect(sorted(answered)).toEqual(sorted(resendCalls.map(({ name }) => name)));
});

it.each(absentCalls.map((call) => [call.name, call] as const))(
  'the unsupported method %s names what to use instead',
  async (name, call) => {
    const { error } = await tour.call(call);
    expect(error).toMatchObject({ statusCode: 404, name: 'not_found', message: `${name}: ${call.why}` });
  },
);

/** Words of a path: `/broadcasts/{id}/clicked-links` is about broadcasts, clicked, links. */
const wordsOfPath = (route: string): string[] => route.replace(/[:{]\w+}?/g, '').match(/[a-z]+/g) ?? [];

/** Endpoints of ours that no answered call uses, and that do the same to something of the same name, as far as paths tell. */
function counterparts({ method, path: theirs }: Pick<AbsentCall, 'method' | 'path'>): string[] {
  const used = new Set(resendCalls.flatMap(({ like, also = [] }) => [like, ...also]));
  const wanted = wordsOfPath(theirs);
  const isAlike = (own: string): boolean => {
    const words = wordsOfPath(own);
    const isOne = (route: string): boolean => /[:{]\w+}?$/.test(route);
    return (
      words.at(-1) === wanted.at(-1) &&
      words.some((word) => word === wanted[0]) &&
      own.split('/').length === theirs.split('/').length &&
      isOne(own) === isOne(theirs)
    );
  };
  return Object.entries(api.document.paths ?? {}).flatMap(([route, item]) => {
    const operation = (item as Partial<Record<string, { operationId: string }>>)[method.toLowerCase()];
    return operation && !used.has(operation.operationId) && isAlike(route) ? [route] : [];
  });
}

it('a call that is not answered although an endpoint of ours is alike names that endpoint', () => {
  const silent = absentCalls.flatMap((call) =>
    counterparts(call)
      .filter((route) => !call.why.includes(`/api/v1${route.replace(/\/\{.*/, '')}`))
      .map((route) => `${call.name}: ${call.method} ${route}`),
  );
  expect(silent).toEqual([]);
  // The rule sees what it is for.
  expect(counterparts({ method: 'GET', path: '/broadcasts/:id/recipients' })).toEqual([
    '/broadcasts/{id}/recipients',
  ]);
  expect(counterparts({ method: 'GET', path: '/events' })).toEqual(['/email-events']);
});

it('every endpoint that is named instead of a call exists', () => {
  const named = absentCalls.flatMap(({ why }) => [...why.matchAll(/(?:([A-Z]+) )?\/api\/v1(\/[\w{}/-]*)/g)]);
  expect(named.length).toBeGreaterThan(5);
  const missing = named.filter(([, method, route = '']) => {
    const item = api.document.paths?.[route] as object | undefined;
    return item === undefined || (method !== undefined && !(method.toLowerCase() in item));
  });
  expect(missing.map(([text]) => text)).toEqual([]);
});

/** Fields and filters that a call refuses although the client sends them, as the client writes them. */
function refusedFields({ body, filters = {} }: ResendCall): string[] {
  const shape = body instanceof z.ZodObject ? (body.shape as Record<string, z.ZodType>) : {};
  return Object.entries({ ...shape, ...(filters as Record<string, z.ZodType>) })
    .filter(([, schema]) => schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodUndefined)
    .map(([name]) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

it('docs/guides/moving-from-resend.md has these tables; RESEND_TABLE=write renews them', () => {
  const text = readFileSync(page, 'utf8');
  const routes = new Map(
    Object.entries(api.document.paths ?? {}).flatMap(([route, methods]) =>
      Object.entries(methods as Record<string, { operationId: string }>).map(
        ([method, { operationId }]) => [operationId, `\`${method.toUpperCase()} ${route}\``] as const,
      ),
    ),
  );
  const names = [...new Set(resendCalls.map(({ name }) => name))];
  const answered = names.map((name) => {
    const calls = resendCalls.filter((call) => call.name === name);
    const refused = new Set(calls.flatMap(refusedFields));
    const differs = new Set([
      ...calls.flatMap((call) => call.differs ?? []),
      ...[...refused].map((field) => `\`${field}\` is refused`),
    ]);
    const uses = new Set(
      calls.flatMap(({ like, also = [] }) =>
        [like, ...also].map((id) => routes.get(id) ?? `no endpoint ${id}`),
      ),
    );
    return [`\`${name}\``, [...uses].join(', '), [...differs].join('; ')];
  });
  const reasons = [...new Set(absentCalls.map(({ why }) => why))];
  const absent = reasons.map((why) => {
    const of = absentCalls.filter((call) => call.why === why);
    return [of.map(({ name }) => `\`${name}\``).join(', '), why];
  });
  const written = withTable(
    withTable(text, 'answered', [['Call', 'Uses', 'Differs'], ...answered]),
    'absent',
    [['Call', 'Instead'], ...absent],
  );
  if (isWriting) writeFileSync(page, written);
  expect(cellsOf(readFileSync(page, 'utf8'))).toEqual(cellsOf(written));
});

function withTable(text: string, name: string, rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const [head = [], ...body] = rows;
  const table = [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
  const marks = new RegExp(`(<!-- table: ${name} -->\n\n)[^]*?(\n\n<!-- end of table -->)`);
  expect(text).toMatch(marks);
  return text.replace(marks, (_, begin: string, end: string) => begin + table + end);
}

/** Without what the formatter aligns. */
const cellsOf = (text: string): string => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---');
