import { generateKeyPairSync } from 'node:crypto';
import { costGrowth, isInSample, linearRatioMax, sampleSeed } from '@postrider/testkit';
import { hostileTexts } from '../test/hostile-content';
import {
  addLegalFooter,
  composeMessage,
  findHtmlLinks,
  findTextLinks,
  hasBareNewlineOrNul,
  headerFault,
  loadDkimKey,
  normaliseAddress,
  parseMailbox,
  recipientWarning,
  screenMessage,
  signMessage,
  webPageOf,
} from './index';
import { decodeText } from './charsets/decode-text';
import { htmlLines, htmlText } from './html/html-lines';
import { insertBeforeBodyEnd } from './links/html-links';
import { replaceLinks } from './links/trackable-url';
import { unfoldFlowed } from './parsing/flowed-text';
import { readFields } from './parsing/header-fields';
import { replyText } from './replies/reply-text';
import { threadReferences } from './replies/thread-references';
import { elideAttachments } from './sources/elide-attachments';

/**
 * What a client sends reaches these; none may cost more than in proportion to its size, whatever it is made of. Each is measured with an
 * eighth of the texts; in an exhaustive run with all.
 */
const { privateKey } = generateKeyPairSync('ed25519');
const key = loadDkimKey({
  domain: 'a.example',
  selector: 's',
  privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
});
const outgoing = {
  emailId: 'x',
  domain: 'a.example',
  date: new Date(),
  from: 'A <a@a.example>',
  to: ['b@b.example'],
  subject: 's',
  text: 'x',
};
const screened = { from: 'A <a@a.example>', subject: 's', html: null, text: null };
const notice = { organizationName: 'o', preferencesUrl: null, unsubscribeUrl: 'https://a.example/' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const nestedPart = '\r\n\r\n--x\r\nContent-Type: multipart/mixed; boundary=x\r\n';

const ofBodies: Record<string, (text: string) => unknown> = {
  'screening HTML': (html) => screenMessage({ ...screened, html }),
  'screening text': (text) => screenMessage({ ...screened, text }),
  'screening a subject': (subject) => screenMessage({ ...screened, subject }),
  'links of HTML': (html) => replaceLinks(html, findHtmlLinks(html), (url) => `${url}x`),
  'links of text': (text) => replaceLinks(text, findTextLinks(text), (url) => `${url}x`),
  'the end of a body': (html) => insertBeforeBodyEnd(html, 'x'),
  'composing HTML': (html) => composeMessage({ ...outgoing, html }),
  'composing HTML beyond ASCII': (html) => composeMessage({ ...outgoing, html: `${html}é` }),
  'composing text': (text) => composeMessage({ ...outgoing, text }),
  'composing an attached message': (text) =>
    composeMessage({
      ...outgoing,
      attachments: [{ filename: 'a', content: base64(text), contentType: 'message/rfc822' }],
    }),
  signing: (text) => signMessage(Buffer.from(`From: a@a.example\r\n\r\n${text}`), [key]),
  'the source of an entity': (text) =>
    elideAttachments(Buffer.from(`Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n${text}`)),
  'the source of nested entities': (text) =>
    elideAttachments(Buffer.from(`${text.length}`.padEnd(text.length, nestedPart))),
  'a mail as a web page': (html) => webPageOf(html, 'a'),
  'the new part of a text': replyText,
  'the text part of HTML': (html) => htmlText(html),
  'the new part of HTML': (html) => replyText(htmlLines(html)),
  'octets without a label': (text) => decodeText(Buffer.from(text, 'latin1'), null),
  'octets in Japanese': (text) => decodeText(Buffer.from(text), 'iso-2022-jp-ms'),
  'lines that flow': (text) => unfoldFlowed(text, { deletesSpace: true }),
  'looking for bare line feeds': (text) => hasBareNewlineOrNul(Buffer.from(text)),
};

const ofFields: Record<string, (text: string) => unknown> = {
  'screening a sender': (from) => screenMessage({ ...screened, from }),
  'composing a subject': (subject) => composeMessage({ ...outgoing, subject }),
  'composing a header': (value) => composeMessage({ ...outgoing, headers: { 'X-A': value } }),
  'composing a file name': (filename) =>
    composeMessage({ ...outgoing, attachments: [{ filename, content: 'AAAA' }] }),
  'a postal address': (postalAddress) =>
    addLegalFooter({ html: 'a', text: 'a' }, { ...notice, postalAddress }),
  'a mailbox': parseMailbox,
  'the name of a mailbox': (name) => parseMailbox(`${name} <a@b.example>`),
  'the domain of a mailbox': (domain) => parseMailbox(`a@${domain}`),
  'the key of an address': normaliseAddress,
  'a likely typo': recipientWarning,
  'references of a thread': (references) => threadReferences({ inReplyTo: null, references }),
  'reading a subject': (value) => readFields([`Subject: ${value}`], new Map()),
  'reading addresses': (value) => readFields([`To: ${value}`], new Map()),
  'reading a media type': (value) => readFields([`Content-Type: ${value}`], new Map()),
  'reading the name of a file': (value) => readFields([`Content-Disposition: a; ${value}`], new Map()),
  'reading folded lines': (value) => readFields(value.split('\n'), new Map()),
  'a header': (value) => headerFault('X-A', value),
};

interface Measured {
  readonly what: string;
  readonly work: (text: string) => unknown;
  readonly lengthMax: number;
}

async function superlinear({ what, work, lengthMax }: Measured): Promise<string[]> {
  const found: string[] = [];
  for (const [name, make] of hostileTexts.filter(([text]) => isInSample(`${what} ${text}`))) {
    const { ratio, length } = await costGrowth(
      (wanted) => {
        const text = make(wanted);
        return answerOf(() => work(text));
      },
      { lengthMax },
    );
    if (ratio > linearRatioMax) found.push(`${name}: ${ratio.toFixed(1)} times the cost from ${length} on`);
  }
  return found;
}

/** A refusal is an answer too. */
function answerOf(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return undefined;
  }
}

describe(`with SEED=${sampleSeed}`, () => {
  it.each(Object.entries(ofBodies))('%s grows no faster than the body', async (what, work) => {
    await expect(superlinear({ what, work, lengthMax: 2_000_000 })).resolves.toEqual([]);
  });

  it.each(Object.entries(ofFields))('%s grows no faster than the field', async (what, work) => {
    await expect(superlinear({ what, work, lengthMax: 32_768 })).resolves.toEqual([]);
  });
});
