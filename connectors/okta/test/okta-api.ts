import { type Answer, type FakeVendor, fakeVendor, paginated } from 'checkwright/testing'
import { checkRunner } from '../../../test/connectors/run-check.ts'
import { okta } from '../index.ts'

export const credentials = { access_token: 'eyJraWQiOi-sample-okta-token', domain: 'acme.okta.com' }

/** The moment at which the checks of these tests run. */
export const now = '2026-06-30T12:00:00.000Z'

/** The content of the Okta organization. Left out: empty. */
export interface OktaState {
  readonly users?: readonly OktaUser[]
  /** Ids of users with some administrator role. */
  readonly administrators?: readonly string[]
  /** Policies of every type, their rules with them. */
  readonly policies?: readonly (object & {
    readonly id: string
    readonly type: string
    readonly rules?: readonly object[]
    /** How many applications use it. */
    readonly applications?: number
  })[]
  /** Where it is set, there are no policies of applications. */
  readonly isClassic?: boolean
  readonly apiTokens?: readonly object[]
  readonly logStreams?: readonly object[]
  /** Answers of settings of the organization by path. Left out: Okta's defaults. */
  readonly settings?: Readonly<Record<string, object>>
  readonly authenticators?: readonly object[]
  /** Authorization servers, their policies and the rules of those with them. */
  readonly authorizationServers?: readonly (object & {
    readonly id: string
    readonly policies?: readonly TokenPolicy[]
  })[]
  readonly trustedOrigins?: readonly object[]
  readonly applications?: readonly object[]
  readonly pageSize?: number
}

export interface TokenPolicy {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly rules: readonly object[]
}

/** What an organization says in which nobody changed the settings. */
const usualSettings: Readonly<Record<string, object>> = {
  '/api/v1/threats/configuration': { action: 'none' },
  '/api/v1/org/privacy/oktaSupport': { support: 'DISABLED', expiration: null, caseNumber: null },
  '/api/v1/org/privacy/oktaSupport/cases': { supportCases: [] },
  '/attack-protection/api/v1/user-lockout-settings': { preventBruteForceLockoutFromUnknownDevices: false },
  '/api/v1/org/settings/clientPrivilegesSetting': { clientPrivilegesSetting: false },
}

export interface OktaUser {
  readonly id: string
  readonly lastLogin?: string | null
  readonly factors?: readonly object[]
  readonly roles?: readonly object[]
  readonly status?: string
  /** Members beside login and e-mail. */
  readonly profile?: object
  readonly provider?: string
}

/** Okta's API for one organization, on loopback. */
export function startOktaApi(state: OktaState): Promise<FakeVendor> {
  const { users = [], administrators = [], policies = [], apiTokens = [], logStreams = [], pageSize = 200 } = state
  const pages = { style: 'link', pageSize, page: 'after' } as const
  const { authenticators = [], authorizationServers = [], trustedOrigins = [], applications = [] } = state
  const settings = Object.entries({ ...usualSettings, ...state.settings })
  const findServer = (id: string | undefined) => authorizationServers.find((each) => each.id === id)
  const of = (id: string) => users.find((each) => each.id === id)
  return fakeVendor({
    auth: { type: 'bearer', token: credentials.access_token },
    routes: {
      'GET /api/v1/users': paginated(users.map(toSentUser), pages),
      'GET /api/v1/users/:id': ({ params }) => answerFound(of(params.id), (user) => toSentUser(user)),
      'GET /api/v1/users/:id/factors': ({ params }) => answerFound(of(params.id), ({ factors = [] }) => factors),
      'GET /api/v1/users/:id/roles': ({ params }) => answerFound(of(params.id), ({ roles = [] }) => roles),
      'GET /api/v1/iam/assignees/users': paginated(
        administrators.map((id) => ({ id })),
        { style: 'url', pageSize, items: 'value', url: '_links.next.href', page: 'after' },
      ),
      'GET /api/v1/policies': (request) =>
        state.isClassic && request.query.get('type') === 'ACCESS_POLICY'
          ? {
              status: 400,
              json: createRefusal('E0000003', 'The request was not valid: Invalid policy type specified.'),
            }
          : paginated(
              policies.filter(({ type }) => type === request.query.get('type')),
              pages,
            )(request),
      'GET /api/v1/policies/:id/mappings': (request) => {
        const count = policies.find(({ id }) => id === request.params.id)?.applications ?? 0
        return paginated(
          Array.from({ length: count }, (_, index) => ({ id: `map-${index}` })),
          pages,
        )(request)
      },
      'GET /api/v1/policies/:id/rules': (request) =>
        paginated(policies.find(({ id }) => id === request.params.id)?.rules ?? [], pages)(request),
      'GET /api/v1/api-tokens': paginated(apiTokens, pages),
      'GET /api/v1/logStreams': paginated(logStreams, pages),
      ...Object.fromEntries(settings.map(([path, json]) => [`GET ${path}`, { json }])),
      'GET /api/v1/authenticators': { json: authenticators },
      'GET /api/v1/authorizationServers': paginated(
        authorizationServers.map(({ policies: _, ...server }) => server),
        pages,
      ),
      'GET /api/v1/authorizationServers/:id/policies': ({ params }) => ({
        json: (findServer(params.id)?.policies ?? []).map(({ rules, ...policy }) => policy),
      }),
      'GET /api/v1/authorizationServers/:id/policies/:policy/rules': ({ params }) => ({
        json: findServer(params.id)?.policies?.find(({ id }) => id === params.policy)?.rules ?? [],
      }),
      'GET /api/v1/trustedOrigins': paginated(trustedOrigins, pages),
      'GET /api/v1/apps': paginated(applications, pages),
    },
  })
}

/** An error as Okta words it. */
export function createRefusal(errorCode: string, errorSummary: string) {
  return { errorCode, errorSummary, errorLink: errorCode, errorId: 'oae-sample', errorCauses: [] }
}

/** Runs one check of the connector against a server in its vendor's place. */
export const runCheckOn = checkRunner(okta, { credentials, now })

export function toSentUser({
  id,
  status = 'ACTIVE',
  lastLogin = '2026-06-29T08:00:00.000Z',
  profile,
  provider,
}: OktaUser) {
  return {
    id,
    status,
    created: '2024-01-01T00:00:00.000Z',
    activated: '2024-01-01T00:00:00.000Z',
    lastLogin,
    profile: { login: `${id}@acme.example`, email: `${id}@acme.example`, ...profile },
    credentials: { provider: { type: provider ?? 'OKTA', name: provider ?? 'OKTA' } },
  }
}

function answerFound<T>(value: T | undefined, json: (value: T) => unknown): Answer {
  return value === undefined
    ? { status: 404, json: createRefusal('E0000007', 'Not found: Resource not found (User)') }
    : { json: json(value) }
}
