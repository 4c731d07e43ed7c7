import type { BatchResponse } from '@postrider/contracts/emails';
import { createApiKey, createDomain, createOrganization, type ApiKeyFixture } from '@postrider/testkit';
import type { TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';

interface Tenant {
  readonly key: ApiKeyFixture;
  readonly from: string;
}
/** Where only the share of a call counts. */
let patient: TestApi;
let attacker: Tenant;
let victim: Tenant;

const api = useApi({ limits: { renderMsPerSecond: 100 } });
beforeAll(async () => {
  patient = await api.startReplica({ limits: { renderMsPerSecond: 1_000_000 } });
});
beforeEach(async () => {
  [attacker, victim] = [await createTenant(), await createTenant()];
});

async function createTenant(): Promise<Tenant> {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool, { plan: 'internal' });
  const key = await createApiKey(pool, { organizationId, permission: 'ADMIN' });
  return { key, from: `hi@${(await createDomain(pool, { organizationId })).name}` };
}

async function publish({ key }: Tenant, slug: string, html: string): Promise<void> {
  const variables = [
    { key: 'name', type: 'string', required: false },
    { key: 'l', type: 'list', required: false },
  ];
  const draft = { slug, subject: 's', html, variables };
  expect((await api.post('/templates', key, draft)).status).toBe(201);
  expect((await api.post(`/templates/${slug}/publish`, key)).status).toBe(200);
}

/** As much as one rendering may take at all, and then some. */
const costlyTemplate = '{% for i in (1..9000) %}{% assign s = l | sort %}{% endfor %}';
const words = Array.from({ length: 900 }, (_, n) => ((n * 7_919) % 900).toString(36));
const ordinary = 'Hello {{ name }}, {% for word in l %}{{ word }} {% endfor %}';

const email = ({ from }: Tenant, slug: string, data: object) => ({
  from,
  to: 'ada@example.com',
  template: { slug, data },
});
const sendBatch = async (through: TestApi): Promise<string[]> => {
  const items = Array.from({ length: 100 }, () => email(attacker, 'costly', { l: words }));
  const { body } = await through.post<BatchResponse>('/emails/batch', attacker.key, items);
  return body.data.map((entry) => ('error' in entry ? entry.error.code : 'accepted'));
};
const count = (codes: readonly string[], wanted: string): number =>
  codes.filter((code) => code === wanted).length;

it('five batches of a hundred costly templates take their share and no more, and others go on', async () => {
  await publish(attacker, 'costly', costlyTemplate);
  await publish(attacker, 'ordinary', ordinary);
  await publish(victim, 'ordinary', ordinary);
  const attack = Promise.all(Array.from({ length: 5 }, () => sendBatch(api)));
  let isOver = false;
  void attack.then(() => (isOver = true));
  do {
    const answer = await api.post('/emails', victim.key, email(victim, 'ordinary', { name: 'Ada' }));
    expect(answer.refusal).toBeNull();
  } while (!isOver);
  const codes = (await attack).flat();
  // One second's worth and what is earned meanwhile; each of the 500 takes a second.
  expect(count(codes, 'template_variables')).toBeGreaterThan(0);
  expect(count(codes, 'template_variables')).toBeLessThan(50);
  expect(count(codes, 'rate_limited')).toBeGreaterThan(450);

  const one = await api.post('/emails', attacker.key, email(attacker, 'costly', { l: words }));
  expect(one.refusal).toBe('429 rate_limited');
  expect(Number(one.headers.get('retry-after'))).toBeGreaterThan(0);
  const preview = await api.post('/templates/costly/render', attacker.key, { data: { l: words } });
  expect(preview.refusal).toBe('429 rate_limited');
  expect((await api.post('/templates/costly/publish', attacker.key)).refusal).toBe('429 rate_limited');
  // What costs nothing worth mention goes on, of the same organization too.
  const password = await api.post('/emails', attacker.key, email(attacker, 'ordinary', { name: 'Eve' }));
  expect(password.refusal).toBeNull();
  expect((await api.post('/templates/ordinary/render', victim.key, {})).refusal).toBeNull();
});

it('a call has a share of its own, which its items use together', async () => {
  await publish(attacker, 'costly', costlyTemplate);
  const codes = await sendBatch(patient);
  expect(count(codes, 'rate_limited')).toBeGreaterThan(80);
  expect(codes[0]).toBe('template_variables');
  expect(codes.at(-1)).toBe('rate_limited');
});

it('what takes long and comes to an end is rendered in a thread, and accepted', async () => {
  const html = '{% for i in (1..10) %}{% for word in l %}{{ word }} {% endfor %}{% endfor %}{{ name }}';
  await publish(attacker, 'digest', html);
  const data = { l: words, name: 'the end' };
  const { body, refusal } = await patient.post<{ id: string }>(
    '/emails',
    attacker.key,
    email(attacker, 'digest', data),
  );
  expect(refusal).toBeNull();
  const stored = await patient.get<{ html: string }>(`/emails/${body.id}`, attacker.key);
  expect(stored.body.html).toBe(`${`${words.join(' ')} `.repeat(10)}the end`);
  const preview = await patient.post<{ html: string }>('/templates/digest/render', attacker.key, { data });
  expect(preview.body.html).toBe(stored.body.html);
});

it('an accepted send is answered again while its organization is over its share', async () => {
  await publish(
    attacker,
    'digest',
    '{% for i in (1..3) %}{% for word in l %}{{ word }}{% endfor %}{% endfor %}',
  );
  await publish(attacker, 'costly', costlyTemplate);
  const send = () =>
    api.post<{ id: string }>('/emails', attacker.key, {
      ...email(attacker, 'digest', { l: words }),
      idempotency_key: 'once',
    });
  const { body } = await send();
  await sendBatch(api);
  const again = await send();
  expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([body.id, 'true']);
});
