import {
  answerOf,
  isBlank,
  isUnmistakable,
  standingOf,
  statusOf,
  strongestStandings,
  wordOf,
  wordsOf,
} from './status-words';

const answers = (values: readonly string[]) => values.map((value) => answerOf(wordOf(value)));

describe('a yes or no', () => {
  it.each([
    ['PostgreSQL, MySQL and Access', ['t', 'true', '1', '-1', '1.0', 'Y'], ['f', 'false', '0', '0,0', 'N']],
    ['German', ['WAHR', 'Ja', 'j'], ['FALSCH', 'Nein']],
    [
      'French, Spanish, Portuguese, Italian',
      ['VRAI', 'VERDADERO', 'Sí', 'Sim', 'Vero', 'Oui'],
      ['FAUX', 'FALSO', 'Não', 'Non'],
    ],
    [
      'Dutch, Swedish, Danish, Norwegian',
      ['WAAR', 'SANT', 'SAND', 'Ja'],
      ['ONWAAR', 'FALSKT', 'Nee', 'Nej', 'Nei', 'USANN'],
    ],
    [
      'Polish, Czech, Hungarian, Turkish',
      ['PRAWDA', 'Ano', 'IGAZ', 'DOĞRU'],
      ['FAŁSZ', 'Ne', 'HAMIS', 'YANLIŞ', 'hayır', 'HAYIR'],
    ],
    [
      'other scripts',
      ['да', 'ИСТИНА', '是', 'はい', '예', 'نعم', 'כן', 'हाँ', 'ναι'],
      ['нет', 'ЛОЖЬ', '否', 'いいえ', '아니요', 'لا', 'לא', 'नहीं', 'όχι'],
    ],
    ['forms', ['x', '✓', '✔️', 'on', 'checked'], ['off', 'unchecked', '✗']],
  ])('is read in %s', (_language, yes, no) => {
    expect(answers(yes)).toEqual(yes.map(() => 'yes'));
    expect(answers(no)).toEqual(no.map(() => 'no'));
  });

  it.each(['2', '-2', 'maybe', '-', '?', 'да нет', '未', '10'])('is not %j', (value) => {
    expect(answerOf(wordOf(value))).toBeNull();
  });
});

it('a status is a word, or a yes or no; -1 and a cross say nothing certain', () => {
  expect(
    ['Unsubscribed', 'opted-out', 'yes', 'нет', '-1', 'x', '1', '0'].map((value) => statusOf(wordOf(value))),
  ).toEqual([
    ...[
      'unsubscribed',
      'unsubscribed',
      'subscribed',
      'unsubscribed',
      null,
      null,
      'subscribed',
      'unsubscribed',
    ],
  ]);
});

it.each([
  ['отписан', 'unsubscribed'],
  ['退订', 'unsubscribed'],
  ['Désabonné', 'unsubscribed'],
  ['ABGEMELDET', 'unsubscribed'],
  ['dado de baja', 'unsubscribed'],
  ['مشترك', 'subscribed'],
  ['подписан', 'subscribed'],
  ['unzustellbar', 'bounced'],
  ['nicht bestätigt', 'not_subscribed'],
])('the status %s is %s', (value, standing) => {
  expect(standingOf(wordOf(value))).toBe(standing);
});

it('no word has two meanings', () => {
  const all = strongestStandings.flatMap((standing) =>
    wordsOf(standing).map((word) => [word, standing] as const),
  );
  const meanings = Map.groupBy(all, ([word]) => word);
  const twice = [...meanings].filter(([, found]) => new Set(found.map(([, standing]) => standing)).size > 1);
  expect(twice.map(([word]) => word)).toEqual([]);
  expect(all.filter(([word]) => answerOf(word) !== null)).toEqual([]);
});

it('only cells without any text are blank', () => {
  expect(['', '  ', 'NULL', '\\N', 'NaN', '[]'].every(isBlank)).toBe(true);
  expect(['-', '0', 'none', 'n/a', '无', '.', 'no'].some(isBlank)).toBe(false);
});

it('words with other meanings say nothing in a column of an unknown name', () => {
  expect(['unsubscribed', 'opt-out', 'отписан', '退订', 'Bounced'].map(wordOf).every(isUnmistakable)).toBe(
    true,
  );
  expect(
    ['inactive', 'out', 'cancelled', 'no', 'active', 'Baja', 'disabled'].map(wordOf).some(isUnmistakable),
  ).toBe(false);
});
