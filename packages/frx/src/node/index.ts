export { decodeImage } from './images.ts';
export { fontsInFolders, loadFonts, type FontChoice } from './fonts.ts';
export { exportReport, FORMATS, type Format, type ReportFile } from './exportReport.ts';
