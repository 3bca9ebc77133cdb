import * as dynamic from './expressions/dynamic.ts';
import { installEntry } from './entry.ts';
import * as expressions from './expressions/expressions.ts';
import * as lambdas from './expressions/lambdas.ts';
import { bindLocalFunction } from './declarations/localFunctions.ts';
import * as names from './expressions/names.ts';
import * as statements from './statements/statements.ts';

/** Connects the parts of the binder. */
installEntry({ ...dynamic, ...expressions, ...lambdas, ...names, ...statements, bindLocalFunction });
