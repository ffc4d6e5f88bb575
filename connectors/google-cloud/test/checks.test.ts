import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { formatVerdicts } from '../../../test/connectors/run-check.ts'
import { gcloud } from '../index.ts'
import {
  beyondToken,
  createRefusal,
  type ProjectState,
  project,
  runCheckOn,
  startGoogleCloudApi,
} from './google-cloud-api.ts'

const createPolicy = (bindings: Readonly<Record<string, readonly string[]>>, differs: object = {}) => ({
  bindings: Object.entries(bindings).map(([role, members]) => ({ role, members })),
  ...differs,
})

function createBucket(name: string, iam: object = {}, differs: object = {}) {
  return {
    name,
    iamConfiguration: { publicAccessPrevention: 'inherited', uniformBucketLevelAccess: { enabled: true }, ...iam },
    softDeletePolicy: { retentionDurationSeconds: '604800' },
    ...differs,
  }
}

function createRule(
  name: string,
  sourceRanges: readonly string[],
  ports: readonly string[] | undefined,
  differs: object = {},
) {
  const network = `https://www.googleapis.com/compute/v1/projects/${project}/global/networks/default`
  return {
    id: `id-of-${name}`,
    name,
    network,
    direction: 'INGRESS',
    sourceRanges,
    allowed: [{ IPProtocol: 'tcp', ports }],
    ...differs,
  }
}

function createInstance(name: string, ipConfiguration: object, backupConfiguration: object = {}, differs: object = {}) {
  return { name, instanceType: 'CLOUD_SQL_INSTANCE', settings: { ipConfiguration, backupConfiguration }, ...differs }
}

const createAccount = (name: string, differs: object = {}) => ({ email: createEmail(name), ...differs })
const createEmail = (name: string) => `${name}@${project}.iam.gserviceaccount.com`

function createKey(id: string, validAfterTime: string, differs: object = {}) {
  return { name: `projects/${project}/serviceAccounts/x/keys/${id}`, validAfterTime, ...differs }
}

const createSink = (name: string, differs: object = {}) => ({
  name,
  destination: 'storage.googleapis.com/archive',
  ...differs,
})

const own = [createSink('_Default', { filter: 'NOT LOG_ID("x")' }), createSink('_Required', { filter: 'LOG_ID("x")' })]

const createLogBucket = (name: string, retentionDays: number, lifecycleState = 'ACTIVE') => ({
  name: `projects/${project}/locations/global/buckets/${name}`,
  retentionDays,
  lifecycleState,
})

const createMachine = (name: string, differs: object = {}) => ({
  id: `id-of-${name}`,
  name,
  networkInterfaces: [{}],
  metadata: {},
  ...differs,
})

/** Machines in two zones, the last of which is on another page. */
const inZones = (first: object, ...others: readonly object[]) => ({
  machines: { 'zones/europe-west1-b': others, 'zones/europe-west1-c': [first] },
})

const createMetadata = (key: string, value: string) => ({ metadata: { items: [{ key, value }] } })

const createSubnetwork = (name: string, purpose: string, enable?: boolean) => ({
  id: `id-of-${name}`,
  name,
  purpose,
  logConfig: { enable },
})

const createNetwork = (name: string, differs: object) => ({ id: `id-of-${name}`, name, ...differs })

const createSql = (name: string, settings: object, differs: object = {}) => ({
  name,
  instanceType: 'CLOUD_SQL_INSTANCE',
  databaseVersion: 'POSTGRES_17',
  settings,
  ...differs,
})

const elsewhere = { name: 'far', instanceType: 'ON_PREMISES_INSTANCE', databaseVersion: 'MYSQL_8_0' }

const createHmacKey = (accessId: string, timeCreated: string, state = 'ACTIVE') => ({
  accessId,
  serviceAccountEmail: createEmail('app'),
  state,
  timeCreated,
})

const inDays = (days: number) => new Date(Date.parse('2026-06-30T12:00:00Z') + days * 86_400_000).toISOString()

const createCryptoKey = (name: string, rotationPeriod?: string, differs: object = {}) => ({
  name: `projects/${project}/locations/europe-west1/keyRings/main/cryptoKeys/${name}`,
  purpose: 'ENCRYPT_DECRYPT',
  primary: { state: 'ENABLED' },
  rotationPeriod,
  nextRotationTime: rotationPeriod === undefined ? undefined : inDays(30),
  ...differs,
})

const createLogging = (...types: readonly string[]) => ({
  service: 'allServices',
  auditLogConfigs: types.map((logType) => ({ logType })),
})

const until = (time: string, expression = `request.time < timestamp("${time}")`) => ({
  bindings: [
    { role: 'roles/viewer', members: ['user:ada@acme.example'] },
    { role: 'roles/owner', members: ['allUsers'], condition: { title: 'end', expression } },
  ],
})
const byConnector = (ipConfiguration: object) => ({ settings: { ipConfiguration, connectorEnforcement: 'REQUIRED' } })
const everybody = { ipv4Enabled: true, authorizedNetworks: [{ value: '0.0.0.0/0' }] }

