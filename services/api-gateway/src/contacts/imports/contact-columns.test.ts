import { contactFileOf as fileOf, outcomesOfContacts, readContactFile } from '../../../test/contact-file';
import { readAs } from './contact-layout';

const wishes = async (file: string | readonly string[], columns?: object) =>
  (await readContactFile(file, columns)).taken.map((line) => ('wish' in line ? line.wish : null));
const propertiesOf = async (file: readonly string[]) => (await wishes(file)).map((wish) => wish?.properties);

describe('a column of properties has one type', () => {
  it.each([
    ['numbers that read back the same', ['12', '-3.5', '0'], [12, -3.5, 0]],
    ['decimals with zeros', ['12.50', '3', '1.10'], ['12.50', '3', '1.10']],
    ['postal codes', ['01067', '10115'], ['01067', '10115']],
    ['numbers that a computer would round', ['9007199254740993', '7'], ['9007199254740993', '7']],
    ['part numbers', ['12E3', '1e5', '5'], ['12E3', '1e5', '5']],
    ['booleans', ['true', 'false'], [true, false]],
    ['a boolean beside a text', ['true', 'maybe'], ['true', 'maybe']],
    ['a number beside a boolean', ['1', 'true'], ['1', 'true']],
    ['texts', ['"quoted"', '+49 30 1'], ['"quoted"', '+49 30 1']],
  ])('%s', async (_what, cells, expected) => {
    const lines = fileOf(
      'email,x',
      cells.map((cell) => `"${cell.replaceAll('"', '""')}"`),
    );
    expect(await propertiesOf(lines)).toEqual(expected.map((x) => ({ x })));
  });
});

it('a tag cell with an unclosed quotation mark refuses its row alone', async () => {
  const { taken, refused } = await readContactFile(fileOf('email,TAGS', ['"""News"', '"News, VIP"']));
  expect(refused).toMatchObject([
    {
      row: 1,
      value: 'a@example.com',
      code: 'invalid_property',
      reason: 'TAGS: a quotation mark is not closed.',
    },
  ]);
  expect(taken).toMatchObject([{ row: 2, wish: { properties: { TAGS: ['News', 'VIP'] } } }]);
});

describe('the column with addresses', () => {
  it.each([
    ['Address,E-Mail-Adresse', 'Main Street 1,a@example.com'],
    ['Adresse,Courriel', '1 rue Haute,a@example.com'],
    ['Vorname,Nachname,Adresse e-mail', 'Ada,Byron,a@example.com'],
    ['Email 1,Email 2', 'a@example.com,b@example.com'],
    ['Имя,Электронная почта', 'Ада,a@example.com'],
  ])('is the best of %s', async (header, row) => {
    expect((await readContactFile([header, row])).taken).toMatchObject([{ email: 'a@example.com' }]);
  });
});

it.each([
  ['Vorname;Nachname', 'Ada;Byron', { first_name: 'Ada', last_name: 'Byron' }],
  ['Prénom;Nom', 'Ada;Byron', { first_name: 'Ada', last_name: 'Byron' }],
  ['name;x', 'Ada King Lovelace;1', { first_name: 'Ada', last_name: 'King Lovelace' }],
  ['Name;x', '"Lovelace, Ada";1', { first_name: 'Ada', last_name: 'Lovelace' }],
  ['Full Name;x', 'Ada;1', { first_name: 'Ada' }],
  ['first_name;name', 'Ada;Byron Ltd', { first_name: 'Ada', properties: { name: 'Byron Ltd' } }],
])('names are known in %s', async (header, row, expected) => {
  expect(await wishes([`email;${header}`, `a@example.com;${row}`])).toMatchObject([expected]);
});

it('rows of delimiters are skipped, and the line sep= names the delimiter', async () => {
  const file = 'sep=;\r\nemail;x\r\n;\r\na@example.com;1,5\r\n ; \r\n;;;\r\n';
  const { taken, refused, rows } = await readContactFile(file);
  expect([rows, refused]).toEqual([1, []]);
  expect(taken).toMatchObject([{ row: 1, email: 'a@example.com', wish: { properties: { x: '1,5' } } }]);
  expect((await outcomesOfContacts('"sep=|"\nemail|status\na@example.com|unsubscribed\n'))[1]).toEqual([
    'UNSUBSCRIBED',
  ]);
});

it('columns that are not imported are named', async () => {
  const many = Array.from({ length: 60 }, (_, at) => `c${at}`);
  const { layout } = await readContactFile([
    ['email', 'id', 'region', 'notes', 'cc', ...many].join(','),
    'a@example.com',
  ]);
  const shown = readAs(layout, null);
  const ignored = shown.filter(({ read_as }) => read_as === 'ignored').map(({ name }) => name);
  expect(shown).toHaveLength(65);
  // region, notes and cc are properties where they do not come from Mailchimp; 50 are taken in all.
  expect(ignored).toEqual(['id', ...many.slice(47)]);
  const mailchimp = await readContactFile([
    'Email Address,LEID,REGION,CC,NOTES,City',
    'a@example.com,1,BE,de,x,Berlin',
  ]);
  expect(readAs(mailchimp.layout, null).map(({ name, read_as }) => [name, read_as])).toEqual([
    ...[
      ['Email Address', 'email'],
      ['LEID', 'ignored'],
      ['REGION', 'ignored'],
      ['CC', 'ignored'],
    ],
    ...[
      ['NOTES', 'ignored'],
      ['City', 'property'],
    ],
  ]);
});
