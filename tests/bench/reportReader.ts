/** Requests a report and reads it to its end: `reportReader.ts ADDRESS TOKEN BODY`. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

const [address, token, body] = process.argv.slice(2) as [string, string, string];
const call = request(address, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/pdf' },
});
call.end(body);
const [answer] = (await once(call, 'response')) as [IncomingMessage];
if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}.`);
answer.resume();
await once(answer, 'end');
