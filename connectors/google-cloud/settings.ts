import { vendorTime, vendorWord } from 'checkwright'
import * as z from 'zod/mini'
import { sqlInstanceType } from './responses.ts'

/**
 * What single checks read of answers, each in its own form, so that a member that Google changes disturbs only the checks
 * that read it. Sources and rules are those of `responses.ts`: Google leaves out what is empty, false or 0.
 */

const named = { id: z.string(), name: z.string() }

/** The warning of a zone or region without resources in a list of all. */
export const NothingHere = z.object({ code: vendorWord(['NO_RESULTS_ON_PAGE']) })

const address = z.optional(z.array(z.object({ natIP: z.optional(z.string()) })))

/** A machine, for its addresses. */
export const AddressedMachine = z.object({
  ...named,
  networkInterfaces: z
    .array(
      z.object({
        accessConfigs: address,
        ipv6AccessConfigs: z.optional(z.array(z.object({ externalIpv6: z.optional(z.string()) }))),
      }),
    )
    .check(z.minLength(1)),
})

/** A machine, for the account that it acts as. One that acts as nobody has none. */
export const ActingMachine = z.object({
  ...named,
  serviceAccounts: z.optional(z.array(z.object({ email: z.string(), scopes: z.array(z.string()) }))),
})

/** A machine, for how its start is guarded. */
export const ShieldedMachine = z.object({
  ...named,
  shieldedInstanceConfig: z.optional(
    z.object({
      enableSecureBoot: z.optional(z.boolean()),
      enableVtpm: z.optional(z.boolean()),
      enableIntegrityMonitoring: z.optional(z.boolean()),
    }),
  ),
})

const Metadata = z.object({ items: z.optional(z.array(z.object({ key: z.string(), value: z.optional(z.string()) }))) })

/** A machine, for its metadata, and whether it runs Windows. */
export const ConfiguredMachine = z.object({
  ...named,
  metadata: Metadata,
  disks: z.optional(
    z.array(z.object({ guestOsFeatures: z.optional(z.array(z.object({ type: z.optional(z.string()) }))) })),
  ),
})

/** GET /compute/v1/projects/{project}, for the metadata of all machines. */
export const ComputeProject = z.object({ commonInstanceMetadata: Metadata })

/** A subnetwork, for the log of its traffic. */
export const LoggedSubnetwork = z.object({
  ...named,
  purpose: z.string(),
  // The older member is only sent where it is set, and the newer one says the same.
  logConfig: z.optional(z.object({ enable: z.optional(z.boolean()) })),
})

/** An item of GET /compute/v1/projects/{project}/global/firewalls, for its log. */
export const LoggedFirewall = z.object({
  ...named,
  direction: vendorWord(['INGRESS', 'EGRESS']),
  disabled: z.optional(z.boolean()),
  logConfig: z.object({ enable: z.optional(z.boolean()) }),
})

/** An item of GET /compute/v1/projects/{project}/global/networks. Networks of the legacy kind have a range of their own. */
export const Network = z.object({
  ...named,
  autoCreateSubnetworks: z.optional(z.boolean()),
  IPv4Range: z.optional(z.string()),
})

// An instance that runs elsewhere has no settings.
function sqlInstance<T extends z.core.$ZodLooseShape>(settings: T) {
  return z.object({
    name: z.string(),
    instanceType: sqlInstanceType,
    databaseVersion: z.string(),
    settings: z.optional(z.object(settings)),
  })
}

/** An instance of Cloud SQL, for its addresses. Google may write or leave out a false one, so its absence proves nothing. */
export const AddressedSql = sqlInstance({ ipConfiguration: z.object({ ipv4Enabled: z.boolean() }) })

/** An instance of Cloud SQL, for where it runs. */
export const PlacedSql = sqlInstance({ availabilityType: vendorWord(['ZONAL', 'REGIONAL']) })

const BackupConfiguration = z.pipe(
  z.object({
    enabled: z.optional(z.boolean()),
    pointInTimeRecoveryEnabled: z.optional(z.boolean()),
    binaryLogEnabled: z.optional(z.boolean()),
    backupTier: z.optional(z.string()),
  }),
  z.transform(({ enabled = false, pointInTimeRecoveryEnabled = false, binaryLogEnabled = false, backupTier }) => ({
    hasBackups: enabled,
    // Backup and DR keeps the backups in place of Cloud SQL. ADVANCED is the older word.
    isKeptElsewhere: backupTier === 'ENHANCED' || backupTier === 'ADVANCED',
    // PostgreSQL and SQL Server use one, MySQL the other.
    hasPointInTime: pointInTimeRecoveryEnabled || binaryLogEnabled,
  })),
)

