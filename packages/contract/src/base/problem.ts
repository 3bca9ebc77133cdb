import { z } from 'zod';
import { NamingRule, RuleFault } from '../rules/schema.ts';
import { ReportDialog } from '../reports/dialogs.ts';
import { RevokeMode } from './values.ts';

/** One kind of refusal: its HTTP status, its details, and what a user can do about it. */
interface ProblemKind<D extends z.ZodType = z.ZodType> {
  status: number;
  /** Text for users that says what to do; shown unchanged. */
  message: string;
  /** Schema of the details sent beside the message. */
  details: D;
}

function kind<D extends z.ZodType>(status: number, message: string, details: D): ProblemKind<D> {
  return { status, message, details };
}

const none = z.null();

/** An error in one part of an input. */
export const InputIssue = z.strictObject({
  path: z.string().describe('Where: keys and indexes joined by dots; empty for the whole input.'),
  message: z.string().describe('What is wrong there.'),
});

/** A fault or note for the author of a report template. */
export const TemplateFinding = z
  .strictObject({
    message: z.string().describe('What it is, in words for people.'),
    line: z.number().int().nullable().describe('Of the template, from 1; null where no line is at fault.'),
    object: z.string().nullable().describe('Name of the object it concerns.'),
    preventsPrinting: z
      .boolean()
      .optional()
      .describe('True: no file is printed until it is corrected; `pages` are, with the object marked.'),
  })
  .meta({ id: 'TemplateFinding' });

/** A fault or note for the author of a report template. */
export type TemplateFinding = z.infer<typeof TemplateFinding>;

/** All refusals of Holdfast. The code is stable and for programs; the message is for users. Other refusals are not sent to clients. */
export const problems = {
  badInput: kind(
    400,
    'Something in this request is not as it should be.',
    z.strictObject({ issues: z.array(InputIssue) }),
  ),
  /** A staff call that must name its company (data decision 2). */
  companyNeeded: kind(400, 'Choose a company first.', none),
  notSignedIn: kind(401, 'Please sign in.', none),
  /** Address and password did not match; which of the two was wrong is never revealed (product decision 3). */
  signInFailed: kind(401, 'The email address or password is not right.', none),
  /** A device that an administrator signed out, locked or wiped (docs/sync.md, "What is promised"). */
  deviceRevoked: kind(401, 'An administrator has ended the use of this device.', z.strictObject({ mode: RevokeMode })),
  forbidden: kind(403, 'Your account may not do this.', none),
  /** The operator requires a second factor of this account, or the account has one that was not used in this session. */
  secondFactorNeeded: kind(403, 'Sign in with a second factor first.', none),
  /** A desktop whose server requires encryption cannot switch it off. */
  encryptionRequired: kind(403, 'The server requires that this device encrypts its data.', none),
  /** A desktop accepts only windows it opened itself (data decision 27). */
  launchNeeded: kind(403, 'Open Holdfast by the address its program shows when it starts.', none),
  /** Also everything that belongs to another company (product decision 1). */
  notFound: kind(404, 'This does not exist, or no longer does.', none),
  unknownCondition: kind(404, 'This condition does not exist.', none),
  methodNotAllowed: kind(405, 'This address cannot be used in this way.', none),
  /** The value of If-Match is older than the stored one (data decision 14). */
  changedMeanwhile: kind(
    409,
    'This was changed elsewhere in the meantime.',
    z.strictObject({
      yours: z.string(),
      theirs: z.string(),
      by: z.string().nullable().describe('Id of who changed it.'),
      byName: z.string().nullable().describe('The name of who changed it.'),
      at: z.string().nullable(),
      clock: z.string().nullable().describe('Version that is stored: send it back as If-Match to overwrite it.'),
    }),
  ),
  /** An idempotency key came again with another operation or input. */
  keyReused: kind(409, 'This request was already used for something else.', none),
  alreadyExists: kind(409, 'This already exists.', z.strictObject({ name: z.string() })),
  /** The record to delete is still in use; the details count the records that use it. */
  inUse: kind(
    409,
    'This is still in use.',
    z.strictObject({ uses: z.array(z.strictObject({ what: z.string(), count: z.number() })) }),
  ),
  /** For example a number with letters, a choice that the question does not have, or an invalid day (docs/acceptance.md, FLDS). */
  answerRefused: kind(
    422,
    'This answer does not fit its question.',
    z.strictObject({ fieldId: z.string(), fieldName: z.string(), expected: z.string() }),
  ),
  /** Refused because no one could undo it. */
  lastAdministrator: kind(422, 'This is the last administrator. Make another user an administrator first.', none),
  /** A stolen session must not take the account over. */
  ownAccount: kind(
    422,
    'Change your own password and second factors under Account, where your present password is asked for.',
    none,
  ),
  inspectionNotAllowed: kind(422, 'This company is not allowed this type of inspection.', none),
  /** An item below itself, a template that contains itself through its options, a type that is its own parent. */
  wouldLoop: kind(422, 'That would put something inside itself.', none),
  tagTaken: kind(422, 'Another item carries this tag.', z.strictObject({ itemId: z.string(), itemName: z.string() })),
  /** A rule of the data without a specific message. */
  ruleBroken: kind(422, 'This change would break a rule of the data.', z.strictObject({ rule: z.string() })),
  /** Rules of a template that cannot be evaluated: nothing is published with them. */
  rulesBroken: kind(
    422,
    'The rules of this template have faults. Correct them first.',
    z.strictObject({ faults: z.array(RuleFault) }),
  ),
  /** A question that other rules read cannot be deleted: they would lose its answer. */
  namedInRules: kind(
    422,
    'Rules of this template use what would be removed. Change them first.',
    z.strictObject({ rules: z.array(NamingRule) }),
  ),
  /** An upload that is no FastReport template (product decision 29). */
  templateRefused: kind(
    422,
    'This file is not a report template that can be read.',
    z.strictObject({ findings: z.array(TemplateFinding) }),
  ),
  /** A report of another type, or for another type of inspection (product decision 25). */
  reportNotForThis: kind(422, 'This report is made for something else.', none),
  /** A report whose dialog has no answer yet. */
  reportAsks: kind(422, 'This report asks something before it is printed.', z.strictObject({ dialog: ReportDialog })),
  /** A template that cannot be printed from these data; the finding is meant for the template's author. */
  reportFailed: kind(
    422,
    'This report could not be printed. An administrator can correct its template.',
    z.strictObject({ findings: z.array(TemplateFinding) }),
  ),
  /** Nothing of a spreadsheet with wrong cells is imported. */
  registerRefused: kind(
    422,
    'Some cells of this spreadsheet are wrong. Correct them, then check the file again.',
    z.strictObject({ wrong: z.number() }),
  ),
  /** The effects of an import differ from its preview. */
  importOutdated: kind(409, 'Something changed since you looked at this. Please look at it again.', none),
  /** No RFID reader is connected, or none is ready. */
  noReader: kind(409, 'No RFID reader is ready. Switch it on, or press its trigger, and try again.', none),
  /** The operating system has no program for the file, or no dialog to choose files. */
  noProgram: kind(
    409,
    'This computer has no program for this. Download the file, or drag files onto the page instead.',
    none,
  ),
  /** An update cannot be started: there is none, or one is in progress. */
  noUpdate: kind(409, 'There is no update to install now.', none),
  tooLarge: kind(413, 'This is too large.', z.strictObject({ limitBytes: z.number() })),
  /** Bytes that do not continue at the offset of the server, or do not match the declared hash; `received` is the offset to continue from. */
  uploadRefused: kind(
    409,
    'This upload does not fit what is here already.',
    z.strictObject({ reason: z.enum(['offset', 'length', 'hash']), received: z.number() }),
  ),
  unsupportedMedia: kind(415, 'This kind of file cannot be used here.', z.strictObject({ reason: z.string() })),
  tooManyRequests: kind(
    429,
    'Too many attempts. Please wait a little.',
    z.strictObject({ retryAfterSeconds: z.number() }),
  ),
  /** More calls, uploads or printed reports than the operator allows in a period; the details contain the limit, its subject and the time to wait. */
  quotaReached: kind(
    429,
    'A limit of this server is reached.',
    z.strictObject({ reason: z.string(), retryAfterSeconds: z.number() }),
  ),
  /** The photos and files of a company have reached the limit of the operator. */
  storageFull: kind(
    422,
    'There is no space for more photos and files.',
    z.strictObject({ reason: z.string(), limitBytes: z.number() }),
  ),
  /** An internal error. The log contains the cause under the request id; the caller gets no details. */
  internal: kind(500, 'Something went wrong on our side.', z.strictObject({ requestId: z.string() })),
  unavailable: kind(
    503,
    'The service is busy. Please try again in a moment.',
    z.strictObject({ retryAfterSeconds: z.number() }),
  ),
} as const satisfies Record<string, ProblemKind>;

