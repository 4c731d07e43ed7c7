import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { listOf, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const organization = {
  ...{ id: 'o1', name: 'Acme', slug: 'acme', kind: 'internal', plan: 'internal' },
  ...{ postal_address: null, alert_email: null, body_retention_days: 30, generate_text: true, utm: null },
  ...{ logo_url: null, brand_color: '#0f766e', privacy_url: null },
  ...{ under_review: false, sending_paused_at: null, sending_paused_reason: null, late_after: [] },
  created_at: '2026-11-20T10:00:00.000Z',
};
const image = {
  ...{ object: 'image', id: 'i1', name: 'logo.png', alt: '', url: 'https://api.example.com/i/logo.png' },
  ...{ content_type: 'image/png', width: 200, height: 80, animated: false, bytes: 4_000 },
  created_at: '2026-11-20T10:00:00.000Z',
};
const answers = (): Answers => ({
  'GET /organization': organization,
  'PATCH /organization': ({ body }: { body: object }) => ({ ...organization, ...body }),
  'GET /images': listOf([image]),
  'POST /organization/branding-preview': {
    // A frame needs a browser.
    ...{ object: 'branding_preview', signup_form: null, confirmation: null, preferences: null, footer: null },
  },
});

it('a logo is chosen from the library, previewed, and saved with color and privacy link', async () => {
  const { user, requests } = openConsole('/settings?tab=branding', answers());
  const sent = (wanted: string) =>
    requests.findLast(({ method, path }) => `${method} ${path}` === wanted)?.body;
  await user.click(await screen.findByRole('button', { name: 'Choose logo' }));
  const library = within(await screen.findByRole('dialog', { name: 'Images' }));
  await user.click(await library.findByRole('button', { name: 'logo.png' }));
  await user.click(library.getByRole('button', { name: 'Use image' }));
  await user.type(screen.getByLabelText(/^Privacy policy/), 'acme.example/privacy');
  const look = {
    ...{ logo_url: image.url, brand_color: '#0f766e', privacy_url: 'https://acme.example/privacy' },
  };
  await waitFor(() => expect(sent('POST /organization/branding-preview')).toEqual(look));
  await user.click(screen.getByRole('button', { name: 'Save branding' }));
  await waitFor(() => expect(sent('PATCH /organization')).toEqual(look));
  await screen.findByRole('img', { name: 'Current logo' });
});

it('a color may be written without its sign, and is previewed once it is whole', async () => {
  const { user, requests } = openConsole('/settings/branding', answers());
  const color = await screen.findByLabelText<HTMLInputElement>(/^Color/);
  await user.clear(color);
  await user.type(color, '14705a');
  expect(color.value).toBe('#14705a');
  const previewed = () =>
    requests
      .filter(({ path }) => path === '/organization/branding-preview')
      .map(({ body }) => (body as { brand_color: string | null }).brand_color);
  await waitFor(() => expect(previewed().at(-1)).toBe('#14705a'));
  for (const each of previewed()) expect(each ?? '#000000').toMatch(/^#[0-9a-f]{6}$/);
});

it('a reload returns what was not saved, until it is', async () => {
  const first = openConsole('/settings/branding', answers());
  await first.user.type(await screen.findByLabelText(/^Privacy policy/), 'acme.example');
  cleanup();
  const { user } = openConsole('/settings/branding', answers());
  const field = await screen.findByLabelText<HTMLInputElement>(/^Privacy policy/);
  expect(field.value).toBe('acme.example');
  await user.click(screen.getByRole('button', { name: 'Save branding' }));
  await screen.findByText('Branding saved');
  expect(sessionStorage).toHaveLength(0);
});

it('says why there is no footer to show', async () => {
  const { user } = openConsole('/settings/branding', answers());
  await user.click(await screen.findByText('Footer of bulk email'));
  await screen.findByText('Bulk email has a footer once the organization has a postal address.');
});
