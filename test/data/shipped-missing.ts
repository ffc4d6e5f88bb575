/** What a file has no word for. Each says why a shipped check is not written as data. */
export const missingWords = {
  absent:
    'a member whose absence the vendor gives a meaning, in the items of a list within an answer, or where the object around it may be absent too',
  objects: 'evidence that is a list of objects, or of names of which several are equal',
  otherHost: 'a list at another host than that of baseUrl',
  whole: 'one result about a whole list, beside results about its items or in place of a count',
  inner: 'a result for each member of a list within an item, or for each value of a variable',
  patterns: 'patterns in texts, such as mentions, and wildcards of lists that stand three deep',
  newest: 'the newest of several times, and times that are not over yet',
  question: 'a question with texts that the connector writes for each case',
  history: 'the order of events in the history of an item',
} as const

type Word = keyof typeof missingWords

/** Shipped checks that are one list or one answer and are not written as data, with the first word that is missing. */
export const notWritten: Readonly<Record<string, Readonly<Record<string, Word>>>> = {
  azure: {
    'activity-log-exported': 'absent',
    'custom-roles-narrow': 'patterns',
    'defender-plans': 'inner',
    'key-vault-network': 'absent',
    'security-contact': 'objects',
    'storage-keys': 'newest',
    'storage-network': 'absent',
  },
  datadog: { 'log-archives': 'objects', 'monitors-notify': 'patterns' },
  github: { 'members-two-factor': 'question', 'webhooks-secure': 'patterns' },
  'google-cloud': {
    'audit-log': 'absent',
    'basic-roles': 'inner',
    'buckets-recoverable': 'otherHost',
    'buckets-uniform-access': 'otherHost',
    'firewall-admin-ports': 'otherHost',
    'log-retention': 'otherHost',
    'project-not-public': 'inner',
    'sql-backups': 'otherHost',
    'sql-networks': 'otherHost',
    'sql-transport': 'otherHost',
  },
  'google-workspace': {
    'stale-users': 'question',
  },
  jira: {
    'audit-log': 'newest',
    'changes-approved': 'history',
    'few-administrators': 'objects',
    'security-issues-in-time': 'whole',
  },
  'microsoft-entra': { 'application-secrets': 'inner', 'stale-users': 'newest' },
  okta: {
    'log-streaming': 'whole',
  },
  slack: { 'access-logs': 'newest', 'few-owners': 'question', 'guests-reviewed': 'whole' },
}
