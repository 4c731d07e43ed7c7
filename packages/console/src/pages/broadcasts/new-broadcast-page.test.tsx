import { screen, waitFor, within } from '@testing-library/react';
import { listOf, type Answers, type ApiRequest } from '../../../test/api';
import { openConsole, organizationId, session } from '../../../test/open-console';

const topics = [
  { slug: 'news', name: 'News' },
  { slug: 'offers', name: 'Offers' },
];
const customers = { id: 'segment-1', name: 'Customers', filter: { all: [] } };
const subscribersOfOffers = {
  ...{ id: 'segment-2', name: 'Everyone with offers' },
  filter: { all: [{ state: 'SUBSCRIBED', topic: 'offers' }] },
};

const open = (own: Answers = {}) => {
  const segments: object[] = [customers, subscribersOfOffers];
  return openConsole('/broadcasts/new', {
    'GET /segments': () => listOf(segments),
    'GET /topics': listOf(topics),
    'GET /domains': listOf([]),
    'POST /segments': ({ body }: ApiRequest) => {
      const created = { id: 'segment-3', ...(body as object) };
      segments.push(created);
      return created;
    },
    ...own,
  });
};
const options = async () => {
  const list = within(await screen.findByRole('listbox', { name: 'Segment' }));
  return list.getAllByRole('option').map(({ textContent }) => textContent);
};

describe('the segment of a new broadcast', () => {
  it('can be all subscribers of a topic, which is then the topic of the broadcast', async () => {
    const { user, requests } = open();
    const segment = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Segment' });
    await screen.findByRole('combobox', { name: 'Topic' });
    await user.click(segment);
    // There is a segment of the other topic's subscribers.
    await waitFor(async () =>
      expect(await options()).toEqual(['Customers', 'Everyone with offers', 'Subscribers of News']),
    );
    await user.click(await screen.findByRole('option', { name: 'Subscribers of News' }));
    await waitFor(() => expect(segment.value).toBe('Subscribers of News'));
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Topic' }).value).toBe('News');
    const created = requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
    const filter = { all: [{ topic: 'news', state: 'SUBSCRIBED' }] };
    expect(created).toEqual([['/segments', { name: 'Subscribers of News', filter }]]);
  });

  it('offers no topic before the segments are known', async () => {
    const listed = Promise.withResolvers<unknown>();
    const { user } = open({ 'GET /segments': () => listed.promise });
    await user.click(await screen.findByRole('combobox', { name: 'Topic' }));
    await screen.findByRole('option', { name: 'Offers' });
    expect(screen.queryByRole('option', { name: /^Subscribers of/ })).toBeNull();
    listed.resolve(listOf([subscribersOfOffers]));
    await user.click(screen.getByRole('combobox', { name: 'Segment' }));
    await waitFor(async () =>
      expect(await options()).toEqual(['Everyone with offers', 'Subscribers of News']),
    );
  });

  it('can be one that is not on the first page of the list', async () => {
    const oldest = { ...customers, id: 'segment-101', name: 'The oldest' };
    const { user } = open({
      'GET /segments': ({ query }: ApiRequest) =>
        query.get('cursor') === null ? listOf([customers], 'page-2') : listOf([oldest]),
    });
    await user.click(await screen.findByRole('combobox', { name: 'Segment' }));
    await user.click(await screen.findByRole('option', { name: 'The oldest' }));
  });

  it('is one that exists for those who may create none', async () => {
    const [organization] = session.organizations;
    const member = { ...organization, organization_id: organizationId, role: 'member' };
    const { user } = open({ 'GET /session': { ...session, organizations: [member] } });
    await user.click(await screen.findByRole('combobox', { name: 'Segment' }));
    await screen.findByRole('option', { name: 'Customers' });
    expect(await options()).toEqual(['Customers', 'Everyone with offers']);
  });
});

it('a sender that is being typed is kept when the domains arrive', async () => {
  const listed = Promise.withResolvers<object>();
  const { user } = open({ 'GET /domains': () => listed.promise });
  const sender = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Sender name' });
  await user.type(sender, 'Ada');
  listed.resolve(listOf([{ id: 'd1', name: 'acme.example', status: 'verified', stream: 'bulk' }]));
  const domain = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Domain' });
  await waitFor(() => expect(domain.value).toBe('acme.example'));
  expect(sender.value).toBe('Ada');
});
