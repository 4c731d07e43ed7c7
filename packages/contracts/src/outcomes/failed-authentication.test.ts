import { failedAuthentication } from './failed-authentication';

test.each([
  [
    '550 5.7.515 Access denied, sending domain SHOP.EXAMPLE does not meet the required authentication level. The sender’s domain in the 5322.From address does not meet the authentication requirements defined for the sender. To learn how to fix this see: https://go.microsoft.com/fwlink/p/?linkid=2319303 Spf= Pass , Dkim= Fail , DMARC= Pass [A.prod.protection.outlook.com]',
    ['dkim'],
  ],
  ['550 5.7.515 Access denied [B.outlook.com] Spf=Fail, Dkim=None, DMARC=Fail', ['spf', 'dkim', 'dmarc']],
  [
    '550-5.7.26 Your email has been blocked because the sender is unauthenticated. Authentication results: DKIM = did not pass SPF [shop.example] with ip: [192.0.2.1] = did not pass',
    ['spf', 'dkim'],
  ],
  ['550 5.7.515 Access denied Spf= Pass , Dkim= Pass , DMARC= Pass', []],
])('%s', (reply, failed) => {
  expect(failedAuthentication(reply)).toEqual(failed);
});

test('a reply without results names none, however long it is', () => {
  expect(failedAuthentication('550 5.7.1 Message refused: SPF check failed')).toEqual([]);
  expect(failedAuthentication('spf ['.repeat(200_000))).toEqual([]);
  expect(failedAuthentication(`${'x'.repeat(5_000)} Spf=Fail`)).toEqual([]);
});
