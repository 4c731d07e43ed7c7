import path from 'node:path';
import express, { Router, type Response } from 'express';
import type { OpenApiDocument } from './document';

/** Assets of the page; nothing else of the package is served. */
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;

const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Postrider</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`;

// validatorUrl null: by default the page would send the document's address to a validator outside.
const script = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/** Everything from this host, no inline script or style, no framing; \`data:\` for the icons in the style sheet. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `/openapi.json` and its reference page at `/docs`; neither needs a key. */
export function createReferenceRouter(document: OpenApiDocument): Router {
  const router = Router();
  const json = JSON.stringify(document);
  const folder = path.dirname(require.resolve('swagger-ui-dist/package.json'));

  router.get('/openapi.json', (_request, response) => {
    response.type('application/json').send(json);
  });
  router.get('/docs', (_request, response) => {
    securePage(response).type('html').send(referencePage);
  });
  router.get('/docs/reference.js', (_request, response) => {
    securePage(response).type('text/javascript').send(script);
  });
  const serveAssets = express.static(folder, { index: false, maxAge: '1h' });
  router.use('/docs', (request, response, next) => {
    if (!assets.some((asset) => request.path === `/${asset}`)) next();
    else void serveAssets(request, securePage(response), next);
  });
  return router;
}

function securePage(response: Response): Response {
  return response.set({
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
}

/** Says what there is instead: addresses of the console stand in settings and in people's bookmarks before it exists. */
const consolePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Postrider</title>
</head>
<body>
<h1>Postrider</h1>
<p>The web console is not part of this version. What it will show can be done today by</p>
<ul>
<li>the <a href="/docs">REST API</a>, from keys and domains to metrics and the audit log: with a live key of permission ADMIN;</li>
<li>the operator's commands, on the machines that run Postrider: organizations, their first ADMIN key, plans, reviews, queues.</li>
</ul>
</body>
</html>
`;

/** `/console` and whatever is below it; no key is needed. */
export function createConsoleRouter(): Router {
  const router = Router();
  router.get(['/console', '/console/*path'], (_request, response) => {
    securePage(response).type('html').send(consolePage);
  });
  return router;
}
