import {
  createApiKey,
  createDomain,
  createOrganization,
  eventually,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { startTestApi, type TestApi } from '../../test/test-api';

let api: TestApi;
let key: ApiKeyFixture;
let from: string;

beforeAll(async () => {
  api = await startTestApi();
  const { id: organizationId } = await createOrganization(api.context.pool, { kind: 'internal' });
  key = await createApiKey(api.context.pool, { organizationId, permission: 'ADMIN' });
  from = `a@${(await createDomain(api.context.pool, { organizationId })).name}`;
});
afterAll(() => api.close());

const email = (more: object = {}) => ({ from, to: 'b@example.com', subject: 'Hello', text: 'Hi', ...more });
const header = async (path: string, body: unknown, method = 'POST') => {
  const { status, headers } = await api.send(path, { method, key, body });
  return [status, headers.get('postrider-unknown-fields')];
};

it('are ignored, and named with what was probably meant', async () => {
  expect(await header('/emails', email({ replyTo: 'x@example.com', colour: 'red' }))).toEqual([
    200,
    'replyTo=reply_to, colour',
  ]);
  expect(await header('/emails', email())).toEqual([200, null]);
});

it('are named with a refusal too, where they may be its reason', async () => {
  const { subject, ...rest } = email();
  expect(await header('/emails', { ...rest, Subject: subject })).toEqual([422, 'Subject=subject']);
});

it('are named for a batch as a whole, on Express and past it', async () => {
  const items = [email(), email({ replyTo: 'x' }), { ...email(), replyTo: 'y', template: { dta: {} } }];
  const named = '[].replyTo=reply_to, [].template.dta=data';
  expect(await header('/emails/batch', items)).toEqual([200, named]);
  expect(await header('/emails/batch?x=1', items)).toEqual([200, named]);
});

it('are kept in the row of the API log', async () => {
  const { headers } = await api.send('/emails', { method: 'POST', key, body: email({ colour: 1 }) });
  const row = await eventually(async () => {
    const { rows } = await api.context.pool.query<{ unknown_fields: string | null }>(
      'SELECT unknown_fields FROM api_request_logs WHERE id = $1',
      [headers.get('x-request-id')],
    );
    return rows[0];
  });
  expect(row).toEqual({ unknown_fields: 'colour' });
});

it('are named by every endpoint that takes JSON, and the document says so', async () => {
  const operations = Object.entries(api.document.paths ?? {}).flatMap(([template, item]) =>
    Object.entries(item as Record<string, { requestBody?: { content: object }; responses: object }>).map(
      ([method, operation]) => ({ template, method, operation }),
    ),
  );
  const taking = operations.filter(
    ({ operation }) => operation.requestBody && 'application/json' in operation.requestBody.content,
  );
  expect(taking.length).toBeGreaterThan(12);
  for (const { template, method, operation } of taking) {
    expect([template, JSON.stringify(operation.responses)]).toEqual([
      template,
      expect.stringContaining('Postrider-Unknown-Fields'),
    ]);
    const path = template.replace(/\{\w+\}/g, '0190163d-8694-739b-aea5-966c26f8ad91');
    const isBatch = template.endsWith('/batch');
    const [, named] = await header(path, isBatch ? [{ colour: 1 }] : { colour: 1 }, method.toUpperCase());
    expect([template, named]).toEqual([template, isBatch ? '[].colour' : 'colour']);
  }
});

it('are refused in the query of every endpoint that takes parameters: a misspelt filter would list everything', async () => {
  const answer = await api.get<{ error: { message: string } }>(
    '/emails?recipient=a@example.com&statu=sent',
    key,
  );
  expect([answer.refusal, answer.body.error.message]).toEqual([
    '422 validation_error',
    expect.stringMatching(
      /^recipient: unknown parameter; use .*\bto\b.*; statu: unknown parameter; did you mean status\?$/,
    ),
  ]);
  const listing = Object.entries(api.document.paths ?? {}).filter(([, item]) => {
    const { get } = item as { readonly get?: { readonly parameters?: readonly { readonly in: string }[] } };
    return get?.parameters?.some((parameter) => parameter.in === 'query');
  });
  expect(listing.length).toBeGreaterThan(12);
  for (const [template] of listing) {
    const path = template.replace(/\{\w+\}/g, '0190163d-8694-739b-aea5-966c26f8ad91');
    expect([template, (await api.get(`${path}?colour=red`, key)).refusal]).toEqual([
      template,
      '422 validation_error',
    ]);
  }
});
