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
})
const createKey = (KeyId: string) => ({
  KeyId,
  Arn: KeyId,
  ...usual,
  rotation: { KeyRotationEnabled: true, RotationPeriodInDays: 365 },
})
const createGroup = (groupId: string) => ({ groupId, groupName: groupId, ipPermissions: '' })

/** Somebody with a password, a key and a certificate, as the credential report has them. */
const ada = `ada,arn:aws:iam::${account}:user/ada,2024-01-01T00:00:00+00:00,true,2026-01-10T08:00:00+00:00,N/A,N/A,false,true,2025-12-01T00:00:00+00:00,2026-01-14T08:00:00+00:00,us-east-1,s3,false,N/A,N/A,N/A,N/A,true,2025-12-01T00:00:00+00:00,false,N/A`

/** An account that has something of everything, in lists of two pages. */
export const everything: AwsState = {
  pageSize: 1,
  summary: { AccountMFAEnabled: 1, AccountAccessKeysPresent: 0, AccountSigningCertificatesPresent: 0 },
  report: {
    rows: [
      `ada,arn:aws:iam::${account}:user/ada,2024-01-01T00:00:00+00:00,true,N/A,N/A,N/A,true,true,2026-06-01T00:00:00+00:00,2026-06-29T10:00:00+00:00,us-east-1,s3,false,N/A,N/A,us-east-1,s3,false,N/A,false,N/A`,
    ],
  },
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
      keys: [createKey('a'), createKey('b')],
      detectors: { a: 'ENABLED', b: 'ENABLED' },
    },
  },
}

/** An account whose root user has no second factor, without trails, and with disks that are not encrypted by default. */
export const flawed: AwsState = {
  report: { rows: [ada] },
  summary: { AccountMFAEnabled: 0, AccountAccessKeysPresent: 1, AccountSigningCertificatesPresent: 0 },
  regions: {
    'eu-west-1': {
      encrypts: false,
      groups: [{ groupId: 'sg-1', groupName: 'default', ipPermissions: '' }],
      detectors: { d1: 'ENABLED' },
    },
  },
}
