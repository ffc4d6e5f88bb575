import { Buffer } from 'node:buffer'
import { parseTime, vendorRecord, vendorTime, vendorWord } from 'checkwright'
import * as z from 'zod/mini'
import { createListSchema, createWholeSchema, flag, whole } from './xml.ts'

/**
 * The fields that the checks read, and no others. Source: the service models of botocore 1.43.107. `test/facts.ts`
 * lists the operations, and a test compares both with the models. Answers of IAM, STS, RDS, EC2 and S3 Control are XML,
 * so all values are text. AWS leaves optional members out if nothing is set; each has its meaning here. Valid answers
 * always have the others.
 */

/** A region's name becomes part of the next host. */
const Region = z.string().check(z.regex(/^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/))

/** STS AssumeRole, API version 2011-06-15. */
export const AssumedRole = z.pipe(
  z.object({
    Credentials: z.object({
      AccessKeyId: z.string(),
      SecretAccessKey: z.string(),
      SessionToken: z.string(),
      Expiration: vendorTime(),
    }),
  }),
  z.transform(({ Credentials: { AccessKeyId, SecretAccessKey, SessionToken, Expiration } }) => ({
    keys: { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken },
    expiresAtMs: parseTime(Expiration),
  })),
)

/** STS GetCallerIdentity. */
export const CallerIdentity = z.pipe(
  z.object({ Account: z.string().check(z.regex(/^\d{12}$/)), Arn: z.string() }),
  z.transform(({ Account, Arn }) => ({ account: Account, arn: Arn })),
)

/** IAM GetAccountSummary, API version 2010-05-08: a map of numbers. */
export const AccountSummary = z.pipe(
  z.object({
    SummaryMap: createListSchema('entry', z.object({ key: z.string(), value: whole })).check(
      z.refine((entries) => new Set(entries.map(({ key }) => key)).size === entries.length, 'names a count twice'),
    ),
  }),
  z.transform(({ SummaryMap }) => new Map(SummaryMap.map(({ key, value }) => [key, value]))),
)

/**
 * IAM GetAccountPasswordPolicy. Without the two optional ones, old passwords are not remembered and do not expire:
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_UpdateAccountPasswordPolicy.html
 */
export const PasswordPolicy = z.pipe(
  z.object({
    PasswordPolicy: z.object({
      MinimumPasswordLength: createWholeSchema(6, 128),
      PasswordReusePrevention: z.optional(createWholeSchema(0, 24)),
      MaxPasswordAge: z.optional(whole),
    }),
  }),
  z.transform(({ PasswordPolicy: { MinimumPasswordLength, PasswordReusePrevention, MaxPasswordAge } }) => ({
    minLength: MinimumPasswordLength,
    reusePrevention: PasswordReusePrevention ?? 0,
    maxAgeDays: MaxPasswordAge,
  })),
)

