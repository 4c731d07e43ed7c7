import { startCloudflareServer, type CloudflareServer } from '../../../../test/cloudflare-server';
import {
  startJsonServer,
  type JsonReply,
  type JsonRequest,
  type JsonServer,
} from '../../../../test/json-server';
import { createCloudflareClient } from './cloudflare-client';

const fields = { type: 'TXT', name: 'a.zone.test', content: '"one"', ttl: 300, comment: 'ours' } as const;
const refused = (status: number, code: number, message: string): JsonReply => ({
  status,
  body: { success: false, errors: [{ code, message }], result: null },
  headers: { 'retry-after': '0' },
});

describe('against a zone', () => {
  let server: CloudflareServer;
  beforeAll(async () => {
    server = await startCloudflareServer('zone.test');
  });
  afterAll(() => server.close());

  it('finds a zone, makes, lists, replaces and removes a record', async () => {
    const client = createCloudflareClient({ apiToken: server.token, apiUrl: server.url });
    const [zone] = await client.listZones('zone.test');
    const zoneId = zone?.id ?? '';
    expect(await client.listZones('other.test')).toEqual([]);
    const { id } = await client.createRecord(zoneId, fields);
    await client.updateRecord(zoneId, id, { ...fields, content: '"two"' });
    expect(await client.listRecords(zoneId, fields)).toEqual([
      { id, name: 'a.zone.test', content: '"two"', comment: 'ours' },
    ]);
    expect(await client.listRecords(zoneId, { type: 'MX', name: 'a.zone.test' })).toEqual([]);
    await client.deleteRecord(zoneId, id);
    await expect(client.deleteRecord(zoneId, id)).rejects.toMatchObject({ status: 404, codes: [81044] });
  });

  it('says what the API says when the token is wrong', async () => {
    const client = createCloudflareClient({ apiToken: 'wrong', apiUrl: server.url });
    await expect(client.listZones('zone.test')).rejects.toMatchObject({
      message: 'Invalid access token',
      status: 403,
    });
  });
});

describe('when the API does not work', () => {
  let server: JsonServer;
  let requests: JsonRequest[];
  let replies: JsonReply[];
  beforeEach(async () => {
    requests = [];
    server = await startJsonServer((request) => {
      requests.push(request);
      return replies[requests.length - 1] ?? { status: 200, body: { success: true, result: [] } };
    });
  });
  afterEach(() => server.close());
  const list = () => createCloudflareClient({ apiToken: 't', apiUrl: server.url }).listZones('zone.test');

  it('asks again after 429 and 5xx', async () => {
    replies = [refused(429, 10000, 'slow down'), refused(502, 0, 'bad gateway')];
    expect(await list()).toEqual([]);
    expect(requests).toHaveLength(3);
  });

  it('gives up after three attempts, with its text', async () => {
    replies = Array.from({ length: 5 }, () => refused(500, 1, 'out of order'));
    await expect(list()).rejects.toMatchObject({ message: 'out of order', status: 500 });
    expect(requests).toHaveLength(3);
  });

  it('does not repeat what was refused', async () => {
    replies = [refused(400, 1004, 'DNS Validation Error')];
    await expect(list()).rejects.toMatchObject({ codes: [1004] });
    expect(requests).toHaveLength(1);
  });

  it('takes an answer of another shape for no answer', async () => {
    replies = [{ status: 200, body: { result: 'a page of a proxy' } }];
    await expect(list()).rejects.toThrow('an unexpected response');
  });

  it('follows no redirect with the token', async () => {
    replies = [{ status: 302, body: {}, headers: { location: `${server.url}/elsewhere` } }];
    await expect(list()).rejects.toThrow('Cloudflare answered 302');
    expect(requests).toHaveLength(1);
  });

  it('says that nothing answers', async () => {
    await server.close();
    await expect(list()).rejects.toMatchObject({
      message: 'Cloudflare could not be reached',
      status: undefined,
    });
  });
});
