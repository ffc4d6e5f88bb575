/** Members of answers that stand beside those by which a check decides, and why none reads them. */
export const unread = [
  {
    of: 'GET /api/v1/users',
    members: ['activated'],
    checks: ['super-admins'],
    because: 'The description says that it is not judged whether somebody has activated the account.',
  },
  {
    of: 'GET /api/v1/policies',
    members: ['created', 'lastUpdated', 'priority', 'system', 'type'],
    because: 'When a policy was made, by whom and in which order it is looked at changes nothing of what it demands.',
  },
  {
    of: 'GET /api/v1/policies conditions.authProvider',
    members: ['include'],
    because: 'Each directory has rules of its own, whichever it is.',
  },
  {
    of: 'GET /api/v1/policies settings.password.age',
    members: ['expireWarnDays', 'maxAgeDays', 'minAgeMinutes'],
    because: 'A password that ends in time is no better one.',
  },
  {
    of: 'GET /api/v1/policies settings.password.lockout',
    members: ['autoUnlockMinutes', 'showLockoutFailures', 'userLockoutNotificationChannels'],
    because: 'The lock counts, not when it ends and who is told.',
  },
  {
    of: 'GET /api/v1/policies/{policyId}/rules',
    members: ['created', 'lastUpdated', 'priority', 'system', 'type'],
    because: 'When a rule was made and in which order it is looked at changes nothing of what it demands.',
  },
  {
    of: 'GET /api/v1/policies/{policyId}/rules actions.signon',
    members: ['primaryFactor'],
    because: 'A rule that requires a second factor has two, whichever is the first.',
  },
  {
    of: 'GET /api/v1/users',
    members: ['lastUpdated', 'passwordChanged', 'statusChanged', 'transitioningToStatus'],
    because: 'Changes of a user are no sign-in, and the status holds until a change of it has ended.',
  },
  {
    of: 'GET /api/v1/users/{userId}/factors',
    members: ['created', 'lastUpdated', 'provider'],
    because: 'The kind of a factor tells whether it is a second one, whoever offers it.',
  },
  {
    of: 'GET /api/v1/users/{userId}/roles',
    members: ['assignmentType', 'created', 'lastUpdated'],
    because: 'A role holds, directly or by a group.',
  },
  {
    of: 'GET /api/v1/api-tokens network',
    members: ['exclude'],
    because: 'A zone that is excluded leaves every other network open.',
  },
  {
    of: 'GET /api/v1/logStreams',
    members: ['created', 'lastUpdated'],
    because: 'The age of a stream changes nothing.',
  },
  {
    of: 'GET /api/v1/threats/configuration',
    members: ['created', 'lastUpdated'],
    because: 'The age of a setting changes nothing.',
  },
  {
    of: 'GET /api/v1/authenticators',
    members: ['created', 'lastUpdated', 'type', 'agreeToTerms'],
    because: 'The key says what kind of authenticator it is.',
  },
  {
    of: 'GET /api/v1/authenticators settings',
    members: ['tokenLifetimeInMinutes'],
    because: 'How long a code lasts does not make it one that can be phished, or not.',
  },
  {
    of: 'GET /api/v1/authorizationServers',
    members: ['accessTokenEncryptedResponseAlgorithm', 'audiences', 'created', 'lastUpdated'],
    because: 'Who gets tokens and how they are written changes neither their life nor the key.',
  },
  {
    of: 'GET /api/v1/authorizationServers credentials.signing',
    members: ['nextRotation', 'use'],
    because: 'By AUTO, Okta keeps the times.',
  },
  {
    of: 'GET /api/v1/authorizationServers/{authServerId}/policies',
    members: ['type', 'priority', 'system', 'created', 'lastUpdated'],
    because: 'The status says whether a policy is in force.',
  },
  {
    of: 'GET /api/v1/authorizationServers/{authServerId}/policies/{policyId}/rules',
    members: ['created', 'lastUpdated', 'priority', 'system', 'type'],
    because: 'The status says whether a rule is in force.',
  },
  {
    of: 'GET /api/v1/trustedOrigins',
    members: ['created', 'lastUpdated'],
    because: 'The age of an origin changes nothing.',
  },
  {
    of: 'GET /api/v1/apps',
    members: ['created', 'features', 'lastUpdated'],
    because: 'The age of an application and what it can do tell nothing of its accounts.',
  },
  {
    of: 'GET /api/v1/apps credentials',
    members: ['revealPassword'],
    because: 'Who may see a password does not make an account one of several people.',
  },
]

/** What no check judges, and the members that would say it. */
export const notJudged = [
  {
    says: 'Which kinds of characters a password needs.',
    of: 'GET /api/v1/policies settings.password.complexity',
    members: [
      'excludeAttributes',
      'excludeUsername',
      'maxConsecutiveCharacters',
      'minLowerCase',
      'minNumber',
      'minSymbol',
      'minUpperCase',
    ],
  },
  {
    says: 'How long a second factor is remembered, and on which devices.',
    of: 'GET /api/v1/policies/{policyId}/rules actions.signon',
    members: ['factorLifetime', 'factorPromptMode', 'rememberDeviceByDefault'],
  },
  {
    says: 'Network zones that ThreatInsight leaves out.',
    of: 'GET /api/v1/threats/configuration',
    members: ['excludeZones'],
  },
  {
    says: 'Whether an authenticator verifies the person.',
    of: 'GET /api/v1/authenticators settings',
    members: ['userVerification'],
  },
  {
    says: 'How long a refresh token lasts that is used.',
    of: 'GET /api/v1/authorizationServers/{authServerId}/policies/{policyId}/rules actions.token',
    members: ['refreshTokenLifetimeMinutes'],
  },
  {
    says: 'What a trusted origin is trusted for.',
    of: 'GET /api/v1/trustedOrigins',
    members: ['scopes'],
  },
]
