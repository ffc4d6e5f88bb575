import { fakeVendor } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { explainLooseness } from '../../../src/checks/controls/control-bounds.ts'
import { formatVerdicts } from '../../../test/connectors/run-check.ts'
import { aws } from '../index.ts'
import { type AwsState, account, createAwsVendor, parseCall, rootRow, runCheckOn, startAwsApi } from './aws-api.ts'

const summary = { AccountMFAEnabled: 1, AccountAccessKeysPresent: 0, AccountSigningCertificatesPresent: 0 }
const createArn = (name: string) => `arn:aws:iam::${account}:user/${name}`

/** A row of the credential report: a person, or a program with keys. */
function createReportRow(
  name: string,
  {
    password = true,
    mfa = true,
    used = 'N/A',
    keys = [],
  }: { password?: boolean; mfa?: boolean; used?: string; keys?: readonly (readonly [made: string, used: string])[] },
): string {
  const cells = [0, 1].flatMap((index) => {
    const [made = 'N/A', used = 'N/A'] = keys[index] ?? []
    return [String(keys[index] !== undefined), made, used, 'us-east-1', 's3']
  })
  const quoted = /,/.test(name) ? [`"${name}"`, `"${createArn(name)}"`] : [name, createArn(name)]
  const setAt = password ? '2026-01-01T00:00:00+00:00' : 'N/A'
  const certificates = ['false', 'N/A', 'false', 'N/A']
  return [...quoted, '2024-01-01T00:00:00+00:00', password, used, setAt, 'N/A', mfa, ...cells, ...certificates].join(
    ',',
  )
}

const trail = {
  Name: 'all',
  TrailARN: `arn:aws:cloudtrail:eu-west-1:${account}:trail/all`,
  HomeRegion: 'eu-west-1',
  IsMultiRegionTrail: true,
  LogFileValidationEnabled: true,
  IncludeGlobalServiceEvents: true,
  HasCustomEventSelectors: false,
}

/** An advanced selector of management events, narrowed by a field. */
const chosen = (Field: string, value: string) => ({
  FieldSelectors: [
    { Field: 'eventCategory', Equals: ['Management'] },
    { Field, Equals: [value] },
  ],
})

const blocked = { BlockPublicAcls: true, IgnorePublicAcls: true, BlockPublicPolicy: true, RestrictPublicBuckets: true }

function createGroup(groupName: string, ...ipPermissions: object[]) {
  return { groupId: `sg-${groupName}`, groupName, vpcId: 'vpc-1', ipPermissions: { item: ipPermissions } }
}

const from = (...ranges: readonly string[]) => ({
  ipRanges: { item: ranges.filter((range) => !range.includes(':')).map((cidrIp) => ({ cidrIp })) },
  ipv6Ranges: { item: ranges.filter((range) => range.includes(':')).map((cidrIpv6) => ({ cidrIpv6 })) },
})
const fromAnywhere = from('0.0.0.0/0')
const fromAnywhere6 = from('::/0')
const ssh = { ipProtocol: 'tcp', fromPort: 22, toPort: 22 }

function createDatabase(name: string, differs: object = {}) {
  return {
    DBInstanceIdentifier: name,
    DBInstanceArn: `arn:aws:rds:eu-west-1:${account}:db:${name}`,
    Engine: 'postgres',
    StorageEncrypted: true,
    PubliclyAccessible: false,
    BackupRetentionPeriod: 7,
    DeletionProtection: true,
    AutoMinorVersionUpgrade: true,
    MultiAZ: true,
    ...differs,
  }
}

function createCluster(name: string, differs: object = {}) {
  return {
    DBClusterIdentifier: name,
    DBClusterArn: `arn:aws:rds:eu-west-1:${account}:cluster:${name}`,
    Engine: 'aurora-postgresql',
    DeletionProtection: true,
    MultiAZ: true,
    ...differs,
  }
}

function createInstance(instanceId: string, httpTokens: string, httpEndpoint = 'enabled', name = 'running') {
  return { instanceId, instanceState: { name }, metadataOptions: { httpTokens, httpEndpoint } }
}

const createFlowLog = (resourceId: string, trafficType: string, deliverLogsStatus = 'SUCCESS') => ({
  resourceId,
  flowLogStatus: 'ACTIVE',
  trafficType,
  deliverLogsStatus,
})

const createCertificate = (name: string, Expiration?: string) => ({
  ServerCertificateName: name,
  Arn: name,
  Expiration,
})

const createRecorder = (status: object | undefined, differs: object = {}) => ({
  name: 'default',
  recordingGroup: { allSupported: true, includeGlobalResourceTypes: true },
  status,
  ...differs,
})

const recording = { recording: true, lastStatus: 'SUCCESS' }
const iamTypes = ['AWS::IAM::User', 'AWS::IAM::Group', 'AWS::IAM::Role', 'AWS::IAM::Policy']
const withIam = { allSupported: true, includeGlobalResourceTypes: true }
const withoutIam = { ...withIam, includeGlobalResourceTypes: false }
const allBut = (...resourceTypes: readonly string[]) => ({
  allSupported: false,
  includeGlobalResourceTypes: false,
  exclusionByResourceTypes: { resourceTypes },
  recordingStrategy: { useOnly: 'EXCLUSION_BY_RESOURCE_TYPES' },
})
const listOf = (...resourceTypes: readonly string[]) => ({
  allSupported: false,
  includeGlobalResourceTypes: false,
  resourceTypes,
  recordingStrategy: { useOnly: 'INCLUSION_BY_RESOURCE_TYPES' },
})

/** A policy with one statement. */
const allow = (name: string, statement: object) => ({
  name,
  document: { Version: '2012-10-17', Statement: { Effect: 'Allow', ...statement } },
})

/** A user as IAM describes it; it leaves the list of own policies out where there is none. */
const createUser = (UserName: string, own: readonly string[], attached: readonly string[]) => ({
  UserName,
  Arn: createArn(UserName),
  UserPolicyList: own.length > 0 ? { member: own.map((PolicyName) => ({ PolicyName })) } : undefined,
  AttachedManagedPolicies:
    attached.length > 0
      ? { member: attached.map((PolicyName) => ({ PolicyName, PolicyArn: `arn:aws:iam::aws:policy/${PolicyName}` })) }
      : '',
})

function createKey(KeyId: string, rotation: object, differs: object = {}) {
  const Arn = `arn:aws:kms:eu-west-1:${account}:key/${KeyId}`
  const usual = { KeyManager: 'CUSTOMER', KeyState: 'Enabled', KeySpec: 'SYMMETRIC_DEFAULT', Origin: 'AWS_KMS' }
  return { KeyId, Arn, ...usual, rotation, ...differs }
}

/** Two regions, of which one holds what the check is about. */
const createInIreland = (state: object): AwsState => ({ pageSize: 2, regions: { 'eu-west-1': state, 'us-east-1': {} } })