/** An instance of Cloud SQL, for its backups. */
export const BackedUpSql = z.object({
  name: z.string(),
  instanceType: sqlInstanceType,
  settings: z.optional(z.object({ backupConfiguration: z.optional(BackupConfiguration) })),
})

/** An instance of Cloud SQL, for whether it can be deleted. */
export const ProtectedSql = sqlInstance({ deletionProtectionEnabled: z.optional(z.boolean()) })

/** An instance of Cloud SQL, for the passwords of its own users. */
export const PasswordSql = sqlInstance({
  passwordValidationPolicy: z.optional(
    z.object({ enablePasswordPolicy: z.optional(z.boolean()), minLength: z.optional(z.int()) }),
  ),
})

/** An item of GET /storage/v1/b, for whose it is. */
export const NamedBucket = z.object({ name: z.string() })

/** An item of GET /storage/v1/b, for whether objects have access lists. */
export const UniformBucket = z.object({
  name: z.string(),
  iamConfiguration: z.object({ uniformBucketLevelAccess: z.object({ enabled: z.boolean() }) }),
})

/** An item of GET /storage/v1/b, for what it keeps of deleted objects. */
export const RecoverableBucket = z.pipe(
  z.object({
    name: z.string(),
    versioning: z.optional(z.object({ enabled: z.optional(z.boolean()) })),
    softDeletePolicy: z.optional(
      z.object({ retentionDurationSeconds: z.optional(z.string().check(z.regex(/^\d{1,8}$/))) }),
    ),
  }),
  z.transform(({ name, versioning, softDeletePolicy }) => ({
    name,
    keepsVersions: versioning?.enabled ?? false,
    softDeleteSeconds: Number(softDeletePolicy?.retentionDurationSeconds ?? 0),
  })),
)

/** An item of GET /storage/v1/b, for whether it may be public. */
export const PreventingBucket = z.object({
  name: z.string(),
  iamConfiguration: z.object({ publicAccessPrevention: vendorWord(['inherited', 'enforced', 'unspecified']) }),
})

/** An item of GET /storage/v1/projects/{projectId}/hmacKeys. */
export const HmacKey = z.object({
  accessId: z.string(),
  serviceAccountEmail: z.string(),
  state: vendorWord(['ACTIVE', 'INACTIVE', 'DELETED']),
  timeCreated: vendorTime(),
})

/** An item of GET /v1/projects/{projectsId}/locations of Cloud KMS, and of …/keyRings. */
export const KmsPlace = z.object({ name: z.string() })

export type CryptoKey = z.output<typeof CryptoKey>

/** An item of GET …/cryptoKeys. A period is written in seconds, such as `7776000s`. A key with a period has a next time. */
export const CryptoKey = z.object({
  name: z.string(),
  purpose: vendorWord([
    'ENCRYPT_DECRYPT',
    'ASYMMETRIC_SIGN',
    'ASYMMETRIC_DECRYPT',
    'RAW_ENCRYPT_DECRYPT',
    'MAC',
    'KEY_ENCAPSULATION',
    'AES_WRAPPING',
  ]),
  primary: z.optional(
    z.object({
      state: vendorWord([
        'PENDING_GENERATION',
        'ENABLED',
        'DISABLED',
        'DESTROYED',
        'DESTROY_SCHEDULED',
        'PENDING_IMPORT',
        'IMPORT_FAILED',
        'GENERATION_FAILED',
        'PENDING_EXTERNAL_DESTRUCTION',
        'EXTERNAL_DESTRUCTION_FAILED',
      ]),
    }),
  ),
  rotationPeriod: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,9})?s$/)),
      z.transform((period) => Number.parseFloat(period) / 86_400),
    ),
  ),
  nextRotationTime: z.optional(z.unknown()),
  importOnly: z.optional(z.boolean()),
  versionTemplate: z.optional(z.object({ protectionLevel: z.optional(z.string()) })),
})
