import { removeActive } from '../../ui/inert-document';

/**
 * The email's HTML as its recipient has it: links open in a new tab, and clicks and opens are counted. For the test inbox alone, whose
 * emails this service has composed.
 */
export function recipientDocument(html: string, parser: DOMParser): HTMLElement {
  const page = parser.parseFromString(html, 'text/html');
  removeActive(page);
  for (const link of page.querySelectorAll('a[href], area[href]')) {
    const address = link.getAttribute('href') ?? '';
    if (/^(https?|mailto):/i.test(address)) {
      link.setAttribute('target', '_blank');
      link.setAttribute('rel', 'noreferrer noopener');
    } else link.removeAttribute('href');
    link.setAttribute('title', address);
  }
  return page.documentElement;
}