describe.each<[check: string, state: AwsState, expected: readonly string[]]>([
  ['root-user', { summary }, ['pass The root user has a second factor and no access keys']],
  [
    'root-user',
    { summary: { AccountMFAEnabled: 0, AccountAccessKeysPresent: 1, AccountSigningCertificatesPresent: 1 } },
    ['fail The root user signs in without a second factor and has access keys and has signing certificates'],
  ],
  [
    'root-user',
    { summary: { ...summary, AccountMFAEnabled: 0, AccountPasswordPresent: 0 } },
    ['pass The root user has no password and no access keys'],
  ],
  [
    'users-second-factor',
    {
      report: {
        pending: 2,
        rows: [
          createReportRow('ada', {}),
          createReportRow('bob', { mfa: false }),
          createReportRow('ci', { password: false, mfa: false }),
          createReportRow('x,y', {}),
        ],
      },
    },
    [
      'fail bob signs in to the console by password alone',
      'not_applicable ci cannot sign in to the console',
      'pass ada has a second factor',
      'pass x,y has a second factor',
    ],
  ],
  [
    'access-keys',
    {
      report: {
        rows: [
          createReportRow('ada', { keys: [['2026-06-01T00:00:00+00:00', '2026-06-29T10:00:00+00:00']] }),
          createReportRow('bob', {
            keys: [
              ['2025-06-30T12:00:00+00:00', '2026-06-29T10:00:00+00:00'],
              ['2026-05-01T12:00:00+00:00', 'N/A'],
            ],
          }),
          createReportRow('cyd', { keys: [['2026-06-29T12:00:00+00:00', 'N/A']] }),
          createReportRow('dan', {}),
        ],
      },
    },
    [
      'fail Key 1 of bob is 365 days old',
      'fail Key 2 of bob was never used',
      'pass Key 1 of ada is young and in use',
      'pass Key 1 of cyd is young and in use',
    ],
  ],
  [
    'password-policy',
    { passwordPolicy: { MinimumPasswordLength: 14, PasswordReusePrevention: 24, ExpirePasswords: false } },
    ['pass The password policy is strict enough'],
  ],
  [
    'password-policy',
    { passwordPolicy: { MinimumPasswordLength: 8 } },
    ['fail The password policy demands 8 of 14 characters and remembers 0 of 24 old passwords'],
  ],
  ['password-policy', {}, ['fail The account has no password policy']],
  [
    'audit-trail',
    { trails: [trail, { ...trail, TrailARN: 'arn:2', IsMultiRegionTrail: false }] },
    ['pass Trails that record everything: 1'],
  ],
  ['audit-trail', {}, ['fail There is no trail']],
  [
    'audit-trail',
    {
      trails: [{ ...trail, LogFileValidationEnabled: false, HasCustomEventSelectors: true }],
      trailStatus: { [trail.TrailARN]: { IsLogging: false, LatestDeliveryError: 'NoSuchBucket' } },
      selectors: {
        [trail.TrailARN]: { EventSelectors: [{ ReadWriteType: 'WriteOnly', IncludeManagementEvents: true }] },
      },
    },
    [
      'fail The only trail is not logging and cannot deliver its files and does not validate its files and leaves management events out',
    ],
  ],
  [
    'audit-trail',
    {
      trails: [{ ...trail, HasCustomEventSelectors: true }],
      trailStatus: { [trail.TrailARN]: { IsLogging: true, LatestDeliveryError: '' } },
      selectors: {
        [trail.TrailARN]: {
          AdvancedEventSelectors: [{ FieldSelectors: [{ Field: 'eventCategory', Equals: ['Management'] }] }],
        },
      },
    },
    ['pass Trails that record everything: 1'],
  ],
  [
    'audit-trail',
    {
      trails: [trail],
      trailStatus: { [trail.TrailARN]: { IsLogging: true, LatestDigestDeliveryError: 'AccessDenied' } },
    },
    ['fail The only trail cannot deliver the digests of its files'],
  ],
  [
    'audit-trail',
    {
      trails: [{ ...trail, HasCustomEventSelectors: true }],
      selectors: {
        [trail.TrailARN]: {
          EventSelectors: [
            { ReadWriteType: 'ReadOnly', IncludeManagementEvents: true, ExcludeManagementEventSources: [] },
            { ReadWriteType: 'WriteOnly', IncludeManagementEvents: true },
          ],
        },
      },
    },
    ['pass Trails that record everything: 1'],
  ],
  [
    'audit-trail',
    {
      trails: [{ ...trail, HasCustomEventSelectors: true }],
      selectors: {
        [trail.TrailARN]: { AdvancedEventSelectors: [chosen('readOnly', 'true'), chosen('readOnly', 'false')] },
      },
    },
    ['pass Trails that record everything: 1'],
  ],
  [
    'audit-trail',
    {
      trails: [{ ...trail, HasCustomEventSelectors: true }],
      selectors: {
        [trail.TrailARN]: { AdvancedEventSelectors: [chosen('readOnly', 'true'), chosen('eventSource', 'x')] },
      },
    },
    ['fail The only trail leaves management events out'],
  ],
  [
    'audit-trail',
    {
      trails: [{ ...trail, HasCustomEventSelectors: undefined }],
      selectors: {
        [trail.TrailARN]: {
          EventSelectors: [
            {
              ReadWriteType: 'All',
              IncludeManagementEvents: true,
              ExcludeManagementEventSources: ['kms.amazonaws.com'],
            },
          ],
        },
      },
    },
    ['fail The only trail leaves management events out'],
  ],
  ['s3-public-access', { publicAccessBlock: blocked }, ['pass Public access is blocked for all buckets']],
  [
    's3-public-access',
    { publicAccessBlock: { ...blocked, BlockPublicPolicy: false } },
    ['fail Public access is blocked only in part: blockPublicPolicy'],
  ],
  ['s3-public-access', {}, ['fail Public access is not blocked for the account']],
  [
    'open-admin-ports',
    createInIreland({
      groups: [
        createGroup('bastion', { ipProtocol: 'tcp', fromPort: 22, toPort: 22, ...fromAnywhere }),
        createGroup('everything', { ipProtocol: -1, ...fromAnywhere6 }),
        createGroup('range', { ipProtocol: 'tcp', fromPort: 3000, toPort: 4000, ...fromAnywhere }),
        createGroup(
          'web',
          { ipProtocol: 'tcp', fromPort: 443, toPort: 443, ...fromAnywhere },
          { ...ssh, ...from('203.0.113.0/24') },
          { ipProtocol: 'icmp', fromPort: -1, toPort: -1, ...fromAnywhere },
        ),
        createGroup('halves', { ...ssh, ...from('0.0.0.0/1') }, { ...ssh, ...from('128.0.0.0/1') }),
        createGroup('unicast', { ...ssh, ...from('2000::/3') }),
        createGroup('cache', { ipProtocol: 'udp', fromPort: 11211, toPort: 11211, ...fromAnywhere }),
        createGroup('inside', { ipProtocol: -1, ...from('10.0.0.0/8', '172.16.0.0/12', 'fd00::/8') }),
        { groupId: 'sg-5', groupName: 'empty', ipPermissions: '' },
      ],
    }),
    [
      'fail bastion in eu-west-1 is open to the internet at 22',
      'fail cache in eu-west-1 is open to the internet at 11211',
      'fail everything in eu-west-1 is open to the internet at 22, 23, 135, 445, 1433, 1521, 2375, 3306, 3389, 5432, 5900, 5985, 5986, 6379, 9200, 11211, 27017',
      'fail halves in eu-west-1 is open to the internet at 22',
      'fail range in eu-west-1 is open to the internet at 3306, 3389',
      'fail unicast in eu-west-1 is open to the internet at 22',
      'pass empty guards its ports',
      'pass inside guards its ports',
      'pass web guards its ports',
    ],
  ],
  [
    'database-encryption',
    createInIreland({
      databases: [
        createDatabase('a'),
        createDatabase('b', { StorageEncrypted: false }),
        createDatabase('c', { StorageEncrypted: false, StorageEncryptionType: 'sse-rds' }),
        createDatabase('d', { StorageEncrypted: false, StorageEncryptionType: 'none' }),
      ],
    }),
    ['fail b is not encrypted', 'fail d is not encrypted', 'pass a is encrypted', 'pass c is encrypted'],
  ],
  [
    'database-exposure',
    createInIreland({
      databases: [createDatabase('a'), createDatabase('b'), createDatabase('c', { PubliclyAccessible: true })],
    }),
    ['fail c has a public address', 'pass a has no public address', 'pass b has no public address'],
  ],
  [
    'database-backups',
    createInIreland({
      databases: [
        createDatabase('a'),
        createDatabase('b', { BackupRetentionPeriod: 1 }),
        createDatabase('c', { BackupRetentionPeriod: 0 }),
        createDatabase('d', { BackupRetentionPeriod: 0, ReadReplicaSourceDBInstanceIdentifier: 'a' }),
        createDatabase('e', { BackupRetentionPeriod: 0, ReadReplicaSourceDBClusterIdentifier: 'c' }),
      ],
    }),
    [
      'fail Backups of b are kept 1 day, not 7',
      'fail c has no backups',
      'not_applicable d is a read replica',
      'not_applicable e is a read replica',
      'pass Backups of a are kept 7 days',
    ],
  ],
  [
    'ebs-encryption',
    createInIreland({ encrypts: true }),
    ['fail us-east-1 makes volumes that are not encrypted', 'pass eu-west-1 encrypts new volumes'],
  ],
  [
    'key-rotation',
    createInIreland({
      keys: [
        createKey('good', { KeyRotationEnabled: true, RotationPeriodInDays: 90 }),
        createKey('slow', { KeyRotationEnabled: true, RotationPeriodInDays: 730 }),
        createKey('never', { KeyRotationEnabled: false }),
        createKey('aws', {}, { KeyManager: 'AWS' }),
        createKey('off', {}, { KeyState: 'PendingDeletion' }),
        createKey('rsa', {}, { KeySpec: 'RSA_2048' }),
      ],
    }),
    [
      'fail never is not rotated',
      'fail slow is rotated every 730 days, 365 allowed',
      'not_applicable off is PendingDeletion',
      'not_applicable rsa cannot be rotated by AWS',
      'pass good is rotated every 90 days',
    ],
  ],
  [
    'threat-detection',
    {
      pageSize: 1,
      regions: {
        'eu-west-1': { detectors: { d1: 'DISABLED', d2: 'ENABLED' } },
        'us-east-1': { detectors: { d3: 'DISABLED' } },
        'sa-east-1': {},
      },
    },
    [
      'fail GuardDuty is not set up in sa-east-1',
      'fail GuardDuty is suspended in us-east-1',
      'pass GuardDuty watches eu-west-1',
    ],
  ],
  ['root-unused', {}, ['pass The root user was last used 180 days ago']],
  [
    'root-unused',
    { report: { rows: [], root: rootRow.replace('2026-01-01T00:00:00', '2026-06-29T00:00:00') } },
    ['fail The root user was used 1 day ago, 90 demanded'],
  ],
  [
    'root-unused',
    { report: { rows: [], root: rootRow.replace('2026-01-01T00:00:00+00:00', 'no_information') } },
    ['pass AWS knows no use of the root user'],
  ],
  [
    'root-unused',
    {
      report: {
        rows: [],
        root: rootRow.replace('N/A,N/A,N/A,N/A', '2025-01-01T00:00:00+00:00,2026-06-30T00:00:00+00:00,us-east-1,s3'),
      },
    },
    ['fail The root user was used 0 days ago, 90 demanded'],
  ],
  [
    'unused-passwords',
    {
      report: {
        rows: [
          createReportRow('ada', { used: '2026-06-29T10:00:00+00:00' }),
          createReportRow('bob', { used: '2026-03-01T12:00:00+00:00' }),
          createReportRow('cyd', { used: 'no_information' }),
          createReportRow('ci', { password: false }),
        ],
      },
    },
    [
      'fail bob has not used the password for 121 days',
      'fail cyd has not used the password for 180 days',
      'not_applicable ci has no password',
      'pass The password of ada was used or set lately',
    ],
  ],
  [
    'one-access-key',
    {
      report: {
        rows: [
          createReportRow('ada', { keys: [['2026-06-01T00:00:00+00:00', 'N/A']] }),
          createReportRow('bob', {
            keys: [
              ['2026-06-01T00:00:00+00:00', 'N/A'],
              ['2026-05-01T12:00:00+00:00', 'N/A'],
            ],
          }),
          createReportRow('cyd', {}),
        ],
      },
    },
    ['fail bob has 2 access keys', 'pass ada has one access key', 'pass cyd has no access key'],
  ],
  [
    'permissions-by-group',
    {
      pageSize: 2,
      users: [createUser('ada', [], []), createUser('bob', ['inline'], ['ReadOnlyAccess']), createUser('cyd', [], [])],
    },
    [
      'fail bob has policies of its own: inline, ReadOnlyAccess',
      'pass ada has no policies of its own',
      'pass cyd has no policies of its own',
    ],
  ],
  [
    'full-access-policies',
    {
      pageSize: 2,
      policies: [
        allow('all', { Action: '*', Resource: '*' }),
        allow('in-list', { Action: ['s3:Get*', '*:*'], Resource: ['arn:aws:s3:::a', '**'] }),
        allow('arn', { Action: '*', Resource: 'arn:*:*:*:*:*' }),
        allow('partition', { Action: '?*', Resource: 'arn:aws:*:*:*:*' }),
        allow('account', { Action: '*', Resource: 'arn:aws:*:*:123456789012:*' }),
        allow('nothing', { NotAction: '*', Resource: '*' }),
        allow('s3', { Action: 's3:*', Resource: '*' }),
        allow('one', { Action: '*', Resource: 'arn:aws:s3:::a' }),
        allow('inside', { Action: '*', Resource: '*', Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } }),
        allow('but', { NotAction: 'iam:*', Resource: '*' }),
        allow('deny', { Effect: 'Deny', Action: '*', Resource: '*' }),
        {
          name: 'less',
          document: {
            Statement: [
              { Effect: 'Allow', Action: '*', Resource: '*' },
              { Effect: 'Deny', Action: 'iam:*', Resource: '*' },
            ],
          },
        },
      ],
    },
    [
      'fail all allows everything',
      'fail arn allows everything',
      'fail in-list allows everything',
      'fail partition allows everything',
      'manual account allows everything, with exceptions',
      'manual but allows everything, with exceptions',
      'manual inside allows everything, with exceptions',
      'manual less allows everything, with exceptions',
      'pass deny does not allow everything',
      'pass nothing does not allow everything',
      'pass one does not allow everything',
      'pass s3 does not allow everything',
    ],
  ],
  [
    'full-access-policies',
    // A boundary of permissions gives none.
    {
      policies: [
        { ...allow('bound', { Action: '*', Resource: '*' }), attached: 0 },
        allow('a', { Action: 's3:*', Resource: '*' }),
      ],
    },
    ['not_applicable bound is attached to nobody', 'pass a does not allow everything'],
  ],
  [
    'server-certificates',
    {
      pageSize: 1,
      certificates: [
        createCertificate('good', '2027-01-01T00:00:00Z'),
        createCertificate('old', '2026-06-30T11:00:00Z'),
        createCertificate('soon', '2026-07-10T12:00:00Z'),
      ],
    },
    ['fail old has expired', 'fail soon ends in 10 days, 30 demanded', 'pass good is valid for 184 days'],
  ],
  [
    'trail-encryption',
    {
      trails: [
        { ...trail, KmsKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/k1' },
        { ...trail, Name: 'plain', TrailARN: 'arn:2' },
        { ...trail, Name: 'plain', TrailARN: 'arn:2' },
        { ...trail, Name: 'local', TrailARN: 'arn:3', IsMultiRegionTrail: false },
      ],
    },
    [
      'fail local is encrypted with a key of S3 only',
      'fail plain is encrypted with a key of S3 only',
      'pass all is encrypted with a key of yours',
    ],
  ],
  [
    'config-recorder',
    {
      regions: {
        'eu-west-1': { recorders: [createRecorder({ recording: true, lastStatus: 'SUCCESS' })] },
        'eu-west-2': { recorders: [createRecorder({ recording: true, lastStatus: 'Failure' })] },
        'eu-west-3': {
          recorders: [createRecorder({ recording: false }, { recordingGroup: { allSupported: false } })],
        },
        'us-east-1': {
          recorders: [createRecorder({ recording: true }, { servicePrincipal: 'securityhub.amazonaws.com' })],
        },
      },
    },
    [
      'fail eu-west-2 has a recorder that fails',
      'fail eu-west-3 has a recorder that is off and leaves kinds of resources out',
      'fail us-east-1 has no recorder',
      'pass AWS Config records eu-west-1',
      'pass AWS Config records users, roles and policies',
    ],
  ],
  ...(
    [
      // A region leaves IAM out by its default: https://docs.aws.amazon.com/config/latest/APIReference/API_RecordingGroup.html
      [withoutIam, withoutIam, 'fail No region records users, groups, roles and policies'],
      [withoutIam, withIam, 'pass AWS Config records users, roles and policies'],
      [allBut(...iamTypes), allBut(...iamTypes), 'fail No region records users, groups, roles and policies'],
      [allBut(...iamTypes), withIam, 'pass AWS Config records users, roles and policies'],
    ] as const
  ).map(([ireland, virginia, about]): [string, AwsState, readonly string[]] => [
    'config-recorder',
    {
      regions: {
        'eu-west-1': { recorders: [createRecorder(recording, { recordingGroup: ireland })] },
        'us-east-1': { recorders: [createRecorder(recording, { recordingGroup: virginia })] },
      },
    },
    [about, 'pass AWS Config records eu-west-1', 'pass AWS Config records us-east-1'].sort(),
  ]),
  [
    'config-recorder',
    {
      regions: {
        'eu-west-1': { recorders: [createRecorder(recording, { recordingGroup: allBut('AWS::EC2::Instance') })] },
        'eu-west-2': { recorders: [createRecorder(recording, { recordingMode: { recordingFrequency: 'DAILY' } })] },
        'us-east-2': { recorders: [createRecorder(recording, { recordingGroup: listOf('AWS::EC2::Instance') })] },
      },
    },
    [
      'fail eu-west-1 has a recorder that leaves kinds of resources out',
      'fail eu-west-2 has a recorder that records once a day and not each change',
      'fail us-east-2 has a recorder that leaves kinds of resources out',
      'pass AWS Config records users, roles and policies',
    ],
  ],
  [
    'config-recorder',
    {
      regions: {
        // It came after February 2022, and does not record IAM whatever is set.
        'eu-south-2': { recorders: [createRecorder(recording, { recordingGroup: withIam })] },
        'us-east-1': { recorders: [createRecorder({ recording: false }, { recordingGroup: withIam })] },
      },
    },
    [
      'fail No region records users, groups, roles and policies',
      'fail us-east-1 has a recorder that is off',
      'pass AWS Config records eu-south-2',
    ],
  ],
  [
    'config-recorder',
    { regions: { 'eu-west-1': { recorders: [createRecorder(recording, { recordingGroup: listOf(...iamTypes) })] } } },
    [
      'fail eu-west-1 has a recorder that leaves kinds of resources out',
      'pass AWS Config records users, roles and policies',
    ],
  ],
  [
    'access-analyzer',
    {
      pageSize: 1,
      regions: {
        'eu-west-1': {
          analyzers: [
            { name: 'a', type: 'ACCOUNT_UNUSED_ACCESS', status: 'ACTIVE' },
            { name: 'b', type: 'ORGANIZATION', status: 'ACTIVE' },
          ],
        },
        'eu-west-2': { analyzers: [{ name: 'c', type: 'ACCOUNT', status: 'FAILED' }] },
        'us-east-1': { analyzers: [{ name: 'd', type: 'ACCOUNT_UNUSED_ACCESS', status: 'ACTIVE' }] },
      },
    },
    [
      'fail eu-west-2 has no analyzer that is active',
      'fail us-east-1 has no analyzer',
      'pass Access Analyzer watches eu-west-1',
    ],
  ],
  [
    'network-flow-logs',
    createInIreland({
      networks: ['vpc-1', { vpcId: 'vpc-2' }, 'vpc-3', 'vpc-4', { vpcId: 'vpc-5', ownerId: '210987654321' }],
      flowLogs: [
        createFlowLog('vpc-1', 'ACCEPT'),
        createFlowLog('vpc-1', 'REJECT'),
        createFlowLog('vpc-2', 'ACCEPT'),
        createFlowLog('vpc-3', 'ALL', 'FAILED'),
        createFlowLog('subnet-1', 'ALL'),
        // A flow log of a transit gateway has no type of traffic: https://github.com/aws-cloudformation/cfn-lint/issues/2485
        { resourceId: 'tgw-1', flowLogStatus: 'ACTIVE', deliverLogsStatus: 'SUCCESS' },
      ],
    }),
    [
      'fail vpc-2 in eu-west-1 has flow logs of accepted traffic only',
      'fail vpc-3 in eu-west-1 has flow logs that cannot be delivered',
      'fail vpc-4 in eu-west-1 has no flow log',
      'not_applicable vpc-5 belongs to the account 210987654321',
      'pass The refused traffic of vpc-1 is recorded',
    ],
  ],
  [
    'default-security-groups',
    createInIreland({
      groups: [
        { ...createGroup('web', ssh), ipPermissionsEgress: '' },
        { ...createGroup('default'), vpcId: 'vpc-1', ipPermissions: '', ipPermissionsEgress: '' },
        {
          ...createGroup('default'),
          groupId: 'sg-2',
          vpcId: 'vpc-2',
          ipPermissions: { item: [{ ipProtocol: '-1' }] },
          ipPermissionsEgress: { item: [{ ipProtocol: '-1' }] },
        },
        { ...createGroup('odd'), vpcId: 'vpc-3', ipPermissions: '', ipPermissionsEgress: '' },
      ],
    }),
    [
      'fail The default group of vpc-2 in eu-west-1 has rules: 1 inbound, 1 outbound',
      'manual AWS does not list the default group of vpc-3 in eu-west-1',
      'pass The default group of vpc-1 has no rules',
    ],
  ],
  [
    'machine-metadata',
    createInIreland({
      instances: [
        createInstance('i-1', 'required'),
        createInstance('i-2', 'optional'),
        createInstance('i-3', 'optional', 'disabled'),
        createInstance('i-4', 'optional', 'enabled', 'terminated'),
      ],
    }),
    ['fail i-2 in eu-west-1 answers without a token', 'pass i-1 guards its metadata', 'pass i-3 guards its metadata'],
  ],
  [
    'snapshot-sharing',
    {
      regions: {
        'eu-west-1': { snapshotSharing: 'block-all-sharing' },
        'eu-west-2': { snapshotSharing: 'block-new-sharing' },
        'us-east-1': {},
      },
    },
    [
      'fail eu-west-2 leaves public snapshots public',
      'fail us-east-1 lets snapshots be shared with everybody',
      'pass eu-west-1 shares no snapshot with everybody',
    ],
  ],
  [
    'image-sharing',
    createInIreland({ imageSharing: 'block-new-sharing' }),
    ['fail us-east-1 lets images be made public', 'pass eu-west-1 makes no image public'],
  ],
  [
    'volume-encryption',
    createInIreland({
      volumes: [
        { volumeId: 'vol-1', encrypted: true },
        { volumeId: 'vol-2', encrypted: false },
        { volumeId: 'vol-3', encrypted: true },
      ],
    }),
    ['fail vol-2 in eu-west-1 is not encrypted', 'pass vol-1 is encrypted', 'pass vol-3 is encrypted'],
  ],
  [
    'database-deletion',
    createInIreland({
      clusters: [
        createCluster('c'),
        createCluster('d', { DeletionProtection: false }),
        createCluster('e'),
        createCluster('f', { DeletionProtection: false, ReplicationSourceIdentifier: 'arn:c' }),
      ],
      databases: [
        createDatabase('a'),
        createDatabase('b', { DeletionProtection: false }),
        createDatabase('in-c', { DeletionProtection: false, DBClusterIdentifier: 'c' }),
        createDatabase('copy', { DeletionProtection: false, ReadReplicaSourceDBInstanceIdentifier: 'a' }),
        createDatabase('astray', { DBClusterIdentifier: 'gone' }),
      ],
    }),
    [
      'fail b can be deleted at once',
      'fail d can be deleted at once',
      'manual astray is in the cluster gone, which AWS does not list',
      'not_applicable copy is a read replica',
      'not_applicable f is a read replica',
      'not_applicable in-c is in the cluster c',
      'pass a is protected against deletion',
      'pass c is protected against deletion',
      'pass e is protected against deletion',
    ],
  ],
  [
    'database-zones',
    createInIreland({
      clusters: [createCluster('c', { MultiAZ: false })],
      databases: [createDatabase('a'), createDatabase('in-c', { MultiAZ: false, DBClusterIdentifier: 'c' })],
    }),
    ['fail c runs in one zone', 'not_applicable in-c is in the cluster c', 'pass a runs in several zones'],
  ],
  [
    'database-upgrades',
    createInIreland({
      databases: [
        createDatabase('a'),
        createDatabase('b', { AutoMinorVersionUpgrade: false }),
        createDatabase('c', { AutoMinorVersionUpgrade: false, Engine: 'docdb' }),
        createDatabase('d', { AutoMinorVersionUpgrade: false, Engine: 'custom-oracle-ee' }),
        createDatabase('e', { AutoMinorVersionUpgrade: false, Engine: 'neptune' }),
        createDatabase('f', { DBClusterIdentifier: 'held' }),
        createDatabase('g', { DBClusterIdentifier: 'held', AutoMinorVersionUpgrade: false }),
        createDatabase('h', { DBClusterIdentifier: 'free' }),
      ],
    }),
    [
      'fail b waits for somebody to upgrade it',
      'fail e waits for somebody to upgrade it',
      'fail f is not upgraded, because g in the same cluster is not',
      'fail g waits for somebody to upgrade it',
      'not_applicable c takes no small upgrades by a setting',
      'not_applicable d takes no small upgrades by a setting',
      'pass a takes small upgrades',
      'pass h takes small upgrades',
    ],
  ],
])('%s', (check, state, expected) => {
  test('gives its verdicts', async () => {
    await using api = await startAwsApi(state)

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toBeUndefined()
    expect(formatVerdicts(outcome)).toEqual(expected)
  })

  test("ends as error with AWS's reason where a policy does not allow it", async () => {
    // Every caller may request its own identity, so the check's own action is refused.
    const refuse = ({ operation }: { operation: string }) =>
      operation === 'GetCallerIdentity' || operation === 'DescribeRegions'
        ? undefined
        : ([403, 'AccessDenied', `User: x is not authorized to perform: service:${operation} on resource: y`] as const)
    await using api = await startAwsApi(state, { refuse })

    const outcome = await runCheckOn(api, check)

    expect(outcome).toMatchObject({ status: 'error', error: { kind: 'permission' } })
    expect(outcome.error?.missingScopes).toEqual([expect.stringMatching(/^service:[A-Z]\w+$/)])
  })

  test.each([
    [400, 'Throttling'],
    [503, 'RequestLimitExceeded'],
    [429, 'TooManyRequestsException'],
  ])('waits when AWS throttles by %i %s, and ends as if nothing had been', async (status, code) => {
    await using api = await startAwsApi(state, {
      refuse: (_asked, nth) => (nth % 3 === 1 ? [status, code, 'Rate exceeded'] : undefined),
    })

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toBeUndefined()
    expect(formatVerdicts(outcome)).toEqual(expected)
  })
})

