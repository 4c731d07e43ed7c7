import fs from 'node:fs';
import path from 'node:path';
import {
  createApiKey,
  createDomain,
  createOrganization,
  eventually,
  freePort,
  projectRoot,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { running, served } from './running-system';
import {
  codeBlocks,
  languages,
  languagesToRun,
  type CodeBlock,
  type Language,
} from './documentation/code-blocks';
import { runCode, startServer, type Access } from './documentation/run-code';

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
    .replace(/(?<="127\.0\.0\.1", |port: )587\b/g, String(startTlsPort))
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
  codeBlocks(markdown).filter(({ flags }) => !flags.includes('setting'));

/** Every code block of the guides, as a gateway serves them. */
export function documentation(): void {
  describe.each(guides)('what the guide %s shows does what it says', (guide) => {
    const written = programsOf(fs.readFileSync(path.join(guidesFolder, `${guide}.md`), 'utf8'));
    // Each language begins with nothing: they make the same things, under the same names.
    const shown = [...new Set(written.map(({ language }) => language))];

    test('in some language', () => {
      expect(shown.length).toBeGreaterThan(0);
    });

    for (const language of languagesToRun(shown)) {
      const { missing } = languages[language];
      (missing === null ? test : test.skip)(
        `in ${language}${missing === null ? '' : ` (${missing})`}`,
        () => runsAsShown(guide, language),
        240_000,
      );
    }
  });
}

async function runsAsShown(guide: string, language: Language): Promise<void> {
  const reader = await createReader();
  const programs = programsOf(await served(`/docs/guides/${guide}.md`));
  for (const block of programs.filter((each) => each.language === language)) {
    if (block.flags.includes('server')) await receivesWith(block, reader);
    else await runCode(language, asRead(block.code, reader), accessFor(block, reader));
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
      timeoutMs: 20_000,
      what: `a webhook in ${receiver.output()}`,
    });
  } finally {
    receiver.stop();
  }
}
