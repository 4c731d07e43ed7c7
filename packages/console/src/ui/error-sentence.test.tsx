import { screen, within } from '@testing-library/react';
import { listOf, Refusal } from '../../test/api';
import { openConsole } from '../../test/open-console';
import { RequestError } from '../api/request-error';
import { pages, settingsPages } from '../pages';
import { errorTexts, type ErrorFix } from '../texts/errors';
import { errorSentence } from './error-sentence';

const codes = Object.keys(errorTexts) as (keyof typeof errorTexts)[];

const sentenceOf = (code: string, message: string): string =>
  errorSentence(new RequestError({ status: 422, code, message, requestId: null }));

describe('errors for people', () => {
  it.each(codes)('%s is a sentence that does not speak of requests', (code) => {
    const sentence = sentenceOf(
      code,
      'Send `Authorization: Bearer pr_live_…` with POST /things {"name": "a"}.',
    );
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toMatch(
      /\b(GET|POST|PATCH|DELETE) | \/\w|[`{}]|Bearer|pr_live|Retry-After|endpoint|X-Request/,
    );
  });

  it('lead to pages that exist', () => {
    const paths = [...pages, ...settingsPages].map((page) => page.path);
    const links = Object.values<ErrorFix>(errorTexts).flatMap(({ link }) =>
      link === undefined ? [] : [link.to],
    );
    expect(links.filter((to) => !paths.includes(to))).toEqual([]);
  });

  it('keep what the message of the API says of this case', () => {
    expect(sentenceOf('topic_in_use', 'Broadcast "Offers" (b1) uses the topic.')).toBe(
      'Broadcast "Offers" (b1) uses the topic.',
    );
    expect(sentenceOf('plan_limit', 'The plan allows 3 domains. Delete one with DELETE /domains/{id}.')).toBe(
      'The plan allows 3 domains.',
    );
    expect(sentenceOf('unheard_of', 'Something new. Send POST /things.')).toBe('Something new.');
  });
});

describe('an error on a page', () => {
  it('has a link to where it is put right, and code and request id behind "Details"', async () => {
    const { user } = openConsole('/topics', {
      'GET /topics': listOf([]),
      'POST /topics': new Refusal(422, 'stream_mismatch', {
        message: 'Add one with POST /domains {"stream": "bulk"}.',
      }),
    });
    await user.click((await screen.findAllByRole('button', { name: 'Create topic' }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Create topic' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'News');
    await user.type(dialog.getByRole('textbox', { name: 'Slug' }), 'news');
    await user.click(dialog.getByRole('button', { name: 'Create topic' }));
    const alert = within(await dialog.findByRole('alert'));
    alert.getByText(/^Marketing email needs a domain for bulk email/);
    expect(alert.queryByText(/POST/)).toBeNull();
    expect(alert.getByRole('link', { name: 'Add a bulk domain' }).getAttribute('href')).toBe(
      '/console/domains',
    );
    const code = alert.getByRole('link', { name: 'stream_mismatch' });
    const details = code.closest('details');
    expect(details?.open).toBe(false);
    expect(details?.textContent).toContain('request-1');
  });

  it('is one line on the sign-in page', async () => {
    const { user } = openConsole('/sign-in', {
      'GET /session/providers': { password: true, passkey: false, providers: [] },
      'POST /session': new Refusal(401, 'invalid_credentials', {
        message: 'The email address or password is wrong.',
      }),
    });
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('The email address or password is wrong.');
  });
});
