import { mergeDrafts } from './merge-drafts';

const base = { content: { trigger: 'signup', steps: ['wait'] } };
const mine = { content: { trigger: 'topic', steps: ['wait', 'send'] } };

it('the same change is no conflict, though the database has its names in another order', () => {
  const theirs = { content: { steps: ['wait', 'send'], trigger: 'topic' } };
  expect(mergeDrafts(base, mine, theirs)).toEqual({ draft: theirs, conflicts: [] });
});

it('a list in another order is another one', () => {
  const theirs = { content: { trigger: 'topic', steps: ['send', 'wait'] } };
  expect(mergeDrafts(base, mine, theirs)).toEqual({ draft: mine, conflicts: ['content'] });
});
