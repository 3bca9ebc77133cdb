import { enumByName, enumNames } from '../../expression/values/enums.ts';
import { emptyColor } from '../../expression/members/colors.ts';
import { TypeDefinition } from '../binder/types/types.ts';
import type { NamedType } from '../binder/types/types.ts';
import { setHostTypes } from '../runtime/values.ts';
import { registerDefault } from '../runtime/defaults.ts';
import { declareEnum } from './enums.ts';
import { libraryType, need } from './registry.ts';
import { reportType } from './reportTypes.ts';

/** Types of the objects of a report: FastReport's classes, and types of objects that are known at run time only. */

/** Types of objects that are not declared; their members are resolved at run time. */
const undeclared = new Map<string, TypeDefinition>();

/** Returns true when the members of a type are resolved at run time. */
export function isLateBound(definition: TypeDefinition): boolean {
  return undeclared.get(definition.name) === definition;
}

/** Returns true when a type belongs to the report. */
export function isHostType(definition: TypeDefinition): boolean {
  return isLateBound(definition) || reportType(definition.name) === definition;
}

/** Returns a class of the report by its name in scripts. */
export function hostType(name: string): NamedType | undefined {
  return reportType(name)?.open;
}

/** Greatest number of distinct undeclared types. */
const MAX_TYPES = 500;

function lateBound(name: string): NamedType | undefined {
  let definition = undeclared.get(name);
  if (!definition) {
    if (undeclared.size > MAX_TYPES) return undefined;
    definition = new TypeDefinition({
      name,
      namespace: 'FastReport',
      kind: 'class',
      shape: () => ({ base: need('Object').open, interfaces: [] }),
      members: () => [],
      memberNames: () => [],
    });
    undeclared.set(name, definition);
  }
  return definition.open;
}

setHostTypes((name) => hostType(name) ?? (libraryType(name) ? undefined : lateBound(name)));

registerDefault('Color', emptyColor);

/** Namespaces of .NET enums, for their full names. */
const NAMESPACES: Readonly<Record<string, string>> = {
  HatchStyle: 'System.Drawing.Drawing2D',
  DashStyle: 'System.Drawing.Drawing2D',
  FontStyle: 'System.Drawing',
  GraphicsUnit: 'System.Drawing',
  KnownColor: 'System.Drawing',
  ContentAlignment: 'System.Drawing',
  AnchorStyles: 'System.Windows.Forms',
  DockStyle: 'System.Windows.Forms',
  PictureBoxSizeMode: 'System.Windows.Forms',
};

for (const name of enumNames())
  if (!libraryType(name) && enumByName(name)) declareEnum(NAMESPACES[name] ?? 'FastReport', name);