describe('an empty account', () => {
  const regions = { 'us-east-1': {} }

  test.each([
    ['users-second-factor', 'not_applicable'],
    ['access-keys', 'not_applicable'],
    ['open-admin-ports', 'not_applicable'],
    ['database-encryption', 'not_applicable'],
    ['database-backups', 'not_applicable'],
    ['database-exposure', 'not_applicable'],
    ['key-rotation', 'not_applicable'],
    ['unused-passwords', 'not_applicable'],
    ['one-access-key', 'not_applicable'],
    ['permissions-by-group', 'not_applicable'],
    ['full-access-policies', 'not_applicable'],
    ['server-certificates', 'not_applicable'],
    ['trail-encryption', 'not_applicable'],
    ['network-flow-logs', 'not_applicable'],
    ['default-security-groups', 'not_applicable'],
    ['machine-metadata', 'not_applicable'],
    ['volume-encryption', 'not_applicable'],
    ['database-deletion', 'not_applicable'],
    ['database-zones', 'not_applicable'],
    ['database-upgrades', 'not_applicable'],
    ['root-unused', 'pass'],
    ['root-user', 'error'],
    ['password-policy', 'fail'],
    ['audit-trail', 'fail'],
    ['s3-public-access', 'fail'],
    ['ebs-encryption', 'fail'],
    ['threat-detection', 'fail'],
    ['config-recorder', 'fail'],
    ['access-analyzer', 'fail'],
    ['snapshot-sharing', 'fail'],
    ['image-sharing', 'fail'],
  ])('%s ends as %s', async (check, status) => {
    await using api = await startAwsApi({ regions })

    expect((await runCheckOn(api, check)).status).toBe(status)
  })

  test.each(['ebs-encryption', 'open-admin-ports'])('without a region leaves %s incomplete', async (check) => {
    await using api = await startAwsApi({})

    expect(await runCheckOn(api, check)).toMatchObject({ status: 'error', error: { kind: 'incomplete_data' } })
  })
})

