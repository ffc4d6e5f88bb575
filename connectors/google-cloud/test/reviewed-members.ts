import type { ReviewedMember } from 'checkwright/testing'

const leftOut = 'Google omits members that are empty or false: https://protobuf.dev/programming-guides/json/#presence'

const everyPlace =
  'Google lists every zone and region, and answers by an error if it cannot reach one: https://cloud.google.com/compute/docs/reference/rest/v1/instances/aggregatedList'

const serialPort = 'https://cloud.google.com/compute/docs/troubleshooting/troubleshooting-using-serial-console'

const osLogin = 'https://cloud.google.com/compute/docs/oslogin/set-up-oslogin'

/** Members that may be missing or unknown although the verdict stays, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: [
      'sql-networks',
      'sql-transport',
      'sql-backups',
      'sql-private',
      'sql-availability',
      'sql-deletion',
      'sql-passwords',
    ],
    member: 'items',
    kinds: ['removed'],
    reason: `${leftOut}. For a project without instances the answer is {}, because the pages of Cloud SQL have no kind.`,
  },
  { checks: ['service-account-keys'], member: 'accounts', kinds: ['removed'], reason: leftOut },
  { checks: ['service-account-keys'], member: 'keys', kinds: ['removed'], reason: leftOut },
  {
    checks: ['service-account-keys'],
    member: 'keys[].extendedStatus',
    kinds: ['removed'],
    reason: `${leftOut}. Most keys have none: https://cloud.google.com/iam/docs/reference/rest/v1/projects.serviceAccounts.keys`,
  },
  {
    checks: ['sql-transport'],
    member: 'items[].settings.ipConfiguration.sslMode',
    kinds: ['removed'],
    reason:
      'Older instances have requireSsl instead: https://cloud.google.com/sql/docs/mysql/admin-api/rest/v1/instances',
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
    checks: ['audit-log'],
    member: 'auditConfigs[].auditLogConfigs[].exemptedMembers',
    kinds: ['removed'],
    reason: `${leftOut}. Most configurations have no exemptions: https://cloud.google.com/iam/docs/reference/rest/v1/Policy`,
  },
  {
    checks: ['default-network'],
    member: 'items[].name',
    kinds: ['unknown word'],
    reason:
      'It is a name that people choose. Only the network that Google makes has the name "default": https://cloud.google.com/vpc/docs/vpc#default-network',
  },
  ...['keyRings', 'cryptoKeys'].map((member) => ({
    checks: ['kms-rotation'],
    member,
    kinds: ['removed'] as const,
    reason: `${leftOut}. Most locations have no key ring, and a key ring may have no keys. Google's locations are demanded.`,
  })),
  {
    checks: ['kms-rotation'],
    member: 'cryptoKeys[].primary',
    kinds: ['removed'],
    reason:
      'A key without a primary version encrypts nothing: https://cloud.google.com/kms/docs/key-states. Another key passes by its own.',
  },
  ...['accessConfigs', 'ipv6AccessConfigs'].map((member) => ({
    checks: ['machines-private'],
    member: `items.zones/europe-west1-b.instances[].networkInterfaces[].${member}`,
    kinds: ['removed'] as const,
    reason: `${leftOut}. A machine without a public address has none: https://cloud.google.com/compute/docs/reference/rest/v1/instances`,
  })),
  {
    checks: ['machines-account'],
    member: 'items.zones/europe-west1-b.instances[].serviceAccounts',
    kinds: ['removed'],
    reason: `${leftOut}. A machine that acts as nobody has none: https://cloud.google.com/compute/docs/access/create-enable-service-accounts-for-instances`,
  },
  {
    checks: ['machines-private', 'machines-shielded', 'machines-account', 'machines-serial-port', 'os-login'],
    member: 'items.zones/europe-west1-b',
    kinds: ['removed'],
    reason: everyPlace,
  },
  {
    checks: ['machines-serial-port'],
    member: 'items.zones/europe-west1-c',
    kinds: ['removed'],
    reason: everyPlace,
  },
  ...['europe-west1', 'europe-west3'].map((region) => ({
    checks: ['subnetwork-log'],
    member: `items.regions/${region}`,
    kinds: ['removed'] as const,
    reason: everyPlace,
  })),
  {
    checks: ['machines-serial-port'],
    member: 'commonInstanceMetadata.items',
    kinds: ['removed'],
    reason: `${leftOut}. A project without metadata has none, and the port is off without its key: ${serialPort}`,
  },
  {
    checks: ['machines-serial-port'],
    member: 'commonInstanceMetadata.items[].key',
    kinds: ['unknown word'],
    reason: `Keys of metadata are any words, and the port is off without its key: ${serialPort}`,
  },
  {
    checks: ['os-login'],
    member: 'items.zones/europe-west1-b.instances[].metadata.items',
    kinds: ['removed'],
    reason: `${leftOut}. A machine without metadata has the project's: ${osLogin}`,
  },
  {
    checks: ['os-login'],
    member: 'items.zones/europe-west1-b.instances[].metadata.items[].key',
    kinds: ['unknown word'],
    reason: `Keys of metadata are any words, and a machine without the key has the project's: ${osLogin}`,
  },
  {
    checks: ['sql-networks'],
    member: 'items[].settings.ipConfiguration.authorizedNetworks',
    kinds: ['removed'],
    reason: `${leftOut}. An instance that lets no network in has none.`,
  },
]
