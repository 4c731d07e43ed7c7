import { screen, within } from '@testing-library/react';
import { listOf } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

it('getting started leads to a newsletter, and says which of its steps are done', async () => {
  const [none, one] = [listOf([]), listOf([{ id: 'one' }])];
  openConsole('/start', {
    ...{ 'GET /domains': none, 'GET /emails': none, 'GET /keys': none, 'GET /webhooks': none },
    ...{ 'GET /contacts': one, 'GET /signup-forms': none, 'GET /broadcasts': none },
    'GET /organization': { under_review: false, sending_paused_at: null, logo_url: null, brand_color: null },
  });
  const lineOf = async (name: string) => {
    const link = await screen.findByRole('link', { name });
    return within(link.closest('li') as HTMLElement);
  };
  (await lineOf('Collect signups with a form')).getByLabelText('Open');
  const contacts = await lineOf('Import your contacts');
  await contacts.findByLabelText('Done');
});
