/**
 * A worker that runs an OpenID Connect provider: a certified implementation from npm. Who signs in there, and how its ID tokens are
 * falsified, is what the last message said.
 */
import { Buffer } from 'node:buffer';
import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import Provider from 'oidc-provider';

const { clientId, clientSecret, redirectUri } = workerData;
const [own, foreign] = [newKey(), newKey()];
/** Claims of the person at the browser; null: they cancel. */
let person = null;
/** Claims to change in ID tokens, with which key, or without a signature. */
let falsified = null;

const server = http
  .createServer((request, response) => void answer(request, response))
  .listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const people = new Map();
const provider = new Provider(issuer, {
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
  jwks: { keys: [{ ...own.privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: own.kid }] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  cookies: { keys: [randomBytes(16).toString('hex')] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
  // Everybody has consented before.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});
const callback = provider.callback();

async function answer(request, response) {
  if (request.url.startsWith('/interaction/')) {
    const result =
      person === null ? { error: 'access_denied' } : { login: { accountId: person.sub }, consent: {} };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    return;
  }
  if (request.url.startsWith('/token') && falsified !== null) falsifyAnswer(response);
  callback(request, response);
}

function falsifyAnswer(response) {
  const end = response.end.bind(response);
  response.end = (body) => {
    const tokens = JSON.parse(String(body));
    if (tokens.id_token !== undefined) tokens.id_token = falsify(tokens.id_token);
    const text = JSON.stringify(tokens);
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  };
}

function falsify(token) {
  const { claims, signature } = falsified;
  const [head, payload, signed] = token.split('.');
  const changed = encode({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims });
  if (signature === 'kept') return `${head}.${changed}.${signed}`;
  if (signature === 'none') return `${encode({ alg: 'none' })}.${changed}.`;
  const key = signature === 'foreign' ? foreign : own;
  const input = `${encode({ alg: 'RS256', kid: key === own ? own.kid : foreign.kid })}.${changed}`;
  return `${input}.${createSign('RSA-SHA256').update(input).sign(key.privateKey, 'base64url')}`;
}

function encode(value) {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function newKey() {
  return { ...generateKeyPairSync('rsa', { modulusLength: 2048 }), kid: randomBytes(8).toString('hex') };
}

parentPort.on('message', (message) => {
  if ('person' in message) {
    person = message.person;
    if (person !== null) people.set(person.sub, person);
  }
  if ('falsified' in message) falsified = message.falsified;
  parentPort.postMessage('done');
});
parentPort.postMessage({ issuer });
