import { filters } from '../../test/reply-corpus/filters';
import { google } from '../../test/reply-corpus/google';
import { microsoft } from '../../test/reply-corpus/microsoft';
import { overseasProviders } from '../../test/reply-corpus/overseas-providers';
import { servers } from '../../test/reply-corpus/servers';
import { westernProviders } from '../../test/reply-corpus/western-providers';
import { yahooAndApple } from '../../test/reply-corpus/yahoo-and-apple';
import { classifySmtpReply, parseSmtpReply } from './smtp-reply';

const groups = [
  google,
  ...microsoft,
  ...yahooAndApple,
  ...westernProviders,
  ...overseasProviders,
  ...filters,
  ...servers,
];

function found(raw: string, provider: string | null): string {
  const reply = parseSmtpReply(raw);
  if (!reply) return 'no reply';
  const { class: failure, outcome, suppression } = classifySmtpReply({ ...reply, stage: 'rcpt', provider });
  return `${failure} ${suppression ? 'suppressed' : outcome}`;
}

it.each(groups.map((group) => [`${group.provider ?? 'any'}: ${group.source}`, group] as const))(
  'replies of %s are what their authors mean',
  (_, { provider, replies }) => {
    const lines = (list: readonly (readonly [string, string])[]) =>
      list.map(([raw, what]) => `${what} ← ${raw}`);
    expect(lines(replies.map(([raw]) => [raw, found(raw, provider)]))).toEqual(lines(replies));
  },
);

it('the corpus is of real breadth: providers, gateways and software, and each class', () => {
  const replies = groups.flatMap((group) => group.replies);
  const distinct = new Set(replies.map(([raw]) => raw));
  const byExpected = Object.groupBy(replies, ([, expected]) => expected);
  const totals = Object.entries(byExpected).map(([what, list]) => `${what} ${list?.length ?? 0}`);
  process.stdout.write(
    `${replies.length} replies of ${groups.length} sources: ${totals.toSorted().join(', ')}\n`,
  );
  expect(distinct.size).toBeGreaterThan(500);
  expect(groups.every(({ source }) => source.length > 20)).toBe(true);
  expect(new Set(replies.map(([, expected]) => expected.split(' ')[0])).size).toBe(15);
});

it('the result does not depend on the provider where the words are not specific to one', () => {
  const general = servers.flatMap(({ replies }) => replies);
  const moved = general.filter(([raw, expected]) => found(raw, 'acme.example') !== expected);
  expect(moved).toEqual([]);
});

it('a reply that is passed on without its origin never suppresses an address that should stay', () => {
  const wrong = groups
    .flatMap(({ replies }) => replies)
    .filter(([raw, expected]) => found(raw, null).endsWith('suppressed') && !expected.endsWith('suppressed'));
  expect(wrong).toEqual([]);
});
