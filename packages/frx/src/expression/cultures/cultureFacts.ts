import type { DateSymbols } from './culture.ts';

/** Date formats of cultures where .NET with ICU 72 differs from the newer locale data of the platform. */

const months = (names: string): readonly string[] => names.split(' ');

const bulgarian = months('яну фев март апр май юни юли авг сеп окт ное дек');
const lithuanian = months('saus. vas. kov. bal. geg. birž. liep. rugp. rugs. spal. lapkr. gruod.');
const mexican = months('ene feb mar abr may jun jul ago sept oct nov dic');
const spanishPeriods = { am: 'a.\u00a0m.', pm: 'p.\u00a0m.' };

export const dateFacts: ReadonlyMap<string, Partial<DateSymbols>> = new Map<string, Partial<DateSymbols>>([
  ['bg-BG', {
    shortMonthNames: bulgarian, genitiveShortMonthNames: bulgarian, am: 'пр.об.', pm: 'сл.об.', shortTime: "H:mm 'ч'", longTime: "H:mm:ss 'ч'",
    shortDate: "d.MM.yyyy\u202f'г'.", longDate: "dddd, d MMMM yyyy\u202f'г'.", yearMonth: "MMMM yyyy\u202f'г'.",
  }],
  ['el-GR', {
    shortMonthNames: months('Ιαν Φεβ Μάρ Απρ Μάι Ιούν Ιούλ Αύγ Σεπ Οκτ Νοέ Δεκ'),
    monthNames: months('Ιανουάριος Φεβρουάριος Μάρτιος Απρίλιος Μάιος Ιούνιος Ιούλιος Αύγουστος Σεπτέμβριος Οκτώβριος Νοέμβριος Δεκέμβριος'),
  }],
  ['en-CA', { shortDate: 'M/d/yyyy', dateSeparator: '/' }],
  ['en-IE', { am: 'a.m.', pm: 'p.m.' }],
  ['en-IN', { longDate: 'dddd, d MMMM, yyyy' }],
  ['en-NZ', { shortDate: 'd/MM/yyyy' }],
  ['es-ES', spanishPeriods],
  ['es-MX', { ...spanishPeriods, shortMonthNames: mexican, genitiveShortMonthNames: mexican, shortTime: 'HH:mm', longTime: 'HH:mm:ss' }],
  ['fi-FI', { genitiveShortMonthNames: months('tammik. helmik. maalisk. huhtik. toukok. kesäk. heinäk. elok. syysk. lokak. marrask. jouluk.') }],
  ['is-IS', { firstDayOfWeek: 1 }],
  ['ko-KR', { monthDay: 'MMMM d일', yearMonth: 'yyyy년 MMMM' }],
  ['lt-LT', { shortMonthNames: lithuanian, genitiveShortMonthNames: lithuanian }],
  ['lv-LV', { am: 'priekšpusdienā', pm: 'pēcpusdienā' }],
  ['nb-NO', { genitiveShortMonthNames: months('jan. feb. mar. apr. mai jun. jul. aug. sep. okt. nov. des.') }],
  ['nn-NO', { am: 'a.m.', pm: 'p.m.' }],
  ['pt-PT', { am: 'da manhã', pm: 'da tarde' }],
  ['ru-RU', { longDate: "dddd, d MMMM yyyy\u202f'г'.", yearMonth: "MMMM yyyy\u202f'г'." }],
  ['sl-SI', { shortDate: 'd. MM. yyyy' }],
  ['sr-Latn-RS', { shortDate: 'd.M.yyyy.', dateSeparator: '.' }],
  ['sv-FI', { shortDate: 'yyyy-MM-dd', shortTime: 'HH:mm', longTime: 'HH:mm:ss', dateSeparator: '-', timeSeparator: ':' }],
  ['uk-UA', {
    shortMonthNames: months('січ лют бер кві тра чер лип сер вер жов лис гру'),
    longDate: "dddd, d MMMM yyyy\u202f'р'.", yearMonth: "MMMM yyyy\u202f'р'.",
  }],
]); // prettier-ignore
