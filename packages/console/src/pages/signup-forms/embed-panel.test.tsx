import { screen } from '@testing-library/react';
import { listOf, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const answers = (color: string | null): Answers => ({
  'GET /signup-forms/f1': {
    ...{ id: 'f1', name: 'Footer', status: 'enabled', from: 'News <news@example.com>', topics: ['news'] },
    ...{ url: 'https://links.example.com/f/f1', fields: ['first_name'], redirect_url: null },
  },
  'GET /signup-forms/f1/requests': listOf([]),
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
