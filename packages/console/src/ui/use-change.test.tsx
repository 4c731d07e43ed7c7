import { screen, within } from '@testing-library/react';
import { listOf, Refusal, type Answers } from '../../test/api';
import { openConsole } from '../../test/open-console';

const organization = {
  ...{ id: 'o1', name: 'Acme', slug: 'acme', kind: 'internal', plan: 'internal' },
  ...{ postal_address: null, alert_email: null, body_retention_days: 30, generate_text: true, utm: null },
  late_after: [],
  ...{ under_review: false, sending_paused_at: null, sending_paused_reason: null },
  created_at: '2026-11-20T10:00:00.000Z',
};
const settings = (): Answers => ({
  'GET /organization': organization,
  'GET /alert-rules': listOf([]),
});
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });

describe('a form on a page', () => {
  it('keeps what was typed when a refresh shows other figures, or fails', async () => {
    const answers = settings();
    const { user, refresh } = openConsole('/settings', answers);
    await user.type(await nameField(), ' Mail');
    answers['GET /organization'] = { ...organization, under_review: true };
    await refresh();
    await screen.findByText('This organization is under review');
    expect((await nameField()).value).toBe('Acme Mail');
    answers['GET /organization'] = new Refusal(503, 'service_unavailable');
    await refresh();
    expect((await nameField()).value).toBe('Acme Mail');
  });
});

describe('a form in a dialog', () => {
  async function createTopic(refusal: Refusal) {
    const { user } = openConsole('/topics', { 'GET /topics': listOf([]), 'POST /topics': refusal });
    await user.click((await screen.findAllByRole('button', { name: 'Create topic' }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Create topic' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'News');
    await user.click(dialog.getByRole('button', { name: 'Create topic' }));
    return { dialog, name: dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }) };
  }

  it('marks the fields that the API refuses, and lists the other problems', async () => {
    const fields = [
      { path: 'name', message: 'must have at most 100 characters' },
      { path: 'unheard_of', message: 'required' },
    ];
    const { dialog, name } = await createTopic(new Refusal(422, 'validation_error', { fields }));
    const alert = within(await dialog.findByRole('alert'));
    alert.getByText('Check the marked fields.');
    alert.getByText('Unheard of: Required.');
    dialog.getByText('Must have at most 100 characters.');
    expect(name.getAttribute('aria-invalid')).toBe('true');
  });

  it('keeps what was typed when the API refuses it, and says why', async () => {
    const { dialog, name } = await createTopic(new Refusal(422, 'validation_error'));
    await dialog.findByText('Refused: validation_error');
    expect(name.value).toBe('News');
  });
});

describe('a page that shows one object', () => {
  const path = '/emails/one';
  const email = {
    ...{ id: 'one', to: ['a@example.com'], cc: [], bcc: [], from: 'b@example.com', subject: 'Invoice' },
    ...{ last_event: 'queued', mode: 'test', kind: null, created_at: '2026-11-20T10:00:00.000Z' },
    ...{ html: null, text: 'Hello', recipients: [], attachments: [], events: [], holds: [], metadata: null },
  };
  const answers = (): Answers => ({
    'GET /emails/one': email,
    'GET /emails/one/webhook-deliveries': listOf([]),
    'GET /inbound': listOf([]),
    'GET /api-logs': listOf([]),
  });

  it('keeps what is shown when a refresh fails', async () => {
    const current = answers();
    const { refresh } = openConsole(path, current);
    await screen.findByRole('heading', { name: 'Invoice', level: 1 });
    current['GET /emails/one'] = new Refusal(503, 'service_unavailable');
    await refresh();
    screen.getByRole('heading', { name: 'Invoice', level: 1 });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks three times after a 503, once after a refusal', async () => {
    const { user, count } = openConsole(path, {
      ...answers(),
      'GET /emails/one': new Refusal(503, 'service_unavailable'),
      'GET /topics': new Refusal(403, 'forbidden'),
    });
    await screen.findByText('Refused: service_unavailable');
    expect(count('GET /emails/one')).toBe(3);
    await user.click(screen.getByRole('link', { name: 'Topics' }));
    await screen.findByText('Refused: forbidden');
    expect(count('GET /topics')).toBe(1);
  });

  it('says with a heading that an object was not found', async () => {
    openConsole(path, { ...answers(), 'GET /emails/one': new Refusal(404, 'not_found') });
    await screen.findByRole('heading', { name: 'Not found', level: 1 });
  });
});
