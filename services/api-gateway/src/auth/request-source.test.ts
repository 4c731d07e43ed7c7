import { clientAddress, createFindRequestSource, type RequestOrigin } from './request-source';

const from = (forwarded?: string): RequestOrigin => ({
  peerAddress: '10.0.0.1',
  headers: { 'x-forwarded-for': forwarded },
});

it.each([
  ['the peer when no proxy is trusted', '9.9.9.9', 0, '10.0.0.1'],
  ['what our proxy saw', '9.9.9.9', 1, '9.9.9.9'],
  ['never what the client claims', '1.1.1.1, 9.9.9.9', 1, '9.9.9.9'],
  ['what the outer of two proxies saw', '1.1.1.1, 9.9.9.9, 10.0.0.2', 2, '9.9.9.9'],
  ['the peer when the header is missing', undefined, 1, '10.0.0.1'],
])('the client address is %s', (...[, forwarded, hops, address]) => {
  expect(clientAddress(from(forwarded), hops)).toBe(address);
});

it('believes relays that show the present secret or a previous one, and refuses all others', () => {
  const [present, previous, other] = [1, 2, 3].map((octet) => Buffer.alloc(32, octet));
  const find = createFindRequestSource({
    relaySecrets: [present, previous].filter((each) => each !== undefined),
    trustedProxyHops: 0,
  });
  const showing = (secret?: Buffer) =>
    find({
      peerAddress: '10.0.0.1',
      headers: {
        'postrider-relay-secret': secret?.toString('base64'),
        'postrider-client-address': '9.9.9.9',
      },
    });
  for (const secret of [present, previous]) {
    expect(showing(secret)).toMatchObject({ isRelay: true, address: '9.9.9.9' });
  }
  expect(() => showing(other)).toThrow('RELAY_SECRET');
  expect(showing()).toMatchObject({ isRelay: false, address: '10.0.0.1' });
});
