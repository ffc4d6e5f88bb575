import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: Google's discovery documents of Cloud Resource Manager v3,
 * Storage v1, Compute v1, Cloud SQL Admin v1, IAM v1 and Logging v2, google-api-python-client 2.201.0. `test/facts.ts`
 * names the operations, and a test holds both against the description. Google leaves out what is empty, false or 0.
 */

/** The file that Google hands out for a key. https://cloud.google.com/iam/docs/keys-create-delete */
export const ServiceAccountKey = z.pipe(
  z.object({
    type: z.literal('service_account'),
    client_email: z.string(),
    private_key_id: z.string(),
    private_key: z.string(),
  }),
  z.transform((key) => ({ clientEmail: key.client_email, keyId: key.private_key_id, privateKey: key.private_key })),
)

/** POST https://oauth2.googleapis.com/token (RFC 6749 §5.1). */
export const TokenReply = z.pipe(
  z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() }),
  z.transform((reply) => ({ accessToken: reply.access_token, expiresInSeconds: reply.expires_in })),
)

const Bindings = z.array(z.object({ role: z.string(), members: z.optional(z.array(z.string())) }))

export type Policy = z.output<typeof Policy>

/** POST /v3/projects/{projectsId}:getIamPolicy. */
export const Policy = z.pipe(
  z.object({
    bindings: z.optional(Bindings),
    auditConfigs: z.optional(
      z.array(
        z.object({
          service: z.string(),
          auditLogConfigs: z.optional(
            z.array(z.object({ logType: z.string(), exemptedMembers: z.optional(z.array(z.string())) })),
          ),
        }),
      ),
    ),
  }),
  z.transform(({ bindings = [], auditConfigs = [] }) => ({
    grants: grantsOf(bindings),
    auditConfigs: auditConfigs.map(({ service, auditLogConfigs = [] }) => ({ service, auditLogConfigs })),
  })),
)

/** GET /storage/v1/b/{bucket}/iam. */
export const BucketPolicy = z.pipe(
  z.object({ bindings: z.optional(Bindings) }),
  z.transform(({ bindings = [] }) => ({ grants: grantsOf(bindings) })),
)

function grantsOf(bindings: z.output<typeof Bindings>) {
  return bindings.flatMap(({ role, members = [] }) => members.map((member) => ({ role, member })))
}

export type Bucket = z.output<typeof Bucket>

/** An item of GET /storage/v1/b. */
export const Bucket = z.pipe(
  z.object({
    name: z.string(),
    iamConfiguration: z.object({
      publicAccessPrevention: z.optional(z.string()),
      uniformBucketLevelAccess: z.object({ enabled: z.boolean() }),
    }),
    versioning: z.optional(z.object({ enabled: z.optional(z.boolean()) })),
    softDeletePolicy: z.optional(z.object({ retentionDurationSeconds: z.optional(z.string()) })),
  }),
  z.transform(({ name, iamConfiguration, versioning, softDeletePolicy }) => ({
    name,
    preventsPublicAccess: iamConfiguration.publicAccessPrevention === 'enforced',
    isUniform: iamConfiguration.uniformBucketLevelAccess.enabled,
    keepsVersions: versioning?.enabled ?? false,
    softDeleteSeconds: Number(softDeletePolicy?.retentionDurationSeconds ?? 0),
  })),
)

export type Firewall = z.output<typeof Firewall>

/** An item of GET /compute/v1/projects/{project}/global/firewalls. */
export const Firewall = z.pipe(
  z.object({
    id: z.string(),
    name: z.string(),
    direction: z.string(),
    disabled: z.optional(z.boolean()),
    network: z.optional(z.string()),
    sourceRanges: z.optional(z.array(z.string())),
    allowed: z.optional(z.array(z.object({ IPProtocol: z.string(), ports: z.optional(z.array(z.string())) }))),
  }),
  z.transform(({ allowed = [], sourceRanges = [], disabled = false, ...rest }) => ({
    ...rest,
    disabled,
    sourceRanges,
    allowed: allowed.map(({ IPProtocol, ports }) => ({ protocol: IPProtocol, ports })),
  })),
)

export type SqlInstance = z.output<typeof SqlInstance>

/** An item of GET /v1/projects/{project}/instances of Cloud SQL. */
export const SqlInstance = z.pipe(
  z.object({
    name: z.string(),
    instanceType: z.string(),
    settings: z.optional(
      z.object({
        ipConfiguration: z.optional(
          z.object({
            ipv4Enabled: z.optional(z.boolean()),
            requireSsl: z.optional(z.boolean()),
            sslMode: z.optional(z.string()),
            authorizedNetworks: z.optional(z.array(z.object({ value: z.string() }))),
          }),
        ),
        backupConfiguration: z.optional(
          z.object({
            enabled: z.optional(z.boolean()),
            pointInTimeRecoveryEnabled: z.optional(z.boolean()),
            binaryLogEnabled: z.optional(z.boolean()),
          }),
        ),
      }),
    ),
  }),
  z.transform(({ name, instanceType, settings: { ipConfiguration: ip, backupConfiguration: backup } = {} }) => ({
    name,
    instanceType,
    hasPublicAddress: ip?.ipv4Enabled ?? false,
    // The mode decides where it is set; requireSsl is what older instances have.
    demandsEncryption: isSet(ip?.sslMode) ? encryptedModes.includes(ip.sslMode) : (ip?.requireSsl ?? false),
    sslMode: ip?.sslMode,
    authorizedNetworks: (ip?.authorizedNetworks ?? []).map(({ value }) => value),
    hasBackups: backup?.enabled ?? false,
    // PostgreSQL and SQL Server say the one, MySQL the other.
    hasPointInTime: Boolean(backup?.pointInTimeRecoveryEnabled || backup?.binaryLogEnabled),
  })),
)

const encryptedModes = ['ENCRYPTED_ONLY', 'TRUSTED_CLIENT_CERTIFICATE_REQUIRED']

function isSet(mode: string | undefined): mode is string {
  return mode !== undefined && mode !== 'SSL_MODE_UNSPECIFIED'
}

/** An item of GET /v1/projects/{projectsId}/serviceAccounts. */
export const ServiceAccount = z.object({ email: z.string(), disabled: z.optional(z.boolean()) })

/** GET /v1/projects/{projectsId}/serviceAccounts/{serviceAccountsId}/keys, which has no pages. */
export const AccountKeys = z.object({
  keys: z.optional(
    z.array(
      z.object({
        name: z.string(),
        validAfterTime: z.string(),
        disabled: z.optional(z.boolean()),
        extendedStatus: z.optional(z.array(z.object({ key: z.optional(z.string()) }))),
      }),
    ),
  ),
})

/** An item of GET /v2/projects/{projectsId}/sinks. */
export const Sink = z.object({
  name: z.string(),
  destination: z.string(),
  filter: z.optional(z.string()),
  disabled: z.optional(z.boolean()),
  exclusions: z.optional(z.array(z.object({ disabled: z.optional(z.boolean()) }))),
})

/** An item of GET /v2/projects/{projectsId}/locations/{locationsId}/buckets. */
export const LogBucket = z.object({
  name: z.string(),
  retentionDays: z.optional(z.number()),
  lifecycleState: z.optional(z.string()),
})
