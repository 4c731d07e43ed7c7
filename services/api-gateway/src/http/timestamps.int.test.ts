import { useApi } from '../../test/use-api';

const api = useApi({ shared: true, domain: { name: 'mail.acme.test' } });

interface Schema {
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Place {
  readonly method: string;
  readonly path: string;
  readonly where: 'query' | 'body';
  readonly name: string;
}

const known: Readonly<Record<string, object>> = {
  '/emails': { from: 'hi@mail.acme.test', to: 'ada@example.com', subject: 'Hello', text: 'Hi' },
  '/keys': { name: 'k', permission: 'send' },
};

/** Every timestamp that a request can hold, by the document. */
function places(): Place[] {
  return Object.entries(api.document.paths ?? {}).flatMap(([template, item]) =>
    Object.entries(item as Record<string, Operation>).flatMap(([method, operation]) => {
      const path = template.replace(/\{\w+\}/g, '0190163d-8694-739b-aea5-966c26f8ad91');
      const queries = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'query' && isTime(parameter.schema))
        .map(({ name }) => ({ method, path, where: 'query' as const, name }));
      const schema = resolved(operation.requestBody?.content['application/json']?.schema);
      const fields = Object.entries(schema?.properties ?? {})
        .filter(([, property]) => isTime(property))
        .map(([name]) => ({ method, path, where: 'body' as const, name }));
      return [...queries, ...fields];
    }),
  );
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

/** A time, or one that may be null. */
function isTime(schema: Schema | undefined): boolean {
  return schema?.format === 'date-time' || (schema?.anyOf ?? []).some(isTime);
}

function resolved(schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? schema : (api.document.components?.schemas?.[name] as Schema);
}

function ask({ method, path, where, name }: Place, value: string) {
  const query = where === 'query' ? `?${name}=${encodeURIComponent(value)}` : '';
  const body = where === 'body' ? { ...known[path], [name]: value } : undefined;
  return api.send(path + query, { method: method.toUpperCase(), key: api.key, body });
}

const outside = [
  ...['0000-01-01T00:00:00Z', '0000-12-31T23:59:59.999Z', '0000-01-01T00:00:00+23:59'],
  ...['0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-23:59', '0000-02-30T00:00:00Z'],
];
const malformed = [
  ...['+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', '10000-01-01T00:00:00Z', '2030-02-30T00:00:00Z'],
  ...[
    '2030-06-30T23:59:60Z',
    '2030-01-01T24:00:00Z',
    '2030-01-01T00:00:00',
    '2030-01-01',
    '2030-01-01T00:00:00+24:00',
  ],
  ...[
    '2030-01-01T00:00:00+14:60',
    'tomorrow',
    '0',
    '1893456000',
    '',
    ' ',
    '２０３０-01-01T00:00:00Z',
    '2030-01-01T00:00:00Z\0',
  ],
];
const good = [
  ...['1970-01-01T00:00:00Z', '2030-01-01T00:00:00.123456789Z', '2030-01-01T00:00:00+14:00'],
  ...['2030-01-01T00:00:00-23:59', '2030-01-01T00:00:00+23:59', '9998-12-31T23:59:59Z'],
  ...['0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59.999999999+14:00'],
];

it('finds the timestamps of all endpoints', () => {
  const found = places().map(({ method, path, name }) => `${method} ${path} ${name}`);
  expect(found).toEqual(
    expect.arrayContaining([
      ...['get /emails since', 'get /audit-log until', 'post /emails scheduled_at', 'post /keys expires_at'],
      'post /webhooks/0190163d-8694-739b-aea5-966c26f8ad91/replay since',
    ]),
  );
});

it.each([...outside, ...malformed])('%j is refused by name, wherever it stands', async (value) => {
  for (const place of places()) {
    const { refusal, text } = await ask(place, value);
    expect([place, refusal]).toEqual([place, '422 validation_error']);
    expect(text).toMatch(
      new RegExp(
        `${place.name}: must be (between the years \\d{4} and \\d{4}|(now, or )?an ISO 8601 time with a UTC offset)`,
      ),
    );
  }
});

it.each(good)('%j is no failure of ours, wherever it stands', async (value) => {
  for (const place of places()) {
    const { status, text } = await ask(place, value);
    expect([place, text, status < 500]).toEqual([place, text, true]);
    expect(text).not.toContain('UTC offset');
  }
});
