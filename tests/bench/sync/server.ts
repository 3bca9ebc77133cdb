/** The server as a process over a data folder; prints its address. */
import { readConfig, startServer } from '@holdfast/server';
import pino from 'pino';

const config = readConfig({
  HOLDFAST_DATA: process.argv[2],
  PORT: '0',
  HOLDFAST_DEMO: '0',
  HOLDFAST_WEATHER_URL: '0',
  HOLDFAST_REQUESTS_PER_MINUTE: '0',
});
const { address } = await startServer(config, pino({ level: 'silent' }));
process.stdout.write(`${address}\n`);
