import { emailDocument, type DocumentPart, type EmailDocument } from '@postrider/contracts/email-documents';
import fc from 'fast-check';
import { compileTemplate } from '../compile-template';
import { renderTemplate } from '../render-template';
import { renderDocument } from './render-document';

const brand = { organizationName: 'Shop {{', color: null, logoUrl: null };
const words = fc
  .string({ unit: fc.constantFrom(...'ab {}%<>&"\'|\\!'.split(''), '{{', '%}', 'é'), maxLength: 30 })
  .filter((text) => text.isWellFormed());
const marks = fc.record({ bold: fc.boolean(), strike: fc.boolean() }, { requiredKeys: [] });
const part: fc.Arbitrary<DocumentPart> = fc.oneof(
  fc.tuple(words, marks).map(([text, own]) => ({ type: 'text' as const, text, ...own })),
  words.map((fallback) => ({ type: 'variable' as const, name: 'name', fallback })),
);
const document: fc.Arbitrary<EmailDocument> = fc
  .array(
    fc.oneof(
      fc.array(part, { maxLength: 6 }).map((text) => ({ type: 'paragraph' as const, text })),
      fc.array(part, { maxLength: 6 }).map((text) => ({ type: 'list' as const, items: [{ text }] })),
      words
        .filter((label) => label.trim() !== '')
        .map((label) => ({ type: 'button' as const, label, link: 'https://shop.example/' })),
    ),
    { maxLength: 6 },
  )
  .map((blocks) => ({ version: 1 as const, blocks }));

const shown = (parts: readonly DocumentPart[]): string =>
  parts
    .map((each) =>
      each.type === 'text' ? each.text : each.type === 'variable' ? (each.fallback ?? '') : '\n',
    )
    .join('');

/** The words of the body, as a browser reads them. */
function wordsOf(html: string): string {
  return html
    .slice(html.indexOf('<body'))
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&nbsp;', '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, '');
}

it('says in HTML and in text what was written, whatever it is', () => {
  fc.assert(
    fc.property(document, (written) => {
      expect(emailDocument.safeParse(written).success).toBe(true);
      const variables = [{ key: 'name', type: 'string' as const, required: false }];
      const source = { subject: 'News', ...renderDocument(written, brand), variables };
      const outcome = renderTemplate(compileTemplate(source), {});
      if (!('html' in outcome)) throw new Error(JSON.stringify(outcome));
      const expected = written.blocks
        .map((block) =>
          block.type === 'paragraph'
            ? shown(block.text)
            : block.type === 'list'
              ? block.items.map(({ text }) => shown(text)).join('')
              : block.type === 'button'
                ? block.label
                : '',
        )
        .join('')
        .replace(/\s+/g, '');
      expect(wordsOf(outcome.html ?? '')).toBe(expected);
      const plain = (outcome.text ?? '').replaceAll(': https://shop.example/', '').replace(/^- /gm, '');
      expect(plain.replace(/\s+/g, '')).toBe(expected);
    }),
  );
});
