import type { Image } from '../../api/types';

type PickedImage = Pick<Image, 'url' | 'width' | 'height' | 'alt'>;

/** Of an email's content. Stored images are up to twice as wide, for screens with two pixels to a point. */
const emailWidth = 600;

/** How wide an image is shown in an email. */
export function shownWidth({ width }: Pick<Image, 'width'>): number {
  return Math.min(width, emailWidth);
}

/** HTML of an image in an email: with the width that Outlook needs, and no wider than a phone. */
export function imageTag(image: PickedImage): string {
  const alt = escaped(image.alt ?? '');
  return `<img src="${escaped(image.url)}" width="${shownWidth(image)}" alt="${alt}" style="display:block;max-width:100%;height:auto;border:0">`;
}

/** Also braces, which the template language would read. */
function escaped(text: string): string {
  return text.replace(/[&<>"{}]/g, (char) => `&#${char.charCodeAt(0)};`);
}
