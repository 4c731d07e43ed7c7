import { screen, waitFor, within } from '@testing-library/react';
import { listOf, type Answers, type ApiRequest } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const form = {
  ...{ object: 'signup_form', id: 'form-1', name: 'Website', url: 'https://mail.acme.example/f/form-1' },
  ...{ from: 'News <news@acme.example>', reply_to: null, topics: ['news'], title: null, description: null },
  ...{ fields: [], redirect_url: null, confirmation_subject: null, confirmation_text: null },
  ...{ status: 'enabled', created_at: '2026-11-20T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' },
};
const branding = { logo_url: null, brand_color: '#0f766e', privacy_url: null };

it('the page is previewed in the branding of the organization while it is edited, with its defaults', async () => {
  const answers: Answers = {
    'GET /organization': { ...branding, under_review: false, sending_paused_at: null },
    'GET /signup-forms/form-1': form,
    'PATCH /signup-forms/form-1': ({ body }: ApiRequest) => ({ ...form, ...(body as object) }),
    'GET /signup-forms/form-1/requests': listOf([]),
    'GET /signup-forms/form-1/request-counts': {
      confirmed: 0,
      pending: 0,
      expired: 0,
      since: form.created_at,
    },
    'GET /topics': listOf([{ slug: 'news', name: 'News' }]),
    'GET /domains': listOf([{ name: 'acme.example', status: 'verified', stream: 'bulk' }]),
    'POST /organization/branding-preview': {
      // A frame needs a browser.
      ...{ object: 'branding_preview', signup_form: null, confirmation: null, preferences: null },
      ...{ footer: null, confirmed: null, confirmation_subject: 'Please confirm' },
    },
  };
  const { user, requests } = openConsole('/signup-forms/form-1', answers);
  const previewed = () => requests.findLast(({ path }) => path.endsWith('/branding-preview'))?.body;
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit form' }));
  const shown = { description: null, confirmation_subject: null, confirmation_text: null, fields: [] };
  await waitFor(() =>
    expect(previewed()).toEqual({ ...branding, form: { ...shown, topics: ['news'], title: 'Website' } }),
  );
  const page = within(dialog.getByRole('group', { name: 'Page' }));
  expect(page.getByLabelText('Title').getAttribute('placeholder')).toBe('Default: the name of the form');
  await user.type(page.getByLabelText('Title'), 'Ours');
  const confirmation = within(dialog.getByRole('group', { name: 'Confirmation email' }));
  await user.type(confirmation.getByLabelText('Subject'), 'Hi');
  await waitFor(() =>
    expect(previewed()).toMatchObject({
      form: { title: 'Ours', confirmation_subject: 'Hi' },
    }),
  );
  await user.click(dialog.getByText('Confirmation email', { selector: 'label *, label' }));
  await dialog.findByText('Subject: Please confirm');
});