/** IAM GenerateCredentialReport. */
export const ReportState = z.pipe(
  z.object({ State: vendorWord(['STARTED', 'INPROGRESS', 'COMPLETE']) }),
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

const Named = z.object({ PolicyName: z.string() })
const Attached = z.object({ PolicyName: z.string(), PolicyArn: z.string() })

/**
 * A policy that AWS attaches to the user of a leaked key. It denies what attackers do with one, and allows nothing:
 * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSCompromisedKeyQuarantineV3.html
 */
const isQuarantine = ({ PolicyArn }: z.infer<typeof Attached>) =>
  /^arn:[^:]+:iam::aws:policy\/AWSCompromisedKeyQuarantine(?:V\d+)?$/.test(PolicyArn)

/**
 * An item of IAM GetAccountAuthorizationDetails. IAM leaves the list of policies of a user's own out if there are none:
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_GetAccountAuthorizationDetails.html#API_GetAccountAuthorizationDetails_Examples
 */
export const UserDetail = z.pipe(
  z.object({
    UserName: z.string(),
    Arn: z.string(),
    UserPolicyList: z.optional(createListSchema('member', Named)),
    AttachedManagedPolicies: createListSchema('member', Attached),
  }),
  z.transform(({ UserName, Arn, UserPolicyList = [], AttachedManagedPolicies }) => ({
    name: UserName,
    arn: Arn,
    policies: [...UserPolicyList, ...AttachedManagedPolicies.filter((policy) => !isQuarantine(policy))].map(
      ({ PolicyName }) => PolicyName,
    ),
  })),
)

/** An item of IAM ListPolicies. The version becomes part of the next request. */
export const ListedPolicy = z.object({
  PolicyName: z.string(),
  Arn: z.string(),
  DefaultVersionId: z.string(),
  // A policy that only bounds permissions is attached to nobody.
  AttachmentCount: z.optional(whole),
})

/** IAM GetPolicyVersion: a document in JSON, encoded as in a URL (RFC 3986). */
export const PolicyVersion = z.pipe(
  z.object({ PolicyVersion: z.object({ Document: z.string() }) }),
  z.transform(({ PolicyVersion: { Document } }) => Document),
)

/** An item of IAM ListServerCertificates. */
export const ServerCertificate = z.object({
  ServerCertificateName: z.string(),
  Arn: z.string(),
  Expiration: vendorTime(),
})

/** EC2 DescribeRegions, API version 2016-11-15. */
export const Regions = z.pipe(
  z.object({ regionInfo: createListSchema('item', z.object({ regionName: Region })) }),
  z.transform(({ regionInfo }) => regionInfo.map(({ regionName }) => regionName)),
)

/** EC2 GetEbsEncryptionByDefault. */
export const EbsEncryption = z.pipe(
  z.object({ ebsEncryptionByDefault: flag }),
  z.transform(({ ebsEncryptionByDefault }) => ebsEncryptionByDefault),
)

/** EC2 GetSnapshotBlockPublicAccessState. */
export const SnapshotSharing = z.pipe(
  z.object({ state: vendorWord(['block-all-sharing', 'block-new-sharing', 'unblocked']) }),
  z.transform(({ state }) => state),
)

/**
 * EC2 GetImageBlockPublicAccessState. The model does not list its words:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_GetImageBlockPublicAccessState.html
 */
export const ImageSharing = z.pipe(
  z.object({ imageBlockPublicAccessState: vendorWord(['block-new-sharing', 'unblocked']) }),
  z.transform(({ imageBlockPublicAccessState }) => imageBlockPublicAccessState),
)

/** An item of EC2 DescribeVolumes. AWS's examples do not say whether a volume is encrypted, which is then unknown. */
export const Volume = z.object({ volumeId: z.string(), encrypted: z.optional(flag) })

/** An item of EC2 DescribeVpcs. A VPC that another account shares has the number of that account. AWS's examples have none. */
export const Vpc = z.object({ vpcId: z.string(), ownerId: z.optional(z.string()) })

/**
 * An item of EC2 DescribeFlowLogs, of a network, a subnet or an interface. Those of transit gateways have no type of traffic:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateFlowLogs.html
 */
export const FlowLog = z.object({
  resourceId: z.string(),
  flowLogStatus: vendorWord(['ACTIVE']),
  trafficType: vendorWord(['ACCEPT', 'REJECT', 'ALL']),
  deliverLogsStatus: vendorWord(['SUCCESS', 'FAILED']),
})

const instanceStates = ['pending', 'running', 'shutting-down', 'terminated', 'stopping', 'stopped'] as const

/** A machine in an item of EC2 DescribeInstances, which has those that were started together. */
export const Instance = z.pipe(
  z.object({
    instanceId: z.string(),
    instanceState: z.object({ name: vendorWord(instanceStates) }),
    // One that is gone may have none.
    metadataOptions: z.optional(
      z.object({
        httpTokens: vendorWord(['optional', 'required']),
        httpEndpoint: vendorWord(['disabled', 'enabled']),
      }),
    ),
  }),
  z.transform(({ instanceId, instanceState, metadataOptions }) => ({
    id: instanceId,
    state: instanceState.name,
    metadata: metadataOptions,
  })),
)

// Names if EC2 has one, otherwise numbers. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_IpPermission.html
const Protocol = z.string().check(z.regex(/^(?:-1|tcp|udp|icmp|icmpv6|\d{1,3})$/))
const carriesPorts = ['tcp', '6', 'udp', '17']
const Port = z.optional(createWholeSchema(-1, 65_535))

/** Only TCP, UDP and ICMP have ports; the lists are always there, even if empty. */
const Permission = z
  .object({
    ipProtocol: Protocol,
    fromPort: Port,
    toPort: Port,
    ipRanges: createListSchema('item', z.object({ cidrIp: z.string() })),
    ipv6Ranges: createListSchema('item', z.object({ cidrIpv6: z.string() })),
    prefixListIds: z.optional(createListSchema('item', z.object({ prefixListId: z.string() }))),
  })
  .check(
    z.refine(
      ({ ipProtocol, fromPort, toPort }) =>
        !carriesPorts.includes(ipProtocol) || (fromPort !== undefined && toPort !== undefined),
      'names no ports',
    ),
  )

export type SecurityGroup = z.output<typeof SecurityGroup>

/** An item of EC2 DescribeSecurityGroups. */
export const SecurityGroup = z.pipe(
  z.object({
    groupId: z.string(),
    groupName: z.string(),
    vpcId: z.optional(z.string()),
    ipPermissions: createListSchema('item', Permission),
  }),
  z.transform(({ ipPermissions, ...rest }) => ({
    ...rest,
    inbound: ipPermissions.map(({ ipProtocol, fromPort, toPort, ipRanges, ipv6Ranges, prefixListIds = [] }) => ({
      protocol: ipProtocol,
      from: fromPort,
      to: toPort,
      sources: [...ipRanges.map(({ cidrIp }) => cidrIp), ...ipv6Ranges.map(({ cidrIpv6 }) => cidrIpv6)],
      lists: prefixListIds.map(({ prefixListId }) => prefixListId),
    })),
  })),
)

const Rules = createListSchema('item', z.object({ ipProtocol: Protocol }))

/** The same item, by how many rules it has. */
export const GroupRules = z.pipe(
  z.object({
    groupId: z.string(),
    groupName: z.string(),
    // XML has no null: an empty element would be one VPC for all.
    vpcId: z.string().check(z.minLength(1)),
    ipPermissions: Rules,
    ipPermissionsEgress: Rules,
  }),
  z.transform(({ ipPermissions, ipPermissionsEgress, ...rest }) => ({
    ...rest,
    inbound: ipPermissions.length,
    outbound: ipPermissionsEgress.length,
  })),
)

/** What every check reads of an item of RDS DescribeDBInstances, API version 2014-10-31. */
const instance = {
  DBInstanceIdentifier: z.string(),
  DBInstanceArn: z.string(),
  Engine: z.string(),
  DBClusterIdentifier: z.optional(z.string()),
  ReadReplicaSourceDBInstanceIdentifier: z.optional(z.string()),
  ReadReplicaSourceDBClusterIdentifier: z.optional(z.string()),
}
const DbInstanceWire = z.object(instance)
export type DbInstance = ReturnType<typeof readInstance>

function readInstance(wire: z.output<typeof DbInstanceWire>) {
  return {
    name: wire.DBInstanceIdentifier,
    arn: wire.DBInstanceArn,
    engine: wire.Engine,
    cluster: wire.DBClusterIdentifier || undefined,
    // RDS may write an unset value as an empty element.
    replicaOf: wire.ReadReplicaSourceDBInstanceIdentifier || wire.ReadReplicaSourceDBClusterIdentifier || undefined,
  }
}

/** The same item with what one check judges, so that an odd member of another check leaves this one as it is. */
function createInstanceSchema<Wire extends z.output<typeof DbInstanceWire>, Own>(
  schema: z.ZodMiniType<Wire>,
  read: (wire: Wire) => Own,
): z.ZodMiniType<DbInstance & Own> {
  return z.pipe(
    schema,
    z.transform((wire) => ({ ...readInstance(wire), ...read(wire) })),
  )
}

export const DbExposure = createInstanceSchema(
  z.object({ ...instance, PubliclyAccessible: flag }),
  ({ PubliclyAccessible }) => ({ isPublic: PubliclyAccessible }),
)

export const DbEncryption = createInstanceSchema(
  z.object({
    ...instance,
    StorageEncrypted: flag,
    // Newer than the flag, which tells of KMS keys alone.
    StorageEncryptionType: z.optional(vendorWord(['none', 'sse-kms', 'sse-rds'])),
  }),
  ({ StorageEncrypted, StorageEncryptionType }) => ({
    encryptedByKms: StorageEncrypted,
    encryptionType: StorageEncryptionType,
  }),
)

export const DbBackups = createInstanceSchema(
  // RDS keeps at most 35 days.
  z.object({ ...instance, BackupRetentionPeriod: createWholeSchema(0, 35) }),
  ({ BackupRetentionPeriod }) => ({ backupDays: BackupRetentionPeriod }),
)

export const DbUpgrades = createInstanceSchema(
  z.object({ ...instance, AutoMinorVersionUpgrade: flag }),
  ({ AutoMinorVersionUpgrade }) => ({ upgraded: AutoMinorVersionUpgrade }),
)

/** What every check reads of an item of RDS DescribeDBClusters. */
const cluster = {
  DBClusterIdentifier: z.string(),
  DBClusterArn: z.string(),
  ReplicationSourceIdentifier: z.optional(z.string()),
  // A cluster of Aurora keeps its data without an instance:
  // https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-global-database-attach.console.headless.html
  DBClusterMembers: z.optional(createListSchema('DBClusterMember', z.object({}))),
  GlobalClusterIdentifier: z.optional(z.string()),
}
const DbClusterWire = z.object(cluster)
export type DbCluster = ReturnType<typeof readCluster>

function readCluster(wire: z.output<typeof DbClusterWire>) {
  return {
    name: wire.DBClusterIdentifier,
    arn: wire.DBClusterArn,
    replicaOf: wire.ReplicationSourceIdentifier || undefined,
    isEmpty: wire.DBClusterMembers?.length === 0,
    partOf: wire.GlobalClusterIdentifier || undefined,
  }
}

/** A cluster by itself. */
export const DbCluster = z.pipe(DbClusterWire, z.transform(readCluster))

/** A switch that clusters have, and instances outside of clusters. */
export const dbDeletionProtection = {
  instance: createInstanceSchema(z.object({ ...instance, DeletionProtection: flag }), ({ DeletionProtection }) => ({
    isOn: DeletionProtection,
  })),
  cluster: z.pipe(
    z.object({ ...cluster, DeletionProtection: flag }),
    z.transform((wire) => ({ ...readCluster(wire), isOn: wire.DeletionProtection })),
  ),
}

export const dbZones = {
  instance: createInstanceSchema(z.object({ ...instance, MultiAZ: flag }), ({ MultiAZ }) => ({ isOn: MultiAZ })),
  cluster: z.pipe(
    z.object({ ...cluster, MultiAZ: flag }),
    z.transform((wire) => ({ ...readCluster(wire), isOn: wire.MultiAZ })),
  ),
}

/** S3 Control GetPublicAccessBlock, API version 2018-08-20. */
export const PublicAccessBlock = z.pipe(
  z.object({
    BlockPublicAcls: flag,
    IgnorePublicAcls: flag,
    BlockPublicPolicy: flag,
    RestrictPublicBuckets: flag,
  }),
  z.transform(({ BlockPublicAcls, IgnorePublicAcls, BlockPublicPolicy, RestrictPublicBuckets }) => ({
    blockPublicAcls: BlockPublicAcls,
    ignorePublicAcls: IgnorePublicAcls,
    blockPublicPolicy: BlockPublicPolicy,
    restrictPublicBuckets: RestrictPublicBuckets,
  })),
)

export type Trail = z.output<typeof Trail>

/** An item of CloudTrail DescribeTrails, API version 2013-11-01. */
export const Trail = z.pipe(
  z.object({
    Name: z.string(),
    TrailARN: z.string(),
    HomeRegion: Region,
    IsMultiRegionTrail: z.boolean(),
    LogFileValidationEnabled: z.boolean(),
    IncludeGlobalServiceEvents: z.boolean(),
    // A trail without a key of its own is encrypted by a key of S3.
    KmsKeyId: z.optional(z.string()),
    // Newer than the others, and missing in some of AWS's examples. Without it, the selectors themselves are requested.
    HasCustomEventSelectors: z.optional(z.boolean()),
  }),
  z.transform((wire) => ({
    name: wire.Name,
    arn: wire.TrailARN,
    homeRegion: wire.HomeRegion,
    multiRegion: wire.IsMultiRegionTrail,
    validated: wire.LogFileValidationEnabled,
    globalEvents: wire.IncludeGlobalServiceEvents,
    key: wire.KmsKeyId || undefined,
    mayHaveSelectors: wire.HasCustomEventSelectors !== false,
  })),
)

/** CloudTrail DescribeTrails, which gives all trails at once. */
export const Trails = z.pipe(
  z.object({ trailList: z.array(vendorRecord(Trail, 'TrailARN')) }),
  z.transform(({ trailList }) => trailList),
)

/** An item of CloudTrail ListTrails, which names the trails of all regions. */
export const ListedTrail = z.object({ TrailARN: z.string(), Name: z.string(), HomeRegion: Region })

/** CloudTrail GetTrailStatus. */
export const TrailStatus = z.pipe(
  z.object({
    IsLogging: z.boolean(),
    // Present if there was an error.
    LatestDeliveryError: z.optional(z.string()),
    LatestDigestDeliveryError: z.optional(z.string()),
  }),
  z.transform(({ IsLogging, LatestDeliveryError, LatestDigestDeliveryError }) => ({
    logging: IsLogging,
    // AWS sends an empty text if there was no error.
    deliveryError: LatestDeliveryError || undefined,
    digestError: LatestDigestDeliveryError || undefined,
  })),
)

const BasicSelector = z.object({
  ReadWriteType: vendorWord(['ReadOnly', 'WriteOnly', 'All']),
  IncludeManagementEvents: z.boolean(),
  // AWS leaves it out if nothing is excluded.
  ExcludeManagementEventSources: z.optional(z.array(z.string())),
})

const AdvancedSelector = z.object({
  FieldSelectors: z.array(z.object({ Field: z.string(), Equals: z.optional(z.array(z.string())) })),
})

/**
 * CloudTrail GetEventSelectors: which management events a trail keeps. It has one list or the other, and several
 * selectors add up.
 */
export const EventSelectors = z.pipe(
  z
    .object({
      EventSelectors: z.optional(z.array(BasicSelector)),
      AdvancedEventSelectors: z.optional(z.array(AdvancedSelector)),
    })
    .check(
      z.refine(
        (wire) => (wire.EventSelectors ?? wire.AdvancedEventSelectors) !== undefined,
        'has no list of selectors',
      ),
    ),
  z.transform(({ EventSelectors: basic = [], AdvancedEventSelectors: advanced = [] }) => {
    const kinds = [...basic.map(readKeptKind), ...advanced.map(readChosenKind)]
    const keeps = (kind: 'ReadOnly' | 'WriteOnly') => kinds.includes('All') || kinds.includes(kind)
    return { reads: keeps('ReadOnly'), writes: keeps('WriteOnly') }
  }),
)

/** The kind of management events that a selector keeps in full; undefined if it leaves some out. */
function readKeptKind(selector: z.output<typeof BasicSelector>) {
  const { ReadWriteType, IncludeManagementEvents, ExcludeManagementEventSources: excluded = [] } = selector
  return IncludeManagementEvents && excluded.length === 0 ? ReadWriteType : undefined
}

/** The same for a selector by fields: one with only the category, and reads or writes, leaves none out. */
function readChosenKind({ FieldSelectors: fields }: z.output<typeof AdvancedSelector>) {
  const equalsOf = (name: string) => {
    const named = fields.filter(({ Field }) => Field === name)
    return named.length === 1 && named[0]?.Equals?.length === 1 ? named[0].Equals[0] : undefined
  }
  if (equalsOf('eventCategory') !== 'Management') return undefined
  if (fields.length === 1) return 'All'
  const readOnly = fields.length === 2 ? equalsOf('readOnly') : undefined
  return readOnly === 'true' ? 'ReadOnly' : readOnly === 'false' ? 'WriteOnly' : undefined
}

/** An item of KMS ListKeys, API version 2014-11-01. */
export const ListedKey = z.pipe(
  z.object({ KeyId: z.string(), KeyArn: z.string() }),
  z.transform(({ KeyId, KeyArn }) => ({ id: KeyId, arn: KeyArn })),
)

const keyStates = [
  'Creating',
  'Enabled',
  'Disabled',
  'PendingDeletion',
  'PendingImport',
  'PendingReplicaDeletion',
  'Unavailable',
  'Updating',
] as const

const keySpecs = [
  'SYMMETRIC_DEFAULT',
  'RSA_2048',
  'RSA_3072',
  'RSA_4096',
  'ECC_NIST_P256',
  'ECC_NIST_P384',
  'ECC_NIST_P521',
  'ECC_NIST_EDWARDS25519',
  'ECC_SECG_P256K1',
  'HMAC_224',
  'HMAC_256',
  'HMAC_384',
  'HMAC_512',
  'SM2',
  'ML_DSA_44',
  'ML_DSA_65',
  'ML_DSA_87',
] as const

/** KMS DescribeKey. */
export const Key = z.pipe(
  z.object({
    KeyMetadata: z.object({
      KeyId: z.string(),
      Arn: z.string(),
      KeyManager: vendorWord(['AWS', 'CUSTOMER']),
      KeyState: vendorWord(keyStates),
      KeySpec: vendorWord(keySpecs),
      Origin: vendorWord(['AWS_KMS', 'EXTERNAL', 'AWS_CLOUDHSM', 'EXTERNAL_KEY_STORE']),
      // Only keys of several regions have one.
      MultiRegionConfiguration: z.optional(
        z.object({ PrimaryKey: z.optional(z.object({ Arn: z.string(), Region: z.string() })) }),
      ),
    }),
  }),
  z.transform(({ KeyMetadata: { KeyId, Arn, KeyManager, KeyState, KeySpec, Origin, MultiRegionConfiguration } }) => ({
    id: KeyId,
    arn: Arn,
    manager: KeyManager,
    state: KeyState,
    spec: KeySpec,
    origin: Origin,
    primary: MultiRegionConfiguration?.PrimaryKey,
  })),
)

/** KMS GetKeyRotationStatus. The period is present if rotation is on. */
export const KeyRotation = z.pipe(
  z.object({
    KeyRotationEnabled: z.boolean(),
    RotationPeriodInDays: z.optional(z.int().check(z.minimum(90), z.maximum(2560))),
  }),
  z.transform(({ KeyRotationEnabled, RotationPeriodInDays }) => ({
    enabled: KeyRotationEnabled,
    periodDays: RotationPeriodInDays,
  })),
)

/** The kinds of IAM, which a recorder may leave out although it records all others. */
const iamTypes = ['AWS::IAM::User', 'AWS::IAM::Group', 'AWS::IAM::Role', 'AWS::IAM::Policy']

/** An item of Config DescribeConfigurationRecorders, API version 2014-11-12. A recorder of an AWS service records for it alone. */
const Recorder = z.pipe(
  z.object({
    name: z.string(),
    recordingGroup: z.object({
      allSupported: z.boolean(),
      includeGlobalResourceTypes: z.optional(z.boolean()),
      resourceTypes: z.optional(z.array(z.string())),
      exclusionByResourceTypes: z.optional(z.object({ resourceTypes: z.optional(z.array(z.string())) })),
      // Older recorders have none, and `allSupported` decides.
      recordingStrategy: z.optional(
        z.object({
          useOnly: vendorWord([
            'ALL_SUPPORTED_RESOURCE_TYPES',
            'INCLUSION_BY_RESOURCE_TYPES',
            'EXCLUSION_BY_RESOURCE_TYPES',
          ]),
        }),
      ),
    }),
    // The default is every change: https://docs.aws.amazon.com/config/latest/APIReference/API_RecordingMode.html
    recordingMode: z.optional(z.object({ recordingFrequency: vendorWord(['CONTINUOUS', 'DAILY']) })),
    servicePrincipal: z.optional(z.string()),
  }),
  z.transform(({ name, recordingGroup, recordingMode, servicePrincipal }) => ({
    name,
    ...readScope(recordingGroup),
    daily: recordingMode?.recordingFrequency === 'DAILY',
    service: servicePrincipal,
  })),
)

interface RecordingGroup {
  readonly allSupported: boolean
  readonly includeGlobalResourceTypes?: boolean | undefined
  readonly resourceTypes?: readonly string[] | undefined
  readonly exclusionByResourceTypes?: { readonly resourceTypes?: readonly string[] | undefined } | undefined
  readonly recordingStrategy?: { readonly useOnly: string } | undefined
}

/**
 * Whether a recorder has all kinds of resources of its region, and whether it has those of IAM. The second is undefined where the
 * answer does not tell. https://docs.aws.amazon.com/config/latest/APIReference/API_RecordingGroup.html
 */
function readScope(group: RecordingGroup): { readonly everything: boolean; readonly iam: boolean | undefined } {
  const { allSupported, includeGlobalResourceTypes, resourceTypes = [], recordingStrategy } = group
  if (allSupported) return { everything: true, iam: includeGlobalResourceTypes }
  if (recordingStrategy?.useOnly !== 'EXCLUSION_BY_RESOURCE_TYPES')
    return { everything: false, iam: iamTypes.every((type) => resourceTypes.includes(type)) }
  const leftOut = group.exclusionByResourceTypes?.resourceTypes ?? []
  // What all regions have in common is recorded once: most regions leave it out.
  return {
    everything: leftOut.length > 0 && leftOut.every((type) => iamTypes.includes(type)),
    iam: leftOut.length > 0 && !leftOut.some((type) => iamTypes.includes(type)),
  }
}

export const Recorders = z.pipe(
  z.object({ ConfigurationRecorders: z.array(Recorder) }),
  z.transform(({ ConfigurationRecorders }) => ConfigurationRecorders),
)

// The model has the first form, and AWS's own examples show the second:
// https://docs.aws.amazon.com/cli/latest/reference/configservice/describe-configuration-recorder-status.html
const recorderStatuses = ['Pending', 'Success', 'Failure', 'NotApplicable', 'PENDING', 'SUCCESS', 'FAILURE'] as const

/** Config DescribeConfigurationRecorderStatus. */
export const RecorderStatuses = z.pipe(
  z.object({
    ConfigurationRecordersStatus: z.array(
      z.object({
        name: z.string(),
        recording: z.boolean(),
        // Absent before the recorder was first started.
        lastStatus: z.optional(vendorWord(recorderStatuses)),
      }),
    ),
  }),
  z.transform(({ ConfigurationRecordersStatus }) => ConfigurationRecordersStatus),
)

/** An item of Access Analyzer ListAnalyzers, API version 2019-11-01. */
export const Analyzer = z.object({
  name: z.string(),
  type: vendorWord([
    'ACCOUNT',
    'ORGANIZATION',
    'ACCOUNT_UNUSED_ACCESS',
    'ORGANIZATION_UNUSED_ACCESS',
    'ACCOUNT_INTERNAL_ACCESS',
    'ORGANIZATION_INTERNAL_ACCESS',
  ]),
  status: vendorWord(['ACTIVE', 'CREATING', 'DISABLED', 'FAILED']),
})

/** GuardDuty ListDetectors, API version 2017-11-28: a page of ids. */
export const DetectorId = z.string()

/** GuardDuty GetDetector. */
export const Detector = z.object({ status: vendorWord(['ENABLED', 'DISABLED']) })
