import { screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const image = {
  ...{ object: 'image', id: 'i1', name: 'tulips.png', alt: null, url: 'https://api.example.com/i/a.png' },
  ...{ content_type: 'image/png', width: 1_200, height: 800, animated: false, bytes: 182_400 },
  created_at: '2026-11-20T10:00:00.000Z',
};
const template = {
  ...{ object: 'template', id: 't1', slug: 'news', name: 'News', status: 'draft', current_version: null },
  ...{ subject: 'Hello', html: '', text: null, variables: [], published_at: null },
  ...{ created_at: '2026-11-20T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' },
};
const answers = (images: readonly object[] = [image]): Answers => ({
  'GET /templates': listOf([]),
  'GET /templates/t1': template,
  'GET /templates/t1/uses': {
    ...{ object: 'template_uses', automations: [], broadcasts: [], broadcasts_truncated: false },
  },
  'POST /templates/t1/render': { subject: 'Hello', html: null, text: 'Hello' },
  'PATCH /templates/t1': template,
  'GET /domains': listOf([]),
  'GET /images': listOf(images),
  'POST /images': { ...image, id: 'i2', name: 'new.png' },
  'PATCH /images/i1': { ...image, alt: 'Tulips' },
  'PATCH /images/i2': { ...image, id: 'i2', name: 'new.png', alt: 'New' },
  'DELETE /images/i1': null,
});
const bodyOf = (requests: readonly { method: string; path: string; body: unknown }[], wanted: string) =>
  requests.findLast(({ method, path }) => `${method} ${path}` === wanted)?.body;

async function openLibrary(given: Answers = answers()) {
  const opened = openConsole('/templates', given);
  await opened.user.click(await screen.findByRole('button', { name: 'Images' }));
  await screen.findByRole('button', { name: 'Upload images' });
  return opened;
}

it('an uploaded file is sent as it is, chosen, and asked for its text', async () => {
  const { user, requests } = await openLibrary(answers([]));
  await screen.findByText('No images yet');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await user.upload(input as HTMLInputElement, new File(['abc'], 'new.png', { type: 'image/png' }));
  await waitFor(() =>
    expect(bodyOf(requests, 'POST /images')).toEqual({ filename: 'new.png', content: 'YWJj' }),
  );
  const chosen = within(await screen.findByRole('region', { name: 'Chosen image' }));
  await user.type(chosen.getByLabelText(/^Alternative text/), 'New');
  await user.click(chosen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodyOf(requests, 'PATCH /images/i2')).toEqual({ name: 'new.png', alt: 'New' }));
});

it('images are found by name, and deleted after a question', async () => {
  const { user, requests, count } = await openLibrary();
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'tul');
  await waitFor(() =>
    expect(requests.some(({ path, query }) => path === '/images' && query.get('search') === 'tul')).toBe(
      true,
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'tulips.png' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete this image?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(count('DELETE /images/i1')).toBe(1));
  await screen.findByText('Choose an image to see its size and text.');
});

it('writes the tag of a chosen image into the HTML, with its width and text', async () => {
  const { user, requests } = openConsole('/templates/t1', answers());
  await user.click(await screen.findByRole('button', { name: 'Insert image' }));
  const library = within(await screen.findByRole('dialog', { name: 'Images' }));
  await user.click(await library.findByRole('button', { name: 'tulips.png' }));
  await user.type(library.getByLabelText(/^Alternative text/), 'Tulips');
  await user.click(library.getByRole('button', { name: 'Insert image' }));
  await waitFor(() => expect(bodyOf(requests, 'PATCH /images/i1')).toMatchObject({ alt: 'Tulips' }));
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() =>
    expect(bodyOf(requests, 'PATCH /templates/t1')).toMatchObject({
      html: expect.stringMatching(
        /^<img src="https:\/\/api\.example\.com\/i\/a\.png" width="600" alt="Tulips"/,
      ),
    }),
  );
});

it('a file that is refused is named with the reason, and the others are uploaded', async () => {
  const given = answers([]);
  given['POST /images'] = (request: { body: unknown }) =>
    (request.body as { filename: string }).filename === 'bad.png'
      ? new Refusal(422, 'validation_error')
      : { ...image, id: 'i2' };
  const { user, count } = await openLibrary(given);
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  const file = (name: string) => new File(['abc'], name, { type: 'image/png' });
  await user.upload(input as HTMLInputElement, [file('bad.png'), file('good.png')]);
  await screen.findByText(/bad\.png: Refused: validation_error/);
  expect(count('POST /images')).toBe(2);
});
