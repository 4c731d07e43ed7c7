import { screen, waitFor } from '@testing-library/react';
import { listOf, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const organization = {
  ...{ id: 'o1', name: 'Acme', slug: 'acme', kind: 'internal', plan: 'internal' },
  ...{ postal_address: null, alert_email: null, body_retention_days: 30, generate_text: true, utm: null },
  ...{ under_review: false, sending_paused_at: null, sending_paused_reason: null },
  late_after: [{ kind: 'code', seconds: 120 }],
  created_at: '2026-11-20T10:00:00.000Z',
};
const answers = (): Answers => ({
  'GET /organization': organization,
  'GET /alert-rules': listOf([]),
  'PATCH /organization': organization,
});

it('times that another tab has changed meanwhile are not overwritten, and what was typed stays', async () => {
  const given = answers();
  const { user, count } = openConsole('/settings', given);
  const minutes = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Minutes' });
  given['GET /organization'] = { ...organization, late_after: [{ kind: 'code', seconds: 600 }] };
  await user.clear(minutes);
  await user.type(minutes, '5');
  await user.click(screen.getByRole('button', { name: 'Save times' }));
  await screen.findByText(/^This has changed since you opened it/);
  expect([minutes.value, count('PATCH /organization')]).toEqual(['5', 0]);
});

it('a time is saved against the version that was read', async () => {
  const given = answers();
  given['GET /organization'] = () => Response.json(organization, { headers: { etag: '"v1"' } });
  const { user, requests } = openConsole('/settings', given);
  await user.click(await screen.findByRole('button', { name: 'Add a time' }));
  await user.click(screen.getByRole('button', { name: 'Save times' }));
  await waitFor(() =>
    expect(requests.findLast(({ method }) => method === 'PATCH')?.headers.get('if-match')).toBe('"v1"'),
  );
});

it('late email is reported at times that are added, changed and removed', async () => {
  const { user, requests } = openConsole('/settings', answers());
  const kinds = () => screen.findAllByRole<HTMLInputElement>('textbox', { name: 'Kind' });
  expect((await kinds()).map(({ value }) => value)).toEqual(['code']);
  await user.click(screen.getByRole('button', { name: 'Add a time' }));
  const minutes = screen.getAllByRole('textbox', { name: 'Minutes' })[1];
  if (minutes === undefined) throw new Error('a second time was added');
  await user.clear(minutes);
  await user.type(minutes, '60');
  const save = screen.getByRole('button', { name: 'Save times' });
  await user.click(save);
  const sent = () => requests.findLast(({ method }) => method === 'PATCH')?.body;
  await waitFor(() =>
    expect(sent()).toEqual({
      late_after: [
        { kind: 'code', seconds: 120 },
        { kind: null, seconds: 3_600 },
      ],
    }),
  );
  await user.click(screen.getAllByRole('button', { name: 'Remove this time' })[0] ?? document.body);
  await user.click(save);
  await waitFor(() => expect(sent()).toEqual({ late_after: [{ kind: null, seconds: 3_600 }] }));
});
