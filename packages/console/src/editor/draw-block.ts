import { editorTexts as words } from '../texts/editor';
import type { DocumentBlock } from './document-types';

/** Blocks that a form changes, as the editor shows them. The preview beside it has the real look. */
export function drawBlock(block: DocumentBlock): HTMLElement {
  const frame = document.createElement('div');
  frame.dataset['drawn'] = block.type;
  if ('align' in block && block.align !== undefined) frame.dataset['align'] = block.align;
  switch (block.type) {
    case 'image': {
      const image = document.createElement('img');
      image.src = block.src;
      image.alt = block.alt;
      image.width = block.width ?? 600;
      frame.append(image);
      break;
    }
    case 'button': {
      const button = document.createElement('span');
      button.textContent = block.label;
      if (block.color !== undefined) button.style.backgroundColor = block.color;
      frame.append(button);
      break;
    }
    case 'spacer':
      frame.style.height = `${block.height}px`;
      break;
    case 'social':
      frame.textContent = block.links.map(({ service }) => words.services[service]).join(' · ');
      break;
    case 'logo':
      frame.textContent = words.logo;
      break;
    default:
      break;
  }
  return frame;
}

/** What a screen reader says of the block. */
export function describeBlock(block: DocumentBlock): string {
  const name = words.blocks[block.type === 'list' ? 'bulletList' : block.type];
  switch (block.type) {
    case 'image':
      return `${name}: ${block.alt || words.decoration}`;
    case 'button':
      return `${name}: ${block.label}`;
    case 'spacer':
      return `${name}: ${block.height} px`;
    case 'social':
      return `${name}: ${block.links.map(({ service }) => words.services[service]).join(', ')}`;
    default:
      return name;
  }
}
