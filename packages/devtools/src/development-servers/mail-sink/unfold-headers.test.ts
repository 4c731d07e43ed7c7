import { unfoldHeaders } from './unfold-headers';

test('joins folded lines, lowers names and collects repeated fields', () => {
  const message = 'Subject: a\r\n b\r\nReceived: 1\r\nReceived: 2\r\nX-Empty:\r\n\r\nBody: no';
  expect(unfoldHeaders(message)).toEqual({ subject: 'a b', received: ['1', '2'], 'x-empty': '' });
});
