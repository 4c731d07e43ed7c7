import { ordinaryEmails } from '../test/ordinary-emails';
import { checkEmail } from './check-email';

/** An error keeps a broadcast back, so it must not be found where nothing is wrong. */
it.each(Object.entries(ordinaryEmails))('%s has no error', (_, html) => {
  const { findings } = checkEmail({
    ...{ id: '019aa4f0-7b8c-7def-8123-456789abcdef', subject: 'News', html, text: null, headers: {} },
    ...{ isEntity: false, isBulk: true, isOfBroadcast: true, generatesText: true, attachments: [] },
    track: { opens: true, clicks: true },
    sender: { name: 'Acme', postalAddress: '1 Main Street' },
    linkBase: 'https://links.shop.example',
    domain: { name: 'shop.example', records: [] },
  });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});
