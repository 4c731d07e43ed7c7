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

/** Leaves the texts of remote images. The policy of the frame blocks those that styles name. */
export function removeRemoteImages(email: HTMLElement): void {
  for (const image of email.querySelectorAll('img, source, [background]')) {
    if (!/^data:/i.test(image.getAttribute('src') ?? '')) image.removeAttribute('src');
    image.removeAttribute('srcset');
    image.removeAttribute('background');
  }
}
