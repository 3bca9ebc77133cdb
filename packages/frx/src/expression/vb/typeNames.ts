/** Names of types as Visual Basic writes them, for those that C# has a word for. */
export const BASIC_TYPE_NAMES: Readonly<Record<string, string>> = {
  bool: 'Boolean',
  byte: 'Byte',
  sbyte: 'SByte',
  short: 'Short',
  ushort: 'UShort',
  int: 'Integer',
  uint: 'UInteger',
  long: 'Long',
  ulong: 'ULong',
  float: 'Single',
  double: 'Double',
  decimal: 'Decimal',
  char: 'Char',
  string: 'String',
  object: 'Object',
  DateTime: 'Date',
};
