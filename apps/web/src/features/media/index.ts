export { FilesPanel } from './FilesPanel.tsx';
export { mediaSaves } from './mutations.ts';
export { PhotosPanel } from './PhotosPanel.tsx';
