import { vendorMember, vendorTime, vendorWord } from 'checkwright'
import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: Okta's management API 2026.06.3,
 * okta-management-openapi-spec. `test/facts.ts` lists the operations, and a test compares both with the description.
 */

const onOff = vendorWord(['ACTIVE', 'INACTIVE'])

export type User = z.output<typeof User>

/** An item of GET /api/v1/users. */
export const User = z.pipe(
  z.object({
    id: z.string(),
    status: vendorWord([
      'ACTIVE',
      'DEPROVISIONED',
      'LOCKED_OUT',
      'PASSWORD_EXPIRED',
      'PROVISIONED',
      'RECOVERY',
      'STAGED',
      'SUSPENDED',
    ]),
    created: vendorTime(),
    // Null if it has not happened.
    activated: z.nullable(vendorTime()),
    lastLogin: z.nullable(vendorTime()),
    // Who asks for the password, and who for the second factor.
    credentials: z.nullish(z.object({ provider: z.nullish(z.object({ type: z.nullish(z.string()) })) })),
    profile: z.object({ login: z.string() }),
  }),
  z.transform(({ profile, lastLogin, activated, credentials, ...rest }) => ({
    ...rest,
    login: profile.login,
    isFederated: ['FEDERATION', 'SOCIAL'].includes(credentials?.provider?.type ?? 'OKTA'),
    activated: activated ?? undefined,
    lastLogin: lastLogin ?? undefined,
  })),
)

export type ListedUser = z.output<typeof ListedUser>

/**
 * The same item, as its records read it. Okta's description does not promise any of its members.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/#tag/User/operation/listUsers
 */
export const ListedUser = z.object({
  id: z.string(),
  status: vendorMember<string>(),
  created: vendorMember<string>(),
  // Null if it has not happened.
  lastLogin: vendorMember<string>({ null: 'none' }),
  credentials: z.nullish(z.object({ provider: z.nullish(z.object({ type: vendorMember<string>() })) })),
  profile: z.nullish(
    z.object({
      login: vendorMember<string>(),
      firstName: vendorMember<string>(),
      lastName: vendorMember<string>(),
      email: vendorMember<string>(),
      userType: vendorMember<string>(),
      managerId: vendorMember<string>(),
      department: vendorMember<string>(),
    }),
  ),
})

export type Factor = z.output<typeof Factor>

/** An item of GET /api/v1/users/{userId}/factors. */
export const Factor = z.object({
  factorType: z.string(),
  status: vendorWord(['ACTIVE', 'DISABLED', 'ENROLLED', 'EXPIRED', 'INACTIVE', 'NOT_SETUP', 'PENDING_ACTIVATION']),
})

/** An item of GET /api/v1/iam/assignees/users: a user with some administrator role. */
export const Administrator = z.object({ id: z.string() })

export type Role = z.output<typeof Role>

/** An item of GET /api/v1/users/{userId}/roles. A role of the organization's own is known by its label. */
export const Role = z.object({ type: z.string(), status: onOff, label: z.optional(z.string()) })

export type Policy = z.output<typeof Policy>

/** An item of GET /api/v1/policies. */
export const Policy = z.object({ id: z.string(), name: z.string(), status: onOff })

export type PasswordPolicy = z.output<typeof PasswordPolicy>

/** An item of GET /api/v1/policies?type=PASSWORD. A setting that Okta leaves out or null is not required. */
export const PasswordPolicy = z.pipe(
  z.object({
    id: z.string(),
    name: z.string(),
    status: onOff,
    conditions: z.nullish(z.object({ authProvider: z.nullish(z.object({ provider: z.nullish(z.string()) })) })),
    settings: z.object({
      password: z.object({
        complexity: z.object({ minLength: z.nullish(z.number()) }),
        age: z.optional(z.object({ historyCount: z.nullish(z.number()) })),
        lockout: z.object({ maxAttempts: z.nullish(z.number()) }),
      }),
    }),
  }),
  z.transform(({ settings: { password }, conditions, ...rest }) => ({
    ...rest,
    // Who keeps the passwords: a directory demands what its own policy says.
    isOfDirectory: ['ACTIVE_DIRECTORY', 'LDAP'].includes(conditions?.authProvider?.provider ?? 'OKTA'),
    minLength: password.complexity.minLength ?? 0,
    historyCount: password.age?.historyCount ?? 0,
    // 0 means "never".
    maxAttempts: password.lockout.maxAttempts || undefined,
  })),
)

