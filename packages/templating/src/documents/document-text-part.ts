import type { DocumentBlock, DocumentList, EmailDocument } from '@postrider/contracts/email-documents';
import { escapeLiquid, linkText, partsText } from './document-parts';
import type { DocumentBrand } from './document-style';
import { footerLinksOf, serviceNames } from './document-words';

/** The document as plain text, in Liquid. */
export function documentText(document: EmailDocument, brand: DocumentBrand): string {
  return `${blocksText(document.blocks, document, brand)}\n`;
}

function blocksText(blocks: readonly DocumentBlock[], document: EmailDocument, brand: DocumentBrand): string {
  return blocks
    .map((block) => blockText(block, document, brand))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

function blockText(block: DocumentBlock, document: EmailDocument, brand: DocumentBrand): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return partsText(block.text);
    case 'quote':
      return partsText(block.text).replace(/^/gm, '> ');
    case 'list':
      return listText(block, '');
    case 'image': {
      const { alt, link } = block;
      const address = link === undefined ? '' : linkText(link);
      return alt === '' ? address : [`[${escapeLiquid(alt)}]`, address].filter(Boolean).join(' ');
    }
    case 'button':
      return `${escapeLiquid(block.label)}: ${linkText(block.link)}`;
    case 'divider':
      return '-'.repeat(20);
    case 'spacer':
      return '';
    case 'logo':
      return escapeLiquid(brand.organizationName);
    case 'social':
      return block.links.map(({ service, link }) => `${serviceNames[service]}: ${linkText(link)}`).join('\n');
    case 'footer': {
      const links = block.unsubscribe === true ? footerLinksOf(document.language) : [];
      const lines = [partsText(block.text ?? []), ...links.map(({ label, link }) => `${label}: ${link}`)];
      return lines.filter(Boolean).join('\n');
    }
    case 'columns':
      return block.columns
        .map(({ blocks }) => blocksText(blocks, document, brand))
        .filter(Boolean)
        .join('\n\n');
  }
}

function listText({ ordered, items }: DocumentList, indent: string): string {
  return items
    .map(({ text, list: inner }, index) => {
      const sign = ordered === true ? `${index + 1}. ` : '- ';
      const below = indent + ' '.repeat(sign.length);
      const own = indent + sign + partsText(text).replaceAll('\n', `\n${below}`);
      return inner === undefined ? own : `${own}\n${listText(inner, below)}`;
    })
    .join('\n');
}
