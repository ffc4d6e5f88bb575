import { boundControls, defineConnector, distinctBy, parseWord } from 'checkwright'

/** The fields of a member that the checks read. */
interface Member {
  readonly id: string
  readonly email: string
  readonly role: string
  /** Left out for tokens that may not see it. */
  readonly two_factor?: unknown
}

/**
 * Every role that a member can have: https://beacon.example/docs/api#members. An unknown word ends the check as
 * `error`.
 */
const roles = ['owner', 'editor', 'viewer'] as const

export const beacon = defineConnector({
  id: 'beacon',
  name: 'Beacon',
  version: '1.0.0',
  description: 'Who can publish on the status pages of one Beacon account.',
  category: 'monitoring',
  docsUrl: 'https://beacon.example/docs/api',
  baseUrl: 'https://{account}.beacon.example/api/v2',
  credentialFields: [
    {
      id: 'account',
      label: 'Account',
      type: 'text',
      required: true,
      placeholder: 'acme',
      helpText: 'The part of the address before .beacon.example.',
    },
  ],
  auth: {
    type: 'api_key',
    config: {
      in: 'header',
      name: 'Authorization',
      prefix: 'Bearer ',
      field: { label: 'API token' },
      setupInstructions:
        'Sign in as an **owner**, open **Settings → API tokens** and make a token with the scopes `members:read` and `security:read`. Beacon shows it once.',
    },
  },
  test: { path: '/account' },
  limits: { concurrency: 4, requestsPerSecond: 10 },
})

const publishers = beacon.check({
  id: 'publisher-mfa',
  title: 'Who can publish signs in with a second factor',
  description:
    'Asks for each owner and editor. With the password of one of them, anybody can tell your customers anything.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5'],
  scopes: ['members:read', 'security:read'],
  tags: ['mfa'],
  async run(ctx) {
    const members = ctx.paginate<Member>('/members', { items: 'members', next: { cursor: 'next', param: 'after' } })
    const toResource = ({ id, email }: Member) =>
      typeof id === 'string' && typeof email === 'string' ? { type: 'user', id, name: email } : undefined
    await ctx.each(
      members,
      async (member) => {
        const resource =
          toResource(member) ??
          ctx.cannotTell({ kind: 'schema_drift', message: 'Beacon lists a member without an id or an address.' })
        const role = parseWord(ctx, member.role, roles, 'role')
        if (role === 'viewer') {
          ctx.notApplicable({ resource, title: 'Cannot publish', evidence: { role } })
          return
        }
        const twoFactor =
          typeof member.two_factor === 'boolean'
            ? member.two_factor
            : ctx.cannotTell({
                kind: 'permission',
                message: 'Beacon shows second factors to tokens with security:read only.',
              })
        const evidence = { role, twoFactor }
        if (twoFactor) ctx.pass({ resource, title: 'Second factor on', evidence })
        else {
          ctx.fail({
            resource,
            title: 'No second factor',
            remediation: `Let ${member.email} enrol one under Profile → Security, or make them a viewer.`,
            evidence,
          })
        }
      },
      // A member that cannot be told is undecided alone, and hides no other.
      { resource: toResource },
    )
  },
})

const owners = beacon.check({
  id: 'few-owners',
  title: 'The account has few owners, and more than one',
  description:
    'Counts the owners, each of whom can remove everybody else; with a single one the account depends on them.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2'], { max_owners: { max: 5 } }),
  scopes: ['members:read'],
  tags: ['least-privilege'],
  variables: [{ id: 'max_owners', label: 'Most owners', type: 'number', default: 3, min: 1 }],
  async run(ctx) {
    const listed: Member[] = []
    for await (const member of ctx.paginate<Member>('/members', {
      items: 'members',
      next: { cursor: 'next', param: 'after' },
    }))
      if (parseWord(ctx, member.role, roles, 'role') === 'owner') listed.push(member)
    if (listed.length === 0)
      ctx.cannotTell({ kind: 'incomplete_data', message: 'Beacon lists no owner, which every account has.' })
    // Each person counts once, even if a list that changes meanwhile contains somebody twice.
    const found = distinctBy(listed, ({ id }) => id)
    const owners = found.map(({ email }) => email).sort()
    const result = { resource: { type: 'account', id: ctx.credentials.account }, evidence: { owners } }
    if (found.length > 1 && found.length <= ctx.variables.max_owners)
      ctx.pass({ ...result, title: `Owners: ${found.length}` })
    else {
      ctx.fail({
        ...result,
        title: `Owners: ${found.length}; 2 to ${ctx.variables.max_owners} are allowed`,
        remediation: 'Change roles under Settings → Members.',
      })
    }
  },
})

export default beacon.with(publishers, owners)
