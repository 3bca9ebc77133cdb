import type { ExpressionError } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Obj } from '../../runtime/objects.ts';
import type { Context, World } from '../context.ts';
import type { Code } from '../declarations/functions.ts';
import type {
  TypeSyntax,
  TypeSyntaxDeclaration,
  FieldSyntax,
  MethodSyntax,
  PropertySyntax,
} from '../../grammar/syntax.ts';
import type {
  Access,
  FieldMember,
  Member,
  MethodMember,
  NamedType,
  Parameter,
  Type,
  TypeDefinition,
  TypeParameter,
} from './types.ts';

/** The parts of a class of the script that its constructors, initializers and members need. */
export interface ScriptClass {
  readonly definition: TypeDefinition;
  readonly typeParameters: ReadonlyMap<string, TypeParameter>;
  /** Fields of objects in the order of their slots. */
  readonly layout: readonly FieldMember[];
  readonly bodies: (() => readonly ExpressionError[])[];
  context(isStatic: boolean, typeParameters?: ReadonlyMap<string, TypeParameter>, isConstructor?: boolean): Context;
  guard<T>(run: () => T, otherwise: T): T;
  access(modifiers: ReadonlySet<string>): Access;
  statics(given: NamedType): Value[];
  blank<T extends Obj>(object: T): T;
  initialize(self: Obj, type: NamedType): void;
  readonly parts: readonly TypeSyntaxDeclaration[];
  readonly initializers: { field: FieldMember; syntax: FieldSyntax | PropertySyntax }[];
  /** Errors of its declarations. */
  readonly errors: ExpressionError[];
  readonly world: World;
  add(member: Member): void;
  /** Resolves a type of a declaration. The error of a wrong one is recorded, and reported where the member is used. */
  type(context: Context, syntax: TypeSyntax): { type: Type; broken: Error | undefined };
  parameters(
    context: Context,
    syntaxes: MethodSyntax['parameters'],
  ): { list: readonly Parameter[]; broken: Error | undefined };
  /** Declares a field in a slot of the object or of the class. */
  slot(declaration: SlotDeclaration): FieldMember;
  /** Declares a method whose body is bound and compiled when it is first called. */
  method(declaration: MethodDeclaration): MethodMember;
}

/** A field, or the field behind a property. */
export interface SlotDeclaration {
  name: string;
  modifiers: ReadonlySet<string>;
  type: Type;
  isStatic: boolean;
  isReadOnly?: boolean;
  isEvent?: boolean;
  /** Error of its declaration, reported where it is used. */
  broken: Error | undefined;
  /** Value of a constant. */
  constant?: (() => Value) | undefined;
}

/** A method or an accessor. */
export interface MethodDeclaration {
  name: string;
  modifiers: ReadonlySet<string>;
  typeParameters?: readonly TypeParameter[];
  parameters: readonly Parameter[];
  returns: Type;
  /** The interface that it implements explicitly. */
  explicit?: NamedType | undefined;
  isExtension?: boolean;
  isAsync?: boolean;
  /** Error of its declaration, reported where it is called. */
  broken: Error | undefined;
  /** Binds its body; undefined: it has none. */
  bind: ((context: Context) => () => Code) | undefined;
  context: Context;
}

/** Script types by their definitions. */
export const scriptTypes = new WeakMap<TypeDefinition, ScriptClass>();
