import { startJsonServer, type JsonReply, type JsonRequest } from './json-server';

export interface SesIdentity {
  readonly selector: string;
  readonly privateKey: string;
  readonly mailFromDomain?: string;
}

/** Sending identities at Amazon SES, by the wire format of its API v2. */
export interface SesServer {
  /** The endpoint that the client is given. */
  readonly url: string;
  /** By `region domain`. */
  readonly identities: Map<string, SesIdentity>;
  /** Refuses every request for this region. */
  refuse(region: string | null): void;
  close(): Promise<void>;
}

export async function startSesServer(): Promise<SesServer> {
  const identities = new Map<string, SesIdentity>();
  let refused: string | null = null;

  const answer = (request: JsonRequest): JsonReply => {
    // Signature version 4 names the region in its scope.
    const region = /Credential=[^/]+\/\d+\/([^/]+)\/ses\//.exec(
      String(request.headers['authorization']),
    )?.[1];
    if (region === undefined) return failure(403, 'MissingAuthenticationToken', 'not signed');
    if (region === refused) return failure(400, 'BadRequestException', 'The key is not acceptable');
    return answerRequest(identities, region, request);
  };

  const http = await startJsonServer(answer);
  return {
    url: http.url,
    identities,
    refuse: (region) => {
      refused = region;
    },
    close: () => http.close(),
  };
}

function answerRequest(
  identities: Map<string, SesIdentity>,
  region: string,
  request: JsonRequest,
): JsonReply {
  const { method, path, body } = request;
  const [, domain = body['EmailIdentity'], , part = ''] =
    /^\/v[12]\/email\/identities(?:\/([^/]+)(\/(.+))?)?$/.exec(path) ?? [];
  const name = `${region} ${String(domain)}`;
  const known = identities.get(name);
  if (method === 'POST') {
    if (known) return failure(400, 'AlreadyExistsException', `${name} exists`);
    identities.set(name, keyOf(body['DkimSigningAttributes']));
    return { status: 200, body: { IdentityType: 'DOMAIN', VerifiedForSendingStatus: false } };
  }
  if (!known) return failure(404, 'NotFoundException', `${name} does not exist`);
  if (method === 'DELETE') identities.delete(name);
  else if (part === 'mail-from') {
    identities.set(name, { ...known, mailFromDomain: String(body['MailFromDomain']) });
  } else if (part === 'dkim/signing' || part === 'dkim') {
    identities.set(name, { ...known, ...keyOf(body['SigningAttributes']) });
  } else return failure(404, 'NotFoundException', path);
  return { status: 200, body: {} };
}

function keyOf(attributes: unknown): SesIdentity {
  const { DomainSigningSelector: selector, DomainSigningPrivateKey: privateKey } = attributes as Record<
    string,
    string
  >;
  return { selector: String(selector), privateKey: String(privateKey) };
}

function failure(status: number, type: string, message: string): JsonReply {
  return { status, body: { message }, headers: { 'x-amzn-errortype': type } };
}