describe('config-recorder', () => {
  const state = {
    regions: {
      'eu-west-1': { recorders: [createRecorder(recording, { recordingGroup: withoutIam })] },
      'us-east-1': { recorders: [createRecorder(recording, { recordingGroup: { allSupported: true } })] },
    },
  }

  test('cannot tell whether IAM is recorded, where the only recorder that may do so does not say', async () => {
    await using api = await startAwsApi(state)

    const outcome = await runCheckOn(api, 'config-recorder')

    expect(outcome.status).toBe('error')
    expect(formatVerdicts(outcome)).toEqual(['pass AWS Config records eu-west-1', 'pass AWS Config records us-east-1'])
  })

  test('cannot tell whether IAM is recorded in a region that somebody left out', async () => {
    await using api = await startAwsApi(state)

    const outcome = await runCheckOn(api, 'config-recorder', { regions: ['eu-west-1'] })

    expect(outcome.status).toBe('error')
    expect(formatVerdicts(outcome)).toEqual(['pass AWS Config records eu-west-1'])
  })
})

describe('variables', () => {
  test('regions limits what is asked, and evidence names the regions that nobody asked', async () => {
    await using api = await startAwsApi({ regions: { 'eu-west-1': { encrypts: true }, 'us-east-1': {} } })

    const { status, results } = await runCheckOn(api, 'ebs-encryption', { regions: ['eu-west-1'] })

    const asked = api.requests.map(({ path, headers, body }) =>
      parseCall({ method: 'POST', path, query: new URLSearchParams(), headers, text: () => body }),
    )
    expect([status, results.map(({ resource }) => resource.name)]).toEqual(['pass', ['eu-west-1']])
    expect(results[0]?.evidence).toMatchObject({ region: 'eu-west-1', regionsLeftOut: ['us-east-1'] })
    expect(asked.map(({ operation, region }) => `${operation} ${region}`)).toEqual([
      'GetCallerIdentity us-east-1',
      'DescribeRegions us-east-1',
      'GetEbsEncryptionByDefault eu-west-1',
    ])
  })

  test('regions says nothing of left-out regions in evidence where none is chosen', async () => {
    await using api = await startAwsApi({ regions: { 'eu-west-1': { encrypts: true } } })

    const { results } = await runCheckOn(api, 'ebs-encryption')

    expect(results[0]?.evidence).toEqual({ region: 'eu-west-1', ebsEncryptionByDefault: true })
  })

  test('regions refuses a region that is not enabled for the account, and names those that are', async () => {
    await using api = await startAwsApi({ regions: { 'eu-west-1': {}, 'us-east-1': {} } })

    const { error } = await runCheckOn(api, 'threat-detection', { regions: ['eu-west-1', 'eu-south-1'] })

    expect(error).toMatchObject({
      kind: 'config',
      message: expect.stringMatching(/eu-south-1, which is not enabled.*Choose among eu-west-1, us-east-1/),
    })
  })

  const speaksFor = (check: string, variables: Readonly<Record<string, unknown>>) => {
    const controls = aws.checks.find(({ id }) => id === check)?.controls ?? []
    return controls.flatMap((control) =>
      typeof control === 'string'
        ? [control]
        : Object.entries(control.requires).flatMap(
            ([id, bound]) => explainLooseness(id, bound, (variables[id] ?? null) as never) ?? [],
          ),
    )
  }

  test.each([
    'open-admin-ports',
    'database-exposure',
    'database-encryption',
    'database-backups',
    'ebs-encryption',
    'key-rotation',
    'threat-detection',
    'config-recorder',
    'access-analyzer',
    'network-flow-logs',
    'default-security-groups',
    'machine-metadata',
    'snapshot-sharing',
    'image-sharing',
    'volume-encryption',
    'database-deletion',
    'database-zones',
    'database-upgrades',
  ])('regions that somebody chose leave the controls of %s undetermined', (check) => {
    const own = aws.checks.find(({ id }) => id === check)?.variables ?? []
    const defaults = Object.fromEntries(own.map(({ id, default: value }) => [id, value]))

    expect(speaksFor(check, { ...defaults, regions: [] })).toEqual([])
    expect(speaksFor(check, { ...defaults, regions: ['eu-west-1'] })[0]).toBe(
      'regions is [eu-west-1], and must be left empty',
    )
  })

  test.each([
    ['22,23,135,445,1433,1521,2375,3306,3389,5432,5900,5985,5986,6379,9200,11211,27017', true],
    ['22, 23, 135,445,1433,1521,2375,3306,3389,5432,5900,5985,5986,6379,9200,11211,27017,8080', true],
    ['22,3389', false],
    ['443', false],
  ])('ports "%s" speak for the controls: %s', (ports, isEnough) => {
    expect(speaksFor('open-admin-ports', { regions: [], ports }).length === 0).toBe(isEnough)
  })

  test('regions refuses what is no region, before anything is sent', async () => {
    await using api = await startAwsApi({})

    const { error } = await runCheckOn(api, 'ebs-encryption', { regions: ['evil.example/'] })

    expect([error?.kind, api.requests]).toEqual(['config', []])
  })

  test('password-policy passes without a policy where the default of AWS is enough', async () => {
    await using api = await startAwsApi({})

    expect((await runCheckOn(api, 'password-policy', { min_length: 8, min_history: 0 })).status).toBe('pass')
  })

  test.each([['22,x'], ['22,'], ['0'], ['70000']])('ports refuses "%s"', async (ports) => {
    await using api = await startAwsApi({ regions: { 'us-east-1': {} } })

    expect((await runCheckOn(api, 'open-admin-ports', { ports })).error?.kind).toBe('config')
  })

  test('ports chooses which are guarded', async () => {
    const groups = [createGroup('web', { ipProtocol: 'tcp', fromPort: 443, toPort: 443, ...fromAnywhere })]
    await using api = await startAwsApi({ regions: { 'us-east-1': { groups } } })

    expect((await runCheckOn(api, 'open-admin-ports', { ports: '443' })).status).toBe('fail')
  })

  test('max_key_age_days and min_backup_days decide', async () => {
    await using api = await startAwsApi({
      report: {
        rows: [createReportRow('ada', { keys: [['2026-06-01T00:00:00+00:00', '2026-06-29T10:00:00+00:00']] })],
      },
      regions: { 'eu-west-1': { databases: [createDatabase('a')] } },
    })

    expect((await runCheckOn(api, 'access-keys', { max_key_age_days: 10 })).status).toBe('fail')
    expect((await runCheckOn(api, 'database-backups', { min_backup_days: 14 })).status).toBe('fail')
  })
})