export type SignOnRule = z.output<typeof SignOnRule>

/** An item of GET /api/v1/policies/{policyId}/rules of a policy of type OKTA_SIGN_ON. */
export const SignOnRule = z.pipe(
  z.object({
    id: z.string(),
    name: z.string(),
    status: onOff,
    actions: z.object({
      signon: z.object({
        // The second word, for an order of factors, is not in the description:
        // https://registry.terraform.io/providers/okta/okta/latest/docs/resources/policy_rule_signon
        access: vendorWord(['ALLOW', 'CHALLENGE', 'DENY']),
        requireFactor: z.optional(z.boolean()),
        session: z.optional(
          z.object({
            maxSessionIdleMinutes: z.nullish(z.number()),
            maxSessionLifetimeMinutes: z.nullish(z.number()),
            usePersistentCookie: z.nullish(z.boolean()),
          }),
        ),
      }),
    }),
  }),
  z.transform(({ actions: { signon }, ...rest }) => ({
    ...rest,
    access: signon.access,
    requireFactor: signon.requireFactor ?? false,
    // Okta's description has these defaults: 120 minutes, no end, and a cookie that ends with the browser. 0 means "without end".
    maxIdleMinutes: (signon.session?.maxSessionIdleMinutes ?? 120) || undefined,
    maxLifetimeMinutes: signon.session?.maxSessionLifetimeMinutes || undefined,
    persistent: signon.session?.usePersistentCookie ?? false,
  })),
)

export type AccessRule = z.output<typeof AccessRule>

/** An item of GET /api/v1/policies/{policyId}/rules of a policy of type ACCESS_POLICY. */
export const AccessRule = z.pipe(
  z.object({
    id: z.string(),
    name: z.string(),
    status: onOff,
    actions: z.object({
      appSignOn: z.object({
        access: vendorWord(['ALLOW', 'DENY']),
        verificationMethod: z.nullish(
          z.object({
            type: vendorWord(['ASSURANCE', 'AUTH_METHOD_CHAIN', 'ID_PROOFING']),
            factorMode: z.nullish(z.string()),
            constraints: z.nullish(z.array(z.looseObject({}))),
          }),
        ),
      }),
    }),
  }),
  z.transform(({ actions: { appSignOn }, ...rest }) => ({ ...rest, ...appSignOn })),
)

/** An item of GET /api/v1/policies/{policyId}/mappings: an application that the policy is for. */
export const PolicyMapping = z.object({ id: z.string() })

/** An item of GET /api/v1/api-tokens. */
export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  userId: z.string(),
  created: vendorTime(),
  lastUpdated: z.optional(vendorTime()),
  expiresAt: z.nullish(vendorTime()),
  // Left out for tokens without a network restriction: the second example of
  // https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApiToken/#tag/ApiToken/operation/listApiTokens
  network: z.optional(z.object({ connection: z.string(), include: z.optional(z.array(z.string())) })),
})

/** The same item, as its records read it. */
export const ListedApiToken = z.object({
  id: z.string(),
  name: vendorMember<string>(),
  userId: vendorMember<string>(),
  created: vendorMember<string>(),
  lastUpdated: vendorMember<string>(),
  expiresAt: vendorMember<string>(),
})

/** An item of GET /api/v1/logStreams. */
export const LogStream = z.object({ id: z.string(), name: z.string(), status: onOff, type: z.string() })

/** GET /api/v1/threats/configuration. */
export const ThreatInsight = z.object({ action: vendorWord(['none', 'audit', 'block']) })

