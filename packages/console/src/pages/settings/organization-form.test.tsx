import { screen, waitFor } from '@testing-library/react';
import { listOf, type Answers, type ApiRequest } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const organization = {
  ...{ id: 'o1', name: 'Acme Shop', slug: 'acme', kind: 'internal', plan: 'internal' },
  ...{ postal_address: null, alert_email: null, body_retention_days: 30, generate_text: true },
  utm: null as { source: string; medium: string } | null,
  ...{ under_review: false, sending_paused_at: null, sending_paused_reason: null, late_after: [] },
  created_at: '2026-11-20T10:00:00.000Z',
};

function server() {
  const held = { organization: { ...organization } };
  const answers: Answers = {
    'GET /organization': () => held.organization,
    'GET /alert-rules': listOf([]),
    'PATCH /organization': ({ body }: ApiRequest) => {
      held.organization = { ...held.organization, ...(body as object) };
      return held.organization;
    },
  };
  return { held, answers };
}

it('UTM parameters are filled in from the name, and saved with the campaign left open or set', async () => {
  const { held, answers } = server();
  const { user } = openConsole('/settings', answers);
  const on = await screen.findByRole('switch', { name: /^Add UTM parameters to links/ });
  await user.click(on);
  await waitFor(() => expect(held.organization.utm).toEqual({ source: 'acme-shop', medium: 'email' }));
  await user.type(await screen.findByLabelText(/^Campaign/), 'newsletter');
  await user.tab();
  await waitFor(() =>
    expect(held.organization.utm).toEqual({ source: 'acme-shop', medium: 'email', campaign: 'newsletter' }),
  );
  await user.click(on);
  await waitFor(() => expect(held.organization.utm).toBeNull());
});

it('UTM parameters without a source are not saved, and what is missing is said', async () => {
  const { held, answers } = server();
  const { user } = openConsole('/settings', answers);
  await user.click(await screen.findByRole('switch', { name: /^Add UTM parameters to links/ }));
  await waitFor(() => expect(held.organization.utm).not.toBeNull());
  await user.clear(await screen.findByLabelText(/^Source/));
  await user.tab();
  await screen.findByText(/Fill in source and medium, or turn UTM parameters off/);
  expect(held.organization.utm).toEqual({ source: 'acme-shop', medium: 'email' });
});

it('a read that began before a save does not bring the earlier text back', async () => {
  const { held, answers } = server();
  const utm = { source: 'acme-shop', medium: 'email' };
  held.organization = { ...held.organization, utm };
  const { user, count, refresh } = openConsole('/settings', answers);
  const source = await screen.findByLabelText<HTMLInputElement>(/^Source/);
  const before = held.organization;
  const late = Promise.withResolvers<object>();
  let isLate = true;
  answers['GET /organization'] = () => (isLate ? late.promise : held.organization);
  const reads = count('GET /organization');
  const refreshed = refresh();
  await waitFor(() => expect(count('GET /organization')).toBeGreaterThan(reads));
  isLate = false;
  await user.type(source, '-2');
  await user.tab();
  await waitFor(() => expect(held.organization.utm).toEqual({ ...utm, source: 'acme-shop-2' }));
  await screen.findByText(/^Saved/);
  late.resolve(before);
  await refreshed;
  expect(source.value).toBe('acme-shop-2');
});
