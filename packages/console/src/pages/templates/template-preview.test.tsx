import { screen, waitFor } from '@testing-library/react';
import { listOf, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const template = {
  ...{
    object: 'template',
    id: 't1',
    slug: 'welcome',
    name: 'Welcome',
    status: 'draft',
    current_version: null,
  },
  ...{ subject: 'Hello', html: null, text: 'Hello', variables: [], published_at: null },
  ...{ created_at: '2026-11-20T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' },
};
const finding = {
  ...{ code: 'missing_alt', severity: 'warning', field: 'html', line: 7 },
  message: 'The image a.png has no alternative text.',
};
const answers = (domains: readonly object[]): Answers => ({
  'GET /templates/t1': template,
  'GET /templates/t1/uses': {
    object: 'template_uses',
    automations: [],
    broadcasts: [],
    broadcasts_truncated: false,
  },
  'GET /domains': listOf(domains),
  'POST /templates/t1/render': { subject: 'Hello', html: null, text: 'Hello' },
  'POST /emails/check': { object: 'email_check', size_bytes: 2_048, findings: [finding] },
});

it('shows beside the preview what a check of the rendered draft finds, with its line', async () => {
  const domains = [
    { id: 'd1', name: 'new.example', status: 'pending' },
    { id: 'd2', name: 'acme.example', status: 'verified' },
  ];
  const { requests } = openConsole('/templates/t1', answers(domains));
  await screen.findByText(finding.message);
  screen.getByText('HTML, line 7', { exact: false });
  screen.getByText('2 kB as it is sent');
  const checked = requests.filter(({ path }) => path === '/emails/check').map(({ body }) => body);
  expect(checked).toEqual([
    { from: 'test@acme.example', to: 'ada@example.com', subject: 'Hello', text: 'Hello' },
  ]);
});

it('asks for a verified domain where there is none, and checks nothing', async () => {
  const { count } = openConsole('/templates/t1', answers([]));
  await screen.findByText('Checks need a verified domain to send from.');
  await waitFor(() => expect(count('POST /templates/t1/render')).toBe(1));
  expect(count('POST /emails/check')).toBe(0);
});
