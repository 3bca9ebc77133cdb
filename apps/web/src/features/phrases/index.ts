export { PhrasePicker, withPhrase } from './PhrasePicker.tsx';
