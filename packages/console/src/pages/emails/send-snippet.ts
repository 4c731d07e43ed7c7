import { curlOf } from '../../ui/curl';

/** The request that sends a first email. */
export function sendSnippet(from = 'Acme <hello@your-domain.example>', to = 'you@example.com'): string {
  return curlOf({
    method: 'POST',
    path: '/emails',
    body: { from, to, subject: 'Hello', text: 'My first email.' },
    docs: 'emails#sendEmail',
  });
}