describe.each<[check: string, about: string, state: ProjectState, expected: readonly string[]]>([
  [
    'project-not-public',
    'a grant whose time is over',
    { policy: until('2026-06-29T00:00:00.000Z') },
    ['pass The project grants nothing to everybody'],
  ],
  [
    'project-not-public',
    'a grant whose time is to come',
    { policy: until('2026-07-29T00:00:00.000Z') },
    ['fail allUsers has roles/owner'],
  ],
  [
    'project-not-public',
    'a grant with another condition',
    { policy: until('', 'resource.type == "x"') },
    ['fail allUsers has roles/owner'],
  ],
  [
    'sql-networks',
    'a database that only connectors reach',
    { instances: [createInstance('a', {}, {}, byConnector(everybody))] },
    ['pass a lets connectors of Google connect only'],
  ],
  [
    'sql-transport',
    'a database that only connectors reach',
    { instances: [createInstance('a', {}, {}, byConnector({ sslMode: 'ALLOW_UNENCRYPTED_AND_ENCRYPTED' }))] },
    ['pass a demands a connector'],
  ],
  [
    'sql-backups',
    'a database whose backups another service keeps, and the copy of an upgrade',
    {
      instances: [
        createInstance('a', {}, { backupTier: 'ENHANCED' }),
        createInstance('b', {}, {}, { instanceType: 'GREEN_INSTANCE' }),
      ],
    },
    ['manual The backups of a are kept by Backup and DR', 'not_applicable b is no primary instance'],
  ],
  [
    'os-login',
    'a machine of Windows',
    {
      metadata: { 'enable-oslogin': 'TRUE' },
      ...inZones(
        createMachine('win', {
          ...createMetadata('enable-oslogin', 'FALSE'),
          disks: [{ guestOsFeatures: [{ type: 'WINDOWS' }] }],
        }),
      ),
    },
    ['not_applicable win runs Windows, where OS Login has no effect', 'pass OS Login is on for the project'],
  ],
  [
    'project-not-public',
    'grants to everybody',
    {
      policy: createPolicy({
        'roles/viewer': ['allUsers', 'user:ada@acme.example'],
        'roles/run.invoker': ['allAuthenticatedUsers'],
      }),
    },
    ['fail allAuthenticatedUsers has roles/run.invoker', 'fail allUsers has roles/viewer'],
  ],
  [
    'project-not-public',
    'grants to people',
    { policy: createPolicy({ 'roles/viewer': ['user:ada@acme.example'] }) },
    ['pass The project grants nothing to everybody'],
  ],
  [
    'basic-roles',
    'people, groups, accounts, former people and an agent of Google',
    {
      policy: createPolicy({
        'roles/owner': ['user:ada@acme.example'],
        'roles/editor': [
          'group:dev@acme.example',
          'serviceAccount:1-compute@developer.gserviceaccount.com',
          'serviceAccount:123@cloudservices.gserviceaccount.com',
          'deleted:user:bob@acme.example?uid=1',
        ],
        'roles/viewer': ['user:cyd@acme.example'],
      }),
    },
    [
      'fail group:dev@acme.example has roles/editor',
      'fail serviceAccount:1-compute@developer.gserviceaccount.com has roles/editor',
      'fail user:ada@acme.example has roles/owner',
    ],
  ],
  [
    'basic-roles',
    'narrow roles only',
    { policy: createPolicy({ 'roles/viewer': ['user:ada@acme.example'] }) },
    ['pass Nobody has a basic role that is not accepted'],
  ],
  [
    'buckets-not-public',
    'buckets that prevent it, are closed, open and have lists on objects',
    {
      pageSize: 2,
      buckets: [
        createBucket('prevented', { publicAccessPrevention: 'enforced' }),
        createBucket('closed'),
        createBucket('open'),
        createBucket('lists', { uniformBucketLevelAccess: { enabled: false } }),
        createBucket('bare'),
      ],
      bucketPolicies: {
        lists: createPolicy({ 'roles/storage.objectViewer': ['user:ada@acme.example'] }),
        prevented: createPolicy({ 'roles/storage.objectViewer': ['allUsers'] }),
        closed: createPolicy({ 'roles/storage.objectViewer': ['user:ada@acme.example'] }),
        open: createPolicy({ 'roles/storage.objectViewer': ['allAuthenticatedUsers'] }),
      },
    },
    [
      'fail open is open to everybody',
      'manual Google shows no grant of bare',
      'manual lists may hold objects that are open to everybody',
      'pass closed is not open to everybody',
      'pass prevented prevents public access',
    ],
  ],
  [
    'buckets-uniform-access',
    'buckets with and without lists on objects',
    {
      pageSize: 1,
      buckets: [createBucket('uniform'), createBucket('lists', { uniformBucketLevelAccess: { enabled: false } })],
    },
    ['fail lists has access lists on objects', 'pass uniform has uniform access'],
  ],
  [
    'buckets-recoverable',
    'buckets that keep deleted objects, versions, too briefly and nothing',
    {
      pageSize: 2,
      buckets: [
        createBucket('soft'),
        createBucket('versions', {}, { versioning: { enabled: true }, softDeletePolicy: undefined }),
        createBucket('brief', {}, { softDeletePolicy: { retentionDurationSeconds: '86400' } }),
        createBucket('none', {}, { softDeletePolicy: undefined }),
      ],
    },
    [
      'fail brief keeps deleted objects for 1 day, 7 demanded',
      'fail none keeps deleted objects for 0 days, 7 demanded',
      'pass soft keeps deleted objects for 7 days',
      'pass versions keeps versions',
    ],
  ],
  [
    'firewall-admin-ports',
    'rules of every kind',
    {
      pageSize: 3,
      firewalls: [
        createRule('ssh', ['0.0.0.0/0'], ['22', '3380-3400']),
        createRule('web', ['0.0.0.0/0'], ['80', '443']),
        createRule('office', ['203.0.113.0/24'], ['22']),
        createRule('halves', ['10.0.0.0/8', '128.0.0.0/1'], ['5432']),
        createRule('everything', ['::/0'], undefined, { allowed: [{ IPProtocol: 'all' }] }),
        createRule('tagged', [], ['22'], { sourceTags: ['bastion'] }),
        createRule('off', ['0.0.0.0/0'], ['22'], { disabled: true }),
        createRule('out', ['0.0.0.0/0'], ['22'], { direction: 'EGRESS' }),
        createRule('denied', ['0.0.0.0/0'], ['22'], { allowed: undefined, denied: [{ IPProtocol: 'tcp' }] }),
      ],
    },
    [
      'fail everything opens all of these ports to the world',
      'fail halves opens 5432 to the world',
      'fail ssh opens 22, 3389 to the world',
      'not_applicable off is disabled',
      'pass office opens none of these ports to the world',
      'pass tagged opens none of these ports to the world',
      'pass web opens none of these ports to the world',
    ],
  ],
  [
    'sql-transport',
    'instances of every mode',
    {
      pageSize: 2,
      instances: [
        createInstance('modern', { sslMode: 'ENCRYPTED_ONLY' }),
        createInstance('certificates', { sslMode: 'TRUSTED_CLIENT_CERTIFICATE_REQUIRED' }),
        createInstance('lax', { sslMode: 'ALLOW_UNENCRYPTED_AND_ENCRYPTED', requireSsl: true }),
        createInstance('older', { requireSsl: true }),
        createInstance('unset', {}),
        createInstance('elsewhere', {}, {}, { instanceType: 'ON_PREMISES_INSTANCE', settings: undefined }),
      ],
    },
    [
      'fail lax takes connections without TLS',
      'fail unset takes connections without TLS',
      'not_applicable elsewhere runs elsewhere',
      'pass certificates demands TLS',
      'pass modern demands TLS',
      'pass older demands TLS',
    ],
  ],
  [
    'sql-networks',
    'instances that are public, bound, private and elsewhere',
    {
      pageSize: 2,
      instances: [
        createInstance('public', {
          ipv4Enabled: true,
          authorizedNetworks: [{ value: '203.0.113.7/32' }, { value: '0.0.0.0/0' }],
        }),
        createInstance('bound', { ipv4Enabled: true, authorizedNetworks: [{ value: '203.0.113.7' }] }),
        createInstance('bare', { ipv4Enabled: true }),
        createInstance('private', { ipv4Enabled: false, authorizedNetworks: [{ value: '0.0.0.0/0' }] }),
        createInstance('halves', {
          ipv4Enabled: true,
          authorizedNetworks: [{ value: '0.0.0.0/1' }, { value: '128.0.0.0/1' }],
        }),
        // AclEntry.expirationTime: "The time when this access control entry expires".
        createInstance('over', {
          ipv4Enabled: true,
          authorizedNetworks: [{ value: '0.0.0.0/0', expirationTime: '2026-01-01T00:00:00.000Z' }],
        }),
        createInstance('until', {
          ipv4Enabled: true,
          authorizedNetworks: [{ value: '0.0.0.0/0', expirationTime: '2027-01-01T00:00:00.000Z' }],
        }),
        createInstance('elsewhere', {}, {}, { instanceType: 'ON_PREMISES_INSTANCE' }),
      ],
    },
    [
      'fail halves lets 0.0.0.0/1, 128.0.0.0/1 connect',
      'fail public lets 0.0.0.0/0 connect',
      'fail until lets 0.0.0.0/0 connect',
      'not_applicable elsewhere runs elsewhere',
      'pass bare lets named networks connect only',
      'pass bound lets named networks connect only',
      'pass over lets named networks connect only',
      'pass private has no public address',
    ],
  ],
  [
    'sql-backups',
    'instances with both, MySQL, one, none, and a replica',
    {
      pageSize: 2,
      instances: [
        createInstance('both', {}, { enabled: true, pointInTimeRecoveryEnabled: true }),
        createInstance('mysql', {}, { enabled: true, binaryLogEnabled: true }),
        createInstance('one', {}, { enabled: true }),
        createInstance('none', {}),
        createInstance('replica', {}, {}, { instanceType: 'READ_REPLICA_INSTANCE' }),
      ],
    },
    [
      'fail none has no backups and no recovery to a point in time',
      'fail one has no recovery to a point in time',
      'not_applicable replica is no primary instance',
      'pass both is backed up',
      'pass mysql is backed up',
    ],
  ],
  [
    'service-account-keys',
    'keys that are new, old, off and exposed, of accounts on two pages',
    {
      pageSize: 2,
      accounts: [createAccount('app'), createAccount('off', { disabled: true }), createAccount('keyless')],
      keys: {
        [createEmail('app')]: [
          createKey('new', '2026-06-01T12:00:00Z'),
          createKey('old', '2026-01-01T12:00:00Z'),
          createKey('ended', '2026-01-01T12:00:00Z', { validBeforeTime: '2026-04-01T12:00:00Z' }),
          createKey('endless', '2026-06-01T12:00:00Z', { validBeforeTime: '9999-12-31T23:59:59Z' }),
          createKey('stopped', '2026-01-01T12:00:00Z', { disabled: true }),
          createKey('leaked', '2026-06-29T12:00:00Z', {
            extendedStatus: [{ key: 'SERVICE_ACCOUNT_KEY_EXTENDED_STATUS_KEY_EXPOSED', value: 'https://github.com/x' }],
          }),
        ],
        [createEmail('off')]: [createKey('idle', '2026-01-01T12:00:00Z')],
      },
    },
    [
      `fail The key leaked of ${createEmail('app')} was found in public`,
      `fail The key old of ${createEmail('app')} is 180 days old, 90 allowed`,
      `not_applicable The key ended of ${createEmail('app')} has expired`,
      `not_applicable The key idle of ${createEmail('off')} is disabled`,
      `not_applicable The key stopped of ${createEmail('app')} is disabled`,
      `pass The key endless of ${createEmail('app')} is 29 days old`,
      `pass The key new of ${createEmail('app')} is 29 days old`,
    ],
  ],
  [
    'log-sink',
    'sinks to the project itself, in every form',
    {
      buckets: [createBucket('archive')],
      sinks: [
        ...own,
        createSink('archive'),
        createSink('logs', { destination: `logging.googleapis.com/projects/${project}/locations/global/buckets/all` }),
        createSink('data', { destination: `bigquery.googleapis.com/projects/${project}/datasets/all` }),
        createSink('topic', { destination: `pubsub.googleapis.com/projects/${project}/topics/all` }),
      ],
    },
    ['manual Sinks send everything to the project itself'],
  ],
  [
    'log-sink',
    'a sink to a project by its number',
    { sinks: [...own, createSink('number', { destination: 'pubsub.googleapis.com/projects/123456789/topics/all' })] },
    ['manual Sinks send everything, and nothing says whose the destination is'],
  ],
  [
    'log-sink',
    'a sink to the log bucket of another project',
    {
      sinks: [
        ...own,
        createSink('logs', { destination: 'logging.googleapis.com/projects/acme-logs/locations/eu/buckets/all' }),
      ],
    },
    ['pass Sinks that send everything: 1'],
  ],
  [
    'log-sink',
    'a sink without a filter',
    { sinks: [...own, createSink('archive')] },
    ['pass Sinks that send everything: 1'],
  ],
  ['log-sink', 'the own sinks', { pageSize: 1, sinks: own }, ['manual The project has no sink of its own']],
  [
    'log-sink',
    'sinks with a filter, with an exclusion and off',
    {
      pageSize: 2,
      sinks: [
        ...own,
        createSink('errors', { filter: 'severity>=ERROR' }),
        createSink('most', { exclusions: [{ name: 'noise', filter: 'x' }] }),
        createSink('off', { disabled: true }),
      ],
    },
    ['manual Sinks send a part of the logs only'],
  ],
  [
    'log-retention',
    'buckets on two pages',
    {
      pageSize: 2,
      logBuckets: [
        createLogBucket('_Required', 400),
        createLogBucket('_Default', 30),
        createLogBucket('gone', 1, 'DELETE_REQUESTED'),
      ],
    },
    [
      'fail _Default keeps logs for 30 days, 90 demanded',
      'not_applicable gone is being deleted',
      'pass _Required keeps logs for 400 days',
    ],
  ],
  [
    'audit-log',
    'everything on',
    { policy: { auditConfigs: [createLogging('ADMIN_READ', 'DATA_READ', 'DATA_WRITE')] } },
    ['pass Access to data is written to the audit log'],
  ],
  [
    'audit-log',
    'a part, and all of one service',
    {
      policy: {
        auditConfigs: [
          createLogging('ADMIN_READ', 'DATA_WRITE'),
          { ...createLogging('DATA_READ'), service: 'storage.googleapis.com' },
        ],
      },
    },
    ['manual The project does not turn on DATA_READ'],
  ],
  [
    'audit-log',
    'an exemption for one service',
    {
      policy: {
        auditConfigs: [
          createLogging('ADMIN_READ', 'DATA_READ', 'DATA_WRITE'),
          {
            service: 'storage.googleapis.com',
            auditLogConfigs: [{ logType: 'DATA_READ', exemptedMembers: ['user:bob@acme.example'] }],
          },
        ],
      },
    },
    ['fail Exempted from the audit log: 1'],
  ],
  [
    'machines-private',
    'machines in several zones, with addresses of both kinds and without',
    inZones(
      createMachine('inside'),
      createMachine('web', { networkInterfaces: [{}, { accessConfigs: [{ natIP: '203.0.113.7' }] }] }),
      createMachine('new', { networkInterfaces: [{ ipv6AccessConfigs: [{ externalIpv6: '2001:db8::7' }] }] }),
      createMachine('off', { networkInterfaces: [{ accessConfigs: [{}] }] }),
    ),
    [
      'fail new has public addresses: 1',
      'fail off has public addresses: 1',
      'fail web has public addresses: 1',
      'pass inside has no public address',
    ],
  ],
  [
    'machines-shielded',
    'machines with both, one and none',
    inZones(
      createMachine('both', { shieldedInstanceConfig: { enableVtpm: true, enableIntegrityMonitoring: true } }),
      createMachine('one', { shieldedInstanceConfig: { enableVtpm: true } }),
      createMachine('none'),
    ),
    [
      'fail none lacks vTPM and integrity monitoring',
      'fail one lacks integrity monitoring',
      'pass both has vTPM and integrity monitoring',
    ],
  ],
  [
    'machines-account',
    'machines that act as everybody',
    inZones(
      createMachine('nobody'),
      createMachine('wide', {
        serviceAccounts: [
          {
            email: '1-compute@developer.gserviceaccount.com',
            scopes: ['https://www.googleapis.com/auth/cloud-platform'],
          },
        ],
      }),
      createMachine('narrow', {
        serviceAccounts: [
          {
            email: '1-compute@developer.gserviceaccount.com',
            scopes: ['https://www.googleapis.com/auth/logging.write'],
          },
        ],
      }),
      createMachine('own', {
        serviceAccounts: [{ email: createEmail('app'), scopes: ['https://www.googleapis.com/auth/cloud-platform'] }],
      }),
    ),
    [
      'fail wide acts as the default service account for all services',
      'pass narrow does not act as the default service account for all services',
      'pass nobody does not act as the default service account for all services',
      'pass own does not act as the default service account for all services',
    ],
  ],
  [
    'machines-serial-port',
    'machines with the port on by themselves, by the project, and off',
    {
      metadata: { 'serial-port-enable': '1' },
      ...inZones(
        createMachine('inherits'),
        createMachine('on', createMetadata('serial-port-enable', 'TRUE')),
        createMachine('off', createMetadata('serial-port-enable', 'false')),
        createMachine('odd', createMetadata('serial-port-enable', 'perhaps')),
        createMachine('empty', { metadata: { items: [{ key: 'serial-port-enable' }] } }),
      ),
    },
    [
      'fail The serial port of inherits is on',
      'fail The serial port of on is on',
      'manual The value of serial-port-enable for empty is neither on nor off',
      'manual The value of serial-port-enable for odd is neither on nor off',
      'pass The serial port of off is off',
    ],
  ],
  [
    'os-login',
    'a project that has it, and machines that differ',
    {
      metadata: { 'enable-oslogin': 'TRUE' },
      ...inZones(
        createMachine('inherits'),
        createMachine('on', createMetadata('enable-oslogin', 'true')),
        createMachine('off', createMetadata('enable-oslogin', 'FALSE')),
        createMachine('odd', createMetadata('enable-oslogin', 'perhaps')),
      ),
    },
    [
      'fail off turns OS Login off',
      'manual The value of enable-oslogin for odd is neither on nor off',
      'pass OS Login is on for on',
      'pass OS Login is on for the project',
    ],
  ],
  [
    'os-login',
    'a project whose value has no meaning',
    { metadata: { 'enable-oslogin': '' } },
    ['manual The value of enable-oslogin for acme-production is neither on nor off'],
  ],
  ['os-login', 'a project without', {}, ['fail OS Login is off for the project']],
  [
    'firewall-log',
    'rules with a log, without, off and outbound',
    {
      pageSize: 2,
      firewalls: [
        createRule('logged', ['10.0.0.0/8'], ['22'], { logConfig: { enable: true } }),
        createRule('silent', ['10.0.0.0/8'], ['22'], { logConfig: { enable: false } }),
        createRule('off', ['10.0.0.0/8'], ['22'], { logConfig: { enable: false }, disabled: true }),
        createRule('out', ['10.0.0.0/8'], ['22'], { logConfig: { enable: false }, direction: 'EGRESS' }),
      ],
    },
    ['fail silent is not logged', 'not_applicable off is disabled', 'pass logged is logged'],
  ],
  [
    'default-network',
    'networks of every kind',
    {
      pageSize: 2,
      networks: [
        createNetwork('default', { autoCreateSubnetworks: true }),
        createNetwork('old', { IPv4Range: '10.240.0.0/16' }),
        createNetwork('production', { autoCreateSubnetworks: false }),
      ],
    },
    ['fail default is the default network', 'fail old is a legacy network', 'pass production is a network of your own'],
  ],
  [
    'subnetwork-log',
    'subnetworks with a log, without, and of a load balancer',
    {
      subnetworks: {
        'regions/europe-west1': [createSubnetwork('logged', 'PRIVATE', true), createSubnetwork('silent', 'PRIVATE')],
        'regions/europe-west3': [
          createSubnetwork('proxies', 'REGIONAL_MANAGED_PROXY'),
          createSubnetwork('odd', 'ODD', true),
        ],
      },
    },
    [
      'fail The traffic of silent is not logged',
      'manual odd has a purpose that the check does not know',
      'not_applicable proxies has no machines',
      'pass The traffic of logged is logged',
    ],
  ],
  [
    'sql-private',
    'instances with a public address, without, and elsewhere',
    {
      pageSize: 2,
      instances: [
        createSql('public', { ipConfiguration: { ipv4Enabled: true } }),
        createSql('private', { ipConfiguration: { ipv4Enabled: false } }),
        elsewhere,
      ],
    },
    ['fail public has a public address', 'not_applicable far runs elsewhere', 'pass private has no public address'],
  ],
  [
    'sql-availability',
    'instances in one zone, in two, and a replica',
    {
      instances: [
        createSql('two', { availabilityType: 'REGIONAL' }),
        createSql('one', { availabilityType: 'ZONAL' }),
        createSql('copy', { availabilityType: 'ZONAL' }, { instanceType: 'READ_REPLICA_INSTANCE' }),
      ],
    },
    [
      'fail one runs in one zone only',
      'not_applicable copy is a replica',
      'pass two has a second instance in another zone',
    ],
  ],
  [
    'sql-deletion',
    'instances that are protected and not',
    {
      instances: [
        createSql('safe', { deletionProtectionEnabled: true }),
        createSql('unset', {}),
        createSql('copy', {}, { instanceType: 'READ_REPLICA_INSTANCE' }),
      ],
    },
    ['fail unset can be deleted at once', 'not_applicable copy is a replica', 'pass safe is protected from deletion'],
  ],
  [
    'sql-passwords',
    'policies of every kind',
    {
      instances: [
        createSql('long', { passwordValidationPolicy: { enablePasswordPolicy: true, minLength: 12 } }),
        createSql('short', { passwordValidationPolicy: { enablePasswordPolicy: true, minLength: 8 } }),
        createSql('off', { passwordValidationPolicy: { minLength: 12 } }),
        createSql('none', {}),
        createSql('server', {}, { databaseVersion: 'SQLSERVER_2022_STANDARD' }),
      ],
    },
    [
      'fail none has no password policy',
      'fail off has no password policy',
      'fail short demands 8 characters, 12 or more are wanted',
      'not_applicable server is a SQL Server, which has its own policy',
      'pass long demands 12 characters',
    ],
  ],
  [
    'buckets-prevention',
    'buckets that prevent it and do not',
    {
      pageSize: 1,
      buckets: [createBucket('closed', { publicAccessPrevention: 'enforced' }), createBucket('open')],
    },
    ['fail open can be made public', 'pass closed cannot be made public'],
  ],
  [
    'hmac-keys',
    'keys that are new, old and off',
    {
      pageSize: 2,
      hmacKeys: [
        createHmacKey('GOOG1NEW', '2026-06-01T12:00:00Z'),
        createHmacKey('GOOG1OLD', '2026-01-01T12:00:00Z'),
        createHmacKey('GOOG1OFF', '2026-01-01T12:00:00Z', 'INACTIVE'),
      ],
    },
    [
      `fail The key GOOG1OLD of ${createEmail('app')} is 180 days old, 90 allowed`,
      'not_applicable The key GOOG1OFF is off',
      `pass The key GOOG1NEW of ${createEmail('app')} is 29 days old`,
    ],
  ],
  [
    'consumer-accounts',
    'people with addresses of every kind',
    {
      policy: createPolicy({
        'roles/viewer': ['user:ada@acme.example', 'user:Bob@Gmail.com', 'group:friends@googlemail.com'],
      }),
    },
    ['fail group:friends@googlemail.com has roles/viewer', 'fail user:Bob@Gmail.com has roles/viewer'],
  ],
  [
    'consumer-accounts',
    'people of the company only',
    { policy: createPolicy({ 'roles/viewer': ['user:ada@acme.example', 'user:gmail.com@acme.example'] }) },
    ['pass No private Google account has a role'],
  ],
  [
    'impersonation',
    'people, groups and programs',
    {
      policy: createPolicy({
        'roles/iam.serviceAccountTokenCreator': ['user:ada@acme.example', `serviceAccount:${createEmail('app')}`],
        'roles/iam.serviceAccountUser': ['group:dev@acme.example', 'deleted:user:bob@acme.example?uid=1'],
        'roles/iam.serviceAccountViewer': ['user:cyd@acme.example'],
      }),
    },
    [
      'fail group:dev@acme.example has roles/iam.serviceAccountUser',
      'fail user:ada@acme.example has roles/iam.serviceAccountTokenCreator',
    ],
  ],
  [
    'impersonation',
    'nobody',
    { policy: createPolicy({ 'roles/viewer': ['user:ada@acme.example'] }) },
    ['pass No role to act as every service account is granted'],
  ],
  [
    'service-accounts-narrow',
    'accounts with roles of every width, and agents of Google',
    {
      policy: createPolicy({
        'roles/owner': [`serviceAccount:${createEmail('ci')}`, 'user:ada@acme.example'],
        'roles/storage.admin': [`serviceAccount:${createEmail('app')}`],
        'roles/compute.networkAdmin': [`serviceAccount:${createEmail('net')}`],
        'roles/storage.objectViewer': [`serviceAccount:${createEmail('reader')}`],
        'roles/editor': ['serviceAccount:123@cloudservices.gserviceaccount.com'],
        // Google's own: https://cloud.google.com/iam/docs/service-agents
        'roles/storage.objectAdmin': ['serviceAccount:service-123@gcp-sa-bigquerydatatransfer.iam.gserviceaccount.com'],
        'roles/container.admin': ['serviceAccount:service-123@container-engine-robot.iam.gserviceaccount.com'],
        // CIS Google Cloud 1.5 names what contains "Admin".
        'roles/compute.instanceAdmin.v1': [`serviceAccount:${createEmail('versioned')}`],
      }),
    },
    [
      `fail serviceAccount:${createEmail('app')} has roles/storage.admin`,
      `fail serviceAccount:${createEmail('ci')} has roles/owner`,
      `fail serviceAccount:${createEmail('net')} has roles/compute.networkAdmin`,
      `fail serviceAccount:${createEmail('versioned')} has roles/compute.instanceAdmin.v1`,
    ],
  ],
  [
    'service-accounts-narrow',
    'narrow roles',
    { policy: createPolicy({ 'roles/viewer': [`serviceAccount:${createEmail('app')}`] }) },
    ['pass No service account that somebody made is an administrator'],
  ],
  [
    'kms-rotation',
    'keys of every kind',
    {
      pageSize: 2,
      cryptoKeys: {
        main: [
          createCryptoKey('renewed', '7776000s'),
          createCryptoKey('slow', '31536000s'),
          createCryptoKey('never'),
          createCryptoKey('signs', undefined, { purpose: 'ASYMMETRIC_SIGN', primary: undefined }),
          createCryptoKey('off', undefined, { primary: { state: 'DISABLED' } }),
          // CryptoKey.nextRotationTime is set apart from the period: https://cloud.google.com/kms/docs/rotate-key
          createCryptoKey('far', '7776000s', { nextRotationTime: inDays(3650) }),
          createCryptoKey('soon', '7776000s', { nextRotationTime: inDays(90) }),
          createCryptoKey('late', '7776000s', { nextRotationTime: inDays(-40) }),
          createCryptoKey('today', '7776000s', { nextRotationTime: inDays(-0.2) }),
          createCryptoKey('imported', undefined, { importOnly: true }),
          createCryptoKey('outside', undefined, { versionTemplate: { protectionLevel: 'EXTERNAL' } }),
          createCryptoKey('outside-vpc', undefined, { versionTemplate: { protectionLevel: 'EXTERNAL_VPC' } }),
        ],
      },
    },
    [
      'fail far is renewed next in 3650 days',
      'fail late should have been renewed 40 days ago',
      'fail never is never renewed',
      'fail slow is renewed every 365 days, 90 allowed',
      'manual outside-vpc is kept by an external key manager',
      'not_applicable imported is imported, and nothing renews it by itself',
      'not_applicable off encrypts nothing now',
      'not_applicable outside is renewed by an external key manager alone',
      'not_applicable signs is no symmetric key that encrypts',
      'pass renewed is renewed every 90 days',
      'pass soon is renewed every 90 days',
      'pass today is renewed every 90 days',
    ],
  ],
])('%s: %s', (check, _about, state, expected) => {
  test('gives its verdicts, after a pause where Google asks for one', async () => {
    await using api = await startGoogleCloudApi(state)
    const json = createRefusal(429, 'RATE_LIMIT_EXCEEDED', 'Quota exceeded.')
    api.fail(beyondToken, faults.status(429, { retryAfter: 30, json }))

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toBeUndefined()
    expect(formatVerdicts(outcome)).toEqual(expected)
  })
})

