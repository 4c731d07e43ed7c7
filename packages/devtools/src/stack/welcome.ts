import { demoDomains } from './demo-domains';
import { demoUsers } from './demo-users';
import type { DevelopmentPorts } from './development-ports';
import type { DevelopmentSecrets } from './development-secrets';

/** What a newcomer needs next, on one screen. */
export function firstMailInstructions(ports: DevelopmentPorts, secrets: DevelopmentSecrets): string {
  const api = `http://127.0.0.1:${ports.api}`;
  const [{ name: domain }] = demoDomains(secrets);
  const { token, id } = secrets.keys.send_live;
  const [owner] = demoUsers(secrets);
  const body = JSON.stringify({
    from: `Ada <ada@${domain}>`,
    to: 'grace@example.com',
    subject: 'Hello',
    text: 'It works.',
  });
  return `
Postrider is up.

  Console    ${api}/console      sign in: ${owner.email}, password ${owner.password}
  API        ${api}/api/v1      reference: ${api}/docs
  SMTP       127.0.0.1:${ports.smtpStartTls} (STARTTLS), 127.0.0.1:${ports.smtpTls} (TLS); CA: .local/tls/ca.pem
  Inbound    127.0.0.1:${ports.inbound}                 replies and reports of other mail servers
  Inbox      ${api}/console/inbox      every email of this stack, as it would arrive
  Keys, ports and passwords: .local/dev.json; logs: make logs; health: make status

Send the first mail:

curl -s ${api}/api/v1/emails -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}'

The same over SMTP:

printf 'From: ada@${domain}\\nTo: grace@example.com\\nSubject: Hello\\n\\nIt works.\\n' | curl --crlf --ssl-reqd --cacert .local/tls/ca.pem smtp://127.0.0.1:${ports.smtpStartTls} --user "${id}:$(node -p "require('./.local/dev.json').keys.send_live.token")" --mail-from ada@${domain} --mail-rcpt grace@example.com -T -

A webhook at a program that verifies it, without a tunnel (each line in a terminal of its own):

POSTRIDER_WEBHOOK_SECRET=$(make cli ARGS="listen --print-secret") node packages/sdk/examples/receiver.mjs
make cli ARGS="listen --forward-to localhost:3000"
make cli ARGS="trigger email.bounced --from ada@${domain}"

A domain of your own, and what else there is: README.md
`;
}
