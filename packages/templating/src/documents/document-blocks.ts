import {
  type DocumentAlign,
  type DocumentBlock,
  type DocumentButton,
  type DocumentColumns,
  type DocumentFooter,
  type DocumentImage,
  type DocumentList,
  type DocumentPart,
  type DocumentSocial,
  type EmailDocument,
} from '@postrider/contracts/email-documents';
import { escapeHtml, linkHtml, partsHtml } from './document-parts';
import {
  columnGap,
  contentWidth,
  fontFamily,
  gutter,
  labelOn,
  type DocumentBrand,
  type DocumentColors,
} from './document-style';
import { footerLinksOf, serviceNames } from './document-words';

export interface BlockContext {
  readonly document: EmailDocument;
  readonly brand: DocumentBrand;
  readonly colors: DocumentColors;
  /** Of the text around the block, in pixels. */
  readonly width: number;
}

export const bodyFont = `font-family:${fontFamily};font-size:16px;line-height:24px`;
const table = '<table role="presentation" border="0" cellpadding="0" cellspacing="0"';

/** Blocks as rows of a table, each with the space below it: Outlook has no margins that collapse. */
export function blockRows(blocks: readonly DocumentBlock[], context: BlockContext): string {
  return blocks.map((block) => blockRow(block, context)).join('\n');
}

function blockRow(block: DocumentBlock, context: BlockContext): string {
  const { colors, document, brand } = context;
  switch (block.type) {
    case 'paragraph':
      return row(`<p style="margin:0">${textHtml(block.text, context)}</p>`, context, block.align);
    case 'heading':
      return row(headingHtml(block, context), context, block.align);
    case 'quote':
      return row(quoteHtml(block.text, context), context);
    case 'list':
      return row(listHtml(block, context), context);
    case 'image':
      return row(imageHtml(block, context), context, block.align);
    case 'button':
      return row(buttonHtml(block, context), context, block.align);
    case 'divider':
      return row(
        `${table} width="100%"><tr><td class="line" style="border-top:1px solid ${colors.line};font-size:1px;line-height:1px">&nbsp;</td></tr></table>`,
        context,
      );
    case 'spacer': {
      const { height } = block;
      return `<tr><td height="${height}" style="height:${height}px;font-size:1px;line-height:${height}px;mso-line-height-rule:exactly">&nbsp;</td></tr>`;
    }
    case 'logo':
      return row(logoHtml(brand), context, block.align);
    case 'social':
      return row(socialHtml(block, context), context, block.align);
    case 'footer':
      return row(footerHtml(block, document, context), context, 'center');
    case 'columns':
      return row(columnsHtml(block, context), context);
  }
}

function row(html: string, context: BlockContext, align?: DocumentAlign): string {
  const side = align ?? startOf(context);
  return `<tr><td class="ink" align="${side}" style="padding:0 0 16px;text-align:${side};${bodyFont};color:${context.colors.ink}">${html}</td></tr>`;
}

function startOf({ document }: BlockContext): 'left' | 'right' {
  return document.direction === 'rtl' ? 'right' : 'left';
}

/** An empty line keeps its height. */
function textHtml(text: readonly DocumentPart[], { colors }: BlockContext): string {
  return partsHtml(text, colors.link) || '&nbsp;';
}

const headingSizes = { 1: 28, 2: 22, 3: 18 } as const;

function headingHtml(
  { level, text }: Extract<DocumentBlock, { type: 'heading' }>,
  context: BlockContext,
): string {
  const size = headingSizes[level as keyof typeof headingSizes];
  const style = `margin:0;padding:8px 0 0;font-family:${fontFamily};font-size:${size}px;line-height:${Math.round(size * 1.3)}px;font-weight:bold;color:${context.colors.ink}`;
  return `<h${level} class="ink" style="${style}">${textHtml(text, context)}</h${level}>`;
}

function quoteHtml(text: readonly DocumentPart[], context: BlockContext): string {
  const side = startOf(context);
  const { accent, ink } = context.colors;
  const style = `border-${side}:3px solid ${accent};padding-${side}:16px;text-align:${side};${bodyFont};font-style:italic;color:${ink}`;
  return `${table} width="100%"><tr><td class="ink" style="${style}">${textHtml(text, context)}</td></tr></table>`;
}

/** Of the first level, and of those within it. */
function listHtml(list: DocumentList, context: BlockContext): string {
  const name = list.ordered === true ? 'ol' : 'ul';
  const items = list.items.map(({ text, list: inner }) => {
    const nested = inner === undefined ? '' : listHtml(inner, context);
    return `<li style="margin:0 0 4px">${textHtml(text, context)}${nested}</li>`;
  });
  const side = startOf(context);
  return `<${name} style="margin:0;padding:0;margin-${side}:24px;text-align:${side}">${items.join('')}</${name}>`;
}

