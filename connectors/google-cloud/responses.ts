import { vendorMember, vendorRecord, vendorTime, vendorWord } from 'checkwright'
import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: Google's discovery documents of Cloud Resource Manager v3,
 * Storage v1, Compute v1, Cloud SQL Admin v1, IAM v1 and Logging v2, google-api-python-client 2.201.0. `test/facts.ts`
 * lists the operations, and a test compares both with the description.
 *
 * Google leaves optional members out if they are empty, false or 0:
 * https://protobuf.dev/programming-guides/json/#presence. Valid answers always have the others.
 */

/** Google's file for a key. https://cloud.google.com/iam/docs/keys-create-delete */
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

// Each binding has a principal, and each policy an etag. https://cloud.google.com/iam/docs/reference/rest/v1/Policy
const Binding = z.object({
  role: z.string(),
  members: z.array(z.string()).check(z.minLength(1)),
  condition: z.optional(z.object({ expression: z.optional(z.string()) })),
})
const etag = z.string().check(z.minLength(1))

export type Policy = z.output<typeof Policy>

/** POST /v3/projects/{projectsId}:getIamPolicy. The calling service account is among the members of the policy. */
export const Policy = z.pipe(
  z.object({ etag, bindings: z.array(vendorRecord(Binding)).check(z.minLength(1)) }),
  z.transform(({ bindings }) => ({
    grants: listGrants(bindings.flatMap(({ record }) => record ?? [])),
    /** Why bindings cannot be read. */
    unreadable: bindings.flatMap((each) => each.unreadable ?? []),
  })),
)

