import { isLooping, traceFields } from './trace-fields';

const trace = {
  id: '019a8f00-1234-7abc-8def-0123456789ab',
  mailFrom: '',
  recipients: ['reply@reply.shop.test'],
  clientAddress: '2001:db8::1',
  clientName: 'mx.remote.test',
  protocol: 'ESMTPS',
  receivedAt: new Date('2026-11-02T03:04:05.678Z'),
};

it('names an IPv6 client and the time as RFC 5321 has them', () => {
  expect(traceFields(trace, 'mx.ours.test').toString()).toBe(
    'Return-Path: <>\r\nReceived: from mx.remote.test ([IPv6:2001:db8::1])\r\n' +
      '\tby mx.ours.test (Postrider inbound) with ESMTPS id 019a8f00-1234-7abc-8def-0123456789ab\r\n' +
      '\tfor <reply@reply.shop.test>; Mon, 02 Nov 2026 03:04:05 +0000\r\n',
  );
});

it.each(['x) by mx.evil.test (', 'a b', 'a;b', 'ü.test', '', 'x'.repeat(300), 'a\r\nX-Evil: 1'])(
  'does not repeat %j as the name of a client',
  (clientName) => {
    const text = traceFields({ ...trace, clientName }, 'mx.ours.test').toString();
    expect(text).toContain('from unknown (');
    expect(text.split('\r\n')).toHaveLength(5);
  },
);

it('reads a header once, however long and strange it is', () => {
  const terms = { recipients: ['a@b.test'], name: 'mx.ours.test' };
  const strange = [
    `Received:${'\r\n '.repeat(200_000)}`,
    'Received: by mx.ours.test '.repeat(20_000),
    `${'received:\r\n'.repeat(49)}${'x'.repeat(500_000)}`,
    'Delivered-To: '.repeat(30_000),
    `${':'.repeat(300_000)}\r\n\r\n`,
  ];
  const begun = process.threadCpuUsage();
  for (const header of strange) expect(isLooping(Buffer.from(header), terms)).toBe(false);
  expect(process.threadCpuUsage(begun).user).toBeLessThan(20_000_000);
});
