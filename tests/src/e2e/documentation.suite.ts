import { createApiKey, createDomain, createOrganization, eventually, freePort } from '@postrider/testkit';
import { present, running, served } from './running-system';
import { codeBlocks, type CodeBlock } from './documentation/code-blocks';
import { runCode, startCode } from './documentation/run-code';

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

const guides = ['getting-started', 'test-mode', 'errors-and-retries', 'webhooks'] as const;

/** Every code block of the guides, as a gateway serves them. */
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
}

const tokenFor = (flags: readonly string[]): string => {
  const { adminToken, testToken } = present(reader);
  return flags.includes('admin') ? adminToken : testToken;
};

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
