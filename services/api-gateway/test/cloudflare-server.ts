import { newId } from '@postrider/contracts/ids';
import { startJsonServer, type JsonReply, type JsonRequest } from './json-server';

export interface CloudflareRecord {
  id: string;
  type: string;
  name: string;
  content: string;
  priority?: number;
  proxied?: boolean;
  comment?: string | null;
}

/** Zones at Cloudflare, by the wire format of its API v4. */
export interface CloudflareServer {
  /** The base URL that the client is given. */
  readonly url: string;
  readonly token: string;
  /** Records by zone name. */
  readonly zones: Map<string, CloudflareRecord[]>;
  /** `POST`, `PUT` and `DELETE` requests so far, as `POST TXT name`. */
  readonly writes: readonly string[];
  /** Refuses writes of these names, as a plan without them would. */
  refuse(...names: string[]): void;
  /** Called before each write is answered. */
  beforeWrite: (write: string) => void | Promise<void>;
  close(): Promise<void>;
}

export async function startCloudflareServer(...zoneNames: string[]): Promise<CloudflareServer> {
  const token = `cf-${newId()}`;
  const zones = new Map<string, CloudflareRecord[]>(zoneNames.map((name) => [name, []]));
  const writes: string[] = [];
  let refused: readonly string[] = [];

  const answer = async (request: JsonRequest): Promise<JsonReply> => {
    if (request.headers['authorization'] !== `Bearer ${token}`)
      return failure(403, 9109, 'Invalid access token');
    if (request.path === '/zones') return found(zonesNamed(zones, request.query.get('name')));
    const match = /^\/zones\/zone-([^/]+)\/dns_records(?:\/([^/]+))?$/.exec(request.path);
    const records = zones.get(match?.[1] ?? '');
    if (!records) return failure(404, 7003, 'Could not route to the zone');
    if (request.method === 'GET') return found(records.filter((record) => isAsked(record, request.query)));
    const old = records.find(({ id }) => id === match?.[2]);
    const next = { ...request.body } as unknown as CloudflareRecord;
    const write = `${request.method} ${(old ?? next).type} ${(old ?? next).name}`;
    writes.push(write);
    await server.beforeWrite(write);
    if (refused.includes((old ?? next).name)) return failure(400, 1004, 'DNS Validation Error');
    return change(records, { method: request.method, old, next });
  };

  const http = await startJsonServer(answer);
  const server: CloudflareServer = {
    ...{ url: http.url, token, zones, writes },
    refuse: (...names) => {
      refused = names;
    },
    beforeWrite: () => undefined,
    close: () => http.close(),
  };
  return server;
}

interface Change {
  readonly method: string;
  readonly old: CloudflareRecord | undefined;
  readonly next: CloudflareRecord;
}

function change(records: CloudflareRecord[], { method, old, next }: Change): JsonReply {
  if (method === 'POST') {
    if (
      records.some(
        ({ type, name, content }) => type === next.type && name === next.name && content === next.content,
      )
    ) {
      return failure(400, 81058, 'An identical record already exists.');
    }
    const atName = records.filter(({ name }) => name === next.name);
    if (atName.some(({ type }) => type === 'CNAME' || next.type === 'CNAME')) {
      return failure(400, 81053, 'An A, AAAA, or CNAME record with that host already exists.');
    }
    const created = { ...next, id: newId() };
    records.push(created);
    return success(created);
  }
  if (!old) return failure(404, 81044, 'Record does not exist.');
  if (method === 'DELETE') {
    records.splice(records.indexOf(old), 1);
    return success({ id: old.id });
  }
  return success(Object.assign(old, next));
}

function zonesNamed(
  zones: ReadonlyMap<string, unknown>,
  name: string | null,
): { id: string; name: string }[] {
  return [...zones.keys()]
    .filter((zone) => zone === name)
    .map((zone) => ({ id: `zone-${zone}`, name: zone }));
}

function isAsked(record: CloudflareRecord, query: URLSearchParams): boolean {
  const name = query.get('name.exact') ?? query.get('name[exact]');
  const type = query.get('type');
  return (name === null || record.name === name) && (type === null || record.type === type);
}

function found(result: unknown[]): JsonReply {
  const info = { page: 1, per_page: 100, count: result.length, total_count: result.length, total_pages: 1 };
  return { status: 200, body: { success: true, errors: [], messages: [], result, result_info: info } };
}

function success(result: unknown): JsonReply {
  return { status: 200, body: { success: true, errors: [], messages: [], result } };
}

function failure(status: number, code: number, message: string): JsonReply {
  return { status, body: { success: false, errors: [{ code, message }], messages: [], result: null } };
}
