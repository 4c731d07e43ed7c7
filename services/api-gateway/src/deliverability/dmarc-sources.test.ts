import type { SourceMarks } from '../domains/dmarc/classify-source';
import { dmarcSourceFindings } from './dmarc-sources';

const source = (address: string, marks: Partial<SourceMarks>) => ({
  ...{ source_ip: address, first_day: '2026-11-20' },
  marks: {
    ...{ isOwn: false, messages: 0, failed: 0, forwarded: 0, hostName: null, domains: [], selectors: [] },
    ...marks,
  },
});
const own = source('192.0.2.1', { isOwn: true, messages: 5_000, failed: 3 });
const forwarder = source('192.0.2.2', { messages: 200, failed: 60, forwarded: 140 });
const service = source('192.0.2.3', { messages: 300, failed: 300, domains: ['sendgrid.net'] });
const forged = source('192.0.2.4', { messages: 40, failed: 40 });
const ordinary = { domain: 'shop.example', sources: [own, forwarder, service, forged] };

it('mail of ours that fails is a finding', () => {
  const sources = [source('192.0.2.1', { isOwn: true, messages: 900, failed: 20, hostName: 'out.example' })];
  expect(dmarcSourceFindings([{ ...ordinary, sources }])).toEqual([
    {
      ...{ code: 'dmarc_fail_own', severity: 'error', subject: 'shop.example', since: null },
      evidence: ['192.0.2.1 (out.example): 20 of 900 messages failed DMARC.'],
      advice: expect.stringMatching(/^Check that the DKIM records/) as string,
    },
  ]);
});

it('a source that is not known, with much mail that fails, is a finding since its first report', () => {
  const sources = [...ordinary.sources, source('192.0.2.5', { messages: 80, failed: 75 })];
  expect(dmarcSourceFindings([{ ...ordinary, sources }])).toMatchObject([
    {
      ...{ code: 'dmarc_unknown_source', severity: 'warning', since: '2026-11-20T00:00:00.000Z' },
      evidence: ['192.0.2.5: 75 of 80 messages failed DMARC.'],
    },
  ]);
});

it('an ordinary month has none: forwarders, known services, and a few forged messages', () => {
  expect(dmarcSourceFindings([ordinary, { domain: 'new.example', sources: [] }])).toEqual([]);
  const large = source('192.0.2.9', { messages: 100_000, failed: 0 });
  const few = source('192.0.2.5', { messages: 75, failed: 75 });
  expect(dmarcSourceFindings([{ ...ordinary, sources: [large, few] }])).toEqual([]);
});
