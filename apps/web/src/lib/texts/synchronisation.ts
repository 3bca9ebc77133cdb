/** Texts of the sync screen and of the notice after a repair, with those of all screens. They are outside the first load. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

const syncTexts = {
  'desktop.autosync': 'Enable Autosync',
  'desktop.autosyncHint':
    'Synchronises at start, when the connection is restored, after changes, and every five minutes.',
  'desktop.contentsWaiting': {
    one: 'One photo or file is still being sent.',
    other: '{count} photos and files are still being sent.',
  },
  'desktop.correct': 'Correct',
  'desktop.correctHint': 'It is sent as a change made now.',
  'desktop.correctSend': 'Send',
  'desktop.correctText': 'Text',
  'desktop.correctTitle': 'Correct and send again',
  'desktop.counts': 'On this device',
  'desktop.decryptNext': 'The data will be decrypted at the next start of Holdfast.',
  'desktop.decrypting': 'Photos and files are being decrypted: {done} of {total}',
  'desktop.device': 'Device',
  'desktop.discard': 'Discard',
  'desktop.discarded': { one: 'Change discarded', other: '{count} changes discarded' },
  'desktop.encrypt': 'Encrypt the data on this device',
  'desktop.encryptHint':
    'Database, photos and files. A file that you open in another program, and one that you save elsewhere, are not encrypted.',
  'desktop.encryptNext': 'The data will be encrypted at the next start of Holdfast.',
  'desktop.encryptedByFile':
    'Encrypted. The key is in a file beside the data, because no keychain of this computer is used: anyone who copies the whole data folder can read it.',
  'desktop.encryptedByKeychain': 'Encrypted. The key is in the keychain of this computer.',
  'desktop.encrypting': 'Photos and files are being encrypted: {done} of {total}',
  'desktop.encryption': 'Encryption',
  'desktop.encryptionIncomplete': 'Not all data could be changed. Holdfast tries again at its next start.',
  'desktop.encryptionRequired': 'The server requires encryption, so it cannot be switched off.',
  'desktop.encryptionProblems': { one: 'One file could not be changed', other: '{count} files could not be changed' },
  'desktop.entity': 'Entity',
  'desktop.export': 'Save to a file',
  'desktop.exportJson': 'Data (JSON)',
  'desktop.exportPdf': 'Document with photos (PDF)',
  'desktop.failed': 'The state of this device could not be read',
  'desktop.finished': 'Finished',
  'desktop.firstChoose': 'Choose what to download',
  'desktop.firstComing':
    '{here} of {count} photos and files are on this device, {size} still to download. Those of the open inspection come first.',
  'desktop.firstHide': 'Hide',
  'desktop.firstMore': { one: 'and one more installation', other: 'and {count} more installations' },
  'desktop.firstNotConnected': 'The download continues as soon as the server can be reached.',
  'desktop.firstTitle': 'All records are on this device. You can start working.',
  'desktop.fullSync': 'Full Sync',
  'desktop.history': 'Sync History',
  'desktop.historyEmpty': 'Nothing was synchronised yet',
  'desktop.historyEmptyHint': 'Choose Sync Now while the server can be reached.',
  'desktop.incomplete': 'Incomplete',
  'desktop.itemsIn': 'Items In',
  'desktop.keyInFile':
    'The key to its access to the server is in a file beside the data, because no keychain of this computer is used.',
  'desktop.keyInKeychain': 'The key to its access to the server is in the keychain of this computer.',
  'desktop.keyLost': 'The key to the data of this device was missing on {at}',
  'desktop.keyLostContents':
    'Photos and files that were encrypted with it cannot be read. Run a Full Sync to fetch them from the server again.',
  'desktop.keyLostFolder': 'The encrypted data were kept: {folder}',
  'desktop.keyLostHint':
    'Sign in while the server can be reached: records, photos and files are then downloaded again. Unsent work cannot be read without the key, and was kept in case the key is found.',
  'desktop.itemsOut': 'Items Out',
  'desktop.lostHint':
    'They were made in a browser, and the server no longer has them: it continued on a backup or a copy of its database. This device still has them. Send them again to restore them; they are not sent automatically, because other devices may have the same changes.',
  'desktop.lostTitle': 'Lost on the server',
  'desktop.noRecords': 'The records are not on this device yet',
  'desktop.noRecordsHint': 'They will be downloaded with the next synchronisation. Unsent work on this device is kept.',
  'desktop.noRecordsNotConnected':
    'They will be downloaded as soon as the server can be reached. Unsent work on this device is kept.',
  'desktop.notEncrypted': 'The data on this device are not encrypted by Holdfast.',
  'desktop.number': 'Count',
  'desktop.onMetered': 'Photos and files over metered connections',
  'desktop.onMeteredHint': 'When off, photos and files wait for another connection or for Sync Now.',
  'desktop.photos': 'Photos and files by installation',
  'desktop.photosChoose': 'Photos and files of {name}',
  'desktop.photosComplete': 'All {count} on this device',
  'desktop.photosHere': '{here} of {count} on this device, {size} still to download',
  'desktop.photosHint': 'Photos of the open inspection are downloaded first. Photos already on this device stay.',
  'desktop.photosLeftOut': '{here} of {count} on this device, the others are not downloaded',
  'desktop.photosNone': 'None',
  'desktop.refusedHint':
    'These changes are kept on this device. They are sent again automatically once they can be accepted. Where another user changed the same value meanwhile, you decide.',
  'desktop.refusedTitle': 'Not accepted by the server',
  'desktop.rescueFolder': 'The damaged files were kept: {folder}',
  'desktop.rescueIncomplete': 'Parts of the database could not be read. Unsent work in them is lost.',
  'desktop.rescueNothing': 'You had no unsent changes.',
  'desktop.rescueRead': 'I have read this',
  'desktop.rescueTitle': 'The database of this device was damaged and was repaired on {at}',
  'desktop.rescued': {
    one: 'One change that had not been sent was rescued. It will be sent automatically:',
    other: '{count} changes that had not been sent were rescued. They will be sent automatically:',
  },
  'desktop.rescuedContents': {
    one: 'One photo or file on this device was kept.',
    other: '{count} photos and files on this device were kept.',
  },
  'desktop.rescuedMore': { one: 'and one more', other: 'and {count} more' },
  'desktop.rescuedOthers': {
    one: 'One change of another user was rescued, too.',
    other: '{count} changes of other users were rescued, too.',
  },
  'desktop.damagedTitle': 'Damaged on this device',
  'desktop.damagedHint':
    'The server does not have these photos and files. Choose a replacement to send; it keeps the caption. If you send them as they are, they may not open.',
  'desktop.noPicture': 'The picture cannot be shown.',
  'desktop.replaceFile': 'Send another file instead',
  'desktop.replacePhoto': 'Send another photo instead',
  'desktop.resend': 'Send again',
  'desktop.resendAll': 'Send all again',
  'desktop.restartByHand': 'Close Holdfast and start it again.',
  'desktop.running': 'Running',
  'desktop.sendAsItIs': 'Send as it is',
  'desktop.startFailed': 'The synchronisation could not be started',
  'desktop.started': 'Started',
  'desktop.status': 'Status',
  'desktop.support': 'Save a file for support',
  'desktop.supportHint': 'Versions, state and logs of this device. It contains no records, no photos and no passwords.',
  'desktop.syncImages': 'Sync Images',
  'desktop.syncImagesHint': 'Photos and files are synchronised with the records. When off, only records are.',
  'desktop.syncNow': 'Sync Now',
  'desktop.synchronisingHint':
    'Records are downloaded first. You can start as soon as they are on this device; photos and files follow while you work.',
  'desktop.target': 'Target',
  'desktop.title': 'Synchronisation',
  'desktop.trigger': 'Trigger',
  'desktop.unencrypted': 'The connection to the server is not encrypted',
  'desktop.unencryptedHint':
    'Others in the network can read passwords and records sent to {server}. Ask your administrator for an address that begins with https://.',
  'desktop.waitingEmpty': 'No change is waiting.',
  'desktop.waitingTitle': 'Waiting to be sent',
} as const;

const all = { ...texts, ...syncTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);
