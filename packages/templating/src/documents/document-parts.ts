import { linkVariables, type DocumentMarks, type DocumentPart } from '@postrider/contracts/email-documents';

/** Text as HTML and Liquid that print it: a brace as a character reference is nothing to Liquid. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'{}]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text as Liquid that prints it. An opening brace may meet the next part's, so that one at the end counts, too. */
export function escapeLiquid(text: string): string {
  return text.replace(/\{(?=[{%]|$)/g, '{{ "{" }}');
}

/** A link as an attribute's value. What a variable says is a part of the URL, and cannot end it. */
export function linkHtml(link: string): string {
  return eachVariable(link, escapeHtml);
}

export function linkText(link: string): string {
  return eachVariable(link, escapeLiquid);
}

function eachVariable(link: string, escape: (text: string) => string): string {
  let rendered = '';
  let at = 0;
  for (const { 0: reference, 1: name = '', index } of link.matchAll(linkVariables)) {
    const isWhole = reference.length === link.length;
    rendered += escape(link.slice(at, index)) + (isWhole ? `{{ ${name} }}` : `{{ ${name} | url_encode }}`);
    at = index + reference.length;
  }
  return rendered + escape(link.slice(at));
}

/** Letters, digits and what no parser of strings reads as a sign of its own. */
const plainInString = /[^\p{L}\p{N} .,;:!?()&@#*+/=<>_-]/gu;

function variableOf({ name, fallback }: Extract<DocumentPart, { type: 'variable' }>): string {
  if (fallback === undefined || fallback === '') return `{{ ${name} }}`;
  const string = fallback.replace(plainInString, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
  return `{{ ${name} | default: "${string}" }}`;
}

/** @param linkColor of links without a color of their own */
export function partsHtml(parts: readonly DocumentPart[], linkColor: string): string {
  return parts.map((part) => partHtml(part, linkColor)).join('');
}

function partHtml(part: DocumentPart, linkColor: string): string {
  if (part.type === 'line_break') return '<br>';
  const inner = part.type === 'text' ? escapeHtml(part.text) : variableOf(part);
  return inner === '' ? '' : withMarks(inner, part, linkColor);
}

function withMarks(inner: string, marks: DocumentMarks, linkColor: string): string {
  let html = inner;
  if (marks.bold) html = `<strong>${html}</strong>`;
  if (marks.italic) html = `<em>${html}</em>`;
  if (marks.strike) html = `<s>${html}</s>`;
  if (marks.underline && marks.link === undefined) {
    html = `<span style="text-decoration:underline">${html}</span>`;
  }
  if (marks.color !== undefined && marks.link === undefined) {
    html = `<span style="color:${marks.color}">${html}</span>`;
  }
  if (marks.link === undefined) return html;
  const colored = marks.color === undefined ? ' class="link"' : '';
  const style = `color:${marks.color ?? linkColor};text-decoration:underline`;
  return `<a href="${linkHtml(marks.link)}"${colored} style="${style}">${html}</a>`;
}

/** Marks are lost, links follow their words in parentheses. */
export function partsText(parts: readonly DocumentPart[]): string {
  return parts.map((part, index) => partText(part, parts[index + 1])).join('');
}

function partText(part: DocumentPart, next: DocumentPart | undefined): string {
  if (part.type === 'line_break') return '\n';
  const words = part.type === 'text' ? escapeLiquid(part.text) : variableOf(part);
  const { link } = part;
  // A link whose words have several styles is named once, behind the last of them.
  const isLast = next === undefined || next.type === 'line_break' || next.link !== link;
  if (link === undefined || !isLast) return words;
  const address = linkText(link.replace(/^(?:mailto|tel):/i, ''));
  return words === address ? words : `${words} (${address})`;
}
