import { ExpressionError } from '../../expression/errors.ts';
import type { Template } from '../../template/model.ts';
import { isVisualBasic } from '../values/scope.ts';

/** Lines that say nothing by themselves: a script that has no others does nothing. */
const FRAME =
  /^\s*(?:$|'|rem\b|imports\b|option\b|namespace\b|end\s+(?:namespace|class)\b|(?:(?:public|partial|friend)\s+)*class\b|inherits\b|#region\b|#end\b)/iu;

/** The error of a script in Visual Basic, at its first line that does something; undefined for other scripts. */
export function visualBasicError(template: Template): ExpressionError | undefined {
  if (!isVisualBasic(template)) return undefined;
  let position = 0;
  for (const line of template.script.split('\n')) {
    if (!FRAME.test(line))
      return new ExpressionError(
        `Scripts in Visual Basic are not run: '${line.trim().slice(0, 80)}'. Write the script in C#; expressions may stay as they are.`,
        template.script,
        position + line.length - line.trimStart().length,
      );
    position += line.length + 1;
  }
  return undefined;
}
