import { Buffer } from 'node:buffer'
import * as z from 'zod/mini'
import { flag, listOf, whole } from './xml.ts'

/**
 * The fields that the checks read, and no others. Source: the service models of botocore 1.43.107. `test/facts.ts` names
 * the operations, and a test holds both against the models. Answers of IAM, STS, RDS, EC2 and S3 Control are XML, whose
 * values are all text.
 */

/** A region's name goes into the host that is asked next. */
const Region = z.string().check(z.regex(/^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/))

/** STS AssumeRole, API version 2011-06-15. */
export const AssumedRole = z.pipe(
  z.object({
    Credentials: z.object({
      AccessKeyId: z.string(),
      SecretAccessKey: z.string(),
      SessionToken: z.string(),
      Expiration: z.string(),
    }),
  }),
  z.transform(({ Credentials: { AccessKeyId, SecretAccessKey, SessionToken, Expiration } }) => ({
    keys: { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken },
    expiresAtMs: Date.parse(Expiration),
  })),
)

/** STS GetCallerIdentity. */
export const CallerIdentity = z.pipe(
  z.object({ Account: z.string().check(z.regex(/^\d{12}$/)), Arn: z.string() }),
  z.transform(({ Account, Arn }) => ({ account: Account, arn: Arn })),
)

/** IAM GetAccountSummary, API version 2010-05-08: a map of numbers. */
export const AccountSummary = z.pipe(
  z.object({ SummaryMap: listOf('entry', z.object({ key: z.string(), value: whole })) }),
  z.transform(({ SummaryMap }) => new Map(SummaryMap.map(({ key, value }) => [key, value]))),
)

/** IAM GetAccountPasswordPolicy. What AWS leaves out is not demanded. */
export const PasswordPolicy = z.pipe(
  z.object({
    PasswordPolicy: z.object({
      MinimumPasswordLength: z.optional(whole),
      PasswordReusePrevention: z.optional(whole),
      MaxPasswordAge: z.optional(whole),
    }),
  }),
  z.transform(({ PasswordPolicy: { MinimumPasswordLength, PasswordReusePrevention, MaxPasswordAge } }) => ({
    minLength: MinimumPasswordLength ?? 6,
    reusePrevention: PasswordReusePrevention ?? 0,
    maxAgeDays: MaxPasswordAge,
  })),
)

/** IAM GenerateCredentialReport. */
export const ReportState = z.pipe(
  z.object({ State: z.string() }),
  z.transform(({ State }) => State),
)

/** IAM GetCredentialReport: a CSV file in base64. */
export const CredentialReport = z.pipe(
  z.object({ Content: z.string(), GeneratedTime: z.string() }),
  z.transform(({ Content, GeneratedTime }) => ({
    csv: Buffer.from(Content, 'base64').toString('utf8'),
    generatedAt: GeneratedTime,
  })),
)

/** EC2 DescribeRegions, API version 2016-11-15. */
export const Regions = z.pipe(
  z.object({ regionInfo: listOf('item', z.object({ regionName: Region })) }),
  z.transform(({ regionInfo }) => regionInfo.map(({ regionName }) => regionName)),
)

/** EC2 GetEbsEncryptionByDefault. */
export const EbsEncryption = z.pipe(
  z.object({ ebsEncryptionByDefault: flag }),
  z.transform(({ ebsEncryptionByDefault }) => ebsEncryptionByDefault),
)

const Permission = z.object({
  ipProtocol: z.string(),
  // Absent where all ports are meant.
  fromPort: z.optional(whole),
  toPort: z.optional(whole),
  ipRanges: z.optional(listOf('item', z.object({ cidrIp: z.optional(z.string()) }))),
  ipv6Ranges: z.optional(listOf('item', z.object({ cidrIpv6: z.optional(z.string()) }))),
})

export type SecurityGroup = z.output<typeof SecurityGroup>

/** An item of EC2 DescribeSecurityGroups. */
export const SecurityGroup = z.pipe(
  z.object({
    groupId: z.string(),
    groupName: z.string(),
    vpcId: z.optional(z.string()),
    ipPermissions: listOf('item', Permission),
  }),
  z.transform(({ ipPermissions, ...rest }) => ({
    ...rest,
    inbound: ipPermissions.map(({ ipProtocol, fromPort, toPort, ipRanges = [], ipv6Ranges = [] }) => ({
      protocol: ipProtocol,
      from: fromPort,
      to: toPort,
      sources: [...ipRanges.map(({ cidrIp }) => cidrIp), ...ipv6Ranges.map(({ cidrIpv6 }) => cidrIpv6)],
    })),
  })),
)

export type DbInstance = z.output<typeof DbInstance>

/** An item of RDS DescribeDBInstances, API version 2014-10-31. */
export const DbInstance = z.pipe(
  z.object({
    DBInstanceIdentifier: z.string(),
    DBInstanceArn: z.string(),
    Engine: z.string(),
    StorageEncrypted: flag,
    PubliclyAccessible: flag,
    BackupRetentionPeriod: whole,
    DBClusterIdentifier: z.optional(z.string()),
    ReadReplicaSourceDBInstanceIdentifier: z.optional(z.string()),
  }),
  z.transform((wire) => ({
    name: wire.DBInstanceIdentifier,
    arn: wire.DBInstanceArn,
    engine: wire.Engine,
    encrypted: wire.StorageEncrypted,
    isPublic: wire.PubliclyAccessible,
    backupDays: wire.BackupRetentionPeriod,
    cluster: wire.DBClusterIdentifier,
    replicaOf: wire.ReadReplicaSourceDBInstanceIdentifier,
  })),
)