describe('one odd record hides no other', () => {
  test.each<[string, object, string, string]>([
    [
      'key-rotation',
      { keys: [createKey('odd', {}, { KeyState: 'Melting' }), createKey('never', { KeyRotationEnabled: false })] },
      `arn:aws:kms:eu-west-1:${account}:key/odd`,
      'never is not rotated',
    ],
    [
      'network-flow-logs',
      { networks: ['vpc-1', 'vpc-2'], flowLogs: [createFlowLog('vpc-1', 'MOST')] },
      'eu-west-1/vpc-1',
      'vpc-2 in eu-west-1 has no flow log',
    ],
    [
      'database-exposure',
      {
        databases: [
          createDatabase('odd', { PubliclyAccessible: 'maybe' }),
          // What another check judges leaves this one as it is.
          createDatabase('b', { PubliclyAccessible: true, MultiAZ: 'maybe', StorageEncryptionType: 'sse-new' }),
        ],
      },
      createDatabase('odd').DBInstanceArn,
      'b has a public address',
    ],
  ])('%s', async (check, state, odd, finding) => {
    await using api = await startAwsApi(createInIreland(state))

    const outcome = await runCheckOn(api, check)

    expect(outcome.undecided?.first.map(({ resource }) => resource.id)).toEqual([odd])
    expect(outcome.results.filter(({ status }) => status === 'fail').map(({ title }) => title)).toEqual([finding])
  })
})

