/** Texts about the usage of a server and its limits. */
export const usageTexts = {
  'usage.backup': 'Backup',
  'usage.backupCompleted':
    'The last complete backup was made on {at}. It contains {rows} records and {contents} photos and files.',
  'usage.backupDamaged': {
    one: '{count} photo or file was damaged or missing and is not in it.',
    other: '{count} photos and files were damaged or missing and are not in it.',
  },
  'usage.backupFailed': 'The backup of {at} failed: {reason}',
  'usage.backupNone':
    'No backup has been made with the backup command of this server. Backups made with the tools of PostgreSQL are not listed here.',
  'usage.backupOld': 'This is more than a day and a half ago.',
  'usage.callers': 'Users, desktops and networks',
  'usage.companies': 'Companies',
  'usage.hint':
    'Counts are a few seconds old. Requests over a limit are refused with a waiting time, and nothing is lost. The operator sets the limits.',
  'usage.kind.address': 'Network, not signed in',
  'usage.kind.device': 'Desktop',
  'usage.kind.user': 'User',
  'usage.limit': 'limit {limit}',
  'usage.none': 'No recent calls',
  'usage.noneHint': 'Calls of this minute, prints of this hour and uploads of this day are listed here.',
  'usage.open': 'Usage',
  'usage.postgres': 'PostgreSQL',
  'usage.postgresUnrecognised':
    'The server cannot read the timeline of PostgreSQL and does not notice when a replica is promoted. After a failover that may have lost changes, the operator runs npm run promotion -- lossy; desktops then send what the database lacks.',
  'usage.printed': 'Prints this hour',
  'usage.requests': 'Calls this minute',
  'usage.stored': 'Photos and files',
  'usage.title': 'Usage',
  'usage.unlimited': 'no limit',
  'usage.uploaded': 'Uploads today',
} as const;
