import { Router } from 'express';
import { securePage } from './reference.router';

/** Says what there is instead: settings and bookmarks have the console's address before it exists. */
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
