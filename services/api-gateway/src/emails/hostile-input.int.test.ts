import type { EmailResource, SendEmailResponse } from '@postrider/contracts/emails';
import { useApi } from '../../test/use-api';

const api = useApi({ shared: true, domain: { name: 'mail.acme.test' } });

const plain = { from: 'hi@mail.acme.test', to: 'ada@example.com', subject: 'Hello', text: 'Hi' };

/** Every string of a request, by where it stands; each builds a request that is fine but for that string. */
const strings: Readonly<Record<string, (text: string) => object>> = {
  from: (text) => ({ from: text }),
  'the name in from': (text) => ({ from: `"${text}" <hi@mail.acme.test>` }),
  to: (text) => ({ to: text }),
  'the name in to': (text) => ({ to: [`${text} <ada@example.com>`] }),
  cc: (text) => ({ cc: [text] }),
  bcc: (text) => ({ bcc: [text] }),
  reply_to: (text) => ({ reply_to: text }),
  subject: (text) => ({ subject: text }),
  'headers: a name': (text) => ({ headers: { [text]: 'x' } }),
  'headers: a value': (text) => ({ headers: { 'X-Order': text } }),
  'tags: a name': (text) => ({ tags: [{ name: text, value: 'x' }] }),
  'tags: a value': (text) => ({ tags: [{ name: 'x', value: text }] }),
  kind: (text) => ({ kind: text }),
  idempotency_key: (text) => ({ idempotency_key: text }),
  scheduled_at: (text) => ({ scheduled_at: text }),
  expires_at: (text) => ({ expires_at: text }),
  'metadata: a key': (text) => ({ metadata: { [text]: 'x' } }),
  'attachments: filename': (text) => ({ attachments: [{ filename: text, content: 'YQ==' }] }),
  'attachments: content': (text) => ({ attachments: [{ filename: 'a.txt', content: text }] }),
  'attachments: content_type': (text) => ({
    attachments: [{ filename: 'a.txt', content: 'YQ==', content_type: text }],
  }),
  'attachments: content_id': (text) => ({
    attachments: [{ filename: 'a.txt', content: 'YQ==', content_id: text }],
  }),
  'template: id': (text) => ({ subject: undefined, text: undefined, template: { id: text } }),
  'template: slug': (text) => ({ subject: undefined, text: undefined, template: { slug: text } }),
};
/** May hold line breaks: a header never contains them. */
const multiline: typeof strings = {
  html: (text) => ({ html: text }),
  text: (text) => ({ text }),
  'metadata: a value': (text) => ({ metadata: { order: text } }),
};
const refused = ['422 validation_error', '422 invalid_from', '422 template_not_found'];
const send = async (fields: object) => (await api.post('/emails', api.key, { ...plain, ...fields })).refusal;

describe.each(Object.entries(strings))('%s', (_where, fields) => {
  it.each([
    ['CR LF', 'x\r\nBcc: eve@evil.test'],
    ['a line feed', 'x\nBcc: eve@evil.test'],
    ['a carriage return', 'x\rBcc: eve@evil.test'],
    ['a folded line', 'x\r\n Bcc: eve@evil.test'],
    ['a head that ends', 'x\r\n\r\n<script>'],
  ])('refuses header injection by %s', async (_what, text) => {
    expect(refused).toContain(await send(fields(text)));
  });
});

describe.each(Object.entries({ ...strings, ...multiline }))('%s', (_where, fields) => {
  it('refuses a NUL byte', async () => {
    expect(refused).toContain(await send(fields('x\0y')));
  });

  it.each([
    ['high', 'x\ud800y'],
    ['low', 'x\udc00y'],
  ])('refuses a lone %s surrogate or mends it as UTF-8 does', async (_which, text) => {
    const answer = await api.post<SendEmailResponse>('/emails', api.key, { ...plain, ...fields(text) });
    if (answer.refusal !== null) return expect(refused).toContain(answer.refusal);
    const { text: stored } = await api.get(`/emails/${answer.body.id}`);
    // JSON has no other way to write one.
    expect(stored).not.toMatch(/\\ud[89a-f][0-9a-f]{2}/i);
  });
});

it.each(['x\r\nSet-Cookie: a=b', 'x\n', '\0', '\ud800', 'a, b=c', 'ключ', 'x'.repeat(100_000)])(
  'an unknown field %j comes back in a header that it cannot leave',
  async (name) => {
    const body = { ...plain, [name]: 1, tags: [{ name: 'a', value: 'b', [name]: 1 }] };
    const { status, headers } = await api.post('/emails', api.key, body);
    expect([status, headers.get('set-cookie')]).toEqual([200, null]);
    expect(headers.get('postrider-unknown-fields')).toMatch(/^[\w%~.-]+, tags\[0\]\.[\w%~.-]+$/);
  },
);

it.each(Object.entries(multiline))('%s may hold line breaks', async (_where, fields) => {
  expect(await send(fields('x\r\nBcc: eve@evil.test'))).toBeNull();
});

describe('keys that pollute prototypes', () => {
  const polluting = [
    '{"__proto__": {"polluted": "yes"}}',
    '{"constructor": {"prototype": {"polluted": "yes"}}}',
    '{"prototype": {"polluted": "yes"}}',
  ];
  const sendText = (field: string, json: string) =>
    api.send('/emails', {
      method: 'POST',
      key: api.key,
      body: `${JSON.stringify(plain).slice(0, -1)}, "${field}": ${json}}`,
    });

  it.each(['headers', 'metadata', 'track', 'template', 'tags', 'attachments', 'unknown'])(
    'in %s change nothing but the request',
    async (field) => {
      for (const json of polluting) {
        const answer = await sendText(field, json);
        if (answer.status !== 200) expect(refused).toContain(answer.refusal);
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      }
    },
  );

  it('at the top of a request, and in an item of a batch, change nothing either', async () => {
    for (const json of polluting) {
      const body = `${JSON.stringify(plain).slice(0, -1)}, ${json.slice(1)}`;
      expect((await api.send('/emails', { method: 'POST', key: api.key, body })).status).toBe(200);
      expect(
        (await api.send('/emails/batch', { method: 'POST', key: api.key, body: `[${body}]` })).status,
      ).toBe(200);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    }
  });

  it('are metadata like any other where their letters are allowed', async () => {
    const metadata = '{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d"}';
    const { id } = (await sendText('metadata', metadata)).body as SendEmailResponse;
    const { body } = await api.get<EmailResource>(`/emails/${id}`);
    expect(Object.entries(body.metadata ?? {}).toSorted()).toEqual(
      Object.entries(JSON.parse(metadata) as object).toSorted(),
    );
  });

  it('are refused by name where they are not', async () => {
    const answer = await sendText('headers', '{"__proto__": "a"}');
    expect([answer.refusal, answer.text]).toEqual([
      '422 validation_error',
      expect.stringContaining('headers.__proto__: names are'),
    ]);
  });
});

it.each([100, 10_000, 200_000])('a body that nests %d levels deep is refused', async (levels) => {
  const nested = '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
  for (const field of ['metadata', 'headers', 'unknown']) {
    const body = `${JSON.stringify(plain).slice(0, -1)}, "${field}": ${nested}}`;
    const answer = await api.send('/emails', { method: 'POST', key: api.key, body });
    expect(answer.refusal).toBe('400 invalid_json');
  }
  const lists = await api.send('/emails/batch', {
    method: 'POST',
    key: api.key,
    body: '['.repeat(levels) + ']'.repeat(levels),
  });
  expect(lists.refusal).toBe('400 invalid_json');
});
