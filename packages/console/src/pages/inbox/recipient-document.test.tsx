import { recipientDocument } from './recipient-document';

const html = `<script>steal()</script><a href="https://mail.example/c/1" onclick="steal()">Read</a>
  <a href="javascript:steal()">Trap</a><img width="1" height="1" src="https://mail.example/o/1">`;

it('an email as its recipient has it opens web links in a new tab, and runs nothing', () => {
  const email = recipientDocument(html, new DOMParser());
  expect(
    [...email.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.getAttribute('target')]),
  ).toEqual([
    ['https://mail.example/c/1', '_blank'],
    [null, null],
  ]);
  expect(email.querySelector('a')?.rel).toBe('noreferrer noopener');
  expect(email.querySelector('img')).not.toBeNull();
  expect(email.querySelector('script, [onclick]')).toBeNull();
});
