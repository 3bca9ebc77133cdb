import { ExpressionError } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { FieldSyntax, PropertySyntax } from '../../grammar/syntax.ts';
import { bindValue } from '../entry.ts';
import { constantValue, require } from '../types/convert.ts';
import type { ScriptClass } from '../types/scriptTypes.ts';
import type { FieldMember, Type } from '../types/types.ts';

/** Declaration of fields and constants (C# specification, Fields, Constants). */

export function declareField(owner: ScriptClass, syntax: FieldSyntax): FieldMember {
  const { name, modifiers } = syntax;
  const isConst = modifiers.has('const');
  const isStatic = isConst || modifiers.has('static');
  const { type, broken } = owner.type(owner.context(true), syntax.type);
  const isReadOnly = isConst || modifiers.has('readonly');
  const constant = isConst ? constantOf(owner, syntax, type) : undefined;
  const field = owner.slot({ name, modifiers, type, isStatic, isReadOnly, isEvent: syntax.isEvent, broken, constant });
  if (syntax.value && !isConst) startWith(owner, field, syntax);
  return field;
}

/** Records the initializer of a field. Structs cannot have any (C# 8). */
export function startWith(owner: ScriptClass, field: FieldMember, syntax: FieldSyntax | PropertySyntax): void {
  if (owner.definition.kind === 'struct' && !field.isStatic)
    owner.errors.push(
      new ExpressionError(
        `CS0573: '${owner.definition.name}': cannot have instance property or field initializers in structs`,
        owner.world.source,
        syntax.position,
      ),
    );
  owner.initializers.push({ field, syntax });
}

/** Returns the value of a constant, calculated at first use. */
function constantOf(owner: ScriptClass, syntax: FieldSyntax, type: Type): () => Value {
  let found: { value: Value } | undefined;
  let running = false;
  const failed = (message: string): Error => new ExpressionError(message, owner.world.source, syntax.position);
  return () => {
    if (found) return found.value;
    const { value } = syntax;
    if (!value) throw failed('CS0145: A const field requires a value to be provided');
    if (running)
      throw failed(`CS0110: The evaluation of the constant value for '${syntax.name}' involves a circular definition`);
    running = true;
    try {
      const context = owner.context(true);
      const bound = require(context, bindValue(context, value, true), type);
      found = constantValue(bound);
      if (!found) throw failed(`CS0133: The expression being assigned to '${syntax.name}' must be constant`);
      return found.value;
    } finally {
      running = false;
    }
  };
}
