import { newId } from '@postrider/contracts/ids';
import { createApiKey, createDomain, createOrganization, type ApiKeyFixture } from '@postrider/testkit';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

let key: ApiKeyFixture;
let wanted: object;

const api = useApi();
beforeEach(async () => {
  const { pool } = api;
  const organizationId = (await createOrganization(pool)).id;
  key = await createApiKey(pool, { organizationId });
  const { name } = await createDomain(pool, { organizationId, stream: 'bulk', trackingVerified: true });
  await api.post('/topics', key, { slug: 'news', name: 'News', default_opt_in: true });
  const all = { name: 'All', filter: { all: [] } };
  const { id: segmentId } = (await api.post<{ id: string }>('/segments', key, all)).body;
  wanted = {
    ...{ name: 'May', segment_id: segmentId, topic: 'news', from: `News <news@${name}>` },
    ...{ subject: 'Hi', html: '<p>{{ unsubscribe_url }}</p>' },
  };
});

const create = (change: object) => api.post('/broadcasts', key, { ...wanted, ...change });
const message = (answer: Answer<unknown>): string =>
  `${answer.refusal}: ${(answer.body as { error: { message: string } }).error.message}`;
const abTest = {
  ...{ variants: [{}, { subject: 'Other' }], percent: 20, wait_minutes: 60, metric: 'open' },
};

describe('a new broadcast', () => {
  it.each<[change: object, refusal: string]>([
    [{ segment_id: newId() }, '422 unknown_segment'],
    [{ segment_id: 'x' }, '422 unknown_segment'],
    [{ topic: 'none' }, '422 unknown_topic'],
    [{ from: 'no-address' }, '422 invalid_from'],
    [{ from: 'a@elsewhere.example' }, '422 unknown_domain'],
    [{ reply_to: 'no-address' }, '422 validation_error: reply_to: not an email address'],
    [{ subject: undefined }, '422 validation_error: subject: required'],
    [{ subject: '' }, '422 validation_error: subject: required'],
    [{ subject: ' \u00a0\t ' }, '422 validation_error: subject: must not be blank'],
    [
      { subject: '{% if false %}x{% endif %} ' },
      '422 validation_error: subject: The rendered subject is empty',
    ],
    [
      { ab_test: { ...abTest, variants: [{}, { subject: '   ' }] } },
      '422 validation_error: ab_test.variants[1].subject: must not be blank',
    ],
    [
      { scheduled_at: new Date(Date.now() - 6 * 60_000).toISOString() },
      '422 validation_error: scheduled_at: must not be in the past',
    ],
    [
      { scheduled_at: '2026-03-01T08:00+0100' },
      '422 validation_error: scheduled_at: must not be in the past',
    ],
    [{ html: undefined }, '422 validation_error: html: html or text is required'],
    [{ html: '{% if %}' }, '422 validation_error: html: '],
    [{ html: '{{ contact.frist_name }}' }, '422 validation_error: html: contact.frist_name is not declared'],
    [{ template: { slug: 'x' } }, '422 validation_error: subject: cannot be combined with template'],
    [{ subject: undefined, html: undefined, template: { slug: 'x' } }, '422 template_not_found'],
    [{ ab_test: { ...abTest, variants: [{}] } }, '422 validation_error: ab_test.variants: '],
    [{ ab_test: { ...abTest, percent: 101 } }, '422 validation_error: ab_test.percent: '],
    [{ ab_test: { ...abTest, wait_minutes: 20_000 } }, '422 validation_error: ab_test.wait_minutes: '],
    [
      { ab_test: { ...abTest, variants: [{}, { html: '{{ x }}' }] } },
      '422 validation_error: ab_test.variants[1].html: x is not declared',
    ],
    [{ ab_test: abTest, track: { opens: false } }, '422 validation_error: ab_test.metric: '],
    [
      { html: '{% for i in (1..90000) %}{% for j in (1..90000) %}{{ j }}{% endfor %}{% endfor %}' },
      '422 validation_error: html: ',
    ],
  ])('with %j is refused', async (change, refusal) => {
    expect(message(await create(change))).toContain(refusal);
  });

  it('may have a subject that only some contacts fill', async () => {
    expect((await create({ subject: '{{ contact.properties.city }}' })).status).toBe(201);
  });
});
