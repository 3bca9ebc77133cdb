/** The library: each file declares the types of one subject. */
import './core.ts';
import './exceptions.ts';
import './tasks.ts';
import './comparers.ts';
import './globalization.ts';
import './numbers.ts';
import './math.ts';
import './convert.ts';
import './strings.ts';
import './collections.ts';
import './dictionaries.ts';
import './sets.ts';
import './arrays.ts';
import './linq.ts';
import './dates.ts';
import './text.ts';
import './shapes.ts';
import './encoding.ts';
import './identifiers.ts';
import './regularExpressions.ts';
import './data.ts';
import './dateTimeOffset.ts';
import './numerics.ts';
import './bits.ts';
import './xml.ts';
import './host.ts';

export { libraryType, need } from './registry.ts';
