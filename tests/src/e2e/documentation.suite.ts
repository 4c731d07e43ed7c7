import assert from 'node:assert';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import {
  createApiKey,
  createDomain,
  createOrganization,
  eventually,
  freePort,
  missingProgram,
  projectRoot,
  startPostfix,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { running, served } from './running-system';
import {
  codeBlocks,
  languages,
  languagesToRun,
  smtpSettings,
  type CodeBlock,
  type Language,
} from './documentation/code-blocks';
import { frameworks, type Framework } from './documentation/frameworks';
import { checkSyntax, runCode, runInFramework, startServer, type Access } from './documentation/run-code';
import { postfixSettings, readSettings } from './documentation/smtp-settings';

/** Who does what the pages say. */
interface Reader {
  readonly domain: string;
  readonly testKey: ApiKeyFixture;
  readonly adminKey: ApiKeyFixture;
}

async function createReader(): Promise<Reader> {
  const { pool, secrets } = running();
  const { masterKey } = secrets;
  const { id: organizationId } = await createOrganization(pool, { name: 'Reader' });
  await pool.query(`UPDATE organizations SET postal_address = 'London' WHERE id = $1`, [organizationId]);
  const domain = await createDomain(pool, { organizationId, masterKey });
  await createDomain(pool, { organizationId, masterKey, name: `news.${domain.name}`, stream: 'bulk' });
  const [testKey, adminKey] = await Promise.all([
    createApiKey(pool, { organizationId, mode: 'test', permission: 'SEND' }),
    createApiKey(pool, { organizationId }),
  ]);
  return { domain: domain.name, testKey, adminKey };
}

/** What the pages call `acme.example`, the SMTP server, and an endpoint that exists. */
function asRead(code: string, { domain }: Reader): string {
  const { host, startTlsPort } = running().smtp;
  return code
    .replaceAll('acme.example', domain)
    .replaceAll('smtp.example.com:587', `${host}:${startTlsPort}`)
    .replaceAll('smtp.example.com', host)
    .replace(/(?<="127\.0\.0\.1", |port: |PORT = )587\b/g, String(startTlsPort))
    .replace(
      /https:\/\/(hooks\.)?(\w+\.)?example(\.com)?\/[\w/-]*hook[\w/-]*/g,
      `${running().world.webhooks.url}/read`,
    );
}

const guidesFolder = path.join(projectRoot(), 'docs/guides');
/** The one for assistants has settings only. */
const guides = fs
  .readdirSync(guidesFolder)
  .map((file) => path.basename(file, '.md'))
  .filter((guide) => guide !== 'assistants');

/** Blocks that are programs: settings and single lines of code are not. */
const programsOf = (markdown: string): CodeBlock[] =>
  codeBlocks(markdown).filter(
    ({ flags }) => !['setting', 'part', 'file'].some((flag) => flags.includes(flag)),
  );

const flagged = (markdown: string, flag: string): CodeBlock[] =>
  codeBlocks(markdown).filter(({ flags }) => flags.includes(flag));

/** Every code block of the guides, as a gateway serves them. */
export function documentation(): void {
  describe.each(guides)('what the guide %s shows does what it says', (guide) => {
    const markdown = fs.readFileSync(path.join(guidesFolder, `${guide}.md`), 'utf8');
    // Each language begins with nothing: they make the same things, under the same names.
    const shown = languagesIn(programsOf(markdown));

    test('in some language', () => {
      expect(shown.length).toBeGreaterThan(0);
    });

    for (const language of languagesToRun(shown)) {
      testIn(language, `in ${language}`, () => runsAsShown(guide, language));
    }
    const framework = frameworks[guide];
    if (framework !== undefined && languagesToRun([framework.language]).length > 0) {
      const { name, missing } = framework;
      testUnless(missing, `inside of ${name}`, () => runsInside(framework, guide));
    }
    const checked = flagged(markdown, 'part').filter(({ language }) => language !== framework?.language);
    for (const language of languagesToRun(languagesIn(checked))) {
      testIn(language, `parts in ${language} have no syntax errors (their framework is not installed)`, () =>
        Promise.all(checked.filter((block) => block.language === language).map(checkSyntax)),
      );
    }
    for (const { heading, text } of smtpSettings(markdown).filter((each) => each.heading !== 'Postfix')) {
      test(`settings of ${heading} name the relay, STARTTLS and a login that it accepts`, () =>
        acceptsMailBy(text));
    }
  });

  test('the receiver of the examples verifies a webhook', async () => {
    const code = fs.readFileSync(path.join(projectRoot(), 'packages/sdk/examples/receiver.mjs'), 'utf8');
    await receivesWith({ language: 'ts', code, flags: ['server'] }, await createReader());
  });

  const missing = process.getuid?.() === 0 ? missingProgram('postfix') : 'only root can start Postfix';
  (missing === null ? test : test.skip)(
    `mail that sendmail(1) hands to a Postfix with the settings of the guide arrives${missing === null ? '' : ` (${missing})`}`,
    arrivesByPostfix,
    60_000,
  );
}

const languagesIn = (blocks: readonly CodeBlock[]): Language[] => [
  ...new Set(blocks.map(({ language }) => language)),
];

const testIn = (language: Language, name: string, work: () => Promise<unknown>): void =>
  testUnless(languages[language].missing, name, work);

function testUnless(missing: string | null, name: string, work: () => Promise<unknown>): void {
  (missing === null ? test : test.skip)(`${name}${missing === null ? '' : ` (${missing})`}`, work, 240_000);
}

async function runsAsShown(guide: string, language: Language): Promise<void> {
  const reader = await createReader();
  const markdown = await servedGuide(guide);
  const asFile = (block: CodeBlock): CodeBlock => ({ ...block, code: asRead(block.code, reader) });
  const files = flagged(markdown, 'file').map(asFile);
  for (const block of programsOf(markdown).filter((each) => each.language === language)) {
    if (block.flags.includes('server')) await receivesWith(block, reader);
    else await runCode(asFile(block), { access: accessFor(block, reader), files });
  }
}

/** Its parts and files are those of an application, which is called as the guide says. */
async function runsInside(framework: Framework, guide: string): Promise<void> {
  const reader = await createReader();
  const parts = codeBlocks(await servedGuide(guide))
    .filter(({ flags, language }) => language === framework.language && /^(part|file)$/.test(flags.join(' ')))
    .map((block) => ({ ...block, code: asRead(block.code, reader) }));
  const files = Object.fromEntries(
    Object.entries(framework.files).map(([name, text]) => [name, asRead(text, reader)]),
  );
  await runInFramework(
    { ...framework, files },
    { access: accessFor(parts[0] ?? assert.fail(), reader), parts },
  );
}

const servedGuide = (guide: string): Promise<string> => served(`/docs/guides/${guide}.md`);

/** What the settings call a key. */
const withKey = (text: string, { id, token }: ApiKeyFixture): string =>
  text.replaceAll('YOUR_KEY_ID', id).replaceAll('pr_live_…', token);

async function acceptsMailBy(settings: string): Promise<void> {
  const { host: guideHost, port: guidePort } = readSettings(settings);
  expect([guideHost, guidePort]).toEqual(['smtp.example.com', 587]);
  const reader = await createReader();
  const { user, pass } = readSettings(withKey(settings, reader.adminKey));
  const { host, startTlsPort, caFile } = running().smtp;
  const [from = `hello@${reader.domain}`] = /\b[\w.]+@acme\.example\b/.exec(settings) ?? [];
  const { response } = await createTransport({
    ...{ host, port: startTlsPort, secure: false, requireTLS: true, auth: { user, pass } },
    tls: { ca: fs.readFileSync(caFile) },
  }).sendMail({ from: asRead(from, reader), to: 'ada@recipients.test', subject: 'Hello', text: 'It works.' });
  expect(response).toMatch(/^250 2\.0\.0 queued as /);
}

/** As a cron job sends it: from a user of the machine, to an address and to root. */
async function arrivesByPostfix(): Promise<void> {
  const reader = await createReader();
  const { startTlsPort, caFile } = running().smtp;
  const files = smtpSettings(await servedGuide('other-software'))
    .filter(({ heading }) => heading === 'Postfix')
    // The certificate is for this name.
    .map(({ text }) => text.replaceAll('[smtp.example.com]:587', `[localhost]:${startTlsPort}`))
    .map((text) => asRead(withKey(text, reader.adminKey), reader));
  const [main = '', passwords = ''] = files;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-satellite-'));
  const passwordFile = path.join(folder, 'sasl_passwd');
  fs.writeFileSync(passwordFile, passwords, { mode: 0o600 });
  const settings = main
    .replace('/etc/postfix/sasl_passwd', passwordFile)
    .replace('/etc/ssl/certs/ca-certificates.crt', path.resolve(projectRoot(), caFile));
  const postfix = await startPostfix({
    port: await freePort(),
    settings: { ...postfixSettings(settings), inet_interfaces: '127.0.0.1', smtp_host_lookup: 'native' },
  });
  try {
    const sendmail = ['-C', postfix.configFolder, 'ada@recipients.test', 'root'];
    execFileSync('/usr/sbin/sendmail', sendmail, { input: 'Subject: Backup\n\nIt is done.\n' });
    const arrived = () =>
      running().world.sink.messages.filter(({ raw }) => raw.toString().includes(`root@${reader.domain}`));
    await eventually(() => arrived().length === 2, { what: 'the mail from sendmail' });
  } finally {
    postfix.stop();
    fs.rmSync(folder, { recursive: true });
  }
}

function accessFor({ flags }: CodeBlock, { adminKey, testKey }: Reader): Access {
  const { id: keyId, token } = flags.includes('admin') ? adminKey : testKey;
  return { url: running().apiUrl, keyId, token, caFile: path.resolve(projectRoot(), running().smtp.caFile) };
}

/** A receiver that a guide shows is started, and is sent a webhook. */
async function receivesWith({ language, code }: CodeBlock, reader: Reader): Promise<void> {
  const { domain, testKey, adminKey } = reader;
  const port = await freePort();
  const { body } = await running()
    .api(adminKey.token)
    .request<{ signing_secret: string }>('POST', '/webhooks', {
      body: { url: `http://127.0.0.1:${port}/`, events: ['email.bounced'] },
    });
  const receiver = startServer(language, code, { secret: body.signing_secret, port });
  try {
    const isListening = () =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => null,
      );
    // Go compiles it first.
    expect(await eventually(isListening, { timeoutMs: 90_000, what: 'the receiver' })).toBe(401);
    await running()
      .api(testKey.token)
      .send({ from: `hello@${domain}`, to: 'bounce@example.com', subject: 'Hello', text: 'Hi' });
    await eventually(() => /email\.bounced [\w-]{36}/.test(receiver.output()), {
      what: `a webhook in ${receiver.output()}`,
    });
  } finally {
    receiver.stop();
  }
}