describe.each(gcloud.checks.map(({ id, scopes }) => [id, scopes] as const))('%s', (check, scopes) => {
  test('names the permission that the service account lacks', async () => {
    await using api = await startGoogleCloudApi({})
    const json = createRefusal(403, 'IAM_PERMISSION_DENIED', 'Permission denied.')
    api.fail(beyondToken, faults.status(403, { json }), { times: 9 })

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'permission', missingScopes: scopes })
  })

  test('cannot tell while Google fails', async () => {
    await using api = await startGoogleCloudApi({})
    api.fail(beyondToken, faults.status(503), { times: 99 })

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'upstream' })
  })
})

describe('classify()', () => {
  test.each([
    [403, 'SERVICE_DISABLED', 'config'],
    [403, 'BILLING_DISABLED', 'plan'],
    [403, 'CONSUMER_INVALID', 'config'],
  ])('takes %i %s for %s', async (status, reason, kind) => {
    await using api = await startGoogleCloudApi({})
    api.fail(beyondToken, faults.status(status, { json: createRefusal(status, reason, 'No.') }), { times: 9 })

    expect((await runCheckOn(api, 'sql-backups')).error).toMatchObject({ kind })
  })

  test('reads the older form of errors, which Cloud Storage still has', async () => {
    await using api = await startGoogleCloudApi({})
    const json = { error: { code: 403, message: 'No.', errors: [{ domain: 'global', reason: 'forbidden' }] } }
    api.fail(beyondToken, faults.status(403, { json }), { times: 9 })

    expect((await runCheckOn(api, 'buckets-uniform-access')).error).toMatchObject({ kind: 'permission' })
  })
})

