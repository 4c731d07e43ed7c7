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
import { codeBlocks, type CodeBlock } from './documentation/code-blocks';
import { runCode, startCode, type Access } from './documentation/run-code';

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

const guides = fs
  .readdirSync(path.join(projectRoot(), 'docs/guides'))
  .map((file) => path.basename(file, '.md'));

/** Every code block of the guides, as a gateway serves them. */
export function documentation(): void {
  test.each(guides)(
    'what the guide %s shows does what it says',
    async (guide) => {
      const blocks = codeBlocks(await served(`/docs/guides/${guide}.md`));
      const programs = blocks.filter(({ flags }) => !flags.includes('setting'));
      expect(programs.length).toBeGreaterThan(0);
      // Each language begins with nothing: they make the same things, under the same names.
      for (const language of new Set(programs.map((block) => block.language))) {
        const reader = await createReader();
        for (const block of programs.filter((each) => each.language === language)) {
          if (block.flags.includes('server')) await receivesWith(block, reader);
          else await runCode(language, asRead(block.code, reader), accessFor(block, reader));
        }
      }
    },
    240_000,
  );
}

function accessFor({ flags }: CodeBlock, { adminKey, testKey }: Reader): Access {
  const { id: keyId, token } = flags.includes('admin') ? adminKey : testKey;
  return { keyId, token, caFile: path.resolve(projectRoot(), running().smtp.caFile) };
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
  const receiver = startCode(language, code.replace('3000', String(port)), { secret: body.signing_secret });
  try {
    const isListening = () =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => null,
      );
    expect(await eventually(isListening, { timeoutMs: 20_000, what: 'the receiver' })).toBe(401);
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
