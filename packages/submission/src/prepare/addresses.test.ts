import { sendEmailRequest, type SendEmailRequest } from '@postrider/contracts/emails';
import { addressProblems, collectRecipients } from './addresses';

const request = (fields: object): SendEmailRequest =>
  sendEmailRequest.parse({ from: 'a@a.test', subject: 's', text: 't', ...fields });
const collected = (fields: object): string[] =>
  collectRecipients(request(fields)).map(({ role, address }) => `${role} ${address}`);

it('keeps the order written, bare addresses, the domain in A-labels', () => {
  expect(
    collected({
      to: ['Ada <ada@example.com>', 'B@Example.COM'],
      cc: 'c@bücher.example',
      bcc: ['d@example.com'],
    }),
  ).toEqual(['to ada@example.com', 'to B@example.com', 'cc c@xn--bcher-kva.example', 'bcc d@example.com']);
});

it('keeps a repeated address once, in its first role', () => {
  const twice = {
    to: ['ada@example.com', 'ADA@example.com'],
    cc: 'Ada <ada@Example.com>',
    bcc: 'ada@example.com',
  };
  expect(collected(twice)).toEqual(['to ada@example.com']);
});

it('names every address that is none', () => {
  const bad = { to: ['ada@example.com', 'x', 'a@b@c.d'], cc: 'y', bcc: ['ok@example.com'], reply_to: 'z' };
  expect(() => collected(bad)).toThrow(
    'to[1]: not an email address; to[2]: not an email address; cc: not an email address; reply_to: not an email address',
  );
});

it('says of a group and of a list that they are', () => {
  const bad = { to: ['Team: ada@example.com, bob@example.com;'], cc: 'ada@example.com, bob@example.com' };
  expect(() => collected(bad)).toThrow(
    'to: a group, not an email address; cc: several addresses instead of one; send each as a separate item',
  );
});

it('finds the addresses of a refused body that its schema did not complain about', () => {
  const body = { to: ['x', 5, '', 'a\nb', 'ok@example.com'], cc: 'y', bcc: { a: 1 }, reply_to: 7 };
  expect(addressProblems(body).map(({ path }) => path)).toEqual(['to[0]', 'cc']);
  expect([null, 'text', [], 5].map(addressProblems)).toEqual([[], [], [], []]);
});
