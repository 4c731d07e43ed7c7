import fc from 'fast-check';
import { isOneSlipApart } from './one-slip';
import { recipientWarning } from './recipient-warning';

it.each([
  ['gmial.com', 'gmail.com'],
  ['gmal.com', 'gmail.com'],
  ['gnail.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmial.con', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmail.cm', 'gmail.com'],
  ['hotmial.co.uk', 'hotmail.co.uk'],
  ['hotmai.com', 'hotmail.com'],
  ['outlok.com', 'outlook.com'],
  ['yahooo.com', 'yahoo.com'],
  ['yaho.com', 'yahoo.com'],
  ['icloud.co', 'icloud.com'],
  ['protonmai.com', 'protonmail.com'],
  ['aol.con', 'aol.com'],
  ['acme.con', 'acme.com'],
])('%s was probably meant to be %s', (written, meant) => {
  expect(recipientWarning(`Ada.L@${written}`)).toEqual({
    code: 'possible_typo',
    suggestion: `Ada.L@${meant}`,
  });
});

// Large providers, their country domains, and companies whose names are one letter away from a provider's.
const realDomains =
  `gmail.com googlemail.com gmx.de gmx.net gmx.at gmx.ch gmx.us web.de ymail.com mail.com email.com mail.ru live.com
live.nl live.de live.co.uk me.com mac.com msn.com rocketmail.com proton.me pm.me protonmail.com protonmail.ch tutanota.com
fastmail.com fastmail.fm hey.com zoho.com zoho.eu yandex.ru yandex.com ya.ru qq.com 163.com 126.com naver.com daum.net
hanmail.net wanadoo.fr orange.fr free.fr sfr.fr laposte.net libero.it virgilio.it tiscali.it t-online.de freenet.de
bluewin.ch btinternet.com sky.com virginmedia.com talktalk.net comcast.net verizon.net att.net sbcglobal.net cox.net
earthlink.net rogers.com shaw.ca bigpond.com xtra.co.nz yahoo.com yahoo.co.uk yahoo.fr yahoo.co.in yahoo.co.jp yahoo.de
yahoo.com.br hotmail.com hotmail.co.uk hotmail.fr hotmail.it hotmail.es hotmail.cl outlook.com outlook.de outlook.fr
outlook.com.br outlook.ie icloud.com aol.com aim.com mail.de posteo.de mailbox.org seznam.cz email.cz centrum.cz wp.pl
onet.pl o2.pl interia.pl abv.bg inbox.lv inbox.ru bk.ru list.ru rambler.ru ukr.net terra.com.br uol.com.br bol.com.br
telenet.be skynet.be ziggo.nl kpnmail.nl telia.com online.no company.co company.io acme.inc amazon.com mit.edu ox.ac.uk
aon.com mil.com mailo.com vk.com ok.ru mac.de apple.com google.com privaterelay.appleid.com duck.com mozmail.com
example.com shop.example`
    .split(/\s+/)
    .map((domain) => [domain]);

it.each(realDomains)('says nothing about %s', (domain) => {
  expect(recipientWarning(`ada@${domain}`)).toBeNull();
});

it.each(['mailinator.com', 'abc.mailinator.com', 'MAILINATOR.com', 'guerrillamail.com', 'yopmail.com'])(
  'suspects %s to be thrown away',
  (domain) => {
    expect(recipientWarning(`ada@${domain}`)).toEqual({ code: 'disposable_suspected' });
  },
);

it('answers the same from its cache, and for more domains than the cache holds', () => {
  for (let i = 0; i < 12_000; i++) expect(recipientWarning(`a@company-${i}.example`)).toBeNull();
  for (let round = 0; round < 2; round++)
    expect(recipientWarning('a@gmial.com')).toMatchObject({ suggestion: 'a@gmail.com' });
});

it('never suggests the address itself', () => {
  fc.assert(
    fc.property(fc.domain(), (domain) => {
      const warning = recipientWarning(`a@${domain}`);
      if (warning?.code === 'possible_typo') expect(warning.suggestion).not.toBe(`a@${domain}`);
    }),
  );
});

it.each([
  ['gmail', 'gmial', true],
  ['gmail', 'gmal', true],
  ['gmail', 'gmaiil', true],
  ['gmail', 'gmxil', true],
  ['gmail', 'gmail', false],
  ['gmail', 'gamli', false],
  ['gmail', 'gma', false],
])('%s and %s one slip apart: %s', (a, b, expected) => {
  expect([isOneSlipApart(a, b), isOneSlipApart(b, a)]).toEqual([expected, expected]);
});
