/** The entities of the specification (docs/acceptance.md, ENTS), as sent over the API. */
export * from './entities/fields.ts';
export * from './entities/items.ts';
export * from './entities/installations.ts';
export * from './entities/inspections.ts';
export * from './entities/companies.ts';
