/** Elements that could run, load or lead to something, and mean nothing in a preview. */
const removed = 'script, iframe, frame, object, embed, base, link, meta[http-equiv], form, portal, noscript';

/**
 * The email's HTML as a document in which looking does not count: links lead nowhere, and tracking pixels are not loaded. What
 * could run is removed here and forbidden by the policy of the frame.
 *
 * @param parser of the frame: a document has the policy of the window that parsed it, and this one's forbids the email's styles
 */
export function inertDocument(html: string, parser: DOMParser): HTMLElement {
  const page = parser.parseFromString(html, 'text/html');
  removeActive(page);
  for (const link of page.querySelectorAll('a[href], area[href]')) {
    link.setAttribute('title', link.getAttribute('href') ?? '');
    link.removeAttribute('href');
  }
  for (const pixel of page.querySelectorAll('img[width="1"][height="1"]')) pixel.remove();
  return page.documentElement;
}

export function removeActive(page: Document): void {
  for (const element of page.querySelectorAll(removed)) element.remove();
  for (const element of page.querySelectorAll('*'))
    for (const { name } of [...element.attributes]) if (name.startsWith('on')) element.removeAttribute(name);
}

/** Leaves the texts of remote images. The policy of the frame blocks those that styles name. */
export function removeRemoteImages(email: HTMLElement): void {
  for (const image of email.querySelectorAll('img, source, [background]')) {
    if (!/^data:/i.test(image.getAttribute('src') ?? '')) image.removeAttribute('src');
    image.removeAttribute('srcset');
    image.removeAttribute('background');
  }
}

const schemeQuery = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi;

/** Shows the email as in a light or dark mail client, whatever the browser prefers. One without dark styles stays as it is. */
export function showScheme(email: HTMLElement, shown: 'light' | 'dark'): void {
  const settled = (queries: string): string =>
    queries.replace(schemeQuery, (_query, scheme: string) =>
      scheme.toLowerCase() === shown ? '(min-width: 0)' : '(max-width: 0)',
    );
  for (const style of email.querySelectorAll('style')) style.textContent = settled(style.textContent);
  for (const element of email.querySelectorAll('[media]'))
    element.setAttribute('media', settled(element.getAttribute('media') ?? ''));
  if (/color-scheme[^;}>]{0,60}dark/i.test(email.innerHTML))
    email.style.setProperty('color-scheme', shown, 'important');
}
