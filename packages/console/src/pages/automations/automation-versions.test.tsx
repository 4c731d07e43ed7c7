import { screen, waitFor, within } from '@testing-library/react';
import { listOf, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const mail = { type: 'send', from: 'News <news@news.example>', subject: 'Welcome', text: 'Hello' };
const version = (number: number, steps: object[], by: object | null = null) => ({
  ...{ object: 'automation_version', version: number, trigger: { event: 'order.paid' }, steps },
  ...{ step_count: steps.length, published_at: '2026-11-20T10:00:00.000Z', published_by: by },
});
const first = version(1, [mail, { type: 'wait', duration: '1d' }]);
const second = version(
  2,
  [
    { ...mail, text: 'Hello again' },
    { type: 'webhook', url: 'https://a.example' },
  ],
  {
    ...{ type: 'user', id: 'u1', name: 'Ada' },
  },
);
const automation = {
  ...{ object: 'automation', id: 'automation-1', slug: 'welcome', name: 'Welcome', status: 'active' },
  ...{
    one_per_contact: true,
    trigger: { event: 'order.paid' },
    version: 2,
    steps: second.steps,
    draft: null,
  },
  ...{ created_at: '2026-11-20T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' },
};
const path = '/automations/automation-1';
const answers: Answers = {
  [`GET ${path}`]: automation,
  [`PATCH ${path}`]: automation,
  [`GET ${path}/versions`]: listOf([second, first]),
  [`GET ${path}/versions/1`]: first,
  [`GET ${path}/versions/2`]: second,
  [`GET ${path}/step-counts`]: { version: 2, waiting_in_older_versions: 0, steps: [] },
  [`GET ${path}/runs`]: listOf([]),
  'GET /topics': listOf([]),
  'GET /signup-forms': listOf([]),
  'GET /templates': listOf([]),
};

it('versions are listed with who published them, and two are compared in words', async () => {
  const { user } = openConsole(`${path}/versions`, answers);
  await screen.findByText('Ada (user)');
  await screen.findByText('Not recorded');
  await user.click(screen.getByRole('link', { name: 'Version 1' }));
  await screen.findByRole('heading', { name: 'Changes from version 1 to the draft' });
  await user.click(screen.getByRole('combobox', { name: 'Compare with' }));
  await user.click(await screen.findByRole('option', { name: 'Version 2' }));
  await screen.findByRole('heading', { name: 'Changes from version 1 to version 2' });
  const changes = within(await screen.findByRole('list', { name: 'Versions' })).getAllByRole('listitem');
  expect(changes.map(({ textContent }) => textContent?.slice(0, 40))).toEqual([
    expect.stringMatching(/^RemovedStep 2, Wait1 day/),
    expect.stringMatching(/^ChangedStep 1, Send emailText/),
    expect.stringMatching(/^AddedStep 2, Call webhookhttps:/),
  ]);
});

it('a version becomes the draft, and nothing else changes', async () => {
  const { user, requests } = openConsole(`${path}/versions?version=1`, answers);
  await user.click(await screen.findByRole('button', { name: 'Use as draft' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Use as draft' }));
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
      draft: { trigger: first.trigger, steps: first.steps },
    }),
  );
});
