import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listOf, type ApiRequest } from '../../../test/api';
import { openConsole } from '../../../test/open-console';
import { valueOf, withValue } from '../templates/template-values';

const template = { id: 't1', slug: 'letter', name: 'Letter', current_version: 3 };
const broadcast = {
  ...{
    object: 'broadcast',
    id: 'b1',
    name: 'May news',
    status: 'draft',
    phase: 'draft',
    audience: 'segment',
  },
  ...{ segment_id: 's1', topic: 'news', from: 'news@example.com', reply_to: null, subject: null },
  ...{
    preview_text: null,
    document: null,
    html: null,
    text: null,
    ab_test: null,
    utm: null,
    in_archive: true,
    tested_at: null,
  },
  template: { id: 't1', slug: 'letter', version: 3, data: {} },
  ...{ track: { opens: false, clicks: false }, parent_id: null, scheduled_at: null, sent_at: null },
  ...{ paused_at: null, send_at_local: null, created_at: '2026-11-20T10:00:00.000Z' },
};
const variables = [
  { key: 'first_name', type: 'string', required: false },
  { key: 'title', type: 'string', required: true },
  { key: 'issue.number', type: 'number', required: true },
  { key: 'has_offer', type: 'boolean', required: false, fallback: false },
  { key: 'places', type: 'list', required: false },
];

/** Opens the broadcast with a template of these variables. `stored` is what was saved last. */
async function openDraft(
  data: object,
  version: { readonly html?: string; readonly variables: readonly object[] },
) {
  let held: Record<string, unknown> = { ...broadcast, template: { ...broadcast.template, data } };
  const { user } = openConsole('/broadcasts/b1', {
    'GET /broadcasts/b1': () => Response.json(held, { headers: { etag: '"1"' } }),
    'PATCH /broadcasts/b1': ({ body }: ApiRequest) => {
      held = { ...held, ...(body as object) };
      return Response.json(held, { headers: { etag: '"1"' } });
    },
    'GET /templates': listOf([template]),
    'GET /templates/t1/versions/3': { ...template, number: 3, html: null, text: null, ...version },
    'POST /broadcasts/b1/preview': { subject: 'News', preview_text: null, html: null, text: 'News' },
    'POST /emails/check': { object: 'email_check', size_bytes: 100, findings: [] },
  });
  await screen.findByRole('textbox', { name: 'Preview text' });
  const isStored = (expected: object) =>
    waitFor(() => expect(held['template']).toEqual({ id: 't1', data: expected }));
  const leave = async () => {
    await user.click(screen.getByRole('textbox', { name: 'Preview text' }));
    await user.tab();
  };
  return { user, isStored, leave };
}

const type = (name: string, value: string, within = screen as Pick<typeof screen, 'getByRole'>) =>
  fireEvent.change(within.getByRole('textbox', { name }), { target: { value } });

it('shows the variables of the published version as fields, and saves what is typed', async () => {
  const { isStored, leave } = await openDraft({ issue: { number: 4 }, kept: 'as it is' }, { variables });
  await screen.findByText('Filled in for each contact: first_name');
  expect(screen.getByRole('textbox', { name: 'Issue number' })).toHaveProperty('value', '4');
  screen.getByText('Empty: false');
  type('Title', 'Spring');
  type('Places', 'Rome\nOslo');
  await leave();
  await isStored({ issue: { number: 4 }, kept: 'as it is', title: 'Spring', places: ['Rome', 'Oslo'] });
});

it('shows a list as rows of the fields that the template reads, and an object by the parts of its fallback', async () => {
  const { user, isStored, leave } = await openDraft(
    { offers: [{ name: 'Rome', note: 'of the API' }] },
    {
      html: '{% for offer in offers %}{{ offer.name }} {{ offer.price }}{% endfor %}{{ host.name }}',
      variables: [
        { key: 'offers', type: 'list', required: true },
        { key: 'host', type: 'object', required: false, fallback: { name: 'Ada', age: 36 } },
      ],
    },
  );
  const row = async (name: string) => within(await screen.findByRole('group', { name }));
  type('Price', '99', await row('Offers 1'));
  await user.click(screen.getByRole('button', { name: 'Add item' }));
  const second = await row('Offers 2');
  expect(document.activeElement).toBe(second.getByRole('textbox', { name: 'Name' }));
  type('Name', 'Oslo', second);
  type('Name', 'Grace', await row('Host'));
  await leave();
  await isStored({
    offers: [{ name: 'Rome', note: 'of the API', price: '99' }, { name: 'Oslo' }],
    host: { name: 'Grace', age: 36 },
  });
  await user.click(screen.getByRole('button', { name: 'Remove Offers 1' }));
  expect((await row('Offers 1')).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Oslo');
  await leave();
  await isStored({ offers: [{ name: 'Oslo' }], host: { name: 'Grace', age: 36 } });
});

it('a value without known parts is JSON, whose error stands at the field', async () => {
  const { user } = await openDraft({}, { variables: [{ key: 'order', type: 'object', required: true }] });
  const field = await screen.findByRole('textbox', { name: 'Order' });
  await user.click(field);
  await user.paste('[1]');
  const error = await screen.findByText(/This is not an object/);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.getAttribute('aria-describedby')).toBe(error.id);
});

it('a value is found by its key or nested, and a new one takes its place', () => {
  expect(valueOf({ issue: { number: 4 } }, 'issue.number')).toBe(4);
  expect(valueOf({ 'issue.number': 5 }, 'issue.number')).toBe(5);
  const data = { issue: { number: 4, year: 2026 } };
  expect(withValue(data, 'issue.number', 6)).toEqual({ issue: { year: 2026 }, 'issue.number': 6 });
  expect(withValue({ issue: { number: 4 } }, 'issue.number', undefined)).toEqual({});
});
