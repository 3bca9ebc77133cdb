/** Texts of second factors; loaded with their screens. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

const secondFactorTexts = {
  'secondFactors.addApp': 'Add authenticator app',
  'secondFactors.addPasskey': 'Add passkey',
  'secondFactors.added': 'Added {since}, not used yet',
  'secondFactors.appName': 'Authenticator app',
  'secondFactors.code': 'Code from the app',
  'secondFactors.codeWrong':
    'Incorrect code. Enter the one the app shows now, and check that the time on your phone is right.',
  'secondFactors.codes': 'Recovery codes',
  'secondFactors.codesFile': 'holdfast-recovery-codes.txt',
  'secondFactors.codesKept': 'I have stored them',
  'secondFactors.codesLeft': { one: '{count} recovery code left', other: '{count} recovery codes left' },
  'secondFactors.codesText':
    'Each lets you sign in once without your app or passkey. Keep them where you keep important papers; they are not shown again.',
  'secondFactors.codesTitle': 'Your recovery codes',
  'secondFactors.confirm': 'Confirm',
  'secondFactors.continue': 'Continue',
  'secondFactors.download': 'Download',
  'secondFactors.failed': 'Your second factors could not be loaded',
  'secondFactors.lastOne': 'Your operator requires a second factor. Add another before you remove this one.',
  'secondFactors.locked': 'To change second factors, sign out and sign in again with one of them.',
  'secondFactors.name': 'Name',
  'secondFactors.newCodes': 'New recovery codes',
  'secondFactors.passkeyAddress': 'Passkeys can only be added at {address}.',
  'secondFactors.passkeyFailed':
    'No passkey was added. It was cancelled, or this device already has one for this account.',
  'secondFactors.passkeyName': 'Passkey',
  'secondFactors.purpose.codes': 'New recovery codes replace the ones you have.',
  'secondFactors.purpose.passkey':
    'A passkey is stored on this device or a security key and unlocked with its fingerprint, face or PIN. You are signed out everywhere else.',
  'secondFactors.purpose.remove': '{name} is removed. Without another second factor, your password alone signs you in.',
  'secondFactors.purpose.totp':
    'An app such as Aegis, Google Authenticator or Microsoft Authenticator shows a new code every 30 seconds. You are signed out everywhere else.',
  'secondFactors.qr': 'QR code for the authenticator app',
  'secondFactors.removeNamed': 'Remove {name}',
  'secondFactors.requiredText': 'Your operator requires a second factor for this account. Set one up to continue.',
  'secondFactors.requiredTitle': 'Second factor required',
  'secondFactors.scan': 'Scan this with the app, then enter the code it shows.',
  'secondFactors.secret': 'Secret for the app',
  'secondFactors.text': 'A code or passkey in addition to the password, so that a stolen password alone is not enough.',
  'secondFactors.title': 'Second factor',
  'secondFactors.typeInstead': 'No camera? Type this into the app:',
  'secondFactors.used': 'Added {since}, last used {used}',
  'secondStep.back': 'Sign in as another user',
  'secondStep.code': 'Code',
  'secondStep.codeHint': 'Six digits from your authenticator app, or a recovery code.',
  'secondStep.lost': 'Lost your phone and your recovery codes? An administrator can remove your second factor.',
  'secondStep.passkeyFailed': 'The passkey was not accepted. Try again, or use a code.',
  'secondStep.recoveryCode': 'Recovery code',
  'secondStep.recoveryHint': 'One of the codes you were shown when you set up the second factor.',
  'secondStep.submit': 'Continue',
  'secondStep.title': 'Second step',
  'secondStep.usePasskey': 'Use a passkey',
} as const;

const all = { ...texts, ...secondFactorTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);
