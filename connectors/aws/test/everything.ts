import { type AwsState, account } from './aws-api.ts'

const arn = `arn:aws:cloudtrail:us-east-1:${account}:trail/all`
const usual = { KeyManager: 'CUSTOMER', KeyState: 'Enabled', KeySpec: 'SYMMETRIC_DEFAULT', Origin: 'AWS_KMS' }
const createDb = (name: string) => ({
  DBInstanceIdentifier: name,
  DBInstanceArn: name,
  Engine: 'mysql',
  StorageEncrypted: true,
  PubliclyAccessible: false,
  BackupRetentionPeriod: 7,
  DeletionProtection: true,
  AutoMinorVersionUpgrade: true,
  MultiAZ: true,
})
const createCluster = (name: string) => ({
  DBClusterIdentifier: name,
  DBClusterArn: name,
  Engine: 'aurora-mysql',
  DeletionProtection: true,
  MultiAZ: true,
})
const createInstance = (instanceId: string) => ({
  instanceId,
  instanceState: { name: 'running' },
  metadataOptions: { httpTokens: 'required', httpEndpoint: 'enabled' },
})
const createUser = (name: string, policies: object = {}) => ({
  UserName: name,
  Arn: `arn:aws:iam::${account}:user/${name}`,
  AttachedManagedPolicies: '',
  ...policies,
})
const createPolicy = (name: string, Action = 's3:GetObject') => ({
  name,
  document: { Statement: { Effect: 'Allow', Action, Resource: '*' } },
})
const createCertificate = (name: string) => ({
  ServerCertificateName: name,
  Arn: name,
  Expiration: '2027-01-01T00:00:00Z',
})
const createFlowLog = (resourceId: string) => ({
  resourceId,
  flowLogStatus: 'ACTIVE',
  trafficType: 'ALL',
  deliverLogsStatus: 'SUCCESS',
})
const recorder = {
  name: 'default',
  recordingGroup: { allSupported: true, includeGlobalResourceTypes: true },
  status: { recording: true, lastStatus: 'Success' },
}
const createAnalyzer = (name: string) => ({ name, type: 'ACCOUNT', status: 'ACTIVE' })
const createKey = (KeyId: string) => ({
  KeyId,
  Arn: KeyId,
  ...usual,
  rotation: { KeyRotationEnabled: true, RotationPeriodInDays: 365 },
})
const createGroup = (groupId: string) => ({
  groupId,
  groupName: 'default',
  vpcId: groupId,
  ipPermissions: '',
  ipPermissionsEgress: '',
})

/** Somebody with a password, a key and a certificate, as the credential report has them. */
const ada = `ada,arn:aws:iam::${account}:user/ada,2024-01-01T00:00:00+00:00,true,2026-01-10T08:00:00+00:00,N/A,N/A,false,true,2025-12-01T00:00:00+00:00,2026-01-14T08:00:00+00:00,us-east-1,s3,false,N/A,N/A,N/A,N/A,true,2025-12-01T00:00:00+00:00,false,N/A`

/** An account that has something of everything, in lists of two pages. */
export const everything: AwsState = {
  pageSize: 1,
  summary: { AccountMFAEnabled: 1, AccountAccessKeysPresent: 0, AccountSigningCertificatesPresent: 0 },
  report: {
    rows: [
      `ada,arn:aws:iam::${account}:user/ada,2024-01-01T00:00:00+00:00,true,N/A,2026-06-01T00:00:00+00:00,N/A,true,true,2026-06-01T00:00:00+00:00,2026-06-29T10:00:00+00:00,us-east-1,s3,false,N/A,N/A,us-east-1,s3,false,N/A,false,N/A`,
    ],
  },
  users: [createUser('a'), createUser('b')],
  policies: [createPolicy('a'), createPolicy('b')],
  certificates: [createCertificate('a'), createCertificate('b')],
  trails: [
    {
      Name: 'all',
      TrailARN: arn,
      HomeRegion: 'us-east-1',
      IsMultiRegionTrail: true,
      LogFileValidationEnabled: true,
      IncludeGlobalServiceEvents: true,
      HasCustomEventSelectors: true,
    },
  ],
  selectors: { [arn]: { EventSelectors: [{ ReadWriteType: 'All', IncludeManagementEvents: true }] } },
  regions: {
    'us-east-1': {
      groups: [createGroup('a'), createGroup('b')],
      databases: [createDb('a'), createDb('b')],
      clusters: [createCluster('a'), createCluster('b')],
      volumes: [
        { volumeId: 'a', encrypted: true },
        { volumeId: 'b', encrypted: true },
      ],
      networks: ['a', 'b'],
      flowLogs: [createFlowLog('a'), createFlowLog('b')],
      instances: [createInstance('a'), createInstance('b')],
      snapshotSharing: 'block-all-sharing',
      imageSharing: 'block-new-sharing',
      recorders: [recorder],
      analyzers: [createAnalyzer('a'), createAnalyzer('b')],
      keys: [createKey('a'), createKey('b')],
      detectors: { a: 'ENABLED', b: 'ENABLED' },
    },
  },
}

/** An account whose root user has no second factor, without trails, and with disks that are not encrypted by default. */
export const flawed: AwsState = {
  report: { rows: [ada] },
  users: [createUser('ada', { UserPolicyList: { member: { PolicyName: 'everything' } } })],
  policies: [createPolicy('everything', '*')],
  certificates: [createCertificate('a')],
  summary: { AccountMFAEnabled: 0, AccountAccessKeysPresent: 1, AccountSigningCertificatesPresent: 0 },
  regions: {
    'eu-west-1': {
      encrypts: false,
      groups: [createGroup('sg-1')],
      networks: ['vpc-1'],
      flowLogs: [createFlowLog('vpc-1')],
      databases: [createDb('a')],
      clusters: [createCluster('a')],
      volumes: [{ volumeId: 'a', encrypted: true }],
      instances: [createInstance('a')],
      snapshotSharing: 'block-all-sharing',
      imageSharing: 'block-new-sharing',
      recorders: [recorder],
      analyzers: [createAnalyzer('a')],
      detectors: { d1: 'ENABLED' },
    },
  },
}
