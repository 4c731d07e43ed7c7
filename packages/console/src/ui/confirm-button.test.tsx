import { screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type Answers } from '../../test/api';
import { chooseAction } from '../../test/choose-action';
import { openConsole } from '../../test/open-console';

const segment = {
  ...{ id: 'segment-1', name: 'Customers', filter: { all: [], any: [] }, contact_count: 3 },
  ...{ counted_at: '2026-11-20T10:00:00.000Z', created_at: '2026-11-20T10:00:00.000Z' },
};
const answersWith = (own: Answers): Answers => ({
  'GET /segments': listOf([segment]),
  'GET /segments/segment-1': segment,
  'GET /segments/segment-1/contacts': listOf([]),
  'POST /segments/preview': { contact_count: 3, samples: [] },
  ...own,
});

const openSegment = (answers: Answers) => {
  const opened = openConsole('/segments/segment-1', answers);
  const open = async () => {
    await chooseAction(opened.user, 'Delete');
    return within(await screen.findByRole('dialog', { name: 'Delete this segment?' }));
  };
  return { ...opened, open };
};

describe('an action that asks first', () => {
  it('changes nothing when it is canceled or Escape is pressed, which does not leave the page', async () => {
    const { user, open, requests } = openSegment(answersWith({}));
    await user.click((await open()).getByRole('button', { name: 'Cancel' }));
    await open();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByRole('heading', { name: 'Customers', level: 1 });
    expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('shows in its dialog why the API refused, until it is opened again', async () => {
    const { user, open } = openSegment(
      answersWith({ 'DELETE /segments/segment-1': new Refusal(409, 'conflict') }),
    );
    const dialog = await open();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await dialog.findByText('Refused: conflict');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await open();
    expect(screen.queryByText('Refused: conflict')).toBeNull();
  });

  it('reports a failure after its dialog was closed', async () => {
    const answer = Promise.withResolvers<unknown>();
    const { user, open } = openSegment(answersWith({ 'DELETE /segments/segment-1': () => answer.promise }));
    await user.click((await open()).getByRole('button', { name: 'Delete' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answer.resolve(new Refusal(409, 'conflict'));
    await screen.findByText('Refused: conflict');
  });

  it('deletes once, and leaves the page without reading again what is gone', async () => {
    const answers = answersWith({});
    const { user, open, count } = openSegment(answers);
    const deleted = Promise.withResolvers<null>();
    answers['DELETE /segments/segment-1'] = () => deleted.promise;
    await user.dblClick((await open()).getByRole('button', { name: 'Delete' }));
    answers['GET /segments'] = listOf([]);
    const read = count('GET /segments/segment-1');
    deleted.resolve(null);
    await screen.findByText('Segment deleted');
    await screen.findByRole('heading', { name: 'No segments' });
    expect(count('DELETE /segments/segment-1')).toBe(1);
    expect(count('GET /segments/segment-1')).toBe(read);
  });

  it('shows no list with the deleted object until the list is read again', async () => {
    const answers = answersWith({ 'DELETE /segments/segment-1': null });
    const { user } = openConsole('/segments', answers);
    await user.click(await screen.findByRole('link', { name: 'Customers' }));
    await chooseAction(user, 'Delete');
    const list = Promise.withResolvers<object>();
    answers['GET /segments'] = () => list.promise;
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this segment?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('heading', { name: 'Segments', level: 1 });
    expect(screen.queryByRole('link', { name: 'Customers' })).toBeNull();
    list.resolve(listOf([]));
    await screen.findByRole('heading', { name: 'No segments' });
  });
});