/** S3 Control GetPublicAccessBlock, API version 2018-08-20. */
export const PublicAccessBlock = z.pipe(
  z.object({
    BlockPublicAcls: z.optional(flag),
    IgnorePublicAcls: z.optional(flag),
    BlockPublicPolicy: z.optional(flag),
    RestrictPublicBuckets: z.optional(flag),
  }),
  z.transform(({ BlockPublicAcls, IgnorePublicAcls, BlockPublicPolicy, RestrictPublicBuckets }) => ({
    blockPublicAcls: BlockPublicAcls ?? false,
    ignorePublicAcls: IgnorePublicAcls ?? false,
    blockPublicPolicy: BlockPublicPolicy ?? false,
    restrictPublicBuckets: RestrictPublicBuckets ?? false,
  })),
)

export type Trail = z.output<typeof Trail>

/** An item of CloudTrail DescribeTrails, API version 2013-11-01. */
export const Trail = z.pipe(
  z.object({
    Name: z.string(),
    TrailARN: z.string(),
    HomeRegion: Region,
    IsMultiRegionTrail: z.optional(z.boolean()),
    LogFileValidationEnabled: z.optional(z.boolean()),
    HasCustomEventSelectors: z.optional(z.boolean()),
    IncludeGlobalServiceEvents: z.optional(z.boolean()),
  }),
  z.transform((wire) => ({
    name: wire.Name,
    arn: wire.TrailARN,
    homeRegion: wire.HomeRegion,
    multiRegion: wire.IsMultiRegionTrail ?? false,
    validated: wire.LogFileValidationEnabled ?? false,
    globalEvents: wire.IncludeGlobalServiceEvents ?? false,
    customSelectors: wire.HasCustomEventSelectors ?? false,
  })),
)

export const Trails = z.pipe(
  z.object({ trailList: z.array(Trail) }),
  z.transform(({ trailList }) => trailList),
)

/** CloudTrail GetTrailStatus. */
export const TrailStatus = z.pipe(
  z.object({ IsLogging: z.boolean(), LatestDeliveryError: z.optional(z.string()) }),
  z.transform(({ IsLogging, LatestDeliveryError }) => ({
    logging: IsLogging,
    // AWS sends an empty text where all is well.
    deliveryError: LatestDeliveryError || undefined,
  })),
)

/** CloudTrail GetEventSelectors: which events a trail with selectors of its own keeps. */
export const EventSelectors = z.pipe(
  z.object({
    EventSelectors: z.optional(
      z.array(z.object({ ReadWriteType: z.optional(z.string()), IncludeManagementEvents: z.optional(z.boolean()) })),
    ),
    AdvancedEventSelectors: z.optional(
      z.array(
        z.object({
          FieldSelectors: z.array(z.object({ Field: z.string(), Equals: z.optional(z.array(z.string())) })),
        }),
      ),
    ),
  }),
  z.transform(({ EventSelectors: basic = [], AdvancedEventSelectors: advanced = [] }) => ({
    managementEvents:
      basic.some(({ ReadWriteType, IncludeManagementEvents }) => IncludeManagementEvents && ReadWriteType === 'All') ||
      // One that names the category and nothing more leaves none out.
      advanced.some(
        ({ FieldSelectors: fields }) =>
          fields.length === 1 && fields[0]?.Field === 'eventCategory' && fields[0].Equals?.includes('Management'),
      ),
  })),
)

/** An item of KMS ListKeys, API version 2014-11-01. */
export const ListedKey = z.pipe(
  z.object({ KeyId: z.string() }),
  z.transform(({ KeyId }) => KeyId),
)

/** KMS DescribeKey. */
export const Key = z.pipe(
  z.object({
    KeyMetadata: z.object({
      KeyId: z.string(),
      Arn: z.string(),
      KeyManager: z.string(),
      KeyState: z.string(),
      KeySpec: z.string(),
      Origin: z.string(),
    }),
  }),
  z.transform(({ KeyMetadata: { KeyId, Arn, KeyManager, KeyState, KeySpec, Origin } }) => ({
    id: KeyId,
    arn: Arn,
    manager: KeyManager,
    state: KeyState,
    spec: KeySpec,
    origin: Origin,
  })),
)

/** KMS GetKeyRotationStatus. */
export const KeyRotation = z.pipe(
  z.object({ KeyRotationEnabled: z.boolean(), RotationPeriodInDays: z.optional(z.number()) }),
  z.transform(({ KeyRotationEnabled, RotationPeriodInDays }) => ({
    enabled: KeyRotationEnabled,
    periodDays: RotationPeriodInDays,
  })),
)

/** GuardDuty ListDetectors, API version 2017-11-28: a page of ids. */
export const DetectorId = z.string()

/** GuardDuty GetDetector. */
export const Detector = z.object({ status: z.string() })
