import fs from 'node:fs';
import path from 'node:path';
import { contactLimits, propertyBytesMax } from '@postrider/contracts/contacts';
import { sendEmailRequest, sendLimits } from '@postrider/contracts/emails';
import { imageLimits } from '@postrider/contracts/images';
import { planNames, plans, type Plan } from '@postrider/contracts/organizations';
import { savedBlockLimits } from '@postrider/contracts/saved-blocks';
import { webhookAttemptLimits } from '@postrider/contracts/webhooks';
import { projectRoot } from '@postrider/testkit';
import { aligned, committedTable, writeTable } from '../../test/docs-table';
import { defaultRateLimit } from '../auth/principal-cache';
import { linksPerHourMax } from '../emails/request-links';
import { emailBodyBytesMax } from '../emails/send-email.route';

/** Writes the table of `docs/guides/limits.md` instead of comparing it. */
// eslint-disable-next-line no-restricted-syntax -- no service reads it
const isWriting = process.env['LIMITS_TABLE'] === 'write';
const page = 'docs/guides/limits.md';

const read = (file: string): string => fs.readFileSync(path.join(projectRoot(), file), 'utf8');
const number = (value: number): string => value.toLocaleString('en-US');

/** The default of a setting, by the example of all settings, which another test compares with the services. */
function setting(name: string): number {
  const [, value = ''] = new RegExp(`^#? ?${name}=(\\d+)$`, 'm').exec(read('.env.example')) ?? [];
  return Number(value);
}

function size(bytes: number): string {
  const mebibytes = bytes / 1_048_576;
  if (Number.isInteger(mebibytes)) return `${mebibytes} MiB`;
  if (bytes >= 1_000_000) return `${number(bytes / 1_000_000)} MB`;
  return `${number(bytes)} bytes`;
}

const ofPlans = (limit: (plan: Plan) => number | null): string =>
  planNames
    .map((name) => {
      const value = limit(plans[name]);
      return `${name}: ${value === null ? 'none' : number(value)}`;
    })
    .join(', ');

function contentRetentionDays(): number {
  const [, days = ''] =
    /bodyRetentionDays\s+Int\s+@default\((\d+)\)/.exec(
      read('packages/db/prisma/schema/organizations.prisma'),
    ) ?? [];
  return Number(days);
}

const limits = sendLimits;

