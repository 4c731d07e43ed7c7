/** Elements that could run, load or lead to something, and mean nothing in a preview. */
const removed = 'script, iframe, frame, object, embed, base, link, meta[http-equiv], form, portal, noscript';

/**
 * The email's HTML as a document in which looking does not count: links lead nowhere, and tracking pixels are not loaded. What
 * could run is removed here and forbidden by the policy of the frame.
 */
export function inertDocument(html: string): HTMLElement {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll(removed)) element.remove();
  for (const link of page.querySelectorAll('a[href], area[href]')) {
    link.setAttribute('title', link.getAttribute('href') ?? '');
    link.removeAttribute('href');
  }
  for (const pixel of page.querySelectorAll('img[width="1"][height="1"]')) pixel.remove();
  for (const element of page.querySelectorAll('*'))
    for (const { name } of [...element.attributes]) if (name.startsWith('on')) element.removeAttribute(name);
  return page.documentElement;
}
