import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { listOf, type Answers } from '../../test/api';
import { openConsole } from '../../test/open-console';
import { FilterBar } from './filter-bar';

const answers: Answers = { 'GET /emails': listOf([]) };
const subject = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Exact subject' });
const inAddress = (name: string) => new URLSearchParams(window.location.search).get(name);

describe('the filters of a list', () => {
  it('are read from the address, digits as text', async () => {
    const { requests } = openConsole('/emails?subject=123', answers);
    expect((await subject()).value).toBe('123');
    await screen.findByRole('heading', { name: 'No emails found' });
    const [read] = requests.filter(({ path }) => path === '/emails');
    expect(read?.query.get('subject')).toBe('123');
    expect(inAddress('subject')).toBe('123');
  });

  it('go to the address once typing pauses, in one request', async () => {
    const { count } = openConsole('/emails', answers);
    await screen.findByRole('heading', { name: 'No emails yet' });
    const field = await subject();
    // At once: between two keys on a busy machine, a pause may pass.
    for (const value of ['i', 'in', 'invoice']) fireEvent.change(field, { target: { value } });
    await waitFor(() => expect(inAddress('subject')).toBe('invoice'));
    await screen.findByRole('heading', { name: 'No emails found' });
    expect(count('GET /emails')).toBe(2);
  });

  it('keep what is typed while an earlier text is applied', async () => {
    const { user } = openConsole('/emails', answers);
    const field = await subject();
    const typed = 'invoice of november';
    for (const letter of typed) await user.type(field, letter);
    await waitFor(() => expect(inAddress('subject')).toBe(typed));
    expect(field.value).toBe(typed);
  });

  it('keep what is typed until the address has the earlier text', async () => {
    const change = jest.fn();
    const bar = (values: { readonly subject?: string }) => (
      <MantineProvider>
        <FilterBar filters={[{ name: 'subject', label: 'Exact subject' }]} values={values} change={change} />
      </MantineProvider>
    );
    const { rerender } = render(bar({}));
    const user = userEvent.setup();
    const field = await subject();
    await user.type(field, 'in');
    await waitFor(() => expect(change).toHaveBeenLastCalledWith({ subject: 'in' }));
    fireEvent.change(field, { target: { value: 'inv' } });
    rerender(bar({ subject: 'in' }));
    expect(field.value).toBe('inv');
    rerender(bar({}));
    expect(field.value).toBe('');
  });

  it('show a value of the address that is not among the options, and are cleared together', async () => {
    const { user } = openConsole('/emails?status=lost&tag=a%3Ab', answers);
    const status = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Status' });
    expect(status.value).toBe('lost');
    screen.getByRole('textbox', { name: 'Tag (name:value)' });
    await user.click(within(screen.getByRole('search')).getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(status.value).toBe('');
    expect(within(screen.getByRole('search')).queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('keep the organization and the mode in the address', async () => {
    const { user } = openConsole('/emails?organization=acme&mode=test', answers);
    await user.type(await subject(), 'a');
    await waitFor(() => expect(inAddress('subject')).toBe('a'));
    expect(inAddress('organization')).toBe('acme');
    expect(inAddress('mode')).toBe('test');
  });
});
