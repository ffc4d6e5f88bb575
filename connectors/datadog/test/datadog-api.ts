import { type Answer, type FakeVendor, fakeVendor, type Handler } from 'checkwright/testing'
import { checkRunner } from '../../../test/connectors/run-check.ts'
import { datadog } from '../index.ts'

export const credentials = {
  api_key: 'sample-datadog-api-key',
  application_key: 'sample-datadog-application-key',
  site: 'datadoghq.eu',
}

/** The moment at which the checks of these tests run. */
const now = '2026-06-30T12:00:00.000Z'

/** The content of the organization. Left out: empty, and no SAML. */
export interface DatadogState {
  readonly users?: readonly object[]
  readonly samlStrictMode?: boolean
  readonly roles?: readonly object[]
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
    applicationKeys = [],
    apiKeys = [],
    monitors = [],
    archives = [],
    pageSize = 100,
  } = state
  const list = (items: readonly object[]) =>
    requireBothKeys((request) => ({
      json: { data: cutPage(items, Number(request.query.get('page[number]') ?? 0), pageSize) },
    }))
  return fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'DD-API-KEY', value: credentials.api_key },
    routes: {
      'GET /api/v2/users': list(users),
      'GET /api/v2/roles': list(roles),
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
export const runCheckOn = checkRunner(datadog, { credentials, now })

function cutPage(items: readonly object[], number: number, size: number): readonly object[] {
  return items.slice(number * size, (number + 1) * size)
}

function requireBothKeys(handler: Handler): Handler {
  const refused: Answer = { status: 403, json: { errors: ['Forbidden: invalid application key'] } }
  return (request) =>
    request.headers['dd-application-key'] === credentials.application_key ? handler(request) : refused
}
