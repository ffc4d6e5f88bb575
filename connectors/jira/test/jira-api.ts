import { type FakeVendor, fakeVendor, paginated } from 'checkwright/testing'
import { checkRunner, type RunCheckOn } from '../../../test/connectors/run-check.ts'
import { inventoryReader } from '../../../test/connectors/run-inventory.ts'
import { jira } from '../index.ts'

export const credentials = { email: 'auditor@acme.example', api_token: 'ATATT-sample-jira-token', site: 'acme' }

/** What a run of these tests begins with. */
export const runOptions = { credentials, now: '2026-06-30T12:00:00.000Z' }

/** The content of the site. Left out: empty. */
export interface JiraState {
  readonly permissionSchemes?: readonly object[]
  readonly filters?: readonly object[]
  readonly dashboards?: readonly object[]
  /** Members by name of the group. */
  readonly groups?: Readonly<Record<string, readonly object[]>>
  readonly users?: readonly object[]
  readonly issues?: readonly object[]
  readonly records?: readonly object[]
  readonly pageSize?: number
}

/** Jira's API for one site, on loopback. */
export function startJiraApi(state: JiraState): Promise<FakeVendor> {
  const {
    permissionSchemes = [],
    filters = [],
    dashboards = [],
    groups = {},
    users = [],
    issues = [],
    records = [],
  } = state
  const { pageSize = 50 } = state
  const pages = { style: 'offset', pageSize, limit: 'maxResults', offset: 'startAt', total: 'total' } as const
  return fakeVendor({
    auth: { type: 'basic', username: credentials.email, password: credentials.api_token },
    routes: {
      'GET /rest/api/3/permissionscheme': { json: { permissionSchemes } },
      'GET /rest/api/3/filter/search': paginated(filters, { ...pages, items: 'values' }),
      'GET /rest/api/3/dashboard': paginated(dashboards, { ...pages, items: 'dashboards' }),
      'GET /rest/api/3/group/member': (request) => {
        const members = groups[request.query.get('groupname') ?? '']
        if (members === undefined)
          return {
            status: 404,
            headers: { 'x-aaccountid': 'auditor' },
            json: { errorMessages: ['The group does not exist.'], errors: {} },
          }
        return paginated(members, { ...pages, items: 'values' })(request)
      },
      // A plain list, whose end shows by a page without users.
      'GET /rest/api/3/users/search': (request) => {
        const start = Number(request.query.get('startAt') ?? 0)
        return { json: users.slice(start, start + pageSize) }
      },
      'GET /rest/api/3/search/jql': paginated(issues, {
        style: 'cursor',
        pageSize,
        limit: 'maxResults',
        items: 'issues',
        cursor: 'nextPageToken',
        param: 'nextPageToken',
      }),
      'GET /rest/api/3/auditing/record': {
        json: { offset: 0, limit: 1, total: records.length, records: records.slice(0, 1) },
      },
    },
  })
}

const runOn = checkRunner(jira, runOptions)

/** Reads one inventory of the connector from a server in Jira's place. */
export const readInventory = inventoryReader(jira, runOptions)

/** An account as Jira lists one. */
export const ada = {
  accountId: '5b10ac8d82e05b22cc7d4ef5',
  accountType: 'atlassian',
  displayName: 'Ada',
  active: true,
  emailAddress: 'ada@acme.example',
}

/** Runs one check of the connector against a server in Jira's place. */
export const runCheckOn: RunCheckOn = (api, check, variables = {}) =>
  runOn(api, check, {
    company_domains: check === 'outsiders-known' ? 'acme.example, acme.co.example' : undefined,
    ...variables,
  })
