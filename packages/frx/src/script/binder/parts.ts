import * as dynamic from './dynamic.ts';
import { installEntry } from './entry.ts';
import * as expressions from './expressions.ts';
import * as lambdas from './lambdas.ts';
import { bindLocalFunction } from './localFunctions.ts';
import * as names from './names.ts';
import * as statements from './statements.ts';

/** Puts the parts of the binder together. */
installEntry({ ...dynamic, ...expressions, ...lambdas, ...names, ...statements, bindLocalFunction });
