import type { IncomingMessage } from 'node:http';
import { clientAddress } from './request-source';

const from = (forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress: '10.0.0.1' },
    headers: { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

it.each([
  ['the peer when no proxy is trusted', '9.9.9.9', 0, '10.0.0.1'],
  ['what our proxy saw', '9.9.9.9', 1, '9.9.9.9'],
  ['never what the client claims', '1.1.1.1, 9.9.9.9', 1, '9.9.9.9'],
  ['what the outer of two proxies saw', '1.1.1.1, 9.9.9.9, 10.0.0.2', 2, '9.9.9.9'],
  ['the peer when the header is missing', undefined, 1, '10.0.0.1'],
])('is %s', (...[, forwarded, hops, address]) => {
  expect(clientAddress(from(forwarded), hops)).toBe(address);
});
