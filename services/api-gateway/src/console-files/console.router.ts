import { randomBytes } from 'node:crypto';
import { Router, type Response } from 'express';
import { imagePath } from '../images/image-request';
import { readConsoleFiles, type ConsoleFile } from './console-files';

/** As `packages/console/build.mjs` writes it into the page. */
const noncePlaceholder = /__CSP_NONCE__/g;

/** Scripts, styles and fonts from this host only. Mantine creates style elements, which carry the nonce. Images also from where readers get them. */
const pagePolicy = (nonce: string, imagesFrom: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${imagesFrom}`,
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Of the frame that shows an email. The console writes the email's HTML into it; a policy of its own lets the email keep its
 * styles, while scripts, forms and every request but those for images stay forbidden.
 */
const framePolicy = (images: string, allowed = ''): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${images}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // No scripts. The console is of the same origin, so that it can write into the frame.
    `sandbox allow-same-origin${allowed}`,
  ].join('; ');

/** Of the test inbox, whose links open in a new tab as for the recipient. */
const withLinks = ' allow-popups allow-popups-to-escape-sandbox';

const frames: Readonly<Record<string, string>> = {
  '/console/frame': framePolicy('data:'),
  '/console/frame/remote-images': framePolicy('data: https: http:'),
  '/console/frame/links': framePolicy('data:', withLinks),
  '/console/frame/links/remote-images': framePolicy('data: https: http:', withLinks),
};

const framePage = '<!doctype html><html lang="en"><head><title>Email</title></head><body></body></html>';

/** The console's files. Everything below `/console` is the one page, apart from the console's API. */
export function createConsoleRouter(publicOrigin: string): Router {
  const files = readConsoleFiles();
  const router = Router();
  router.get('/console/assets/:name', (request, response, next) => {
    const file = files.assets.get(request.params.name);
    if (file === undefined) next();
    else sendAsset(response, file, request.acceptsEncodings('br') || request.acceptsEncodings('gzip'));
  });
  router.get(Object.keys(frames), (request, response) => {
    secure(response, frames[request.path] ?? framePolicy("'none'"))
      .set('cache-control', 'no-cache')
      .type('html')
      .send(framePage);
  });
  router.get(['/console', '/console/*path'], (request, response, next) => {
    if (/^\/console\/(api|assets)(\/|$)/.test(request.path)) {
      next();
      return;
    }
    const nonce = randomBytes(16).toString('base64');
    secure(response, pagePolicy(nonce, `${publicOrigin}${imagePath}`))
      .set('cache-control', 'no-store')
      .type('html')
      .send(files.page.replace(noncePlaceholder, nonce));
  });
  return router;
}

function sendAsset(response: Response, file: ConsoleFile, encoding: string | false): void {
  response.set({
    'content-type': file.type,
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  const encoded = encoding === 'br' || encoding === 'gzip' ? file.encoded.get(encoding) : undefined;
  if (encoded !== undefined) response.set('content-encoding', String(encoding));
  response.end(encoded ?? file.plain);
}

function secure(response: Response, policy: string): Response {
  return response.set({
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
}
