import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Router, type Request, type Response } from 'express';
import type { OpenApiDocument } from '../openapi/document';
import { renderFrame } from './page-frame';
import { createSite, type Site } from './site';

const zip = promisify(gzip);

/** Everything from this host, no inline script or style, no framing. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function securePage(response: Response): Response {
  return response.set({
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
}

/** Kept in both forms, some 5 MB of all resources together: a client that does not take gzip costs no more than others. */
interface Stored {
  readonly plain: Buffer;
  readonly zipped: Buffer;
  readonly etag: string;
}

interface Resource {
  readonly type: string;
  readonly cacheControl: string;
  readonly make: () => string | Buffer;
}

const assetFolder = path.resolve(__dirname, '../../assets');
const assetTypes = {
  'search.js': 'text/javascript',
  'reference.js': 'text/javascript',
  'reference.css': 'text/css',
  'icon.svg': 'image/svg+xml',
} as const;
/** Their address changes with their content. */
const forAYear = 'public, max-age=31536000, immutable';
/** Asked for again each time, and answered with 304 while nothing has changed. */
const revalidated = 'no-cache';

/** The documentation below `/docs`, `/openapi.json` and `/llms.txt`; none of them needs a key. */
export function createReferenceRouter(document: OpenApiDocument, origin: string): Router {
  const resources = resourcesOf(createSite(document, origin), document);
  const stored = new Map<string, Promise<Stored>>();
  const router = Router();
  router.get(['/openapi.json', '/llms.txt', '/docs', '/docs/*path'], async (request, response, next) => {
    const url = request.path.replace(/\/$/, '');
    const resource = resources.get(url);
    if (resource === undefined) {
      next();
      return;
    }
    const made = stored.get(url) ?? store(resource);
    stored.set(url, made);
    send(request, response, { resource, stored: await made });
  });
  return router;
}

async function store({ make }: Resource): Promise<Stored> {
  const plain = Buffer.from(make());
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, zipped: await zip(plain), etag };
}

function send(
  request: Request,
  response: Response,
  { resource, stored }: { readonly resource: Resource; readonly stored: Stored },
): void {
  securePage(response).set({
    'content-type': `${resource.type}; charset=utf-8`,
    'cache-control': resource.cacheControl,
    etag: stored.etag,
    vary: 'Accept-Encoding',
  });
  if (request.get('if-none-match') === stored.etag) {
    response.status(304).end();
  } else if (request.acceptsEncodings('gzip') === 'gzip') {
    response.set('content-encoding', 'gzip').end(stored.zipped);
  } else {
    response.end(stored.plain);
  }
}

function resourcesOf(site: Site, document: OpenApiDocument): Map<string, Resource> {
  const assetUrls = new Map<string, string>();
  const resources = new Map<string, Resource>();
  for (const [name, type] of Object.entries(assetTypes)) {
    const content = fs.readFileSync(path.join(assetFolder, name));
    const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const url = `/docs/assets/${digest}/${name}`;
    assetUrls.set(name, url);
    resources.set(url, { type, cacheControl: forAYear, make: () => content });
  }
  const urlOf = (name: keyof typeof assetTypes): string => assetUrls.get(name) ?? '';
  const scripts = [urlOf('search.js'), urlOf('reference.js')];
  const urls = { scripts, style: urlOf('reference.css'), icon: urlOf('icon.svg') };
  const add = (url: string, type: string, make: Resource['make']): void => {
    resources.set(url, { type, cacheControl: revalidated, make });
  };
  for (const page of site.pages) add(page.path, 'text/html', () => renderFrame(page, site.pages, urls));
  for (const page of site.runbooks) add(page.path, 'text/html', () => renderFrame(page, site.runbooks, urls));
  for (const { slug, markdown } of site.guides)
    add(`/docs/guides/${slug}.md`, 'text/markdown', () => markdown);
  add('/docs/search.json', 'application/json', () => JSON.stringify(site.searchEntries()));
  add('/openapi.json', 'application/json', () => JSON.stringify(document));
  add('/llms.txt', 'text/plain', site.llmsText);
  return resources;
}
