import { ExpressionError, NetException } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { FieldSyntax, PropertySyntax } from '../../grammar/syntax.ts';
import { defaultOf } from '../../runtime/defaults.ts';
import { initializerFailed } from '../../runtime/hooks.ts';
import type { Obj } from '../../runtime/objects.ts';
import { initialValue } from '../statements/locals.ts';
import { NO_FRAME } from '../types/conversions.ts';
import { emitValue } from '../types/convert.ts';
import type { ScriptClass } from '../types/scriptTypes.ts';
import { substitute } from '../types/types.ts';
import type { Call, FieldMember, Member, NamedType, TypeEnvironment } from '../types/types.ts';
import { compiledBody } from './bodies.ts';
import { located } from './functions.ts';
import type { Code } from './functions.ts';

/** Initial values of fields (C# specification, Variable initializers), and the static fields of a type. */

export class Initializers {
  readonly #type: ScriptClass;
  readonly #members: () => readonly Member[];
  readonly #runStatic: (call: Call) => void;
  readonly #statics = new Map<NamedType, { values: Value[]; state: 'new' | 'running' | 'done'; failure?: Error }>();
  readonly #compiled = new Map<FieldMember, (() => Code) | undefined>();

  /**
   * @param members returns all members of the type
   * @param runStatic runs its static constructor
   */
  constructor(type: ScriptClass, members: () => readonly Member[], runStatic: (call: Call) => void) {
    this.#type = type;
    this.#members = members;
    this.#runStatic = runStatic;
  }

  /** Returns the static fields of a type; the first use runs their initializers and the static constructor. */
  statics(given: NamedType): Value[] {
    const { definition, world } = this.#type;
    const type = given.as(definition) ?? definition.open;
    let found = this.#statics.get(type);
    if (!found) {
      const fields = this.#members()
        .flatMap((member) =>
          member.k === 'field' ? [member] : member.k === 'property' && member.backing ? [member.backing] : [],
        )
        .filter((field) => field.isStatic && !field.constant);
      found = {
        values: fields.map((field) => (field.broken ? null : defaultOf(substitute(field.type, type.environment)))),
        state: 'new',
      };
      this.#statics.set(type, found);
    }
    if (found.state === 'new') {
      found.state = 'running';
      const call: Call = { rt: world.outside.rt, t: [], type };
      try {
        this.#runInitializers(null, true, type.environment, call);
        this.#runStatic(call);
      } catch (failure) {
        if (!(failure instanceof NetException)) throw failure;
        found.failure = initializerFailed(type, failure);
      }
      found.state = 'done';
    }
    if (found.failure) throw found.failure;
    return found.values;
  }

  /** Runs the field initializers of an object. */
  initialize(self: Obj, type: NamedType): void {
    const { definition, world } = this.#type;
    const { rt } = world.outside;
    this.#runInitializers(self, false, type.as(definition)?.environment, { rt, t: [], type });
  }

  #runInitializers(self: Obj | null, isStatic: boolean, environment: TypeEnvironment | undefined, call: Call): void {
    this.#members();
    for (const { field, syntax } of this.#type.initializers) {
      if (field.isStatic !== isStatic) continue;
      const run = this.#initializer(field, syntax);
      // The error of a wrong initializer is reported where the field is used.
      if (!run) continue;
      field.set?.(self, run()(self, [], [], environment), call);
    }
  }

  #initializer(field: FieldMember, syntax: FieldSyntax | PropertySyntax): (() => Code) | undefined {
    if (this.#compiled.has(field)) return this.#compiled.get(field);
    const { value } = syntax;
    const context = this.#type.context(true);
    let code: Code | undefined;
    const compile = compiledBody(
      (inner) => {
        const given = initialValue(inner, value ?? fail(), field.type, syntax.position);
        return () => {
          const evaluate = emitValue(given);
          const { fn } = inner;
          return (self, _args, cells, env) => {
            const frame = {
              ...NO_FRAME,
              self,
              v: Array.from<Value>({ length: fn.slots }).fill(null),
              k: [],
              c: cells,
              env,
              position: syntax.position,
            };
            try {
              return evaluate(frame);
            } catch (error) {
              throw located(error, this.#type.world.source, syntax.position);
            }
          };
        };
      },
      context,
      false,
    );
    const [first] = field.broken ? [field.broken] : compile.check();
    if (first) {
      if (first instanceof ExpressionError && !this.#type.errors.includes(first)) this.#type.errors.push(first);
      Object.assign(field, { broken: first });
    }
    const made = first ? undefined : (): Code => (code ??= compile.code());
    this.#compiled.set(field, made);
    return made;
  }

  /** Binds the initializers of all fields to find their errors. */
  check(): void {
    const members = this.#members();
    for (const { field, syntax } of this.#type.initializers) this.#initializer(field, syntax);
    for (const member of members)
      if (member.k === 'field' && member.constant) this.#type.guard(() => member.constant?.(), null);
  }
}

function fail(): never {
  throw new Error('A member without a value');
}