function imageHtml({ src, alt, width, link }: DocumentImage, { width: available }: BlockContext): string {
  const shown = Math.min(width ?? available, available);
  const style = `display:inline-block;width:100%;max-width:${shown}px;height:auto;border:0;vertical-align:top`;
  const image = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${shown}"${width === undefined ? ' class="fluid"' : ''} style="${style}">`;
  return link === undefined ? image : `<a href="${linkHtml(link)}">${image}</a>`;
}

/** A cell with a background, whose padding Outlook takes from the cell and others from the link: the whole button can be clicked. */
function buttonHtml({ label, link, align, color }: DocumentButton, context: BlockContext): string {
  const ground = color ?? context.colors.accent;
  const font = `font-family:${fontFamily};font-size:16px;line-height:20px;font-weight:bold`;
  const anchor = `display:inline-block;padding:12px 24px;${font};color:${labelOn(ground)};text-decoration:none;border-radius:6px;mso-padding-alt:0`;
  const cell = `background-color:${ground};border-radius:6px;mso-padding-alt:12px 24px`;
  return `${table} align="${align ?? startOf(context)}"><tr><td align="center" bgcolor="${ground}" style="${cell}"><a href="${linkHtml(link)}" style="${anchor}">${escapeHtml(label)}</a></td></tr></table>`;
}

/** Mail clients show no SVG, so the name is shown instead. */
function logoHtml({ logoUrl, organizationName }: DocumentBrand): string {
  const name = escapeHtml(organizationName);
  if (logoUrl === null || /\.svgz?$/i.test(URL.parse(logoUrl)?.pathname ?? '')) {
    return `<span style="font-size:20px;line-height:28px;font-weight:bold">${name}</span>`;
  }
  const style = 'display:inline-block;height:40px;width:auto;max-width:100%;border:0;vertical-align:top';
  return `<img src="${escapeHtml(logoUrl)}" alt="${name}" height="40" style="${style}">`;
}

function socialHtml({ links }: DocumentSocial, { colors }: BlockContext): string {
  const style = `color:${colors.link};text-decoration:underline`;
  return links
    .map(
      ({ service, link }) =>
        `<a href="${linkHtml(link)}" class="link" style="${style}">${serviceNames[service]}</a>`,
    )
    .join(' &nbsp; ');
}

function footerHtml(
  { text = [], unsubscribe = false }: DocumentFooter,
  { language }: EmailDocument,
  { colors }: BlockContext,
): string {
  const links = unsubscribe
    ? footerLinksOf(language).map(
        ({ label, link }) =>
          `<a href="${linkHtml(link)}" class="quiet" style="color:${colors.quiet};text-decoration:underline">${label}</a>`,
      )
    : [];
  const lines = [
    partsHtml(text, colors.quiet).replaceAll('class="link"', 'class="quiet"'),
    links.join(' &middot; '),
  ];
  const style = `margin:0;font-size:13px;line-height:20px;color:${colors.quiet}`;
  return `<p class="quiet" style="${style}">${lines.filter(Boolean).join('<br>') || '&nbsp;'}</p>`;
}

/**
 * Columns beside each other where they fit, below each other where they do not: by their width, so that also Gmail without media
 * queries stacks them. Outlook has a table of its own.
 */
function columnsHtml({ columns }: DocumentColumns, context: BlockContext): string {
  const width = Math.floor((context.width - columnGap * (columns.length - 1)) / columns.length);
  const side = startOf(context);
  const cells = columns.map(({ blocks }, index) => {
    const isLast = index === columns.length - 1;
    const total = width + (isLast ? 0 : columnGap);
    const outlook = `${index === 0 ? `${table} width="100%"><tr>` : '</td>'}<td width="${total}" valign="top">`;
    const inner = `${table} width="100%">${blockRows(blocks, { ...context, width })}</table>`;
    const end = side === 'left' ? 'right' : 'left';
    const gap = isLast ? '' : `padding-${end}:${columnGap}px`;
    return `<!--[if mso]>${outlook}<![endif]--><div class="column" style="display:inline-block;vertical-align:top;width:100%;max-width:${total}px">${table} width="100%"><tr><td class="cell" style="${gap}">${inner}</td></tr></table></div>`;
  });
  // Spaces between inline blocks would break the row.
  return `<div style="font-size:0;line-height:0;text-align:${side}">${cells.join('')}<!--[if mso]></td></tr></table><![endif]--></div>`;
}

export const textWidth = contentWidth - 2 * gutter;
