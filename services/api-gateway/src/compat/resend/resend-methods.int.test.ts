import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createApiKey, createDomain, createOrganization, projectRoot } from '@postrider/testkit';
import { Resend } from 'resend';
import { startTestApi, type TestApi } from '../../../test/test-api';
import { absentCalls } from './absent-calls';
import { resendCalls } from './resend-api';
import { tourOf, type Tour } from '../../../test/resend-tour';

/** Writes the tables of `docs/resend.md` instead of comparing them. */
// eslint-disable-next-line no-restricted-syntax -- no service reads it
const isWriting = process.env['RESEND_TABLE'] === 'write';
const page = path.join(projectRoot(), 'docs/resend.md');

let api: TestApi;
let tour: Tour;
let resend: Resend;

beforeAll(async () => {
  api = await startTestApi();
  const { pool } = api.context;
  const organizationId = (await createOrganization(pool)).id;
  const domain = (await createDomain(pool, { organizationId })).name;
  const bulkDomain = (await createDomain(pool, { organizationId, stream: 'bulk' })).name;
  const { token } = await createApiKey(pool, { organizationId });
  resend = new Resend(token, { baseUrl: `${api.url}/compat/resend` });
  tour = tourOf({ resend, pool, organizationId, domain, bulkDomain });
});
afterAll(() => api.close());

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

it('is known of every method of the client whether it is answered', () => {
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
}, 120_000);

it.each(absentCalls.map((call) => [call.name, call] as const))(
  '%s says what to use instead',
  async (name, call) => {
    const { error } = await tour.call(call);
    expect(error).toMatchObject({ statusCode: 404, name: 'not_found', message: `${name}: ${call.why}` });
  },
);

it('docs/resend.md has these tables; RESEND_TABLE=write renews them', () => {
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
    const differs = new Set(calls.flatMap((call) => call.differs ?? []));
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
