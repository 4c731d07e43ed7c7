import { webPageOf } from './web-page';

const shown = (html: string): string => {
  const { beforeFooter, afterFooter } = webPageOf(html, 'May & June');
  return `${beforeFooter}[footer]${afterFooter}`;
};

it('removes links without a target, with their words, and keeps all others', () => {
  const html =
    '<title>t</title><p><a href="">Unsubscribe</a> <a class=x href= >Away</a><A HREF=" " id="a"><img src="i"></A> <a href="https://x.test/">Shop</a> <a name="top">Top</a></p>';
  expect(shown(html)).toBe(
    '<title>t</title><p>  <a href="https://x.test/">Shop</a> <a name="top">Top</a></p>[footer]',
  );
});

it('keeps what is no link of the page: in comments, styles and attributes, and links that are not closed', () => {
  const html =
    '<title>t</title><!-- <a href="">a</a> --><style>a[href=""]{}</style><p title="<a href=\'\'>x</a>">b</p><a href="">c';
  expect(shown(html)).toBe(`${html}[footer]`);
  expect(shown('<title>t</title><a href="">c<a href="https://x.test">d</a>')).toContain(
    'c<a href="https://x.test">d</a>',
  );
});

it('names a page that has no title, behind its doctype, and puts the footer at the end of its body', () => {
  expect(shown('<!DOCTYPE html><html lang="en"><body><p>Hi</p></body></html>')).toBe(
    '<!DOCTYPE html><title>May &amp; June</title><html lang="en"><body><p>Hi</p>[footer]</body></html>',
  );
  expect(shown('<p>Hi</p>')).toBe('<title>May &amp; June</title><p>Hi</p>[footer]');
});