const rows: readonly (readonly [string, string, string])[] = [
  [
    'Requests of all keys of an organization a second',
    ofPlans(({ requestsPerSecond }) => requestsPerSecond),
    '`429 rate_limited`',
  ],
  [
    'Requests of an API key',
    `${defaultRateLimit} a second; the key can have another limit`,
    '`429 rate_limited`',
  ],
  ['Requests of an API key that wait (`?wait=`)', '20 at a gateway', '`429 rate_limited`'],
  ['Recipients a month', ofPlans(({ monthlyLimit }) => monthlyLimit), '`429 quota_exceeded`'],
  ['Recipients a day (UTC)', ofPlans(({ dailyCap }) => dailyCap), '`429 quota_exceeded`'],
  ['Recipients a day (UTC) of an API key', 'none; the key can have a limit', '`429 key_quota_exceeded`'],
  ['Contacts', ofPlans(({ contacts }) => contacts), '`plan_limit`'],
  ['Domains', ofPlans(({ domains }) => domains), '`plan_limit`'],
  ['Webhook endpoints', ofPlans(({ webhookEndpoints }) => webhookEndpoints), '`plan_limit`'],
  [
    'Contacts made by events a day',
    ofPlans((plan) => plan.newContactsPerDay),
    '`429 contact_quota_exceeded`',
  ],
  ['Automation runs a day', ofPlans((plan) => plan.automationRunsPerDay), '`429 run_quota_exceeded`'],
  ['Bytes of an uploaded image', ofPlans(({ imageBytes }) => imageBytes), '`413 payload_too_large`'],
  ['Bytes of all stored images', ofPlans(({ imageStorageBytes }) => imageStorageBytes), '`plan_limit`'],
  [
    'Pixels and frames of an image',
    `${number(imageLimits.pixelsMax)} pixels, all frames together; ${imageLimits.framesMax} frames`,
    invalid(),
  ],
  [
    'Saved blocks of an organization',
    `${savedBlockLimits.savedMax}, of ${savedBlockLimits.blocksMax} blocks each`,
    '`plan_limit`',
  ],
  ['Recipients of an email', `${limits.recipientsMax} in \`to\`, \`cc\` and \`bcc\` together`, invalid()],
  ['`subject`', `${limits.subjectCharsMax} characters`, invalid()],
  ['`html`, `text`', `${size(limits.bodyBytesMax)} each`, invalid()],
  ['`attachments`', `${limits.attachmentsMax}, together ${size(limits.attachmentBytesMax)}`, invalid()],
  [
    '`headers`',
    `${limits.headersMax}, values of ${number(limits.headerValueCharsMax)} characters`,
    invalid(),
  ],
  [
    '`tags`',
    `${limits.tagsMax}, names of ${limits.tagNameCharsMax} and values of ${limits.tagValueCharsMax} characters`,
    invalid(),
  ],
  [
    '`metadata`',
    `${limits.metadataKeysMax} keys of ${limits.metadataKeyCharsMax} and values of ${limits.metadataValueCharsMax} characters, together ${size(limits.metadataBytesMax)}`,
    invalid(),
  ],
  ['`kind`', `${limits.kindCharsMax} characters`, invalid()],
  ['Idempotency key', `${limits.idempotencyKeyCharsMax} characters`, invalid()],
  ['Emails of a batch', `${limits.batchItemsMax}, without attachments`, invalid()],
  ['Body of `POST /emails`', size(emailBodyBytesMax), '`413 payload_too_large`'],
  ['Links of checked emails that are requested', `${linksPerHourMax} an hour`, '`429 rate_limited`'],
  ['Message over SMTP', size(setting('SMTP_MESSAGE_BYTES_MAX')), '`552 5.3.4`'],
  ['Contacts of a batch', number(contactLimits.batchItemsMax), invalid()],
  [
    '`properties` of a contact',
    `${contactLimits.propertiesMax}, texts of ${size(propertyBytesMax)}`,
    invalid(),
  ],
  ['Topics of a contact in a request', `${contactLimits.topicsMax}`, invalid()],
  ['File of an import', size(setting('IMPORT_BYTES_MAX')), '`413 payload_too_large`'],
  ['Attempts of a webhook delivery', `${number(webhookAttemptLimits.madeMax)} with all replays`, invalid()],
  ['An idempotency key is kept', '24 hours; for a scheduled email 24 hours after its time', ''],
  [
    'Content of emails and of API requests is kept',
    `${contentRetentionDays()} days; the organization can have another retention`,
    '',
  ],
  ['API logs are kept', `${setting('API_LOG_RETENTION_DAYS')} days`, ''],
  ['Webhook deliveries are kept', `${setting('WEBHOOK_LOG_RETENTION_DAYS')} days`, ''],
  [
    'Recipients of a broadcast are kept',
    `${setting('BROADCAST_RECIPIENTS_RETENTION_DAYS')} days after it finished`,
    '',
  ],
];

function invalid(): string {
  return '`422 validation_error`';
}

it('docs/guides/limits.md shows the limits of the code; LIMITS_TABLE=write renews it', () => {
  expect(rows.flat().filter((text) => /NaN|undefined/.test(text))).toEqual([]);
  const table = aligned([['What', 'Limit', 'Beyond it'], ...rows.map((row) => [...row])]);
  if (isWriting) writeTable(page, table);
  expect(committedTable(page)).toBe(table);
});

it('the limits are those that requests are held against', () => {
  const email = { from: 'a@b.test', to: 'c@d.test', subject: 's', text: 't' };
  const accepts = (fields: object): boolean => sendEmailRequest.safeParse({ ...email, ...fields }).success;
  const addresses = (count: number) => Array.from({ length: count }, (_, n) => `a${n}@b.test`);
  const tags = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `t${n}`, value: 'v' }));
  for (const [one, more] of [
    [{ to: addresses(limits.recipientsMax) }, { to: addresses(limits.recipientsMax + 1) }],
    [{ subject: 's'.repeat(limits.subjectCharsMax) }, { subject: 's'.repeat(limits.subjectCharsMax + 1) }],
    [{ text: 't'.repeat(limits.bodyBytesMax) }, { text: 't'.repeat(limits.bodyBytesMax + 1) }],
    [{ tags: tags(limits.tagsMax) }, { tags: tags(limits.tagsMax + 1) }],
    [{ kind: 'k'.repeat(limits.kindCharsMax) }, { kind: 'k'.repeat(limits.kindCharsMax + 1) }],
  ] as const)
    expect([accepts(one), accepts(more)]).toEqual([true, false]);
});
