import type { ReviewedMember } from 'checkwright/testing'

const leftOut = 'Google omits members that are empty or false: https://protobuf.dev/programming-guides/json/#presence'

/** Members that may be missing or unknown although the verdict stays, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['sql-networks', 'sql-transport', 'sql-backups'],
    member: 'items',
    kinds: ['removed'],
    reason: `${leftOut}. For a project without instances the answer is {}, because the pages of Cloud SQL have no kind.`,
  },
  { checks: ['service-account-keys'], member: 'accounts', kinds: ['removed'], reason: leftOut },
  { checks: ['service-account-keys'], member: 'keys', kinds: ['removed'], reason: leftOut },
  { checks: ['service-account-keys'], member: 'keys[].disabled', kinds: ['removed'], reason: leftOut },
  {
    checks: ['service-account-keys'],
    member: 'keys[].extendedStatus',
    kinds: ['removed'],
    reason: `${leftOut}. Most keys have none: https://cloud.google.com/iam/docs/reference/rest/v1/projects.serviceAccounts.keys`,
  },
  {
    checks: ['buckets-recoverable'],
    member: 'items[].softDeletePolicy.retentionDurationSeconds',
    kinds: ['removed'],
    reason: `${leftOut}. Without it, deleted objects are not kept, and only versions decide.`,
  },
  {
    checks: ['buckets-recoverable'],
    member: 'items[].versioning.enabled',
    kinds: ['removed'],
    reason: `${leftOut}. Without it, there are no versions, and only the time of soft deletion decides.`,
  },
  {
    checks: ['firewall-admin-ports'],
    member: 'items[].allowed[].ports',
    kinds: ['removed'],
    reason:
      'Without it, the rule is for all ports, and only the source decides: https://cloud.google.com/compute/docs/reference/rest/v1/firewalls',
  },
  {
    checks: ['sql-transport'],
    member: 'items[].settings.ipConfiguration.sslMode',
    kinds: ['removed'],
    reason:
      'Older instances have requireSsl instead: https://cloud.google.com/sql/docs/mysql/admin-api/rest/v1/instances',
  },
  {
    checks: ['sql-transport'],
    member: 'items[].settings.ipConfiguration.requireSsl',
    kinds: ['removed'],
    reason:
      'If sslMode is set, only sslMode decides: https://cloud.google.com/sql/docs/mysql/admin-api/rest/v1/instances',
  },
  {
    checks: ['sql-backups'],
    member: 'items[].settings.backupConfiguration.pointInTimeRecoveryEnabled',
    kinds: ['removed'],
    reason: `${leftOut}. MySQL has binaryLogEnabled instead. Without both, there is no such recovery.`,
  },
  {
    checks: ['sql-backups'],
    member: 'items[].settings.backupConfiguration.binaryLogEnabled',
    kinds: ['removed'],
    reason: `${leftOut}. PostgreSQL and SQL Server have pointInTimeRecoveryEnabled instead.`,
  },
  {
    checks: ['log-sink'],
    member: 'sinks[].name',
    kinds: ['unknown word'],
    reason: 'It is a name that people choose. The filter and the destination of a sink decide.',
  },
  {
    checks: ['log-sink'],
    member: 'items[].name',
    kinds: ['unknown word'],
    reason: "It is a name that people choose: another bucket of the project is not the sink's.",
  },
  {
    checks: ['log-retention'],
    member: 'buckets[].lifecycleState',
    kinds: ['removed'],
    reason: `${leftOut}. Only a bucket that is being deleted is left out by it; the days decide of all others.`,
  },
  {
    checks: ['audit-log'],
    member: 'auditConfigs[].auditLogConfigs[].exemptedMembers',
    kinds: ['removed'],
    reason: `${leftOut}. Most configurations have no exemptions: https://cloud.google.com/iam/docs/reference/rest/v1/Policy`,
  },
  { checks: ['default-network'], member: 'items', kinds: ['removed'], reason: leftOut },
  { checks: ['kms-rotation'], member: 'cryptoKeys', kinds: ['removed'], reason: leftOut },
  {
    checks: ['kms-rotation'],
    member: 'cryptoKeys[].rotationPeriod',
    kinds: ['removed'],
    reason:
      'A key without it is never renewed, and fails: https://cloud.google.com/kms/docs/reference/rest/v1/projects.locations.keyRings.cryptoKeys. Another key passes by its own period.',
  },
  {
    checks: ['kms-rotation'],
    member: 'cryptoKeys[].primary',
    kinds: ['removed'],
    reason:
      'A key without a primary version encrypts nothing: https://cloud.google.com/kms/docs/key-states. Another key passes by its own.',
  },
  {
    checks: ['machines-private'],
    member: 'items.zones/europe-west1-b.instances[].networkInterfaces[].accessConfigs',
    kinds: ['removed'],
    reason: `${leftOut}. A machine without a public address has none: https://cloud.google.com/compute/docs/reference/rest/v1/instances`,
  },
  {
    checks: ['machines-private', 'machines-account'],
    member: 'items.zones/europe-west1-b',
    kinds: ['removed'],
    reason:
      'Google lists every zone, and answers by an error if it cannot reach one: https://cloud.google.com/compute/docs/reference/rest/v1/instances/aggregatedList',
  },
  {
    checks: ['subnetwork-log'],
    member: 'items.regions/europe-west3',
    kinds: ['removed'],
    reason:
      'Google lists every region, and answers by an error if it cannot reach one: https://cloud.google.com/compute/docs/reference/rest/v1/subnetworks/aggregatedList',
  },
  {
    checks: ['machines-serial-port'],
    member: 'commonInstanceMetadata.items[].key',
    kinds: ['unknown word'],
    reason:
      'Keys of metadata are any words, and the port is off without its key: https://cloud.google.com/compute/docs/troubleshooting/troubleshooting-using-serial-console',
  },
]