/** GET /api/v1/org/privacy/oktaSupport. The times are null if nobody gave access. */
export const SupportAccess = z.object({
  support: vendorWord(['DISABLED', 'ENABLED']),
  expiration: z.nullish(vendorTime()),
  caseNumber: z.nullish(z.string()),
})

/** GET /api/v1/org/privacy/oktaSupport/cases. A case that Okta Support assigned to itself has an access of its own. */
export const SupportCases = z.object({
  supportCases: z.array(
    z.object({
      caseNumber: z.string(),
      impersonation: z.object({
        status: vendorWord(['DISABLED', 'ENABLED', 'NOT_REQUESTED', 'REQUESTED']),
        expiration: z.nullish(vendorTime()),
      }),
      selfAssigned: z.object({ status: vendorWord(['APPROVED', 'NOT_REQUIRED', 'REQUESTED']) }),
    }),
  ),
})

/** GET /attack-protection/api/v1/user-lockout-settings. */
export const LockoutSettings = z.object({ preventBruteForceLockoutFromUnknownDevices: z.boolean() })

/** GET /api/v1/org/settings/clientPrivilegesSetting. */
export const ClientPrivileges = z.object({ clientPrivilegesSetting: z.boolean() })

/** An item of GET /api/v1/authenticators. Only some have a use that can be limited. */
export const Authenticator = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  status: onOff,
  settings: z.nullish(z.object({ allowedFor: z.nullish(z.string()) })),
})

export type AuthorizationServer = z.output<typeof AuthorizationServer>

/** An item of GET /api/v1/authorizationServers. */
export const AuthorizationServer = z.pipe(
  z.object({
    id: z.string(),
    name: z.string(),
    status: onOff,
    credentials: z.object({
      // A new word matters to one of the two checks that read servers.
      signing: z.object({ rotationMode: vendorMember<string>(), lastRotated: z.nullish(vendorTime()) }),
    }),
  }),
  z.transform(({ credentials: { signing }, ...rest }) => ({
    ...rest,
    rotation: signing.rotationMode,
    lastRotated: signing.lastRotated ?? undefined,
  })),
)

/** An item of GET /api/v1/authorizationServers/{authServerId}/policies. */
export const TokenPolicy = z.object({ id: z.string(), name: z.string(), status: onOff })

/** An item of GET /api/v1/authorizationServers/{authServerId}/policies/{policyId}/rules. */
export const TokenRule = z.pipe(
  z.object({
    id: z.string(),
    name: z.string(),
    status: onOff,
    conditions: z.nullish(z.object({ grantTypes: z.nullish(z.object({ include: z.nullish(z.array(z.string())) })) })),
    actions: z.object({
      token: z.object({ accessTokenLifetimeMinutes: z.int(), refreshTokenWindowMinutes: z.int() }),
    }),
  }),
  z.transform(({ actions: { token }, conditions, ...rest }) => ({
    ...rest,
    grantTypes: conditions?.grantTypes?.include ?? undefined,
    accessMinutes: token.accessTokenLifetimeMinutes,
    refreshIdleMinutes: token.refreshTokenWindowMinutes,
  })),
)

/** An item of GET /api/v1/trustedOrigins. */
export const TrustedOrigin = z.object({ id: z.string(), name: z.string(), origin: z.string(), status: onOff })

/** An item of GET /api/v1/apps. Only applications with passwords have a scheme that says who enters them. */
export const Application = z.object({
  id: z.string(),
  label: z.string(),
  status: vendorWord(['ACTIVE', 'INACTIVE', 'DELETED']),
  // Null for an integration of a directory, such as Active Directory: https://github.com/okta/okta-sdk-dotnet/issues/821
  signOnMode: z.nullable(
    vendorWord([
      'AUTO_LOGIN',
      'BASIC_AUTH',
      'BOOKMARK',
      'BROWSER_PLUGIN',
      'OPENID_CONNECT',
      'SAML_1_1',
      'SAML_2_0',
      'SECURE_PASSWORD_STORE',
      'WS_FEDERATION',
    ]),
  ),
  credentials: z.nullish(z.object({ scheme: z.nullish(z.string()) })),
})