describe('an empty project', () => {
  test.each([
    ['project-not-public', 'pass'],
    ['basic-roles', 'pass'],
    ['service-account-keys', 'not_applicable'],
    ['buckets-not-public', 'not_applicable'],
    ['buckets-uniform-access', 'not_applicable'],
    ['buckets-recoverable', 'not_applicable'],
    ['firewall-admin-ports', 'not_applicable'],
    ['sql-networks', 'not_applicable'],
    ['sql-transport', 'not_applicable'],
    ['sql-backups', 'not_applicable'],
    ['machines-private', 'not_applicable'],
    ['machines-shielded', 'not_applicable'],
    ['machines-account', 'not_applicable'],
    ['machines-serial-port', 'not_applicable'],
    ['firewall-log', 'not_applicable'],
    ['subnetwork-log', 'not_applicable'],
    ['sql-private', 'not_applicable'],
    ['sql-availability', 'not_applicable'],
    ['sql-deletion', 'not_applicable'],
    ['sql-passwords', 'not_applicable'],
    ['buckets-prevention', 'not_applicable'],
    ['hmac-keys', 'not_applicable'],
    ['kms-rotation', 'not_applicable'],
    ['default-network', 'pass'],
    ['os-login', 'fail'],
    ['log-retention', 'error'],
  ])('%s ends as %s', async (check, status) => {
    await using api = await startGoogleCloudApi({})

    expect((await runCheckOn(api, check)).status).toBe(status)
  })
})

