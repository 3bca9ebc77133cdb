import { enumByName, enumNames } from '../../expression/enums.ts';
import { emptyColor } from '../../expression/members/colors.ts';
import { TypeDefinition } from '../binder/types/types.ts';
import type { NamedType } from '../binder/types/types.ts';
import { setHostTypes } from '../runtime/values.ts';
import { registerDefault } from '../runtime/defaults.ts';
import { declareEnum } from './enums.ts';
import { libraryType, need } from './registry.ts';
import { reportType } from './reportTypes.ts';

/** The objects of a report as types: FastReport's classes, and objects of the engine that only their value knows. */

/** Types of objects that no table declares; their members are found when the code runs. */
const undeclared = new Map<string, TypeDefinition>();

/** Returns true when the members of a type are resolved at run time. */
export function isLateBound(definition: TypeDefinition): boolean {
  return undeclared.get(definition.name) === definition;
}

/** Returns true when a type belongs to the report. */
export function isHostType(definition: TypeDefinition): boolean {
  return isLateBound(definition) || reportType(definition.name) === definition;
}

/** A class of the report by its name, as a script writes it. */
export function hostType(name: string): NamedType | undefined {
  return reportType(name)?.open;
}

/** More undeclared types than these are all one. */
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

/** Enums of .NET, which is where scripts name them in full. */
const NAMESPACES: Readonly<Record<string, string>> = {
  HatchStyle: 'System.Drawing.Drawing2D',
  DashStyle: 'System.Drawing.Drawing2D',
  FontStyle: 'System.Drawing',
  KnownColor: 'System.Drawing',
  ContentAlignment: 'System.Drawing',
  AnchorStyles: 'System.Windows.Forms',
  DockStyle: 'System.Windows.Forms',
  PictureBoxSizeMode: 'System.Windows.Forms',
};

for (const name of enumNames())
  if (!libraryType(name) && enumByName(name)) declareEnum(NAMESPACES[name] ?? 'FastReport', name);
