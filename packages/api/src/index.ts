/** Serves the contract over HTTP. */
export { serializerOf } from './serializer.ts';
export { buildServer } from './server.ts';
export { isAnsweredByPage } from './pages.ts';
