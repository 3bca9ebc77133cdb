/** Serves the contract over HTTP. */
export { serializerOf } from './serializer.ts';
export { buildServer } from './server.ts';
