export { exportReport, FORMATS, type Format, type ReportFile } from './exportReport.ts';
export { fontsInFolders, loadFonts, type FontChoice } from './fonts.ts';
export { imageDecoder } from './images.ts';
export { check, render, RenderError, type RenderHost } from './render.ts';
export { RENDER_WORKER, type Renderer } from './renderer.ts';
export type { FromRenderer, RenderEvent, RenderRequest, ToRenderer } from './renderMessages.ts';
