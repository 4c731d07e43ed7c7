import { screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type Answers } from '../../test/api';
import { openConsole, session } from '../../test/open-console';

const topic = {
  ...{ slug: 'news', name: 'News', description: null, default_opt_in: false, visibility: 'public' },
  ...{ id: 'topic-1', created_at: '2026-11-20T10:00:00.000Z' },
};
const needed = new Refusal(403, 'reauthentication_required');

/** Opens the deletion of a topic, which requires a recent sign-in, and confirms it. */
const askToDelete = async (own: Answers) => {
  const opened = openConsole('/topics', {
    'GET /topics': listOf([topic]),
    'DELETE /topics/news': needed,
    'GET /profile': { has_password: true, totp_enabled_at: null, passkeys: 0, providers: [] },
    'GET /session/providers': { password: true, passkey: true, providers: [] },
    ...own,
  });
  const { user } = opened;
  await user.click(await screen.findByRole('button', { name: 'News' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const confirmation = within(await screen.findByRole('dialog', { name: 'Delete “News”?' }));
  await user.click(confirmation.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  return { ...opened, dialog };
};

describe('a change that requires a recent sign-in', () => {
  it('asks for it and is repeated, once the password is right', async () => {
    let password = '';
    const { user, dialog, count } = await askToDelete({
      'DELETE /topics/news': () => (password === 'right' ? null : needed),
      'POST /session/reauthenticate': ({ body }: { body: { password: string } }) => {
        ({ password } = body);
        return password === 'right' ? session : new Refusal(422, 'wrong_password');
      },
    });
    const field = await dialog.findByLabelText('Password');
    await user.type(field, 'wrong{Enter}');
    await dialog.findByText('Refused: wrong_password');
    await user.clear(field);
    await user.type(field, 'right{Enter}');
    await screen.findByText('Topic deleted');
    expect(count('DELETE /topics/news')).toBe(2);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks once when the user declines it, also in a change that consists of several', async () => {
    const erase = 'POST /operator/organizations/o1/erase-person';
    const { user, count } = openConsole('/operator/people?email=jane%40example.com', {
      'GET /operator/people': listOf([
        {
          ...{ organization_id: 'o1', organization: 'acme', contacts: 1, signup_requests: 0 },
          ...{ suppressions: 0, emails: 0, open_emails: 0, inbound_emails: 0 },
        },
      ]),
      [erase]: needed,
      'GET /profile': { has_password: true, totp_enabled_at: null, passkeys: 0, providers: [] },
      'GET /session/providers': { password: true, passkey: true, providers: [] },
    });
    await user.click(await screen.findByRole('button', { name: 'Erase person' }));
    const name = 'Erase everything about jane@example.com?';
    const confirmation = within(await screen.findByRole('dialog', { name }));
    await user.click(confirmation.getByRole('button', { name: 'Erase' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await dialog.findByLabelText('Password');
    await user.keyboard('{Escape}');
    await confirmation.findByText('Confirm that it is you, then try again.');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull());
    expect(count(erase)).toBe(1);
  });
});
