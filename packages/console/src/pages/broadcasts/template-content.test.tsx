import { fireEvent, screen, waitFor } from '@testing-library/react';
import { listOf, type ApiRequest } from '../../../test/api';
import { openConsole } from '../../../test/open-console';
import { valueOf, withValue } from './template-values';

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
    tested_at: null,
  },
  template: { id: 't1', slug: 'letter', version: 3, data: { issue: { number: 4 }, kept: 'as it is' } },
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

it('shows the variables of the published version as fields, and saves what is typed', async () => {
  let held: Record<string, unknown> = broadcast;
  const { user } = openConsole('/broadcasts/b1', {
    'GET /broadcasts/b1': () => Response.json(held, { headers: { etag: '"1"' } }),
    'PATCH /broadcasts/b1': ({ body }: ApiRequest) => {
      held = { ...held, ...(body as object) };
      return Response.json(held, { headers: { etag: '"1"' } });
    },
    'GET /templates': listOf([template]),
    'GET /templates/t1/versions/3': { ...template, number: 3, variables },
    'POST /broadcasts/b1/preview': { subject: 'News', preview_text: null, html: null, text: 'News' },
    'POST /emails/check': { object: 'email_check', size_bytes: 100, findings: [] },
  });
  await screen.findByText('Filled in for each contact: first_name');
  expect(screen.getByRole('textbox', { name: 'Issue number' })).toHaveProperty('value', '4');
  screen.getByText('Empty: false');
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Spring' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Places' }), { target: { value: 'Rome\nOslo' } });
  await user.click(screen.getByRole('textbox', { name: 'Preview text' }));
  await user.tab();
  await waitFor(() =>
    expect(held['template']).toEqual({
      id: 't1',
      data: { issue: { number: 4 }, kept: 'as it is', title: 'Spring', places: ['Rome', 'Oslo'] },
    }),
  );
});

it('a value is found by its key or nested, and a new one takes its place', () => {
  expect(valueOf({ issue: { number: 4 } }, 'issue.number')).toBe(4);
  expect(valueOf({ 'issue.number': 5 }, 'issue.number')).toBe(5);
  const data = { issue: { number: 4, year: 2026 } };
  expect(withValue(data, 'issue.number', 6)).toEqual({ issue: { year: 2026 }, 'issue.number': 6 });
  expect(withValue({ issue: { number: 4 } }, 'issue.number', undefined)).toEqual({});
});
