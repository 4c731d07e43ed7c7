import type { BrandingPreview } from '@postrider/contracts/console';
import { createMember } from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { useApi } from '../../test/use-api';

const api = useApi({ organization: { name: 'Fish & Co' } });

async function preview(body: object) {
  const member = await createMember(api.pool, { organizationId: api.organizationId, role: 'viewer' });
  return openBrowser(api, member).post<BrandingPreview>('/organization/branding-preview', body, {
    organizationId: api.organizationId,
  });
}

const look = {
  logo_url: 'https://shop.test/logo.png',
  brand_color: '#0f766e',
  privacy_url: 'https://shop.test/privacy',
};

it('shows pages and emails with a look that is not saved', async () => {
  const { body } = await preview(look);
  for (const html of [body.signup_form, body.confirmation, body.preferences]) {
    for (const part of Object.values(look)) expect(html).toContain(part);
    expect(html).toContain('Fish &amp; Co');
    expect(html).not.toContain('<form');
  }
  expect(body.signup_form).toContain('type="email"');
  expect(body.preferences).toContain('type="checkbox"');
  expect(body.footer).toBeNull();
  const { rows } = await api.pool.query('SELECT brand_color FROM organizations WHERE id = $1', [
    api.organizationId,
  ]);
  expect(rows).toEqual([{ brand_color: null }]);
});

it('shows the footer of bulk email where the organization has a postal address', async () => {
  await api.pool.query('UPDATE organizations SET postal_address = $2 WHERE id = $1', [
    api.organizationId,
    '1 High Street\nLondon',
  ]);
  const { body } = await preview({});
  expect(body.footer).toContain('1 High Street<br>London');
  expect(body.signup_form).not.toContain('<img');
});

it('shows a signup form that is not saved, with its confirmation', async () => {
  await api.post('/topics', api.key, { slug: 'deals', name: 'Deals <3' });
  const form = {
    ...{
      title: 'Our letter',
      description: 'Once a month.',
      fields: ['last_name'],
      topics: ['deals', 'gone'],
    },
    ...{ confirmation_subject: 'One more click', confirmation_text: 'Please confirm.' },
  };
  const { body } = await preview({ ...look, form });
  for (const text of ['Our letter', 'Once a month.', 'Last name', 'Deals &lt;3', look.logo_url])
    expect(body.signup_form).toContain(text);
  expect(body.signup_form).not.toContain('First name');
  expect(body.confirmation_subject).toBe('One more click');
  expect(body.confirmation).toContain('Please confirm.');
  expect(body.confirmed).toContain('Fish &amp; Co');
  const untitled = await preview({ form: { title: null, topics: [] } });
  expect(untitled.body.signup_form).toContain('News from Fish &amp; Co');
});

it.each([{ logo_url: 'javascript:alert(1)' }, { brand_color: 'red;}' }, { privacy_url: 'http://shop.test' }])(
  'refuses %j',
  async (body) => {
    expect((await preview(body)).refusal).toBe('422 validation_error');
  },
);
