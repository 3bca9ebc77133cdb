import { ExpressionError } from '../expression/errors.ts';
import type { NetObject, TypeName, Value } from '../expression/values.ts';

/** A field or property of a script's class. */
export interface Member {
  readonly type: TypeName;
  readonly read: (self: Instance) => Value;
  readonly write: ((self: Instance, value: Value) => void) | undefined;
}

/** A class of a script, ready to run. */
export interface ScriptClass {
  readonly name: TypeName;
  readonly baseTypes: readonly TypeName[];
  /** Number of fields an object of the class has. */
  readonly size: number;
  /** Fields and properties of objects, inherited ones included. */
  member(name: string): Member | undefined;
  hasMethod(name: string): boolean;
  /** Calls a method by name and number of arguments. */
  invoke(self: Instance, name: string, args: readonly Value[]): Value;
}

/** A field whose first value cannot be calculated keeps the reason; it is thrown when the field is read. */
export class Unavailable {
  readonly reason: ExpressionError;
  constructor(reason: ExpressionError) {
    this.reason = reason;
  }
}

/** An object of a script's class. */
export class Instance implements NetObject {
  readonly type: ScriptClass;
  readonly fields: (Value | Unavailable)[];

  constructor(type: ScriptClass) {
    this.type = type;
    this.fields = Array.from({ length: type.size }, () => null);
  }

  get kind(): 'object' {
    return 'object';
  }

  get typeName(): TypeName {
    return this.type.name;
  }

  get baseTypes(): readonly TypeName[] {
    return this.type.baseTypes;
  }

  get(name: string): Value {
    return this.#member(name).read(this);
  }

  set(name: string, value: Value): void {
    const { write } = this.#member(name);
    if (!write) throw new ExpressionError(`'${this.typeName}.${name}' cannot be assigned to, it is read only`);
    write(this, value);
  }

  call(name: string, args: readonly Value[]): Value {
    return this.type.invoke(this, name, args);
  }

  hasMethod(name: string): boolean {
    return this.type.hasMethod(name);
  }

  text(): string {
    const text = this.hasMethod('ToString') ? this.call('ToString', []) : null;
    return typeof text === 'string' ? text : this.typeName;
  }

  #member(name: string): Member {
    const member = this.type.member(name);
    if (!member) throw new ExpressionError(`'${this.typeName}' does not contain a definition for '${name}'`);
    return member;
  }
}
