import { type Answer, type FakeVendor, fakeVendor, type Handler } from 'checkwright/testing'
import { checkRunner } from '../../../test/connectors/run-check.ts'
import { inventoryReader } from '../../../test/connectors/run-inventory.ts'
import { datadog } from '../index.ts'

export const credentials = {
  api_key: 'sample-datadog-api-key',
  application_key: 'sample-datadog-application-key',
  site: 'datadoghq.eu',
}

/** What a run of these tests begins with. */
export const runOptions = { credentials, now: '2026-06-30T12:00:00.000Z' }

/** The content of the organization. Left out: empty, and no SAML. */
export interface DatadogState {
  readonly users?: readonly object[]
  readonly samlStrictMode?: boolean
  readonly roles?: readonly object[]
  /** By id of the role. */
  readonly holders?: Readonly<Record<string, readonly object[]>>
  readonly permissions?: readonly object[]
  readonly applicationKeys?: readonly object[]
  readonly apiKeys?: readonly object[]
  readonly monitors?: readonly object[]
  readonly archives?: readonly object[]
  readonly pageSize?: number
}

/** Datadog's API for one organization, on loopback. It requires both keys. */
export function startDatadogApi(state: DatadogState): Promise<FakeVendor> {
  const {
    users = [],
    roles = [],
    holders = {},
    permissions = [],
    applicationKeys = [],
    apiKeys = [],
    monitors = [],
    archives = [],
    pageSize = 100,
  } = state
  const list = (items: readonly object[]) => {
    const total = new Set(items.map((item) => JSON.stringify(item))).size
    return requireBothKeys((request) => ({
      json: {
        data: cutPage(items, Number(request.query.get('page[number]')), pageSize),
        meta: { page: { total_count: total, total_filtered_count: total } },
      },
    }))
  }
  return fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'DD-API-KEY', value: credentials.api_key },
    routes: {
      'GET /api/v2/users': list(users),
      'GET /api/v2/roles': list(roles),
      'GET /api/v2/roles/:id/users': (request) => list(holders[request.params.id ?? ''] ?? [])(request),
      'GET /api/v2/permissions': requireBothKeys(() => ({ json: { data: permissions } })),
      'GET /api/v2/application_keys': list(applicationKeys),
      'GET /api/v2/api_keys': list(apiKeys),
      'GET /api/v1/org': requireBothKeys(() => ({
        json: { orgs: [{ name: 'Acme', settings: { saml_strict_mode: { enabled: state.samlStrictMode ?? false } } }] },
      })),
      'GET /api/v1/monitor': requireBothKeys(({ query }) => ({
        json: cutPage(monitors, Number(query.get('page') ?? 0), pageSize),
      })),
      'GET /api/v2/logs/config/archives': requireBothKeys(() => ({ json: { data: archives } })),
    },
  })
}

/** Runs one check of the connector against a server in its vendor's place. */
export const runCheckOn = checkRunner(datadog, runOptions)

/** Reads one inventory of the connector from a server in Datadog's place. */
export const readInventory = inventoryReader(datadog, runOptions)

/** One of everything that the inventories list, with all members that they read. */
export const listed = {
  permissions: [
    { type: 'permissions', id: 'p1', attributes: { name: 'user_access_manage' } },
    { type: 'permissions', id: 'p2', attributes: { name: 'logs_read_data' } },
  ],
  roles: [
    {
      type: 'roles',
      id: 'r1',
      attributes: { name: 'Datadog Admin Role', user_count: 1 },
      relationships: { permissions: { data: [{ id: 'p1' }, { id: 'p2' }] } },
    },
    {
      type: 'roles',
      id: 'r2',
      attributes: { name: 'Readers', user_count: 1 },
      relationships: { permissions: { data: [{ id: 'p2' }] } },
    },
  ],
  users: [
    {
      type: 'users',
      id: 'u1',
      attributes: {
        name: 'Ada',
        handle: 'ada@acme.example',
        email: 'ada@acme.example',
        disabled: false,
        status: 'Active',
        service_account: false,
        mfa_enabled: true,
        created_at: '2025-01-02T03:04:05.000000+00:00',
        last_login_time: '2025-12-31T08:00:00.000000+00:00',
      },
      relationships: { roles: { data: [{ id: 'r1' }, { id: 'r2' }] } },
    },
  ],
  apiKeys: [
    {
      type: 'api_keys',
      id: 'k1',
      attributes: {
        name: 'Agents',
        created_at: '2025-01-02T03:04:05.000000+00:00',
        last4: '1a2b',
        date_last_used: '2025-12-31T08:00:00.000000+00:00',
      },
    },
  ],
  applicationKeys: [
    {
      type: 'application_keys',
      id: 'a1',
      attributes: {
        name: 'Terraform',
        created_at: '2025-01-02T03:04:05.000000+00:00',
        last4: '3c4d',
        last_used_at: '2025-12-31T08:00:00.000000+00:00',
        scopes: ['monitors_read', 'dashboards_read'],
      },
      relationships: { owned_by: { data: { type: 'users', id: 'u1' } } },
    },
  ],
} as const

function cutPage(items: readonly object[], number: number, size: number): readonly object[] {
  return items.slice(number * size, (number + 1) * size)
}

function requireBothKeys(handler: Handler): Handler {
  const refused: Answer = { status: 403, json: { errors: ['Forbidden: invalid application key'] } }
  return (request) =>
    request.headers['dd-application-key'] === credentials.application_key ? handler(request) : refused
}
