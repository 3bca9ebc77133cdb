import type { Value } from '../../../expression/values/values.ts';
import { systemText } from '../../binder/types/types.ts';
import type { Type } from '../../binder/types/types.ts';
import { error, isInstance, systemTextOf } from '../../runtime/values.ts';
import { ColumnObj } from './table.ts';
import type { TableObj } from './table.ts';

/** Access to columns and cells for the members of DataRow. */

/** Returns a column by name, index or itself. @throws what DataRow throws */
export function columnOf(table: TableObj, key: Value): ColumnObj {
  if (key instanceof ColumnObj) {
    if (key.table !== table)
      throw error('ArgumentException', `Column '${key.name}' does not belong to table ${table.name}.`);
    return key;
  }
  if (typeof key === 'number') {
    const found = table.columns[key];
    if (!found) throw error('IndexOutOfRangeException', `Cannot find column ${String(key)}.`);
    return found;
  }
  if (typeof key !== 'string') throw error('ArgumentNullException', "Value cannot be null. (Parameter 'name')");
  const found = table.columns[table.column(key)];
  if (!found) throw error('ArgumentException', `Column '${key}' does not belong to table ${table.name}.`);
  return found;
}

/** Returns a cell in the type of `Field<T>`. */
export function fieldAs(value: Value, type: Type): Value {
  if (value === null) {
    if (type.kind === 'named' && type.definition.isValueType && type.special !== 'Nullable')
      throw error('InvalidCastException', `Cannot cast DBNull. Value to type '${type.definition.fullName}'. Please use a nullable type.`); // prettier-ignore
    return null;
  }
  if (!isInstance(value, type))
    throw error('InvalidCastException', `Unable to cast object of type '${systemTextOf(value)}' to type '${systemText(type)}'.`);
  return value;
} // prettier-ignore
