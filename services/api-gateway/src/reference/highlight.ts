import { Markup, markup } from '../public-pages/page-shell';

const slashComments = String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`;
const hashComments = String.raw`(?<![\w$&'"])#[^\n]*`;
const strings = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])*'`;
const backticks = '`[^`]*`';

/** Comments, strings and words of each language that pages show; whatever else is plain. */
const grammars: Readonly<
  Record<string, { readonly comments: string; readonly strings: string; readonly words: string }>
> = {
  bash: { comments: hashComments, strings, words: 'curl|export|npm|node|pip|go|php|python3' },
  json: { comments: '(?!)', strings, words: 'true|false|null' },
  typescript: {
    comments: slashComments,
    strings: `${strings}|${backticks}`,
    words:
      'import|from|export|const|let|await|async|new|return|if|else|for|of|throw|try|catch|function|switch|case|true|false|null|process',
  },
  python: {
    comments: hashComments,
    strings,
    words: 'import|from|with|as|def|return|if|else|elif|for|in|try|except|raise|print|True|False|None|not',
  },
  php: {
    comments: `${slashComments}|${hashComments}`,
    strings,
    words: 'require|echo|print_r|if|else|exit|new|return|function|true|false|null|getenv',
  },
  go: {
    comments: slashComments,
    strings: `${strings}|${backticks}`,
    words: 'package|import|func|if|err|nil|defer|return|for|range|var|panic|true|false',
  },
  ruby: {
    comments: hashComments,
    strings,
    words: 'require|module|class|def|do|end|if|unless|return|raise|self|true|false|nil',
  },
  ini: { comments: hashComments, strings, words: '(?!)' },
};

const names: Readonly<Record<string, string>> = {
  sh: 'bash',
  smtp: 'bash',
  curl: 'bash',
  ts: 'typescript',
  js: 'typescript',
};
const numbers = String.raw`\b\d+(?:\.\d+)?\b`;

/** Code with spans of the classes `comment`, `string`, `word` and `number`. */
export function highlight(code: string, language: string): Markup {
  const grammar = grammars[names[language] ?? language];
  if (grammar === undefined) return markup`${code}`;
  const tokens = new RegExp(
    `(?<comment>${grammar.comments})|(?<string>${grammar.strings})|(?<word>\\b(?:${grammar.words})\\b)|(?<number>${numbers})`,
    'g',
  );
  let source = '';
  let end = 0;
  for (const match of code.matchAll(tokens)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? '';
    source += markup`${code.slice(end, match.index)}<span class="${kind}">${match[0]}</span>`.source;
    end = match.index + match[0].length;
  }
  return new Markup(source + markup`${code.slice(end)}`.source);
}
