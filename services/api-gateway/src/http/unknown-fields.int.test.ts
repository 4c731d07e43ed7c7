import type { BatchResponse } from '@postrider/contracts/emails';
import type { ErrorBody } from '@postrider/contracts/errors';
import { eventually } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

let from: string;

const api = useApi({ alone: true, shared: true });
beforeAll(async () => {
  from = `a@${(await api.createDomain()).name}`;
});

const email = (more: object = {}) => ({ from, to: 'b@example.com', subject: 'Hello', text: 'Hi', ...more });
const header = async (path: string, body: unknown, method = 'POST') => {
  const { status, headers } = await api.send(path, { method, key: api.key, body });
  return [status, headers.get('postrider-unknown-fields')];
};

it('unknown fields are ignored, and named with what was probably meant', async () => {
  expect(
    await header('/emails', email({ replyTo: 'x@example.com', reply_to: 'y@example.com', colour: 'red' })),
  ).toEqual([200, 'replyTo=reply_to, colour']);
  expect(await header('/emails', email())).toEqual([200, null]);
});

it('unknown fields are named with a refusal too, where they may be its reason', async () => {
  expect(await header('/emails', email({ to: 'nobody', colour: 'red' }))).toEqual([422, 'colour']);
});

it('unknown fields are refused when they are slips of known fields, before anything is sent', async () => {
  const refusalOf = async (path: string, body: unknown, method = 'POST') =>
    (await api.send<ErrorBody>(path, { method, key: api.key, body })).body.error;
  expect(await refusalOf('/emails', email({ scheduledAt: '2030-01-01T00:00:00Z', colour: 'red' }))).toEqual({
    code: 'validation_error',
    message: 'scheduledAt: unknown field; did you mean scheduled_at?',
    fields: [{ path: 'scheduledAt', message: 'unknown field; did you mean scheduled_at?' }],
  });
  const { subject, ...rest } = email({
    attachments: [{ filename: 'a', content: 'AA==', contentType: 'x/y' }],
  });
  expect((await refusalOf('/emails', { ...rest, Subject: subject })).message).toMatch(
    /^attachments\[0\].contentType: unknown .* content_type\?; Subject: unknown .* subject\?; .*subject: required/,
  );
  expect((await refusalOf('/contacts', { email: 'a@b.test', firstName: 'Ada' })).message).toBe(
    'firstName: unknown field; did you mean first_name?',
  );
  const { rows } = await api.pool.query(
    'SELECT count(*)::int AS sent FROM messages WHERE scheduled_at IS NOT NULL',
  );
  expect(rows).toEqual([{ sent: 0 }]);
});

it('refuse their own item of a batch when they are slips', async () => {
  const items = [email(), email({ scheduledAt: '2030-01-01T00:00:00Z' }), email()];
  const slip = {
    code: 'validation_error',
    message: 'scheduledAt: unknown field; did you mean scheduled_at?',
  };
  const { body } = await api.post<BatchResponse>('/emails/batch', api.key, items);
  expect(body.data).toMatchObject([{ id: expect.any(String) as string }, { error: slip }, {}]);
  const strict = await api.send<ErrorBody>('/emails/batch', {
    ...{ method: 'POST', key: api.key, body: items, headers: { 'x-batch-validation': 'strict' } },
  });
  expect(strict.body.error).toMatchObject({
    message: `[1] ${slip.message}`,
    fields: [{ path: '[1].scheduledAt' }],
  });
  const contacts = [{ email: 'a@b.test' }, { email: 'c@d.test', lastName: 'Hopper' }];
  const upserted = await api.post<{ data: unknown[] }>('/contacts/batch', api.key, contacts);
  expect(upserted.body.data[1]).toMatchObject({
    error: { message: expect.stringContaining('last_name') as string },
  });
});

it('unknown fields are named for a batch as a whole, on Express and past it', async () => {
  const items = [
    email(),
    email({ shade: 'x' }),
    { ...email(), shade: 'y', template: { slug: 'x', size: 1 } },
  ];
  const named = '[].shade, [].template.size';
  expect(await header('/emails/batch', items)).toEqual([200, named]);
  expect(await header('/emails/batch?x=1', items)).toEqual([200, named]);
});

it('unknown fields are kept in the row of the API log', async () => {
  const { headers } = await api.send('/emails', { method: 'POST', key: api.key, body: email({ colour: 1 }) });
  const row = await eventually(async () => {
    const { rows } = await api.pool.query<{ unknown_fields: string | null }>(
      'SELECT unknown_fields FROM api_request_logs WHERE id = $1',
      [headers.get('x-request-id')],
    );
    return rows[0];
  });
  expect(row).toEqual({ unknown_fields: 'colour' });
});

it('unknown fields are named by every endpoint that takes JSON, and the document says so', async () => {
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

it('unknown fields are refused by every endpoint that takes JSON, when they are slips', async () => {
  const seen: string[] = [];
  for (const [template, item] of Object.entries(api.document.paths ?? {})) {
    for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
      const name = longFieldOf(operation.requestBody?.content['application/json']?.schema);
      if (name === undefined) continue;
      const body = { [name.toUpperCase()]: null };
      const isBatch = template.endsWith('/batch');
      const path = template.replace(/\{\w+\}/g, '0190163d-8694-739b-aea5-966c26f8ad91');
      const answer = await api.send(path, {
        method: method.toUpperCase(),
        key: api.key,
        body: isBatch ? [body] : body,
      });
      seen.push(template);
      expect([template, JSON.stringify(answer.body)]).toEqual([
        template,
        expect.stringContaining(`${name.toUpperCase()}: unknown field; did you mean ${name}?`),
      ]);
    }
  }
  expect(seen.length).toBeGreaterThan(30);
});

interface JsonSchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
  readonly items?: JsonSchema;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}

/** A field of the body, or of an item of it; undefined where unknown fields are refused anyway. */
function longFieldOf(schema: JsonSchema | undefined): string | undefined {
  if (schema?.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return longFieldOf((api.document.components?.schemas as Record<string, JsonSchema>)[name]);
  }
  if (schema?.items !== undefined) return longFieldOf(schema.items);
  if (schema?.additionalProperties === false) return undefined;
  return Object.keys(schema?.properties ?? {}).find((name) => name.length > 3);
}

it('unknown fields are refused in the query of every endpoint that takes parameters: a misspelt filter would list everything', async () => {
  const answer = await api.get<{ error: { message: string } }>(
    '/emails?recipient=a@example.com&statu=sent',
    api.key,
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
    expect([template, (await api.get(`${path}?colour=red`)).refusal]).toEqual([
      template,
      '422 validation_error',
    ]);
  }
});
