import { createServer, type Server } from 'node:net';

/** RFC 5321 section 3.1: a host that takes no mail says so instead of a greeting, and may hang up. */
const refusal = '554 5.3.2 platform.postrider.test takes no incoming mail yet\r\n';

/** On the port that dev.json announces for incoming mail, until a listener of the product is there. */
export function startInboundRefusal(options: { port: number; host: string }): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(refusal);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve(server));
  });
}
