import { errorCatalogue, type ErrorCode } from '@postrider/contracts';
import type { Markup } from '../public-pages/page-shell';
import { markup } from '../public-pages/page-shell';
import { renderInline } from './markdown';

export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

/** Every code with its cause and what helps, by HTTP status. */
export function renderErrorPage(): Markup {
  const statuses = [...new Set(errorCodes.map((code) => errorCatalogue[code].http))].sort((a, b) => a - b);
  return markup`<h1>Errors</h1>
<p class="lead">Every answer that is not a success has the body <code>{"error": {"code": "…", "message": "…"}}</code>. The code is
stable and for programs; the message is for people, says what is wrong with this request, and may change.
How a program handles them: <a href="/docs/guides/errors-and-retries">errors and retries</a>.</p>
${statuses.map(
  (status) => markup`<h2 id="${String(status)}">${String(status)}</h2>
${errorCodes.filter((code) => errorCatalogue[code].http === status).map(renderError)}`,
)}`;
}

function renderError(code: ErrorCode): Markup {
  const { cause, cure, retryable, smtp } = errorCatalogue[code];
  const reply = smtp && `${smtp.code} ${smtp.enhanced} ${smtp.text ?? code}`;
  return markup`<section class="error" id="${code}">
<h3><a href="#${code}"><code>${code}</code></a></h3>
<p>${renderInline(cause)}</p>
<p><strong>What helps:</strong> ${renderInline(cure)}</p>
<p class="type">${retryable ? 'The same request may succeed later.' : 'The same request does not succeed later.'}${reply === null ? '' : ` Over SMTP: ${reply}`}</p>
</section>`;
}
