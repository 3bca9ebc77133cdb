/** Names of the methods that define operators. */

/** Names of the methods of user-defined operators (C# specification, Operators). */
const OPERATOR_NAMES: Readonly<Record<string, readonly [unary: string, binary: string]>> = {
  '+': ['op_UnaryPlus', 'op_Addition'],
  '-': ['op_UnaryNegation', 'op_Subtraction'],
  '!': ['op_LogicalNot', ''],
  '~': ['op_OnesComplement', ''],
  '++': ['op_Increment', ''],
  '--': ['op_Decrement', ''],
  true: ['op_True', ''],
  false: ['op_False', ''],
  '*': ['', 'op_Multiply'],
  '/': ['', 'op_Division'],
  '%': ['', 'op_Modulus'],
  '&': ['', 'op_BitwiseAnd'],
  '|': ['', 'op_BitwiseOr'],
  '^': ['', 'op_ExclusiveOr'],
  '<<': ['', 'op_LeftShift'],
  '>>': ['', 'op_RightShift'],
  '==': ['', 'op_Equality'],
  '!=': ['', 'op_Inequality'],
  '<': ['', 'op_LessThan'],
  '>': ['', 'op_GreaterThan'],
  '<=': ['', 'op_LessThanOrEqual'],
  '>=': ['', 'op_GreaterThanOrEqual'],
};

/** Returns the name of the method that defines an operator; empty if there is none. */
export function operatorMethod(operator: string, operands: number): string {
  return OPERATOR_NAMES[operator]?.[operands - 1] ?? '';
}

/** Operators of C# by those of Visual Basic that differ; empty for those that C# does not have. */
const OF_BASIC: Readonly<Record<string, string>> = {
  '=': '==', '<>': '!=', and: '&', or: '|', xor: '^', mod: '%', not: '~', negate: '-', plus: '+', istrue: 'true', isfalse: 'false', '&': '', '^': '',
}; // prettier-ignore

/** Returns the name of the method that defines an operator of Visual Basic; empty for one that C# does not have. */
export function basicOperatorMethod(operator: string, operands: number): string {
  return operatorMethod(OF_BASIC[operator] ?? operator, operands);
}
