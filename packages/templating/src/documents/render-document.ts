import type { EmailDocument } from '@postrider/contracts/email-documents';
import { blockRows, textWidth } from './document-blocks';
import {
  colorsOf,
  contentWidth,
  defaultAccent,
  gutter,
  type DocumentBrand,
  type DocumentColors,
} from './document-style';
import { documentText } from './document-text-part';

export interface RenderedDocument {
  readonly html: string;
  readonly text: string;
}

/**
 * The document as HTML and text in Liquid. Tables and inline styles hold in Outlook, Gmail and Apple Mail; the style sheet adds the dark
 * scheme and narrow screens where it is read. All that people write is escaped; only variables are Liquid.
 */
export function renderDocument(document: EmailDocument, brand: DocumentBrand): RenderedDocument {
  const colors = colorsOf(document.accent_color ?? brand.color ?? defaultAccent, document.background_color);
  const rows = blockRows(document.blocks, { document, brand, colors, width: textWidth });
  return { html: pageHtml(rows, document, colors), text: documentText(document, brand) };
}

function pageHtml(rows: string, document: EmailDocument, colors: DocumentColors): string {
  const { language = 'en', direction = 'ltr' } = document;
  const where = `lang="${language}" dir="${direction}"`;
  const table = '<table role="presentation" border="0" cellpadding="0" cellspacing="0"';
  return `<!doctype html>
<html ${where}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title></title>
<!--[if mso]><style>table{border-collapse:collapse}td,p,li,a{font-family:Arial,sans-serif}</style><![endif]-->
<style>
${styleSheet(colors)}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${colors.background}">
${table} class="page" width="100%" bgcolor="${colors.background}" style="background-color:${colors.background}"><tr><td align="center" style="padding:24px 8px">
<!--[if mso]><table role="presentation" width="${contentWidth}" align="center" border="0" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
${table} class="paper" ${where} width="100%" bgcolor="${colors.paper}" style="width:100%;max-width:${contentWidth}px;background-color:${colors.paper}"><tr><td class="gutter" style="padding:${gutter}px ${gutter}px 16px">
${table} width="100%">
${rows}
</table>
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

/** With blanks between braces: two together would begin Liquid. */
function styleSheet({ dark }: DocumentColors): string {
  return `:root { color-scheme: light dark; }
@media (max-width: 620px) {
  .gutter { padding: 24px 20px 8px !important; }
  .column { display: block !important; max-width: 100% !important; }
  .cell { padding: 0 !important; }
  .fluid { max-width: 100% !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: ${dark.background} !important; }
  .paper { background-color: ${dark.paper} !important; }
  .ink { color: ${dark.ink} !important; }
  .quiet { color: ${dark.quiet} !important; }
  .link { color: ${dark.link} !important; }
  .line { border-color: ${dark.line} !important; }
}`;
}
