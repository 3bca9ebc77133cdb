import { blobContract } from './blobContract.ts';
import { memoryBlobs } from './media.ts';

blobContract('memory', () => Promise.resolve(memoryBlobs()));
