import { errorCatalogue, type ErrorCode } from '@postrider/contracts/errors';
import { sampleLanguages, languagesToRun, type SampleLanguage } from './documentation/code-blocks';
import { checkTypes, runSamples } from './documentation/run-samples';
import { sampledOperations, type SampledOperation } from './documentation/samples';
import { createSeededOrganization } from './documentation/seeded-organization';
import { present, running, served } from './running-system';

/** Samples that need an outside service, or what takes minutes to come about. */
const refusals: Readonly<Record<string, ErrorCode>> = {
  // Only where Cloudflare has the zone.
  publishDomain: 'manual_dns',
  // Only where the mail goes out over Amazon SES.
  registerDomainIdentity: 'unsupported_transport',
  // Only while an email waits for a retry.
  tryEmailNow: 'not_deferred',
};

/** Others name what it makes. */
const first = ['createTopic'];
/** Others need what it ends. */
const isLast = ({ id, method }: SampledOperation): boolean => method === 'DELETE' || id === 'archiveTemplate';

let operations: readonly SampledOperation[] | undefined;

/** The sample of every operation in every language, as the gateway's pages show it. */
export function samples(): void {
  beforeAll(async () => {
    const found = await sampledOperations(served);
    const rank = (operation: SampledOperation) =>
      first.includes(operation.id) ? 0 : isLast(operation) ? 2 : 1;
    operations = found.toSorted((one, other) => rank(one) - rank(other));
  });

  for (const language of languagesToRun(Object.keys(sampleLanguages) as SampleLanguage[])) {
    const { missing } = sampleLanguages[language];
    (missing === null ? test : test.skip)(
      `in ${language} are answered as the document says${missing === null ? '' : ` (${missing})`}`,
      () => areAnswered(language),
      300_000,
    );
  }

  test('in ts compile with the types of the client', async () => {
    await checkTypes(new Map(present(operations).map(({ id, samples }) => [id, present(samples.get('ts'))])));
  });
}

async function areAnswered(language: SampleLanguage): Promise<void> {
  const organization = await createSeededOrganization(running());
  const all = present(operations);
  const codes = all.map((operation) => {
    const code = present(operation.samples.get(language));
    return [operation.id, organization.asSeeded(operation, code)] as const;
  });
  const outputs = await runSamples(language, new Map(codes), organization);
  const wrong = all.flatMap((operation) => {
    const output = present(outputs.get(operation.id));
    return isExpected(operation, output) ? [] : [`${operation.id}: ${output.slice(0, 600)}`];
  });
  expect(wrong).toEqual([]);
}

function isExpected({ id, statuses, answersCsv }: SampledOperation, output: string): boolean {
  const [status = ''] = output.split(/\s/);
  const code = refusals[id];
  if (code === undefined) {
    const isShown = !answersCsv || /^\d+ \w+(,\w+)*\r?$/m.test(output);
    return statuses.includes(status) && isShown && !/^failed:/m.test(output);
  }
  return status === String(errorCatalogue[code].http) && output.includes(code);
}
