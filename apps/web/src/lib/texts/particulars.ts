/** Texts of qualification, certificate and signature of a person; loaded with their screens. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

const particularsTexts = {
  'particulars.certificateExpired': 'Expired on {day}. Reports print the certificate as expired.',
  'particulars.certificateExpires': 'Certificate valid until',
  'particulars.certificateNumber': 'Certificate number',
  'particulars.failed': 'Could not load qualification and signature.',
  'particulars.leave': 'Discard',
  'particulars.leaveText': 'The qualification was changed and not saved.',
  'particulars.leaveTitle': 'Discard unsaved changes?',
  'particulars.notAPicture': 'This file is not a picture. Choose a PNG or JPEG.',
  'particulars.qualification': 'Qualification',
  'particulars.qualificationHint': 'As written on the certificate. Leave it empty if there is none.',
  'particulars.unchanged': 'Change something above first.',
  'particulars.save': 'Save qualification',
  'particulars.saved': 'Qualification saved.',
  'particulars.signature': 'Signature',
  'particulars.signatureAlt': 'The signature as reports print it',
  'particulars.signatureChoose': 'Add image of the signature',
  'particulars.signatureHint':
    'Sign on white paper and take a photo of it. Reports print it below the results that this person recorded.',
  'particulars.signatureRemove': 'Remove signature',
  'particulars.signatureReplace': 'Replace signature',
  'particulars.title': 'Qualification and signature',
};

const all = { ...texts, ...particularsTexts };

/** Returns a text of these screens. */
export const t = translator<keyof typeof all>(all);