describe('what cannot be told', () => {
  const lists = ['GET /storage/v1/b', `GET /compute/v1/projects/${project}/global/firewalls`] as const
  const answers = [{ error: { code: 403, message: 'No.' } }, null, 'ok', []] as const
  const nothing = [
    ['project-not-public', `POST /v3/projects/${project}:getIamPolicy`, {}],
    ['basic-roles', `POST /v3/projects/${project}:getIamPolicy`, {}],
    ['audit-log', `POST /v3/projects/${project}:getIamPolicy`, {}],
    ['project-not-public', `POST /v3/projects/${project}:getIamPolicy`, { etag: 'ACAB' }],
    ['buckets-not-public', lists[0], {}],
    ['buckets-not-public', 'GET /storage/v1/b/:name/iam', {}],
    ['firewall-admin-ports', lists[1], {}],
    ['kms-rotation', `GET /v1/projects/${project}/locations`, {}],
  ] as const
  const others = [
    ...nothing,
    ['log-sink', `GET /v2/projects/${project}/sinks`, {}],
    ['log-retention', `GET /v2/projects/${project}/locations/-/buckets`, {}],
    ['sql-networks', `GET /v1/projects/${project}/instances`, {}],
    ['service-account-keys', `GET /v1/projects/${project}/serviceAccounts`, {}],
    ['service-account-keys', `GET /v1/projects/${project}/serviceAccounts/:email/keys`, {}],
  ] as const
  test.each([...nothing, ...others.flatMap(([check, route]) => answers.map((json) => [check, route, json] as const))])(
    '%s cannot tell by an answer of %s that is %j',
    async (check, route, json) => {
      await using api = await startGoogleCloudApi({ buckets: [createBucket('a')], accounts: [createAccount('app')] })
      api.fail(route, faults.status(200, { json }), { times: 9 })

      expect(await runCheckOn(api, check)).toMatchObject({ status: 'error', error: { kind: 'schema_drift' } })
    },
  )

  const grant = (members?: readonly string[]) => ({ policy: { bindings: [{ role: 'roles/viewer', members }] } })
  const keysOf = (...keys: readonly object[]) => ({
    accounts: [createAccount('app')],
    keys: { [createEmail('app')]: keys },
  })
  const modern = { ipv4Enabled: true, sslMode: 'ENCRYPTED_ONLY' }
  const backups = { enabled: true, pointInTimeRecoveryEnabled: true }
  test.each<[check: string, about: string, state: ProjectState]>([
    ['project-not-public', 'a grant to nobody named', grant()],
    ['project-not-public', 'a grant to nobody', grant([])],
    [
      'buckets-not-public',
      'an unknown word for prevention',
      {
        buckets: [createBucket('a', { publicAccessPrevention: 'on' })],
        bucketPolicies: { a: createPolicy({ 'roles/storage.objectViewer': ['user:ada@acme.example'] }) },
      },
    ],
    ['buckets-uniform-access', 'no word of it', { buckets: [createBucket('a', { uniformBucketLevelAccess: {} })] }],
    [
      'buckets-recoverable',
      'seconds that are none',
      { buckets: [createBucket('a', {}, { softDeletePolicy: { retentionDurationSeconds: 'long' } })] },
    ],
    [
      'firewall-admin-ports',
      'an unknown direction',
      { firewalls: [createRule('a', ['0.0.0.0/0'], ['22'], { direction: 'IN' })] },
    ],
    ['firewall-admin-ports', 'a rule from nowhere', { firewalls: [createRule('a', [], ['22'])] }],
    [
      'firewall-admin-ports',
      'a rule that does nothing',
      { firewalls: [createRule('a', ['0.0.0.0/0'], ['22'], { allowed: undefined })] },
    ],
    [
      'sql-networks',
      'an instance without settings',
      { instances: [createInstance('a', {}, {}, { settings: undefined })] },
    ],
    ['sql-networks', 'no word of a public address', { instances: [createInstance('a', { authorizedNetworks: [] })] }],
    [
      'sql-networks',
      'an unknown type',
      { instances: [createInstance('a', modern, backups, { instanceType: 'GHOST' })] },
    ],
    ['firewall-admin-ports', 'a port that is none', { firewalls: [createRule('a', ['0.0.0.0/0'], ['ssh'])] }],
    ['sql-transport', 'an unknown mode', { instances: [createInstance('a', { ...modern, sslMode: 'STRICT' })] }],
    ['sql-transport', 'an instance without settings', { instances: [createInstance('a', {}, {}, { settings: {} })] }],
    ['sql-backups', 'an instance without settings', { instances: [createInstance('a', {}, {}, { settings: {} })] }],
    ['service-account-keys', 'a key of no date', keysOf(createKey('k', 'yesterday'))],
    ['service-account-keys', 'a key of the future', keysOf(createKey('k', '2036-06-01T12:00:00Z'))],
    [
      'service-account-keys',
      'an unknown word of a key',
      keysOf(createKey('k', '2026-06-01T12:00:00Z', { extendedStatus: [{ key: 'SOLD' }] })),
    ],
    [
      'log-retention',
      'a bucket without days',
      { logBuckets: [{ ...createLogBucket('a', 90), retentionDays: undefined }] },
    ],
    ['log-retention', 'an unknown state', { logBuckets: [createLogBucket('a', 90, 'FROZEN')] }],
    ['machines-private', 'a machine without an interface', inZones(createMachine('a', { networkInterfaces: [] }))],
    ['machines-serial-port', 'no metadata', inZones(createMachine('a', { metadata: null }))],
    [
      'machines-account',
      'an account without scopes',
      inZones(createMachine('a', { serviceAccounts: [{ email: 'a' }] })),
    ],
    ['firewall-log', 'no word of a log', { firewalls: [createRule('a', ['10.0.0.0/8'], ['22'])] }],
    ['default-network', 'a network of no kind', { networks: [createNetwork('a', {})] }],
    ['subnetwork-log', 'no purpose', { subnetworks: { r: [{ id: 'a', name: 'a' }] } }],
    [
      'kms-rotation',
      'a key with a period that does not say when it is renewed next',
      { cryptoKeys: { main: [createCryptoKey('a', '7776000s', { nextRotationTime: undefined })] } },
    ],
    [
      'kms-rotation',
      'a next time that is none',
      { cryptoKeys: { main: [createCryptoKey('a', '7776000s', { nextRotationTime: 'soon' })] } },
    ],
    ['sql-private', 'no word of an address', { instances: [createSql('a', { ipConfiguration: {} })] }],
    ['sql-private', 'no settings', { instances: [createSql('a', {}, { settings: undefined })] }],
    ['sql-availability', 'an unknown place', { instances: [createSql('a', { availabilityType: 'GALACTIC' })] }],
    ['sql-availability', 'no place', { instances: [createSql('a', {})] }],
    ['buckets-prevention', 'an unknown word', { buckets: [createBucket('a', { publicAccessPrevention: 'on' })] }],
    ['hmac-keys', 'an unknown state', { hmacKeys: [createHmacKey('a', '2026-06-01T12:00:00Z', 'ODD')] }],
    ['hmac-keys', 'a key of the future', { hmacKeys: [createHmacKey('a', '2036-06-01T12:00:00Z')] }],
    ['kms-rotation', 'a period that cannot be read', { cryptoKeys: { main: [createCryptoKey('a', 'monthly')] } }],
    ['kms-rotation', 'an unknown purpose', { cryptoKeys: { main: [createCryptoKey('a', '1s', { purpose: 'X' })] } }],
  ])('%s: %s is schema drift', async (check, _about, state) => {
    await using api = await startGoogleCloudApi(state)

    expect((await runCheckOn(api, check)).error?.kind).toBe('schema_drift')
  })

  test.each<[check: string, about: string, state: object]>([
    [
      'firewall-admin-ports',
      'a source that is no range',
      { firewalls: [createRule('a', ['everybody'], ['22']), createRule('b', ['0.0.0.0/0'], ['22'])] },
    ],
    [
      'sql-networks',
      'a network that is none',
      {
        instances: [
          createInstance('a', { ipv4Enabled: true, authorizedNetworks: [{ value: 'all' }] }),
          createInstance('b', { ipv4Enabled: true, authorizedNetworks: [{ value: '0.0.0.0/0' }] }),
        ],
      },
    ],
  ])('%s: %s leaves it undecided, and the others count', async (check, _about, state) => {
    await using api = await startGoogleCloudApi(state)

    const outcome = await runCheckOn(api, check)

    expect(outcome).toMatchObject({
      error: { code: 'CHECK_UNDECIDED' },
      undecided: { first: [{ resource: { name: 'a' } }] },
    })
    expect(outcome.results).toMatchObject([{ status: 'fail', resource: { name: 'b' } }])
  })

  const machines = createMachine('a')
  test.each<[about: string, json: object]>([
    ['a zone that could not be reached', { items: { z: { warning: { code: 'UNREACHABLE' } } } }],
    [
      'a zone of which a part is missing',
      { items: { z: { instances: [machines], warning: { code: 'UNREACHABLE' } } } },
    ],
    ['no zones', {}],
    ['an error', { error: { code: 403, message: 'No.' } }],
  ])('machines-private cannot tell by an answer with %s', async (_about, json) => {
    await using api = await startGoogleCloudApi({})
    api.fail(`GET /compute/v1/projects/${project}/aggregated/instances`, faults.status(200, { json }), { times: 9 })

    expect((await runCheckOn(api, 'machines-private')).error?.kind).toBe('schema_drift')
  })

  test("basic-roles takes Google's own agent for an owner like everybody else", async () => {
    const agent = 'serviceAccount:123@cloudservices.gserviceaccount.com'
    await using api = await startGoogleCloudApi({ policy: createPolicy({ 'roles/owner': [agent] }) })

    expect(formatVerdicts(await runCheckOn(api, 'basic-roles'))).toEqual([`fail ${agent} has roles/owner`])
  })
})

