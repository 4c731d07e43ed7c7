import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

const nothing = (): void => undefined;
const ignoring: TokenizerCallbacks = {
  onattribdata: nothing,
  onattribentity: nothing,
  onattribend: nothing,
  onattribname: nothing,
  oncdata: nothing,
  onclosetag: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onopentagname: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
  ontext: nothing,
  ontextentity: nothing,
};

/**
 * Finds the position of everything in an HTML text. Tokens, not a tree: htmlparser2's `Parser` keeps a stack of open
 * elements whose every change costs its depth, so 2 MB of `<a><a>…` take it minutes.
 */
export function readTokens(
  html: string,
  callbacks: Partial<TokenizerCallbacks>,
  { decodeEntities = false } = {},
): void {
  const tokenizer = new Tokenizer({ decodeEntities }, { ...ignoring, ...callbacks });
  tokenizer.write(html);
  tokenizer.end();
}
