import { createHash } from 'node:crypto';

const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0}
main{max-width:32rem;margin:15vh auto 0;padding:0 1.5rem}h1{font-size:1.5rem}
button{font:inherit;padding:.6rem 1.4rem;border:0;border-radius:.4rem;background:#1d4ed8;color:#fff;cursor:pointer}
button:focus-visible{outline:3px solid #93c5fd;outline-offset:2px}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing from elsewhere, no script, no framing: the button can be pressed by the reader alone. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

/** Asks, and posts to its own address what RFC 8058 has mail programs post. */
export const askPage = page(
  'Unsubscribe?',
  `<p>You will no longer get newsletters and other bulk mail from this sender.</p>
<form method="post">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit">Unsubscribe</button>
</form>`,
);

export const donePage = page(
  'You are unsubscribed',
  '<p role="status">You will get no more newsletters or other bulk mail from this sender.</p>',
);

export const unknownPage = page(
  'This link is not valid',
  '<p>It may have been shortened on its way. Please use the link as it stands in the mail.</p>',
);

export const laterPage = page(
  'Please try again',
  '<p role="alert">This could not be done just now. Please try again in a minute.</p>',
);