/** The name of a kind of refusal. */
export type ProblemCode = keyof typeof problems;

/** Details sent beside the message of one kind of refusal. */
export type ProblemDetails<C extends ProblemCode> = z.infer<(typeof problems)[C]['details']>;

type DetailsArgument<C extends ProblemCode> = ProblemDetails<C> extends null ? [] : [details: ProblemDetails<C>];

/** A refusal, thrown by any code and converted to an answer by `api`. */
export class Problem<C extends ProblemCode = ProblemCode> extends Error {
  readonly code: C;
  readonly status: number;
  readonly details: ProblemDetails<C> | null;

  constructor(code: C, ...[details]: DetailsArgument<C>) {
    super(problems[code].message);
    this.name = 'Problem';
    this.code = code;
    this.status = problems[code].status;
    this.details = details ?? null;
  }
}

/** A refusal as sent: a problem document (RFC 9457) whose `code` is one of `problems`. */
export const ProblemDocument = z
  .strictObject({
    type: z.string().describe('A relative reference to the documentation of this code.'),
    title: z.string().describe('Words a user can act on.'),
    status: z.number().int().describe('The HTTP status again.'),
    code: z.string().describe('Stable name of the kind of refusal.'),
    details: z.unknown().describe('Details of this kind of refusal beside its message; null when there are none.'),
  })
  .meta({ id: 'Problem' });

/** A refusal as sent. */
export type ProblemDocument = z.infer<typeof ProblemDocument>;

/** Returns the document that describes a refusal to a caller. */
export function presentProblem(problem: Problem): ProblemDocument {
  return {
    type: `/docs/problems#${problem.code}`,
    title: problem.message,
    status: problem.status,
    code: problem.code,
    details: problem.details,
  };
}
