import { editorTexts as words } from '../texts/editor';
import type { DocumentBlock } from './document-types';

/** Blocks that a form changes, as the editor shows them. The preview beside it has the real look. */
export function drawBlock(block: DocumentBlock): HTMLElement {
  const frame = document.createElement('div');
  frame.dataset['drawn'] = block.type;
  if ('align' in block && block.align !== undefined) frame.dataset['align'] = block.align;
  if (block.type === 'image') {
    const image = document.createElement('img');
    image.src = block.src;
    image.alt = block.alt;
    image.width = block.width ?? 600;
    const caption = document.createElement('small');
    caption.textContent = words.image.shown(block.alt, block.width);
    frame.append(image, caption);
  } else if (block.type === 'button') {
    const button = document.createElement('span');
    button.textContent = block.label;
    if (block.color !== undefined) button.style.backgroundColor = block.color;
    frame.append(button);
  } else if (block.type === 'spacer') {
    frame.style.height = `${block.height}px`;
  } else if (block.type === 'social') {
    frame.textContent = block.links.map(({ service }) => words.services[service]).join(' · ');
  } else if (block.type === 'logo') {
    frame.textContent = words.logo;
  }
  return frame;
}

/** What a screen reader says of the block. */
export function describeBlock(block: DocumentBlock): string {
  const name = words.blocks[block.type === 'list' ? 'bulletList' : block.type];
  if (block.type === 'image') return `${name}: ${block.alt || words.decoration}`;
  if (block.type === 'button') return `${name}: ${block.label}`;
  if (block.type === 'spacer') return `${name}: ${block.height} px`;
  if (block.type === 'social')
    return `${name}: ${block.links.map(({ service }) => words.services[service]).join(', ')}`;
  return name;
}
