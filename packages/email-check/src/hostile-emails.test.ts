import { costGrowth, linearRatioMax } from '@postrider/testkit';
import { checkEmail } from './check-email';
import type { CheckedEmail } from './checked-email';

const email = {
  ...{ id: '019aa4f0-7b8c-7def-8123-456789abcdef', subject: 's', text: null, headers: {}, attachments: [] },
  ...{ isEntity: false, isBulk: true, isOfBroadcast: true, generatesText: true },
  track: { opens: true, clicks: true },
  sender: { name: 'Acme', postalAddress: '1 Main St' },
  linkBase: 'https://links.shop.example',
  domain: { name: 'shop.example', records: [] },
} satisfies Omit<CheckedEmail, 'html'>;

/** Each is made as long as wanted. */
const hostile: Readonly<Record<string, (length: number) => string>> = {
  'deep nesting': (length) => '<div><a>'.repeat(length / 8),
  'a million attributes': (length) => `<p ${'a=1 '.repeat(length / 4)}>`,
  'a repeated attribute': (length) => `<p ${'style=a:b '.repeat(length / 10)}>`,
  'one long style': (length) => `<p style="${'position:fixed;'.repeat(length / 15)}">`,
  'one long declaration': (length) => `<p style="a:${'calc('.repeat(length / 5)}">`,
  'open blocks': (length) => `<style>${'a{'.repeat(length / 2)}</style>`,
  'closing blocks': (length) => `<style>${'}'.repeat(length)}</style>`,
  'comments in styles': (length) => `<style>${'a/**/'.repeat(length / 5)}</style>`,
  'open comments in styles': (length) => `<style>${'/*'.repeat(length / 2)}</style>`,
  'open strings': (length) => `<style>${'"\n'.repeat(length / 2)}</style>`,
  backslashes: (length) => `<style>a{b:${'\\'.repeat(length)}</style>`,
  'open addresses': (length) => `<style>a{b:${'url('.repeat(length / 4)}</style>`,
  'important things': (length) => `<p style="a:${'! '.repeat(length / 2)}">`,
  'long words': (length) => `<style>${'a'.repeat(length)}</style><p style="a:${'-'.repeat(length)}">`,
  'open variables': (length) => `<p>${'{{'.repeat(length / 2)}`,
  'many variables': (length) => `<p>${'{{a}}'.repeat(length / 5)}`,
  'variables that never end': (length) => `<p>${'{{ a'.repeat(length / 4)}`,
  'empty links': (length) => '<a href="https://a.example/">'.repeat(length / 29),
  'different links': (length) =>
    Array.from({ length: length / 34 }, (_, index) => `<a href="http://a.example/${index}">b.com</a>`).join(
      '',
    ),
  'images in a link': (length) => `<a href="https://a.example/">${'<img alt=a>'.repeat(length / 11)}`,
  'line ends': (length) => '\n'.repeat(length),
  'tag openings': (length) => '<'.repeat(length),
  'conditional comments': (length) => '<!--[if !mso]>'.repeat(length / 14),
  entities: (length) => '&nbsp;'.repeat(length / 6),
  'a data URI': (length) => `<img src="data:image/png;base64,${'A'.repeat(length)}">`,
  'one blank after another': (length) => `<a href="https://a.example/">${' '.repeat(length)}</a>`,
};

it.each(Object.entries(hostile))('%s cost no more than in proportion to their length', async (_, make) => {
  const { ratio } = await costGrowth((length) => checkEmail({ ...email, html: make(length) }), {
    lengthMax: 1_000_000,
  });
  expect(ratio).toBeLessThan(linearRatioMax);
});

it('the answer stays small', () => {
  const html = Object.values(hostile)
    .map((make) => make(20_000))
    .join('<p>');
  const { findings } = checkEmail({ ...email, html });
  expect(findings.length).toBeLessThanOrEqual(200);
  expect(JSON.stringify(findings).length).toBeLessThan(100_000);
});
