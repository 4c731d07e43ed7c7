import { uniqueName, type PermissionHarness } from './permission-harness';

/** A call that would succeed. */
export interface PermittedCall {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Call = (harness: PermissionHarness) => Promise<PermittedCall>;

export function at(path: string, body?: unknown): Call {
  return () => Promise.resolve({ path, body });
}

/** A creation of something that has a name. */
export function atNew(path: string, body: object): Call {
  return () => Promise.resolve({ path, body: { name: uniqueName(), ...body } });
}

export function sendEmail({ domainName }: PermissionHarness): Promise<PermittedCall> {
  const body = { from: `a@${domainName}`, to: 'b@example.com', subject: 'Hello', text: 'Hi' };
  return Promise.resolve({ path: '/emails', body });
}

export function addSuppression({ domainName }: PermissionHarness): Promise<PermittedCall> {
  return Promise.resolve({
    path: '/suppressions',
    body: { email: `${uniqueName()}@example.com`, domain: domainName },
  });
}

export function importSuppressions({ domainName }: PermissionHarness): Promise<PermittedCall> {
  return Promise.resolve({
    path: `/suppressions/import?domain=${domainName}`,
    body: `email\n${uniqueName()}@example.com\n`,
    headers: { 'content-type': 'text/csv' },
  });
}

export function upsertContact(path: string): Promise<PermittedCall> {
  return Promise.resolve({ path, body: { email: `${uniqueName()}@example.com` } });
}

export function importContacts(): Promise<PermittedCall> {
  return Promise.resolve({
    path: '/contacts/import',
    body: `email\n${uniqueName()}@example.com\n`,
    headers: { 'content-type': 'text/csv' },
  });
}

export function onContactImport(action: string): Call {
  return async ({ objects }) => ({ path: `/contacts/imports/${await objects.contactImport()}${action}` });
}

export function onContact(action: string): Call {
  return async ({ objects }) => ({ path: `/contacts/${await objects.contact()}${action}` });
}

export function onSuppression(): Call {
  return async ({ objects }) => ({ path: `/suppressions/${await objects.suppression()}` });
}

export function onImport(action: string): Call {
  return async ({ objects }) => ({ path: `/suppressions/imports/${await objects.import()}${action}` });
}

export function onEmail(action: string, body?: object): Call {
  return async ({ objects }) => ({ path: `/emails/${await objects.email()}${action}`, body });
}

export function onStoredEmail(action: string): Call {
  return async ({ objects }) => ({ path: `/emails/${await objects.storedEmail()}${action}`, body: {} });
}

/** A test email with a file. */
export function onInboxEmail(action: string): Call {
  return async ({ objects }) => ({ path: `/inbox/${await objects.storedEmail()}${action}` });
}

export function onDeferredEmail(action: string): Call {
  return async ({ objects }) => ({ path: `/emails/${await objects.deferredEmail()}${action}` });
}

export async function onShareLink({ objects }: PermissionHarness): Promise<PermittedCall> {
  const { email, id } = await objects.shareLink();
  return { path: `/emails/${email}/share-links/${id}` };
}

export function onInbound(action: string): Call {
  return async ({ objects }) => ({ path: `/inbound/${await objects.inbound()}${action}` });
}

export async function onInboundReply({ domainName, objects }: PermissionHarness): Promise<PermittedCall> {
  const body = { from: `a@${domainName}`, text: 'Hi' };
  return { path: `/inbound/${await objects.inbound()}/reply`, body };
}

export async function onApiLog({ objects }: PermissionHarness): Promise<PermittedCall> {
  return { path: `/api-logs/${await objects.apiLog()}` };
}

export function onKey(action: string): Call {
  return async ({ objects }) => ({ path: `/keys/${await objects.key()}${action}` });
}

export function onDomain(action: string, body?: unknown): Call {
  return async ({ objects }) => ({ path: `/domains/${await objects.domain()}${action}`, body });
}

export function onTopic(body?: unknown): Call {
  return async ({ objects }) => ({ path: `/topics/${await objects.topic()}`, body });
}

export function onSegment(body?: unknown, action = ''): Call {
  return async ({ objects }) => ({ path: `/segments/${await objects.segment()}${action}`, body });
}

export async function addSignupForm({ domainName, objects }: PermissionHarness): Promise<PermittedCall> {
  const body = { name: uniqueName(), from: `a@${domainName}`, topics: [await objects.topic()] };
  return { path: '/signup-forms', body };
}

export async function addBroadcast({ objects }: PermissionHarness): Promise<PermittedCall> {
  return { path: '/broadcasts', body: await objects.newBroadcast() };
}

/** @param sets columns that it has besides those of a draft */
export function onBroadcast(action: string, body?: unknown, sets?: string): Call {
  return async ({ objects }) => ({ path: `/broadcasts/${await objects.broadcast(sets)}${action}`, body });
}

export function onSignupForm(action: string, body?: unknown): Call {
  return async ({ objects }) => ({ path: `/signup-forms/${await objects.signupForm()}${action}`, body });
}

export function onSavedBlock(body?: unknown): Call {
  return async ({ objects }) => ({ path: `/saved-blocks/${await objects.savedBlock()}`, body });
}

export function onImage(body?: unknown): Call {
  return async ({ objects }) => ({ path: `/images/${await objects.image()}`, body });
}

export function onTemplate(action: string, body?: unknown): Call {
  return async ({ objects }) => ({ path: `/templates/${await objects.template()}${action}`, body });
}

export async function onTemplateVersion({ objects }: PermissionHarness): Promise<PermittedCall> {
  return { path: `/templates/${await objects.publishedTemplate()}/versions/1` };
}

export function onWebhook(action: string, body?: unknown): Call {
  return async ({ objects }) => ({ path: `/webhooks/${await objects.webhook()}${action}`, body });
}

export function onDelivery(action: string): Call {
  return async ({ objects }) => {
    const { webhook, id } = await objects.delivery();
    return { path: `/webhooks/${webhook}/deliveries/${id}${action}` };
  };
}

export async function cancelEmails({ objects }: PermissionHarness): Promise<PermittedCall> {
  return { path: '/emails/cancel', body: { ids: [await objects.email()] } };
}

export async function replayDeliveries({ objects }: PermissionHarness): Promise<PermittedCall> {
  const { webhook, id } = await objects.delivery();
  return { path: `/webhooks/${webhook}/deliveries/replay`, body: { ids: [id] } };
}

export async function onDryRun({ objects }: PermissionHarness): Promise<PermittedCall> {
  const [automation, contact] = [await objects.automation(), await objects.contact()];
  return { path: `/automations/${automation}/dry-run`, body: { contact } };
}

export function onAutomation(body?: unknown, action = ''): Call {
  return async ({ objects }) => ({ path: `/automations/${await objects.automation()}${action}`, body });
}

/** Each address has its own result: that the domain is another's refuses none of the callers. */
export const onAutomationTest: Call = onAutomation(
  {
    ...{ to: 'b@example.com', position: '0' },
    steps: [{ type: 'send', from: 'news@other.example', subject: 's', text: 't' }],
  },
  '/test',
);

export function onRun(action: string): Call {
  return async ({ objects }) => {
    const { automation, id } = await objects.automationRun();
    return { path: `/automations/${automation}/runs/${id}${action}` };
  };
}

export function onReplay(): Call {
  return async ({ objects }) => {
    const { webhook, id } = await objects.replay();
    return { path: `/webhooks/${webhook}/replays/${id}` };
  };
}
