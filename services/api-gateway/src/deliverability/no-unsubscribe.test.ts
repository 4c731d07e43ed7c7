import { noUnsubscribeFindings } from './no-unsubscribe';

const disliked = { kind: 'offers', sent: 20_000, complained: 40 };
const volume = { domain: 'shop.example', busiestDay: 6_000, kinds: [disliked] };

it('mail of a kind that is not bulk, which people report as spam, is a finding of a large sender', () => {
  const kinds = [{ kind: null, sent: 9_000, complained: 10 }, disliked];
  expect(noUnsubscribeFindings([{ ...volume, kinds }])).toMatchObject([
    {
      ...{ code: 'no_unsubscribe', severity: 'warning', subject: 'shop.example' },
      evidence: [
        'Up to 6000 recipients a day at Gmail and Yahoo.',
        'Email of the kind offers: 40 complaints of 20000 recipients.',
        'Email without a kind: 10 complaints of 9000 recipients.',
      ],
    },
  ]);
});

it.each([
  ['a small sender', { ...volume, busiestDay: 4_999 }],
  ['a bulk kind, which has the header', { ...volume, kinds: [{ ...disliked, kind: 'bulk.news' }] }],
  ['few complaints', { ...volume, kinds: [{ ...disliked, complained: 19 }] }],
  ['few recipients', { ...volume, kinds: [{ ...disliked, sent: 999 }] }],
  ['one complaint', { ...volume, kinds: [{ ...disliked, sent: 1_000, complained: 2 }] }],
])('%s has none', (_, ordinary) => {
  expect(noUnsubscribeFindings([ordinary])).toEqual([]);
});
