import type { ReviewedMember } from 'checkwright/testing'

const leftOut = 'Google leaves out what is empty or false: https://protobuf.dev/programming-guides/json/#presence'

/** Members that may be missing or unknown although the verdict stays, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['sql-networks', 'sql-transport', 'sql-backups'],
    member: 'items',
    kinds: ['removed'],
    reason: `${leftOut}. A project without instances is answered by {}: Cloud SQL writes no kind on its pages.`,
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
    reason: `${leftOut}. Without it nothing is kept, and versions alone decide.`,
  },
  {
    checks: ['buckets-recoverable'],
    member: 'items[].versioning.enabled',
    kinds: ['removed'],
    reason: `${leftOut}. Without it there are no versions, and the time of soft deletion alone decides.`,
  },
  {
    checks: ['firewall-admin-ports'],
    member: 'items[].allowed[].ports',
    kinds: ['removed'],
    reason:
      'Without it all ports are meant, and the source alone decides: https://cloud.google.com/compute/docs/reference/rest/v1/firewalls',
  },
  {
    checks: ['sql-transport'],
    member: 'items[].settings.ipConfiguration.sslMode',
    kinds: ['removed'],
    reason:
      'Older instances have requireSsl in its place: https://cloud.google.com/sql/docs/mysql/admin-api/rest/v1/instances',
  },
  {
    checks: ['sql-transport'],
    member: 'items[].settings.ipConfiguration.requireSsl',
    kinds: ['removed'],
    reason:
      'Where sslMode is set it alone decides: https://cloud.google.com/sql/docs/mysql/admin-api/rest/v1/instances',
  },
  {
    checks: ['sql-backups'],
    member: 'items[].settings.backupConfiguration.pointInTimeRecoveryEnabled',
    kinds: ['removed'],
    reason: `${leftOut}. MySQL says binaryLogEnabled in its place; without both there is no such recovery.`,
  },
  {
    checks: ['sql-backups'],
    member: 'items[].settings.backupConfiguration.binaryLogEnabled',
    kinds: ['removed'],
    reason: `${leftOut}. PostgreSQL and SQL Server say pointInTimeRecoveryEnabled in its place.`,
  },
  {
    checks: ['log-sink'],
    member: 'sinks[].name',
    kinds: ['unknown word'],
    reason: 'It is a name that people choose. What a sink sends, and where, decides.',
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
    reason: `${leftOut}. Most configurations exempt nobody: https://cloud.google.com/iam/docs/reference/rest/v1/Policy`,
  },
]
