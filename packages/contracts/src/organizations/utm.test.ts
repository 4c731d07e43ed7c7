import { utmOf } from './utm';

const defaults = { source: 'acme', medium: 'email' };

it('without a campaign of the organization it is made from the name', () => {
  const campaigns = ['May news!', 'Été & Soldes', '5月のニュース', '!!!', `${'x'.repeat(49)} y`];
  expect(campaigns.map((name) => utmOf(defaults, name)?.campaign)).toEqual([
    ...['may-news', 'ete-soldes', '5月のニュース', '!!!', 'x'.repeat(49)],
  ]);
});

it('the campaign of the organization is the same for all', () => {
  expect(utmOf({ ...defaults, campaign: 'newsletter' }, 'May')).toEqual({
    ...defaults,
    campaign: 'newsletter',
  });
});

it('an organization without parameters adds none', () => {
  expect(utmOf(null, 'May')).toBeNull();
});