describe('variables', () => {
  const owned = createPolicy({ 'roles/owner': ['user:ada@acme.example'] })
  const run = createPolicy({ 'roles/editor': ['serviceAccount:1-compute@developer.gserviceaccount.com'] })
  test.each<[check: string, state: ProjectState, variables: object]>([
    ['basic-roles', { policy: owned }, { max_owners: 1 }],
    ['basic-roles', { policy: run }, { judge_service_accounts: false }],
    ['firewall-admin-ports', { firewalls: [createRule('ssh', ['0.0.0.0/0'], ['22'])] }, { closed_ports: ['3389'] }],
    ['sql-backups', { instances: [createInstance('one', {}, { enabled: true })] }, { demand_point_in_time: false }],
    [
      'service-account-keys',
      { accounts: [createAccount('app')], keys: { [createEmail('app')]: [createKey('old', '2026-01-01T12:00:00Z')] } },
      { max_key_days: 365 },
    ],
    ['hmac-keys', { hmacKeys: [createHmacKey('a', '2026-01-01T12:00:00Z')] }, { max_key_days: 365 }],
    ['kms-rotation', { cryptoKeys: { main: [createCryptoKey('a', '31536000s')] } }, { max_rotation_days: 365 }],
    [
      'sql-passwords',
      { instances: [createSql('a', { passwordValidationPolicy: { enablePasswordPolicy: true, minLength: 8 } })] },
      { min_password_length: 8 },
    ],
    ['log-retention', { logBuckets: [createLogBucket('_Default', 30)] }, { min_log_days: 30 }],
    [
      'buckets-recoverable',
      { buckets: [createBucket('a', {}, { softDeletePolicy: { retentionDurationSeconds: '86400' } })] },
      { min_kept_days: 1 },
    ],
  ])('%s passes by looser ones', async (check, state, variables) => {
    await using api = await startGoogleCloudApi(state)

    expect((await runCheckOn(api, check, { ...variables })).status).toBe('pass')
  })
})
