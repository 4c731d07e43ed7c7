import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type Answers, type ApiRequest } from '../../test/api';
import { openConsole } from '../../test/open-console';

const at = '2026-11-20T10:00:00.000Z';
const paragraph = { type: 'paragraph', text: [{ type: 'text', text: 'Hello' }] };
const template = {
  ...{ object: 'template', id: 't1', slug: 'news', name: 'News', status: 'draft', current_version: null },
  // Without a subject there is no preview, which needs a browser.
  ...{ subject: null, html: '', text: null, variables: [], published_at: null },
  ...{ document: { version: 1, blocks: [paragraph] }, created_at: at, updated_at: at },
};
const image = {
  ...{ object: 'image', id: 'i1', name: 'pot.png', alt: null, url: 'https://api.example.com/i/a.png' },
  ...{ content_type: 'image/png', width: 320, height: 200, animated: false, bytes: 1_000, created_at: at },
};
const answers = (): Answers => {
  let stored: object = template;
  return {
    'GET /templates/t1': () => stored,
    'GET /templates/t1/uses': {
      ...{ object: 'template_uses', automations: [], broadcasts: [], broadcasts_truncated: false },
    },
    'PATCH /templates/t1': ({ body }: ApiRequest) => (stored = { ...stored, ...(body as object) }),
    'GET /domains': listOf([]),
    'GET /images': listOf([image]),
    'PATCH /images/i1': { ...image, alt: 'A teapot' },
    'POST /images': image,
  };
};

const content = () => screen.findByRole('textbox', { name: 'Content of the email' });
const file = (name: string, type = 'image/png') => new File(['abc'], name, { type });
/** As the clipboard has it after a screenshot, or beside what a program says in words. */
const paste = async (files: readonly File[], texts: Readonly<Record<string, string>> = {}) =>
  fireEvent.paste(await content(), {
    clipboardData: { files, getData: (type: string) => texts[type] ?? '' },
  });
const savedBlocks = (requests: readonly ApiRequest[]) => {
  const body = requests.findLast(({ method }) => method === 'PATCH')?.body as typeof template | undefined;
  return body?.document.blocks;
};

it('a pasted image is uploaded, becomes a block as wide as it is, and asks for its text', async () => {
  const { user, requests } = openConsole('/templates/t1', answers());
  await paste([file('pot.png')]);
  const form = within(await screen.findByRole('dialog', { name: 'Image' }));
  expect(form.getByLabelText('Width in pixels')).toHaveProperty('value', '320');
  await user.type(form.getByLabelText(/^Alternative text/), 'A teapot');
  await user.click(form.getByRole('button', { name: 'Apply' }));
  await screen.findByText('A teapot · 320 pixels wide');
  await waitFor(() =>
    expect(savedBlocks(requests)).toEqual([
      { type: 'image', src: image.url, alt: 'A teapot', width: 320 },
      paragraph,
    ]),
  );
});

it('an image that is refused is named with the reason where it was pasted, and can be tried again', async () => {
  const given = answers();
  const reason = 'The plan allows 100 MB of images.';
  given['POST /images'] = new Refusal(403, 'plan_limit', { message: reason });
  const { user, requests } = openConsole('/templates/t1', given);
  await paste([file('pot.png'), file('terms.pdf', 'application/pdf')]);
  const editor = within(await content());
  await editor.findByText(`pot.png was not inserted. ${reason}`);
  await editor.findByText(/^terms\.pdf was not inserted\. Only images/);
  expect((await content()).textContent).toContain('Hello');
  given['POST /images'] = { ...image, alt: 'A teapot' };
  await user.click(editor.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  await screen.findByText('A teapot · 320 pixels wide');
  await user.click(editor.getByRole('button', { name: 'Remove' }));
  expect(editor.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(savedBlocks(requests)).toHaveLength(2));
});

it('an image that is being uploaded keeps its place when the email was changed in another tab', async () => {
  const given = answers();
  const uploaded = Promise.withResolvers<object>();
  given['POST /images'] = () => uploaded.promise;
  const blocks = [{ type: 'logo' }, paragraph];
  given['GET /templates/t1'] = { ...template, document: { version: 1, blocks } };
  const { refresh, requests } = openConsole('/templates/t1', given);
  await paste([file('pot.png')]);
  await within(await content()).findByRole('status');
  const other = { type: 'paragraph', text: [{ type: 'text', text: 'From another tab' }] };
  given['GET /templates/t1'] = { ...template, document: { version: 1, blocks: [...blocks, other] } };
  await refresh();
  await within(await content()).findByText('From another tab');
  uploaded.resolve({ ...image, alt: 'A teapot' });
  await screen.findByText('A teapot · 320 pixels wide');
  await waitFor(() =>
    expect(savedBlocks(requests)).toMatchObject([{ type: 'logo' }, { type: 'image' }, paragraph, other]),
  );
});

it('words beside a picture of them are pasted as words', async () => {
  const { count } = openConsole('/templates/t1', answers());
  await paste([file('image.png')], { 'text/html': '<p>From Word</p>', 'text/plain': 'From Word' });
  expect((await content()).textContent).toContain('From Word');
  expect(count('POST /images')).toBe(0);
});

it('a block that is inserted on another one does not replace it', async () => {
  const given = answers();
  const blocks = [{ type: 'logo' }, paragraph];
  given['GET /templates/t1'] = { ...template, document: { version: 1, blocks } };
  const { user, requests } = openConsole('/templates/t1', given);
  await content();
  // The first block is selected when the editor opens.
  await user.click(screen.getByRole('button', { name: 'Insert block' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Divider' }));
  await waitFor(() =>
    expect(savedBlocks(requests)).toEqual([{ type: 'logo' }, { type: 'divider' }, paragraph]),
  );
});

it('a block that is inserted within a text follows it', async () => {
  const { user, requests } = openConsole('/templates/t1', answers());
  await content();
  await user.click(screen.getByRole('button', { name: 'Insert block' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Divider' }));
  await waitFor(() => expect(savedBlocks(requests)).toEqual([paragraph, { type: 'divider' }]));
});

it('an image block opens the library, and takes address, text and width from it', async () => {
  const { user, requests } = openConsole('/templates/t1', answers());
  await content();
  await user.click(screen.getByRole('button', { name: 'Insert block' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Image' }));
  const library = within(await screen.findByRole('dialog', { name: 'Images' }));
  await user.click(await library.findByRole('button', { name: 'pot.png' }));
  await user.type(library.getByLabelText(/^Alternative text/), 'A teapot');
  await user.click(library.getByRole('button', { name: 'Use image' }));
  const form = within(await screen.findByRole('dialog', { name: 'Image' }));
  await waitFor(() => expect(form.getByLabelText(/^Alternative text/)).toHaveProperty('value', 'A teapot'));
  await user.click(form.getByRole('button', { name: 'Insert' }));
  await waitFor(() =>
    expect(savedBlocks(requests)).toContainEqual({
      ...{ type: 'image', src: image.url, alt: 'A teapot', width: 320 },
    }),
  );
});
