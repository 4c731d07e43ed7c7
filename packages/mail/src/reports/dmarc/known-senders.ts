interface KnownSender {
  readonly name: string;
  /** Domains of its hosts, of its signatures and of its return paths. */
  readonly domains: readonly string[];
  /** Selectors that it has customers publish, where no other service uses them. */
  readonly selectors?: RegExp;
}

/**
 * Services that send for many domains. The names are those that each service documents for its customers' DNS (includes of SPF, targets
 * of DKIM aliases, hosts of return paths) and the reverse names of its networks; DMARC reports of public domains show the same.
 */
const knownSenders: readonly KnownSender[] = [
  { name: 'Amazon SES', domains: ['amazonses.com'] },
  { name: 'Apple iCloud', domains: ['icloud.com', 'me.com', 'mail.icloud.com'] },
  { name: 'Brevo', domains: ['brevo.com', 'sendinblue.com', 'mailin.fr'] },
  { name: 'Constant Contact', domains: ['constantcontact.com', 'ccsend.com'] },
  { name: 'Fastmail', domains: ['messagingengine.com'] },
  { name: 'Freshworks', domains: ['freshemail.io', 'freshdesk.com'] },
  {
    name: 'Google',
    domains: ['google.com', 'gappssmtp.com', 'googlemail.com', 'gmail.com'],
    selectors: /^google$/,
  },
  { name: 'HubSpot', domains: ['hubspotemail.net', 'hubspot.com'], selectors: /^hs[12]-\d+$/ },
  { name: 'Klaviyo', domains: ['klaviyomail.com'] },
  { name: 'Mailchimp', domains: ['mcsv.net', 'mcdlv.net', 'rsgsv.net', 'mailchimpapp.net'] },
  { name: 'Mailgun', domains: ['mailgun.net', 'mailgun.org', 'mailgun.us'] },
  { name: 'Mailjet', domains: ['mailjet.com', 'mjt.lu'] },
  { name: 'Mandrill', domains: ['mandrillapp.com'], selectors: /^mandrill$/ },
  { name: 'Microsoft 365', domains: ['outlook.com', 'onmicrosoft.com', 'office365.com'] },
  { name: 'Mimecast', domains: ['mimecast.com', 'mimecast.co.za', 'mimecast-offshore.com'] },
  { name: 'OVHcloud', domains: ['ovh.net', 'mail-out.ovh.net'] },
  { name: 'Postmark', domains: ['mtasv.net', 'postmarkapp.com'] },
  { name: 'Proofpoint', domains: ['pphosted.com', 'ppe-hosted.com'] },
  { name: 'Proton Mail', domains: ['protonmail.ch'], selectors: /^protonmail[23]?$/ },
  { name: 'Resend', domains: ['resend.com', 'resend.dev'], selectors: /^resend$/ },
  { name: 'Salesforce', domains: ['salesforce.com', 'exacttarget.com'] },
  { name: 'SendGrid', domains: ['sendgrid.net', 'sendgrid.info'], selectors: /^smtpapi$/ },
  { name: 'Shopify', domains: ['shopifyemail.com'] },
  { name: 'SparkPost', domains: ['sparkpostmail.com', 'sparkpostmailt.com'] },
  { name: 'Yahoo', domains: ['yahoo.com', 'yahoodns.net'] },
  { name: 'Zendesk', domains: ['zendesk.com', 'zdsys.com'], selectors: /^zendesk[12]$/ },
  { name: 'Zoho', domains: ['zoho.com', 'zoho.eu', 'zohomail.com', 'zcsend.net'], selectors: /^zmail$/ },
];

const byDomain: ReadonlyMap<string, string> = new Map(
  knownSenders.flatMap(({ name, domains }) => domains.map((domain) => [domain, name] as const)),
);

/** What is known of a source. */
export interface SenderMarks {
  /** Reverse name that leads back to the address; without that, anybody can name his hosts as he likes. */
  readonly hostName: string | null;
  /** Domains that SPF or DKIM passed for. */
  readonly domains: readonly string[];
  /** Selectors of signatures that passed. */
  readonly selectors: readonly string[];
}

/** The service that mail of a source was sent with; null: not one of those that are known. */
export function knownSender({ hostName, domains, selectors }: SenderMarks): string | null {
  for (const domain of hostName === null ? domains : [hostName, ...domains]) {
    const name = senderOf(domain);
    if (name !== null) return name;
  }
  const selected = knownSenders.find((sender) =>
    selectors.some((selector) => sender.selectors?.test(selector.toLowerCase()) === true),
  );
  return selected?.name ?? null;
}

function senderOf(domain: string): string | null {
  const labels = domain.toLowerCase().replace(/\.$/, '').split('.').slice(-4);
  for (let from = 0; from < labels.length - 1; from += 1) {
    const name = byDomain.get(labels.slice(from).join('.'));
    if (name !== undefined) return name;
  }
  return null;
}
