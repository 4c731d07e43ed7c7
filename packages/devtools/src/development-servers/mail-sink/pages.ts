import type { DescribedMail } from './describe-mail';
import type { KeptMail } from './kept-mails';
import { matches, type MailSearch } from './search-mails';

/** A person looks at the newest; the others are listed by `GET /email`. */
const shownMax = 100;

export async function listPage(mails: readonly KeptMail[], search: MailSearch): Promise<string> {
  const rows: string[] = [];
  let found = 0;
  for (const mail of mails.toReversed()) {
    if (!(await matches(mail, search))) continue;
    found += 1;
    if (rows.length < shownMax) rows.push(rowOf(read(await mail.described())));
  }
  const count = found > shownMax ? `the newest ${shownMax} of ${found}` : `${found}`;
  const query = new URLSearchParams(Object.entries(search).filter(([, text]) => text !== '')).toString();
  const fields = (['to', 'from', 'subject'] as const).map(
    (name) => `<label>${name} <input name="${name}" value="${escape(search[name])}"></label> `,
  );
  const json = query === '' ? '/email' : `/email?${query}`;
  return document(
    'Mail sink',
    `<h1>Mail sink</h1><form>${fields.join('')}<button>Search</button></form>
<p>Mails: ${count}. <a href="${escape(json)}">All as JSON</a></p>
<table><tr><th>Received</th><th>From</th><th>To</th><th>Subject</th></tr>${rows.join('')}</table>`,
  );
}

/** @param described JSON of the mail */
export function mailPage(described: Buffer): string {
  const mail = read(described);
  const fields = [
    ['From', mail.from.map(named).join(', ')],
    ['To', mail.to.map(named).join(', ')],
    [
      'Envelope',
      `${mail.envelope.from.address} → ${mail.envelope.to.map(({ address }) => address).join(', ')}`,
    ],
    ['Received', String(mail.time)],
  ];
  const lines = fields.map(
    ([name = '', value = '']) => `<tr><th>${escape(name)}</th><td>${escape(value)}</td></tr>`,
  );
  const html =
    mail.html === undefined ? '' : `<h2>HTML</h2><iframe sandbox srcdoc="${escape(mail.html)}"></iframe>`;
  const text = mail.text === undefined ? '' : `<h2>Text</h2><pre>${escape(mail.text)}</pre>`;
  return document(
    mail.subject,
    `<p><a href="/">All mails</a> · <a href="/email/${mail.id}/source">Source</a> · <a href="/email/${mail.id}">JSON</a></p>
<h1>${escape(mail.subject)}</h1><table>${lines.join('')}</table>${html}${text}`,
  );
}

function rowOf(mail: DescribedMail): string {
  const [from, to] = [mail.from, mail.envelope.to].map((list) =>
    list.map(({ address }) => address).join(', '),
  );
  const cells = [String(mail.time), from, to].map((cell) => `<td>${escape(cell ?? '')}</td>`).join('');
  const subject = mail.subject === '' ? '(no subject)' : mail.subject;
  return `<tr>${cells}<td><a href="/email/${mail.id}/page">${escape(subject)}</a></td></tr>`;
}

function read(described: Buffer): DescribedMail {
  return JSON.parse(described.toString()) as DescribedMail;
}

function named({ name, address }: DescribedMail['from'][number]): string {
  return name === '' ? address : `${name} <${address}>`;
}

function document(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>
<meta name="viewport" content="width=device-width"><style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
table { border-collapse: collapse } th, td { padding: .2rem 1rem .2rem 0; text-align: left; vertical-align: top }
iframe { border: 1px solid #ccc; height: 40rem; width: 100% } pre { white-space: pre-wrap }
</style></head><body>${body}</body></html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
