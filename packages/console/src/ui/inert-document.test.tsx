import { inertDocument } from './inert-document';

const html = `<script>steal()</script><a href="https://mail.example/c/1" onclick="steal()">Read</a>
  <a href="javascript:steal()">Trap</a><img width="1" height="1" src="https://mail.example/o/1">`;

it('a preview has no links and no tracking pixel', () => {
  const email = inertDocument(html, new DOMParser());
  expect(email.querySelectorAll('a')).toHaveLength(2);
  expect(email.querySelector('a[href]')).toBeNull();
  expect(email.querySelector('img, script')).toBeNull();
});
