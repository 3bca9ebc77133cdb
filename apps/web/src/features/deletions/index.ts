export { deletionSaves, refreshWhatShowsItems } from './mutations.ts';
