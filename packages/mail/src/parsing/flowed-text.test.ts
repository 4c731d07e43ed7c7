import { unfoldFlowed } from './flowed-text';

const unfold = (text: string, deletesSpace = false): string => unfoldFlowed(text, { deletesSpace });

describe('text whose lines flow', () => {
  it.each([
    ['paragraphs', 'a \nb\nc\n', 'a b\nc\n'],
    ['a quoted paragraph', '> a \n> b \n> c\nd', '> a b c\nd'],
    ['quotes of several depths', '>> a \n>> b\n> c \n> d\ne', '>> a b\n> c d\ne'],
    ['a quote that does not end as it should', '> a \nb', '> a \nb'],
    ['a change of depth inside of a paragraph', '>> a \n> b', '>> a \n> b'],
    ['stuffed lines', ' >no quote\n From here \nto there\n> >deep', '>no quote\nFrom here to there\n> >deep'],
    ['a signature', 'a \n-- \nAda \nL', 'a \n-- \nAda L'],
    ['a quoted signature', '> -- \n> Ada', '> -- \n> Ada'],
    ['empty lines', '> a\n>\n> b\n\n\nc', '> a\n>\n> b\n\n\nc'],
    ['CR LF', 'a \r\nb\r\n', 'a b\n'],
    ['nothing', '', ''],
  ])('joins %s', (_what, text, joined) => {
    expect(unfold(text)).toBe(joined);
  });

  it('loses the blanks that were added to fold it', () => {
    expect(unfold('日本 \n語です\n> 引 \n> 用', true)).toBe('日本語です\n> 引用');
  });
});
