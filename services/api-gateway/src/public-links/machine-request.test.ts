import { isMachineRequest } from './machine-request';

const by = (userAgent: string | undefined, more: Record<string, string> = {}, method = 'GET') =>
  isMachineRequest({
    method,
    headers: { ...(userAgent !== undefined && { 'user-agent': userAgent }), ...more },
  });

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

it.each([
  firefox,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  'Microsoft Office/16.0 (Microsoft Outlook 16.0.17328; Pro)',
  'Outlook-iOS/709.2226530.prod.iphone (3.24.0)',
  'Thunderbird/128.0',
])('a person may be behind %s', (userAgent) => {
  expect(by(userAgent)).toBe(false);
});

it.each([
  undefined,
  '',
  'Mozilla/5.0',
  'curl/8.5.0',
  'python-requests/2.32',
  'Go-http-client/1.1',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0) Mimecast/1.0',
  'Barracuda Sentinel (EE)',
])('%s is a machine', (userAgent) => {
  expect(by(userAgent)).toBe(true);
});

it('a look at the head alone and a prefetch are not made by a person', () => {
  expect(by(firefox, {}, 'HEAD')).toBe(true);
  expect(by(firefox, { purpose: 'prefetch' })).toBe(true);
  expect(by(firefox, { 'sec-purpose': 'prefetch;prerender' })).toBe(true);
});
