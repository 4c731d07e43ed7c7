import { screen } from '@testing-library/react';
import { listOf, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const counts = (confirmed: number, pending: number, expired: number) => ({
  ...{ object: 'signup_request_counts', form_id: 'f1', since: '2026-10-30T10:00:00.000Z' },
  ...{ confirmed, pending, expired },
});

const answers = (color: string | null): Answers => ({
  'GET /signup-forms/f1': {
    ...{ id: 'f1', name: 'Footer', status: 'enabled', from: 'News <news@example.com>', topics: ['news'] },
    ...{ url: 'https://links.example.com/f/f1', fields: ['first_name'], redirect_url: null },
  },
  'GET /signup-forms/f1/requests': listOf([]),
  'GET /signup-forms/f1/request-counts': counts(0, 0, 0),
  'GET /topics': listOf([]),
  'GET /organization': { id: 'o1', name: 'Acme', brand_color: color },
});

it.each([
  ['#0f766e', '#ffffff'],
  ['#fde047', '#000000'],
])('the code of a form has the color %s, with text that can be read on it', async (color, text) => {
  const { user } = openConsole('/signup-forms/f1', answers(color));
  await screen.findByText(new RegExp(`background: ${color}; color: ${text}`));
  await screen.findByText(/<label>First name <input name="first_name" autocomplete="given-name" \/>/);
  await user.click(screen.getByRole('radio', { name: 'Without styles' }));
  await screen.findByText(/<input name="first_name" \/>/);
  expect(screen.queryByText(/<style>/)).toBeNull();
});

it('a form shows the share of its requests that were confirmed', async () => {
  openConsole('/signup-forms/f1', {
    ...answers(null),
    'GET /signup-forms/f1/request-counts': counts(231, 12, 57),
  });
  await screen.findByText('77%');
  await screen.findByText('231 of 300');
  await screen.findByText('57');
});

it('a form without requests shows no share', async () => {
  openConsole('/signup-forms/f1', answers(null));
  await screen.findByText('No requests');
  expect(screen.queryByText('Not confirmed in time')).toBeNull();
});