describe('what cannot be told', () => {
  test('a region that is newer than the connector is undecided, and the others count', async () => {
    await using api = await startAwsApi({ regions: { 'eu-west-1': {}, 'eu-west-9': {} } })

    const outcome = await runCheckOn(api, 'ebs-encryption')

    expect(outcome.undecided?.first).toMatchObject([{ resource: { name: 'eu-west-9' }, kind: 'config' }])
    expect(formatVerdicts(outcome)).toEqual(['fail eu-west-1 makes volumes that are not encrypted'])
  })

  test('a user with an unknown word in the report is undecided, and the others count', async () => {
    const rows = [createReportRow('odd', {}).replace('true', 'yes'), createReportRow('bob', { mfa: false })]
    await using api = await startAwsApi({ report: { rows } })

    const outcome = await runCheckOn(api, 'users-second-factor')

    expect(outcome.undecided?.first).toMatchObject([{ resource: { id: createArn('odd') } }])
    expect(formatVerdicts(outcome)).toEqual(['fail bob signs in to the console by password alone'])
  })

  test('a credential report that is never finished is no pass', async () => {
    await using api = await startAwsApi({
      report: { rows: [createReportRow('ada', {})], pending: Number.POSITIVE_INFINITY },
    })

    const outcome = await runCheckOn(api, 'users-second-factor')

    expect(outcome).toMatchObject({ status: 'error', error: { kind: 'timeout' }, results: [] })
  })

  test('a credential report whose rows do not fit its columns is schema drift', async () => {
    await using api = await startAwsApi({ report: { rows: [`${createReportRow('ada', {})},more`] } })

    expect((await runCheckOn(api, 'users-second-factor')).error?.kind).toBe('schema_drift')
  })

  const rows = [createReportRow('ada', {})]
  const key1 = ['2026-06-01T00:00:00+00:00', '2026-06-29T10:00:00+00:00'] as const
  const mark = (from: string, to: string) => ({
    report: { rows: [createReportRow('ada', { keys: [key1] }).replace(from, to)] },
  })
  test.each<[check: string, about: string, state: AwsState]>([
    ['root-user', 'no count of certificates', { summary: { AccountMFAEnabled: 1, AccountAccessKeysPresent: 0 } }],
    ['root-user', 'a count that is neither yes nor no', { summary: { ...summary, AccountMFAEnabled: -1 } }],
    [
      'users-second-factor',
      'an unknown word for a password',
      { report: { rows: [rows[0]?.replace('true', 'yes') ?? ''] } },
    ],
    ['access-keys', 'an unreadable date', mark(key1[0], '2026-13-45T00:00:00+00:00')],
    ['access-keys', 'a date to come', mark(key1[0], '2036-06-01T00:00:00+00:00')],
    ['access-keys', 'a use to come', mark(key1[1], '2036-06-01T00:00:00+00:00')],
    ['access-keys', 'an unknown word for active', mark('true,2026-06-01', 'active,2026-06-01')],
    ['password-policy', 'no least length', { passwordPolicy: { PasswordReusePrevention: 24 } }],
    ['password-policy', 'a length of no account', { passwordPolicy: { MinimumPasswordLength: 999 } }],
    ['audit-trail', 'no word of regions', { trails: [{ ...trail, IsMultiRegionTrail: undefined }] }],
    ['audit-trail', 'no word of validation', { trails: [{ ...trail, LogFileValidationEnabled: undefined }] }],
    [
      'audit-trail',
      'selectors without a list',
      { trails: [{ ...trail, HasCustomEventSelectors: true }], selectors: { [trail.TrailARN]: {} } },
    ],
    ['s3-public-access', 'one of four missing', { publicAccessBlock: { ...blocked, BlockPublicAcls: undefined } }],
    ['open-admin-ports', 'a rule without ranges', createInIreland({ groups: [createGroup('a', ssh)] })],
    [
      'open-admin-ports',
      'a range without address',
      createInIreland({
        groups: [createGroup('a', { ...ssh, ...fromAnywhere, ipRanges: { item: [{ description: 'x' }] } })],
      }),
    ],
    [
      'open-admin-ports',
      'TCP without ports',
      createInIreland({ groups: [createGroup('a', { ipProtocol: 'tcp', ...fromAnywhere })] }),
    ],
    [
      'open-admin-ports',
      'an unknown protocol',
      createInIreland({ groups: [createGroup('a', { ...ssh, ipProtocol: 'quic', ...fromAnywhere })] }),
    ],
    [
      'database-backups',
      'days that RDS does not know',
      createInIreland({ databases: [createDatabase('a', { BackupRetentionPeriod: 3650 })] }),
    ],
    ['key-rotation', 'no period', createInIreland({ keys: [createKey('a', { KeyRotationEnabled: true })] })],
    ['key-rotation', 'an unknown manager', createInIreland({ keys: [createKey('a', {}, { KeyManager: 'Nobody' })] })],
    ['key-rotation', 'an unknown state', createInIreland({ keys: [createKey('a', {}, { KeyState: 'Dormant' })] })],
    ['root-unused', 'an unreadable use', { report: { rows: [], root: rootRow.replace('2026-01-01', 'soon') } }],
    ['unused-passwords', 'an unreadable use', { report: { rows: [createReportRow('ada', { used: 'yesterday' })] } }],
    [
      'unused-passwords',
      'a password without a date',
      { report: { rows: [createReportRow('ada', {}).replace('2026-01-01T00:00:00+00:00', 'N/A')] } },
    ],
    ['one-access-key', 'an unknown word for active', mark('true,2026-06-01', 'active,2026-06-01')],
    [
      'permissions-by-group',
      'no list of attached policies',
      { users: [{ UserName: 'ada', Arn: createArn('ada'), UserPolicyList: '' }] },
    ],
    ['full-access-policies', 'a document that is no JSON', { policies: [{ name: 'a', document: '%7B' }] }],
    [
      'full-access-policies',
      'an unknown effect',
      { policies: [allow('a', { Effect: 'Permit', Action: 'a', Resource: 'b' })] },
    ],
    ['full-access-policies', 'a statement without actions', { policies: [allow('a', { Resource: '*' })] }],
    ['server-certificates', 'no end', { certificates: [createCertificate('a')] }],
    ['config-recorder', 'no status', createInIreland({ recorders: [createRecorder(undefined)] })],
    [
      'config-recorder',
      'an unknown frequency',
      createInIreland({ recorders: [createRecorder(recording, { recordingMode: { recordingFrequency: 'HOURLY' } })] }),
    ],
    ['config-recorder', 'no last status', createInIreland({ recorders: [createRecorder({ recording: true })] })],
    [
      'config-recorder',
      'an unknown last status',
      createInIreland({ recorders: [createRecorder({ recording: true, lastStatus: 'Sleepy' })] }),
    ],
    [
      'access-analyzer',
      'an unknown type',
      createInIreland({ analyzers: [{ name: 'a', type: 'EVERYTHING', status: 'ACTIVE' }] }),
    ],
    [
      'network-flow-logs',
      'an unknown kind of traffic',
      createInIreland({ networks: ['a'], flowLogs: [createFlowLog('a', 'SOME')] }),
    ],
    [
      'default-security-groups',
      'no outbound rules',
      createInIreland({ groups: [{ ...createGroup('default'), ipPermissions: '' }] }),
    ],
    [
      'machine-metadata',
      'no options',
      createInIreland({ instances: [{ instanceId: 'a', instanceState: { name: 'running' } }] }),
    ],
    ['machine-metadata', 'an unknown word for tokens', createInIreland({ instances: [createInstance('a', 'maybe')] })],
    ['snapshot-sharing', 'an unknown state', createInIreland({ snapshotSharing: 'block-some' })],
    ['image-sharing', 'an unknown state', createInIreland({ imageSharing: 'block-all-sharing' })],
    ['volume-encryption', 'no word of encryption', createInIreland({ volumes: [{ volumeId: 'a' }] })],
    [
      'database-deletion',
      'no word of a cluster',
      createInIreland({ clusters: [createCluster('a', { DeletionProtection: undefined })] }),
    ],
    [
      'database-zones',
      'no word of zones',
      createInIreland({ databases: [createDatabase('a', { MultiAZ: undefined })] }),
    ],
    [
      'database-upgrades',
      'no word of upgrades',
      createInIreland({ databases: [createDatabase('a', { AutoMinorVersionUpgrade: undefined })] }),
    ],
    ['threat-detection', 'an unknown status', createInIreland({ detectors: { d1: 'PAUSED' } })],
  ])('%s: %s is schema drift', async (check, _about, state) => {
    await using api = await startAwsApi(state)

    const { error, undecided } = await runCheckOn(api, check)
    expect([error?.kind, ...(undecided?.first ?? []).map(({ kind }) => kind)]).toContain('schema_drift')
  })

  test.each([
    ['access-keys', 'arn:aws:iam::123456789012:user/odd#1', 'Key 1 of bob is 365 days old'],
    ['unused-passwords', 'arn:aws:iam::123456789012:user/odd', 'bob has not used the password for 180 days'],
  ])('%s leaves a user without a date undecided, and the others count', async (check, odd, finding) => {
    const keys = [['2025-06-30T12:00:00+00:00', '2026-06-29T10:00:00+00:00']] as const
    const undated = createReportRow('odd', { keys: [['N/A', 'N/A']] }).replace('2026-01-01T00:00:00+00:00', 'N/A')
    await using api = await startAwsApi({ report: { rows: [undated, createReportRow('bob', { keys })] } })

    const outcome = await runCheckOn(api, check)

    expect(outcome.undecided?.first.map(({ resource }) => resource.id)).toEqual([odd])
    expect(outcome.results.filter(({ status }) => status === 'fail').map(({ title }) => title)).toEqual([finding])
  })

  test('open-admin-ports leaves a group undecided whose source is no range, and the others count', async () => {
    const groups = [
      createGroup('strange', { ...ssh, ...from('all') }),
      createGroup('open', { ...ssh, ...fromAnywhere }),
    ]
    await using api = await startAwsApi(createInIreland({ groups }))

    const outcome = await runCheckOn(api, 'open-admin-ports')

    expect(outcome).toMatchObject({
      error: { code: 'CHECK_UNDECIDED' },
      undecided: { first: [{ resource: { name: 'strange (eu-west-1)' } }] },
    })
    expect(outcome.results).toMatchObject([{ status: 'fail', resource: { name: 'open (eu-west-1)' } }])
  })

  test('database-backups does not take an empty name for a source', async () => {
    const differs = { BackupRetentionPeriod: 0, ReadReplicaSourceDBInstanceIdentifier: '' }
    await using api = await startAwsApi(createInIreland({ databases: [createDatabase('a', differs)] }))

    expect(formatVerdicts(await runCheckOn(api, 'database-backups'))).toEqual(['fail a has no backups'])
  })

  test.each([
    ['password-policy', 'GetAccountPasswordPolicy'],
    ['s3-public-access', 'GetPublicAccessBlock'],
  ])('%s takes no 404 but its own for "there is none"', async (check, asked) => {
    const refuse = ({ operation }: { operation: string }) =>
      operation === asked ? ([404, 'NoSuchBucket', 'Nothing is here.'] as const) : undefined
    await using api = await startAwsApi({}, { refuse })

    expect(await runCheckOn(api, check)).toMatchObject({ status: 'error', error: { kind: 'not_found' }, results: [] })
  })

  test('s3-public-access takes no page of somebody else for "there is none"', async () => {
    const page = '<html><body><Code>NoSuchPublicAccessBlockConfiguration</Code></body></html>'
    const { routes } = createAwsVendor({})
    const answer = { status: 404, headers: { 'content-type': 'text/html' }, body: Buffer.from(page) }
    await using api = await fakeVendor({
      routes: { ...routes, 'GET /v20180820/configuration/publicAccessBlock': answer },
    })

    expect(await runCheckOn(api, 's3-public-access')).toMatchObject({ status: 'error', error: { kind: 'not_found' } })
  })

  test('an account summary without its counts is schema drift', async () => {
    await using api = await startAwsApi({ summary: { Users: 3 } })

    expect((await runCheckOn(api, 'root-user')).error?.kind).toBe('schema_drift')
  })

  test('a region whose name would lead elsewhere is schema drift, and nothing goes there', async () => {
    await using api = await startAwsApi({ regions: { 'evil.example/?': {} } })

    const { error } = await runCheckOn(api, 'threat-detection')

    expect(error?.kind).toBe('schema_drift')
    expect(api.requests).toHaveLength(2)
  })
})

test('every scope that a check names is an action of a service', () => {
  for (const { scopes = [] } of aws.checks)
    for (const scope of scopes)
      expect(scope).toMatch(/^(?:iam|ec2|rds|kms|s3|cloudtrail|guardduty|config|access-analyzer):[A-Z][A-Za-z]+$/)
})
