// Verifies webhooks and prints them. POSTRIDER_WEBHOOK_SECRET is the signing secret of the endpoint, or of `postrider-cli listen`.
import { createServer } from 'node:http';
import { expressWebhook } from 'postrider/webhooks';

const port = 3000;
const handle = expressWebhook({
  secret: process.env.POSTRIDER_WEBHOOK_SECRET,
  onEvent: (event, deliveryId) => console.log(event.type, deliveryId),
  onRefused: ({ reason }) => console.log('refused:', reason),
});
createServer((request, response) => void handle(request, response)).listen(port, () =>
  console.log(`Waiting for webhooks at http://localhost:${port}`),
);
