/** A webhook endpoint that only says 200 and counts: the same one for product and floor. GET tells the count. */
import { createServer } from 'node:http';
import { listenAndTell } from './listen-and-tell';

let received = 0;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.method === 'GET') return void response.end(String(received));
    received += 1;
    response.end();
  });
});
listenAndTell(server);
server.listen(0, '127.0.0.1');
