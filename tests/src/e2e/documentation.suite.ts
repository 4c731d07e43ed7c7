import { createApiKey, createDomain, createOrganization, eventually } from '@postrider/testkit';
import { createServer, type AddressInfo } from 'node:net';
import { present, running } from './running-system';
import { codeBlocks, languages, type CodeBlock, type Language } from './documentation/code-blocks';
import { runCode, startCode } from './documentation/run-code';
import { samplesOn } from './documentation/samples';

/** Who does what the pages say. */
interface Reader {
  readonly domain: string;
  readonly testToken: string;
  readonly adminToken: string;
}

let reader: Reader | undefined;

async function createReader(): Promise<Reader> {
  const { pool, secrets } = running();
  const { masterKey } = secrets;
  const { id: organizationId } = await createOrganization(pool, { name: 'Reader' });
  const [domain, test, admin] = await Promise.all([
    createDomain(pool, { organizationId, masterKey }),
    createApiKey(pool, { organizationId, mode: 'test', permission: 'SEND' }),
    createApiKey(pool, { organizationId }),
  ]);
  return { domain: domain.name, testToken: test.token, adminToken: admin.token };
}

/** What the pages call `acme.example`, and an endpoint that exists. */
const asRead = (code: string): string =>
  code
    .replaceAll('acme.example', present(reader).domain)
    .replace(
      /https:\/\/(hooks\.)?(\w+\.)?example(\.com)?\/[\w/-]*hook[\w/-]*/g,
      `${running().world.webhooks.url}/read`,
    );

async function served(path: string): Promise<string> {
  const response = await fetch(running().apiUrl + path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

const guides = ['getting-started', 'test-mode', 'errors-and-retries', 'webhooks'] as const;
const operations = {
  sendEmail: { page: 'emails', shows: /\bid\b/, needs: 'test' },
  sendEmailBatch: { page: 'emails', shows: /\bid\b/, needs: 'test' },
  listEmails: { page: 'emails', shows: /[0-9a-f-]{36}/, needs: 'test' },
  readEmail: { page: 'emails', shows: /events/, needs: 'test' },
  createWebhook: { page: 'webhooks', shows: /whsec_/, needs: 'admin' },
} as const;

/** Every code block of the guides, and samples of the reference, as a gateway serves them. */
export function documentation(): void {
  beforeAll(async () => {
    reader = await createReader();
  });

  test.each(guides)(
    'what the guide %s shows does what it says',
    async (guide) => {
      const blocks = codeBlocks(await served(`/docs/guides/${guide}.md`));
      const ran: CodeBlock[] = [];
      for (const block of blocks.filter(({ flags }) => !flags.includes('setting'))) {
        if (block.flags.includes('server')) await receivesWith(block);
        else await runCode(block.language, asRead(block.code), { token: tokenFor(block.flags) });
        ran.push(block);
      }
      expect(ran.length).toBeGreaterThan(0);
    },
    120_000,
  );

  for (const language of Object.keys(languages) as Language[]) {
    const { missing } = languages[language];
    (missing === null ? test : test.skip)(
      `samples in ${language} of the reference are answered${missing === null ? '' : ` (${missing})`}`,
      () => answersSamples(language),
      120_000,
    );
  }
}

const tokenFor = (flags: readonly string[]): string => {
  const { adminToken, testToken } = present(reader);
  return flags.includes('admin') ? adminToken : testToken;
};

async function answersSamples(language: Language): Promise<void> {
  const { domain, testToken } = present(reader);
  const sent = await running()
    .api(testToken)
    .send({ from: `hello@${domain}`, to: 'ada@example.com', subject: 'To be read', text: 'Hi' });
  for (const [id, { page, shows, needs }] of Object.entries(operations)) {
    const samples = samplesOn(await served(`/docs/${page}`), id);
    const code = asRead(present(samples.get(language))).replace(
      /(\/emails\/|emails\.get\(')[\w-]{10,}/,
      `$1${sent.id}`,
    );
    const output = await runCode(language, code, { token: tokenFor([needs]) });
    expect([id, output]).toEqual([id, expect.stringMatching(shows)]);
    expect([id, output]).toEqual([id, expect.not.stringContaining('"error"')]);
  }
}

/** A receiver that a guide shows is started, and is sent a webhook. */
async function receivesWith({ language, code }: CodeBlock): Promise<void> {
  const { domain, testToken, adminToken } = present(reader);
  const port = await freePort();
  const { body } = await running()
    .api(adminToken)
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
      .api(testToken)
      .send({ from: `hello@${domain}`, to: 'bounce@example.com', subject: 'Hello', text: 'Hi' });
    await eventually(() => /email\.bounced [\w-]{36}/.test(receiver.output()), {
      timeoutMs: 20_000,
      what: `a webhook in ${receiver.output()}`,
    });
  } finally {
    receiver.stop();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
