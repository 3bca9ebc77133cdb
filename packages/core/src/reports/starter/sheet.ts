/** The sheet a report is printed on: paper, and what stands at its head and foot. */
import type { TemplateChoices } from '@holdfast/contract';
import { type Attributes, element, type TemplateElement } from './element.ts';
import { ACCENT, AS_MOMENT, EXPIRED, HAIRLINE, INK, MUTED, rule, text } from './appearance.ts';

/** Templates count 37.8 units a centimetre. */
const MM = 3.78;

/** Sizes of upright paper in millimetres, with the number Windows knows them by. */
const PAPERS = {
  A4: { width: 210, height: 297, number: 9 },
  A3: { width: 297, height: 420, number: 8 },
  Letter: { width: 215.9, height: 279.4, number: 1 },
} as const satisfies Record<TemplateChoices['paper'], object>;

const SIDE_MARGIN = 15;
const OUTER_MARGIN = 10;

/** Paper with its margins. */
export interface Sheet {
  readonly attributes: Attributes;
  /** Of what can be printed on, in units of 1/96 inch. */
  readonly width: number;
}

/** A sheet of paper. */
export function sheetOf(paper: TemplateChoices['paper'], landscape: boolean): Sheet {
  const { width: short, height: long, number } = PAPERS[paper];
  const [width, height] = landscape ? [long, short] : [short, long];
  return {
    attributes: {
      Name: 'Page1',
      Landscape: landscape ? true : undefined,
      PaperWidth: width,
      PaperHeight: height,
      LeftMargin: SIDE_MARGIN,
      TopMargin: OUTER_MARGIN,
      RightMargin: SIDE_MARGIN,
      BottomMargin: OUTER_MARGIN,
      RawPaperSize: number,
      TitleBeforeHeader: false,
      'Watermark.Font': 'Calibri, 60pt',
    },
    width: Math.round((width - 2 * SIDE_MARGIN) * MM * 100) / 100,
  };
}

/** The head of every page: the company with its logo, or its short name in the place of one, the report and what it is of. */
export function pageHead(width: number): TemplateElement {
  const half = width / 2;
  return element('PageHeaderBand', { Name: 'PageHead', Width: width, Height: 49.14 }, [
    text('Mark', { left: 0, top: 0, width: 45.36, height: 30.24 }, 'Mark', '[Company.ShortName]', {
      VisibleExpression: '[Company.Logo] == null',
      'Fill.Color': ACCENT,
      HorzAlign: 'Center',
      VertAlign: 'Center',
      AutoShrink: 'FontSize',
      AutoShrinkMinSize: 5,
    }),
    element('PictureObject', {
      Name: 'Logo',
      Left: 0,
      Top: 0,
      Width: 45.36,
      Height: 30.24,
      DataColumn: 'Company.Logo',
    }),
    text('CompanyName', { left: 52.92, top: 0, width: half - 52.92, height: 30.24 }, 'Heading', '[Company.Name]', {
      VertAlign: 'Center',
      WordWrap: false,
    }),
    text('HeadTitle', { left: half, top: 0, width: half, height: 15.12 }, 'Strong', '[Report.Title]', {
      HorzAlign: 'Right',
      WordWrap: false,
    }),
    text('HeadScope', { left: half, top: 15.12, width: half, height: 15.12 }, 'Small', '[Report.ScopeName]', {
      HorzAlign: 'Right',
      WordWrap: false,
    }),
    rule('HeadRule', { left: 0, top: 36, width }, ACCENT),
  ]);
}

/** The foot of every page: when and by whom it was printed, page n of m. */
export function pageFoot(width: number): TemplateElement {
  return element('PageFooterBand', { Name: 'PageFoot', Width: width, Height: 28.35 }, [
    rule('FootRule', { left: 0, top: 7.56, width }, HAIRLINE),
    text(
      'Printed',
      { left: 0, top: 11.34, width: width - 151.2, height: 17.01 },
      'Small',
      'Printed [Report.CreatedAt] by [Report.CreatedBy]',
      { ...AS_MOMENT, WordWrap: false },
    ),
    text(
      'PageNumber',
      { left: width - 151.2, top: 11.34, width: 151.2, height: 17.01 },
      'Small',
      'Page [Page#] of [TotalPages#]',
      { HorzAlign: 'Right', WordWrap: false },
    ),
  ]);
}

/** Height of the band with the signatures. */
export const SIGNATURES_HEIGHT = 136.08;

/**
 * A line each to be signed by the inspector and the client.
 * @param isOne the report is of one inspection, whose inspector is known with qualification and signature
 */
export function signatures(width: number, isOne: boolean): TemplateElement[] {
  const half = width / 2;
  return [...(isOne ? inspectorSigned(half - 18.9) : []), ...linesToSign(half, isOne)];
}

/** Name, qualification, certificate and signature of the person who recorded the inspection. */
function inspectorSigned(width: number): TemplateElement[] {
  const known = (column: string, before: string): string =>
    `[IIf([Inspection.Person.${column}] == "", "", "${before}" + [Inspection.Person.${column}])]`;
  return [
    element('PictureObject', {
      Name: 'InspectorSignature',
      Left: 0,
      Top: 37.8,
      Width: 170.1,
      Height: 43.47,
      DataColumn: 'Inspection.Person.Signature',
    }),
    text('InspectorName', { left: 0, top: 86.94, width, height: 17.01 }, 'Body', '[Inspection.Person.Name]'),
    text(
      'InspectorQualification',
      { left: 0, top: 103.95, width, height: 15.12 },
      'Small',
      `For the inspection${known('Qualification', ': ')}`,
    ),
    text(
      'InspectorCertificate',
      { left: 0, top: 119.07, width, height: 15.12 },
      'Small',
      known('Certificate', 'Certificate '),
      { 'TextFill.Color': MUTED },
      [
        element('Highlight', {}, [
          element('Condition', { Expression: '[Inspection.Person.CertificateExpired]', 'TextFill.Color': EXPIRED }),
        ]),
      ],
    ),
  ];
}

function linesToSign(half: number, isOne: boolean): TemplateElement[] {
  return [
    { name: 'Inspector', left: 0, says: isOne ? '' : 'For the inspection: name, signature, date' },
    { name: 'Client', left: half, says: 'For the client: name, signature, date' },
  ].flatMap(({ name, left, says }) => [
    rule(`${name}Line`, { left, top: 83.16, width: half - 18.9 }, INK),
    ...(says === ''
      ? []
      : [text(`${name}Signs`, { left, top: 86.94, width: half - 18.9, height: 15.12 }, 'Small', says)]),
  ]);
}