/** The same policy, for what is written to the audit log. */
export const AuditedPolicy = z.pipe(
  z.object({
    etag,
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
  z.transform(({ auditConfigs = [] }) =>
    auditConfigs.map(({ service, auditLogConfigs = [] }) => ({ service, auditLogConfigs })),
  ),
)

/** GET /storage/v1/b/{bucket}/iam. A bucket without grants has no bindings. */
export const BucketPolicy = z.pipe(
  z.object({ etag, bindings: z.optional(z.array(vendorRecord(Binding))) }),
  z.transform(({ bindings }) => ({
    grants: bindings && listGrants(bindings.flatMap(({ record }) => record ?? [])),
    /** Why bindings cannot be read. */
    unreadable: bindings?.flatMap((each) => each.unreadable ?? []) ?? [],
  })),
)

function listGrants(bindings: readonly z.output<typeof Binding>[]) {
  return bindings.flatMap(({ role, members, condition }) => {
    const endsAt = readEnd(condition?.expression)
    return members.map((member) => ({ role, member, endsAt }))
  })
}

/**
 * The end of a grant whose condition is nothing but that, as the console writes it: `request.time < timestamp("2026-01-01T00:00:00.000Z")`.
 * https://cloud.google.com/iam/docs/conditions-overview
 */
function readEnd(expression = ''): string | undefined {
  const [, time] = /^\s*request\.time\s*<=?\s*timestamp\(\s*["']([^"']+)["']\s*\)\s*$/.exec(expression) ?? []
  return vendorTime().safeParse(time).data
}

export type Bucket = z.output<typeof Bucket>

/** An item of GET /storage/v1/b, for who may read it. */
export const Bucket = z.pipe(
  z.object({
    name: z.string(),
    iamConfiguration: z.object({
      publicAccessPrevention: z.string(),
      uniformBucketLevelAccess: z.object({ enabled: z.boolean() }),
    }),
  }),
  z.transform(({ name, iamConfiguration }) => ({
    name,
    publicAccessPrevention: iamConfiguration.publicAccessPrevention,
    isUniform: iamConfiguration.uniformBucketLevelAccess.enabled,
  })),
)

// A name that Google defines, or a number. https://cloud.google.com/compute/docs/reference/rest/v1/firewalls
const Traffic = z.object({
  IPProtocol: z.string().check(z.regex(/^(?:tcp|udp|icmp|esp|ah|sctp|ipip|all|\d{1,3})$/i)),
  // If it is left out, all ports are meant.
  ports: z.optional(z.array(z.string().check(z.regex(/^\d{1,5}(?:-\d{1,5})?$/)))),
})

function isFilled(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0
}

/** Google writes 0.0.0.0/0 for an inbound rule without a source, so one of the three is always present. */
function hasSource(rule: {
  readonly direction: string
  readonly sourceRanges?: readonly string[] | undefined
  readonly sourceTags?: readonly string[] | undefined
  readonly sourceServiceAccounts?: readonly string[] | undefined
}): boolean {
  if (rule.direction !== 'INGRESS') return true
  return [rule.sourceRanges, rule.sourceTags, rule.sourceServiceAccounts].some(isFilled)
}

export type Firewall = z.output<typeof Firewall>

/** An item of GET /compute/v1/projects/{project}/global/firewalls. */
export const Firewall = z.pipe(
  z
    .object({
      id: z.string(),
      name: z.string(),
      direction: vendorWord(['INGRESS', 'EGRESS']),
      disabled: z.optional(z.boolean()),
      network: z.optional(z.string()),
      sourceRanges: z.optional(z.array(z.string())),
      sourceTags: z.optional(z.array(z.string())),
      sourceServiceAccounts: z.optional(z.array(z.string())),
      allowed: z.optional(z.array(Traffic)),
      denied: z.optional(z.array(Traffic)),
    })
    .check(z.refine(({ allowed, denied }) => isFilled(allowed) || isFilled(denied), 'neither allows nor denies'))
    .check(z.refine(hasSource, 'lets in from nowhere')),
  z.transform(({ allowed = [], sourceRanges = [], disabled = false, id, name, direction, network }) => ({
    id,
    name,
    direction,
    network,
    disabled,
    sourceRanges,
    allowed: allowed.map(({ IPProtocol, ports }) => ({ protocol: IPProtocol.toLowerCase(), ports })),
  })),
)

export type SqlInstance = z.output<typeof SqlInstance>

const sslModes = [
  'SSL_MODE_UNSPECIFIED',
  'ALLOW_UNENCRYPTED_AND_ENCRYPTED',
  'ENCRYPTED_ONLY',
  'TRUSTED_CLIENT_CERTIFICATE_REQUIRED',
] as const

/** https://cloud.google.com/sql/docs/postgres/admin-api/rest/v1/instances#AclEntry: it lets nobody in once its time is over. */
const AclEntry = z.object({ value: z.string(), expirationTime: z.optional(vendorTime()) })

const IpConfiguration = z.pipe(
  z.object({
    ipv4Enabled: z.optional(z.boolean()),
    requireSsl: z.optional(z.boolean()),
    sslMode: z.optional(vendorWord(sslModes)),
    authorizedNetworks: z.optional(z.array(AclEntry)),
  }),
  z.transform(({ ipv4Enabled, requireSsl = false, sslMode, authorizedNetworks }) => ({
    // Google may write or omit this, so its absence proves nothing.
    hasPublicAddress: ipv4Enabled,
    // The mode decides if it is set; older instances have requireSsl.
    demandsEncryption: isSet(sslMode) ? encryptedModes.includes(sslMode) : requireSsl,
    sslMode,
    authorizedNetworks,
  })),
)

/** What an instance of Cloud SQL is. */
export const sqlInstanceType = vendorWord([
  'CLOUD_SQL_INSTANCE',
  'ON_PREMISES_INSTANCE',
  'READ_REPLICA_INSTANCE',
  'READ_POOL_INSTANCE',
  // The copy of an upgrade, until it takes over.
  'GREEN_INSTANCE',
])

/**
 * An item of GET /v1/projects/{project}/instances of Cloud SQL. Only an instance that runs elsewhere has no settings.
 * https://cloud.google.com/sql/docs/mysql/admin-api/rest/v1/instances
 */
export const SqlInstance = z.pipe(
  z.object({
    name: z.string(),
    instanceType: sqlInstanceType,
    settings: z.optional(
      z.object({
        ipConfiguration: z.optional(IpConfiguration),
        connectorEnforcement: z.optional(vendorWord(['CONNECTOR_ENFORCEMENT_UNSPECIFIED', 'NOT_REQUIRED', 'REQUIRED'])),
      }),
    ),
  }),
  z.transform(({ name, instanceType, settings }) => ({
    name,
    instanceType,
    network: settings?.ipConfiguration,
    // Then nobody connects but by a connector of Google, which encrypts and asks IAM; authorized networks have no effect.
    demandsConnector: settings?.connectorEnforcement === 'REQUIRED',
  })),
)

const encryptedModes: readonly string[] = ['ENCRYPTED_ONLY', 'TRUSTED_CLIENT_CERTIFICATE_REQUIRED']

function isSet(mode: string | undefined): mode is string {
  return mode !== undefined && mode !== 'SSL_MODE_UNSPECIFIED'
}

/** An item of GET /v1/projects/{projectsId}/serviceAccounts. */
export const ServiceAccount = z.object({ email: z.string(), disabled: z.optional(z.boolean()) })

const exposures = [
  'SERVICE_ACCOUNT_KEY_EXTENDED_STATUS_KEY_EXPOSED',
  'SERVICE_ACCOUNT_KEY_EXTENDED_STATUS_KEY_COMPROMISE_DETECTED',
] as const

/**
 * GET /v1/projects/{projectsId}/serviceAccounts/{serviceAccountsId}/keys, which has no pages. The note about a key
 * beyond its state is that others know it.
 */
export const AccountKeys = z.union([
  z.object({
    keys: z.array(
      vendorRecord(
        z.object({
          name: z.string(),
          validAfterTime: vendorTime(),
          // The last day of the year 9999 for a key without an end.
          validBeforeTime: z.optional(vendorTime()),
          disabled: z.optional(z.boolean()),
          extendedStatus: z.optional(z.array(z.object({ key: vendorWord(exposures) }))),
        }),
        'name',
      ),
    ),
  }),
  // An account without its own keys.
  z.pipe(
    z.strictObject({}),
    z.transform(() => ({ keys: [] })),
  ),
])

/** A service account as the inventories read it: its members are looked at one by one. */
export const ListedAccount = z.object({
  uniqueId: z.string(),
  email: vendorMember<string>(),
  displayName: vendorMember<string>(),
  disabled: vendorMember<boolean>(),
})

/** The keys of a service account as the inventory reads them. */
export const ListedKeys = z.union([
  z.object({
    keys: z.array(
      z.object({
        name: z.string(),
        keyOrigin: vendorMember<string>(),
        validAfterTime: vendorMember<string>(),
        validBeforeTime: vendorMember<string>(),
        disabled: vendorMember<boolean>(),
      }),
    ),
  }),
  // An account without its own keys.
  z.pipe(
    z.strictObject({}),
    z.transform(() => ({ keys: [] })),
  ),
])

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
  retentionDays: z.int().check(z.minimum(1), z.maximum(3650)),
  lifecycleState: z.optional(vendorWord(['ACTIVE', 'DELETE_REQUESTED', 'UPDATING', 'CREATING', 'FAILED'])),
})
