import { screen, waitFor, within } from '@testing-library/react';
import { listOf, type Answers, type ApiRequest } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const summary = (id: string, to = `${id}@example.com`) => ({
  ...{ object: 'inbox_email', id, from: 'Acme <hello@acme.example>', to: [to], subject: `Subject ${id}` },
  ...{ last_event: 'delivered', mode: 'test', created_at: '2026-11-20T10:00:00.000Z' },
});
const email = (id: string) => ({
  ...summary(id),
  ...{ cc: [], bcc: ['bo@example.com'], tags: [{ name: 'test', value: 'signup' }] },
  headers: [{ name: 'Subject', value: `Subject ${id}` }],
  ...{ html: null, text: `Your code: ${id}481516`, codes: ['481516', '10422'], size_bytes: 10 },
  links: [{ url: 'https://acme.example/confirm', text: 'Confirm your address' }],
  attachments: [
    { index: 0, filename: 'a.pdf', content_type: 'application/pdf', size: 2_048, content_id: null },
  ],
  findings: [{ code: 'missing_alt', severity: 'warning', message: 'An image has no alt text.', line: 3 }],
});
const ids = ['one', 'two', 'three'];
const answers = (): Answers => ({
  'GET /inbox': listOf(ids.map((id) => summary(id))),
  ...Object.fromEntries(ids.map((id) => [`GET /inbox/${id}`, email(id)])),
});
const opened = (address = '/inbox', given = answers()) => openConsole(address, given);
const openSubject = () => screen.findByRole('heading', { level: 2 }).then(({ textContent }) => textContent);

describe('the test inbox', () => {
  it('shows the newest email with its codes, links, files and findings', async () => {
    const { user } = opened();
    expect(await openSubject()).toBe('Subject one');
    await screen.findByText('Your code: one481516');
    await user.click(screen.getByRole('button', { name: 'Copy 481516' }));
    expect(await navigator.clipboard.readText()).toBe('481516');
    await user.click(screen.getByRole('tab', { name: 'Links (1)' }));
    expect(screen.getByRole('link', { name: 'https://acme.example/confirm' }).getAttribute('rel')).toContain(
      'noopener',
    );
    await user.click(screen.getByRole('tab', { name: 'Attachments (1)' }));
    screen.getByRole('button', { name: 'Download a.pdf' });
    await user.click(screen.getByRole('tab', { name: 'Checks (1)' }));
    screen.getByText('An image has no alt text.');
    screen.getByText('test:signup');
    screen.getByText('bo@example.com');
  });

  it('opens the next and the previous email by j and k, and keeps it in the address', async () => {
    const { user } = opened();
    await openSubject();
    await user.keyboard('j');
    await waitFor(async () => expect(await openSubject()).toBe('Subject two'));
    await user.keyboard('jjj');
    await waitFor(async () => expect(await openSubject()).toBe('Subject three'));
    await user.keyboard('k');
    await waitFor(async () => expect(await openSubject()).toBe('Subject two'));
    expect(window.location.search).toContain('email=two');
  });

  it('opens the email and the filters of its address', async () => {
    const { requests } = opened('/inbox?email=three&tag=test%3Asignup&search=code');
    expect(await openSubject()).toBe('Subject three');
    const list = requests.find(({ path }) => path === '/inbox');
    expect([list?.query.get('tag'), list?.query.get('search')]).toEqual(['test:signup', 'code']);
  });

  it('shows what arrives without losing the email that is open', async () => {
    const given = answers();
    const { user, refresh } = opened('/inbox', given);
    await openSubject();
    await user.click(screen.getByRole('button', { name: /two@example.com/ }));
    given['GET /inbox'] = listOf([summary('new'), ...ids.map((id) => summary(id))]);
    await refresh();
    await screen.findByRole('button', { name: /new@example.com/ });
    expect(await openSubject()).toBe('Subject two');
  });

  it('deletes what matches until nothing is left', async () => {
    const given = answers();
    let deletions = 0;
    given['DELETE /inbox'] = ({ query }: ApiRequest) => {
      expect(query.get('to')).toBe('one@example.com');
      deletions += 1;
      if (deletions === 2) given['GET /inbox'] = listOf([]);
      return { object: 'inbox_cleared', deleted: 500, has_more: deletions === 1 };
    };
    const { user } = opened('/inbox?to=one%40example.com', given);
    await user.click(await screen.findByRole('button', { name: 'Delete these' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('No emails found');
    expect(deletions).toBe(2);
  });

  it('marks live emails, which a development stack has in its inbox', async () => {
    const live = { ...summary('live'), mode: 'live' };
    opened('/inbox', { ...answers(), 'GET /inbox': listOf([summary('one'), live]) });
    const row = await screen.findByRole('button', { name: /live@example.com/ });
    within(row).getByText('Live');
    expect(within(screen.getByRole('button', { name: /one@example.com/ })).queryByText('Live')).toBeNull();
  });

  it('says how to send the first one', async () => {
    opened('/inbox', { 'GET /inbox': listOf([]) });
    await screen.findByText('Send an email with a test key. It appears here, and is not delivered.');
  });
});
