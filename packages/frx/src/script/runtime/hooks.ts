import { NetException } from '../../expression/errors.ts';
import type { Value } from '../../expression/values/values.ts';
import type { NamedType, Type } from '../binder/types/types.ts';
import { TypedArray, TypeObj } from './objects.ts';

/** Functions that the library provides to the binder once it is loaded. */

let raise: (value: Value) => Error = () => new NetException('Exception', '');
let arrayItems: (value: Value) => Value[] = () => [];
let typeClass: (() => NamedType) | undefined;

/** Sets the function that converts an exception object to an error. */
export function installRaise(make: (value: Value) => Error): void {
  raise = make;
}

/** Returns the error that `throw value` throws. */
export function raised(value: Value): Error {
  return value === null
    ? new NetException('NullReferenceException', 'Object reference not set to an instance of an object.')
    : raise(value);
}

let failed: (type: NamedType, error: NetException) => Error = (_type, error) => error;

/** Sets the error for the use of a type whose static initializers failed. */
export function installInitializerFailure(make: typeof failed): void {
  failed = make;
}

/** Returns the TypeInitializationException of a type. */
export function initializerFailed(type: NamedType, error: NetException): Error {
  return failed(type, error);
}

/** Sets the class of `System.Type` objects. */
export function installTypeClass(find: () => NamedType): void {
  typeClass = find;
}

/** Returns the type of `typeof(…)`. */
export function typeType(): NamedType {
  if (!typeClass) throw new Error('The library is not loaded');
  return typeClass();
}

const typeObjects = new WeakMap<Type, TypeObj>();

/** Returns the `System.Type` of a type, always the same object. */
export function typeObject(type: Type): TypeObj {
  let object = typeObjects.get(type);
  if (!object) typeObjects.set(type, (object = new TypeObj(typeType(), type)));
  return object;
}

/** Sets the function that returns the items of any array, including arrays of bytes. */
export function installItems(find: (value: Value) => Value[]): void {
  arrayItems = find;
}

/** Returns the items of an array. */
export function itemsOf(value: Value): Value[] {
  return value instanceof TypedArray ? value.items : arrayItems(value);
}

let seen: (value: Value, through: NamedType) => Value = (value) => value;

/** Sets the function that returns an object of the script as the collection that one of its interfaces gives. */
export function installSeenThrough(make: typeof seen): void {
  seen = make;
}

/** Returns the argument for a parameter of the type IEnumerable or IEnumerable<T>. */
export function collectionThrough(value: Value, through: NamedType): Value {
  return seen(value, through);
}
