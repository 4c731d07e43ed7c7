/** Called with the key of a feature and the position where it is used. */
export type Use = (key: string, at: number) => void;

/** What is looked at of one value or selector: more says nothing new. */
const partCharsMax = 2_000;

/** Words with an opening parenthesis are functions; a number has its unit behind it. */
const valueTokens = /[\d.]+(?:%|[a-z]+)?|--[\w-]+|-?[a-z_][\w-]*\(?/gi;
const selectorTokens = /::?-?[a-z][\w-]*/gi;
/** What is in addresses and strings is no value. */
const notLookedInto = /url\([^)]*\)?|"[^"]*"?|'[^']*'?/gi;
const words = /-?[a-z][\w-]*/gi;

/** The features that a style sheet uses. Linear in its length, whatever it is. */
export function readStyleSheet(css: string, use: Use): void {
  // One entry for each open block: whether it holds declarations of a selector.
  const blocks: boolean[] = [];
  forEachPart(css, (part, end) => {
    if (end === '{') {
      const isRule = !part.text.startsWith('@');
      if (isRule) readSelector(part, use);
      else readAtRule(part, use);
      if (isRule && blocks.at(-1)) use('nesting', part.at);
      blocks.push(isRule);
      return;
    }
    if (part.text.startsWith('@')) readAtRule(part, use);
    else readDeclaration(part, use);
    if (end === '}') blocks.pop();
  });
}

/** The features that an attribute `style` uses. */
export function readDeclarations(css: string, use: Use): void {
  forEachPart(css, (part) => readDeclaration(part, use));
}

interface Part {
  /** Without comments and blanks around it. */
  readonly text: string;
  readonly at: number;
}

/** Parts end with `;`, `{`, `}` or the text; not in strings, comments and parentheses. */
function forEachPart(css: string, take: (part: Part, end: ';' | '{' | '}' | '') => void): void {
  let text = '';
  let from = 0;
  let partAt = 0;
  let parentheses = 0;
  const add = (to: number): void => {
    const piece = css.slice(from, Math.min(to, from + partCharsMax));
    if (text === '') {
      text = piece.trimStart();
      partAt = from + piece.length - text.length;
    } else if (text.length < partCharsMax) text += piece;
  };
  const finish = (at: number, end: ';' | '{' | '}' | ''): void => {
    add(at);
    if (text !== '' || end === '}') take({ text: text.trimEnd(), at: partAt }, end);
    text = '';
    from = at + 1;
    parentheses = 0;
  };
  let at = 0;
  while (at < css.length) {
    const char = css.charAt(at);
    if (char === '/' && css.charAt(at + 1) === '*') {
      add(at);
      const end = css.indexOf('*/', at + 2);
      at = end === -1 ? css.length : end + 2;
      from = at;
      continue;
    }
    if (char === '"' || char === "'") {
      at = endOfString(css, at);
      continue;
    }
    if (char === '\\') at += 1;
    else if (char === '(') parentheses += 1;
    else if (char === ')') parentheses = Math.max(0, parentheses - 1);
    else if (char === '{' || char === '}' || (char === ';' && parentheses === 0)) finish(at, char);
    at += 1;
  }
  finish(css.length, '');
}

/** Behind the closing quote. CSS Syntax §4.3.5: an unescaped line end closes a string too. */
function endOfString(css: string, at: number): number {
  const quote = css.charAt(at);
  for (let end = at + 1; end < css.length; end += 1) {
    const char = css.charAt(end);
    if (char === '\\') end += 1;
    else if (char === quote || char === '\n') return end + 1;
  }
  return css.length;
}

function readAtRule({ text, at }: Part, use: Use): void {
  const [name = '', ...inside] = text.slice(1).toLowerCase().match(words) ?? [];
  use(`at:${name}`, at);
  if (name === 'media') for (const word of inside) use(`media:${word}`, at);
}

function readSelector({ text, at }: Part, use: Use): void {
  for (const [token] of text.toLowerCase().matchAll(selectorTokens)) use(`pseudo:${token}`, at);
}

function readDeclaration({ text, at }: Part, use: Use): void {
  const colon = text.indexOf(':');
  if (colon <= 0) return;
  const name = text.slice(0, colon).trim().toLowerCase();
  const value = text
    .slice(colon + 1)
    .replace(/!\s*important\s*$/i, '')
    .replace(notLookedInto, '')
    .trim()
    .toLowerCase();
  use(`property:${name}`, at);
  use(`value:${name}:${value}`, at);
  for (const [token] of value.matchAll(valueTokens)) {
    const first = token.charAt(0);
    if (token.endsWith('(')) use(`function:${token.slice(0, -1)}`, at);
    else if ((first >= '0' && first <= '9') || first === '.') use(`unit:${token.replace(/^[\d.]+/, '')}`, at);
    else use(`word:${token}`, at);
  }
}
