export { exportReport, FORMATS, type Format, type ReportFile } from './exportReport.ts';
export { fontsInFolders, loadFonts, type FontChoice } from './fonts.ts';
export { decodeImage } from './images.ts';
export { render, RenderError, type RenderHost } from './render.ts';
export type { RenderEvent, RenderRequest } from './renderMessages.ts';
