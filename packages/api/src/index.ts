/** Serves the contract over HTTP. */
export { TOKEN_COOKIE } from './authentication.ts';
export { openApi } from './openapi.ts';
export type { Senders } from './operations.ts';
export { serializerOf } from './serializer.ts';
export { buildServer, type ServerOptions } from './server.ts';
