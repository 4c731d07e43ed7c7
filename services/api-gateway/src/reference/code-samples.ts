import { Markup, markup } from '../public-pages/page-shell';
import { highlight } from './highlight';

/** Code in one language. */
export interface CodeSample {
  /** What the reader's choice is remembered by, on all pages: `curl`, `typescript`. */
  readonly language: string;
  readonly title: string;
  readonly code: string;
}

/** A block of code with a button that copies it; several languages become tabs, of which the first is shown. */
export function renderSamples(samples: readonly CodeSample[]): Markup {
  const buttons = samples.map(
    ({ language, title }, index) =>
      markup`<button type="button" data-language="${language}" aria-pressed="${String(index === 0)}">${title}</button>`,
  );
  const choice =
    samples.length === 1
      ? markup`<span class="language">${samples[0]?.title ?? ''}</span>`
      : markup`<div class="languages" role="group" aria-label="Language of the samples">${buttons}</div>`;
  const blocks = samples.map(({ language, title, code }, index) => {
    const hidden = new Markup(index === 0 ? '' : ' hidden');
    return markup`<pre class="sample" data-language="${language}" tabindex="0" aria-label="${title}"${hidden}><code>${highlight(code, language)}</code></pre>`;
  });
  return markup`<div class="samples">
<div class="bar">${choice}<button type="button" class="copy">Copy</button></div>
${blocks}
</div>`;
}
