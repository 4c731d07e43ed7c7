import { errorCatalogue, type ErrorCode } from '@postrider/contracts/errors';
import type { Markup } from '../public-pages/page-shell';
import { markup } from '../public-pages/page-shell';
import { renderInline } from './markdown';

export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

/** Every code with its cause and what helps, by HTTP status. */
export function renderErrorPage(): Markup {
  const statuses = [...new Set(errorCodes.map((code) => errorCatalogue[code].http))].sort((a, b) => a - b);
  return markup`<h1>Errors</h1>
<p class="lead">Every error response has the body <code>{"error": {"code": "…", "message": "…"}}</code>. The code is stable: branch on it.
The message says what is wrong with this request; it is for people and may change.
For retries, see <a href="/docs/guides/errors-and-retries">errors and retries</a>.</p>
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
<p><strong>How to fix it:</strong> ${renderInline(cure)}</p>
<p class="type">${retryable ? 'Can be retried later.' : 'Do not retry the same request.'}${reply === null ? '' : ` Over SMTP: ${reply}`}</p>
</section>`;
}
