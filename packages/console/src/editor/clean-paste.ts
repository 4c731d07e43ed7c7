/**
 * HTML of the clipboard as the editor's schema means it. Word says lists and Google Docs says bold by style attributes. The policy of the page
 * keeps those from taking effect, so they are read as text and become elements; everything else that they say is dropped.
 */
export function cleanPaste(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutStyles(withoutConditions(html)), 'text/html');
  // What was copied here has its own attributes.
  const isOwn = body.querySelector('[data-pm-slice]') !== null;
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml, head'))
    element.remove();
  if (isOwn) return body.innerHTML;
  makeLists(body);
  for (const element of [...body.querySelectorAll<HTMLElement>('*')]) cleanElement(element);
  return body.innerHTML;
}

/** `<![if !supportLists]>` is a bogus comment to a browser; what it holds is a list's sign, which is removed by its style. */
function withoutConditions(html: string): string {
  return html.replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gi, '').replace(/<!\[(?:if[^\]]*|endif)\]>/gi, '');
}

/** Also a document that is not shown is under the policy of the page, which reports each style that it parses. */
function withoutStyles(html: string): string {
  return html
    .replace(/<style[\s>][\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='));
}

const declared = (element: Element, property: string): string =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i')
    .exec(element.getAttribute('data-style') ?? '')?.[1]
    ?.trim()
    .toLowerCase() ?? '';

function cleanElement(element: HTMLElement): void {
  if (element.tagName.includes(':')) {
    unwrap(element);
    return;
  }
  // Google Docs wraps all that it copies into a bold element that is not bold.
  if (/^(?:B|STRONG)$/.test(element.tagName) && /^(?:normal|400)$/.test(declared(element, 'font-weight'))) {
    unwrap(element);
    return;
  }
  if (element.tagName === 'P' && /\bMsoTitle\b/.test(element.className)) {
    replaceTag(element, 'h1');
    return;
  }
  if (element.tagName === 'IMG' && !isShownImage(element)) {
    element.remove();
    return;
  }
  const align = declared(element, 'text-align') || (element.getAttribute('align') ?? '');
  if (element.tagName !== 'A') wrapByStyle(element);
  for (const { name } of [...element.attributes]) {
    if (!['href', 'src', 'alt', 'width'].includes(name)) element.removeAttribute(name);
  }
  if (/^(?:P|H[1-6])$/.test(element.tagName) && /^(?:center|right)$/.test(align)) {
    element.setAttribute('data-align', align);
  }
}

function isShownImage(image: Element): boolean {
  return /^https:/i.test(image.getAttribute('src') ?? '') && image.getAttribute('width') !== '1';
}

/** What is said by style, as the element that says it. */
function wrapByStyle(element: HTMLElement): void {
  const weight = declared(element, 'font-weight');
  const decoration = `${declared(element, 'text-decoration')} ${declared(element, 'text-decoration-line')}`;
  const isHeading = /^H[1-6]$/.test(element.tagName);
  const names = [
    !isHeading && (weight === 'bold' || Number(weight) >= 600) ? 'strong' : null,
    declared(element, 'font-style') === 'italic' ? 'em' : null,
    decoration.includes('underline') && element.closest('a') === null ? 'u' : null,
    decoration.includes('line-through') ? 's' : null,
  ];
  for (const name of names) {
    if (name === null) continue;
    const wrapper = element.ownerDocument.createElement(name);
    wrapper.append(...element.childNodes);
    element.append(wrapper);
  }
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function replaceTag(element: Element, name: string): void {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
}

const wordItem = /mso-list\s*:\s*l\d+\s+level(\d+)/i;

/** Paragraphs of Word that are items, as lists: each has its level, and its sign in a part that Word ignores. */
function makeLists(body: HTMLElement): void {
  let open: { readonly level: number; readonly list: Element }[] = [];
  let previous: Element | null = null;
  for (const paragraph of [...body.querySelectorAll('p[data-style*="mso-list"]')]) {
    const level = Number(wordItem.exec(paragraph.getAttribute('data-style') ?? '')?.[1] ?? Number.NaN);
    if (Number.isNaN(level)) continue;
    const isNext = previous !== null && paragraph.previousElementSibling === previous;
    if (!isNext) open = [];
    const sign = paragraph.querySelector('[data-style*="mso-list"]');
    const isNumbered = /^\s*\(?(?:\d+|[a-z]|[ivx]+)[.)]/i.test(sign?.textContent ?? '');
    sign?.remove();
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    let list = open.at(-1);
    if (list === undefined || list.level < level) {
      const element = body.ownerDocument.createElement(isNumbered ? 'ol' : 'ul');
      const parent = list?.list.lastElementChild;
      if (parent) parent.append(element);
      else paragraph.before(element);
      list = { level, list: element };
      open.push(list);
    }
    const item = body.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    list.list.append(item);
    const root = open[0]?.list ?? list.list;
    // The place of the paragraph is the list's now.
    paragraph.remove();
    previous = root;
  }
}
