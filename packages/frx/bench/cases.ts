/** The three reports that are timed, each with its data. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exportPdf } from '../src/export/pdf/index.ts';
import { prepare, readTemplate } from '../src/index.ts';
import type { DataSet, Page, Template } from '../src/index.ts';
import { loadFonts } from '../src/node/fonts.ts';
import { describeImage } from '../src/text/index.ts';
import { fieldData } from './fieldData.ts';
import { ownTemplates } from './templates.ts';

/** Folder of the reference templates, beside the project, from whose root the figures are made. */
const REFERENCE = resolve('../shared/frx/timing');

const NOW = new Date('2026-01-15T12:00:00Z');
export const fonts = loadFonts({ installed: false });

export interface Case {
  readonly title: string;
  readonly file: string;
  readonly results: number;
  readonly items: number;
  readonly long: boolean;
  /** Preparation time of the reference in s, from the README beside the reference templates. */
  readonly referenceSeconds: number;
  /** Memory of the reference while it prepares the report, in MB, from the same README. */
  readonly referenceMegabytes: number;
}

export const LIST: Case = {
  title: 'list, 100,000 rows',
  file: 't1-list-100000.frx',
  results: 100_000,
  items: 5000,
  long: false,
  referenceSeconds: 2.56,
  referenceMegabytes: 220,
};
export const GROUPS: Case = {
  title: 'groups, 20,000 rows',
  file: 't2-group-20000.frx',
  results: 20_000,
  items: 200,
  long: true,
  referenceSeconds: 0.95,
  referenceMegabytes: 96,
};
export const MASTERS: Case = {
  title: '2,000 masters with 20 details',
  file: 't3-md-2000.frx',
  results: 40_000,
  items: 2000,
  long: false,
  referenceSeconds: 1.35,
  referenceMegabytes: 134,
};

export const CASES: readonly Case[] = [LIST, GROUPS, MASTERS];

/** True when the reference templates are used; otherwise ours of the same shape. */
export const usesReference = existsSync(REFERENCE);

export function templateOf({ file }: Case): Template {
  return readTemplate(
    usesReference ? readFileSync(join(REFERENCE, file)) : new TextEncoder().encode(ownTemplates[file] ?? ''),
  );
}

/** The data of a report, or a share of it. */
export function dataOf(test: Case, share = 1): DataSet {
  return fieldData(Math.ceil(test.results * share), Math.ceil(test.items * share), test.long);
}

export function pagesOf(template: Template, data: DataSet): AsyncIterable<Page> {
  return prepare(template, [data], { fonts: fonts.again(), describeImage, now: () => NOW.getTime() }).pages;
}

/** Reads pages to the end and returns their number. */
export async function count(pages: AsyncIterable<Page>): Promise<number> {
  let last = 0;
  for await (const page of pages) last = page.number;
  return last;
}

/** Writes pages as a PDF and returns its number of bytes. */
export async function written(pages: AsyncIterable<Page>, tagged: boolean): Promise<number> {
  let bytes = 0;
  for await (const part of exportPdf({ pages }, { fonts, now: NOW, tagged })) bytes += part.length;
  return bytes;
}
