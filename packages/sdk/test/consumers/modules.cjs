// The same by require.
const { Postrider, NotFoundError } = require('postrider');
const { postriderTransport } = require('postrider/nodemailer');
const { FakePostrider, signWebhook } = require('postrider/testing');
const { verifyWebhook } = require('postrider/webhooks');
const { createElement } = require('react');

async function main() {
  const fake = new FakePostrider();
  const client = new Postrider(fake.options);
  const react = createElement('p', null, 'Hello from React');
  await client.emails.send({ from: 'a@b.example', to: 'c@d.example', subject: 'Hi', react });
  const { html, text } = fake.emails[0].email;
  const missing = await client.emails
    .get('none')
    .catch((error) => error instanceof NotFoundError && error.code);
  const webhook = await signWebhook({ secret: 's', type: 'webhook.test', data: { webhook_id: 'w' } });
  const { ok } = await verifyWebhook({ ...webhook, secret: 's' });
  const { name } = postriderTransport({ client });
  process.stdout.write(JSON.stringify({ html: /Hello from React/.test(html), text, missing, ok, name }));
}

void main();
