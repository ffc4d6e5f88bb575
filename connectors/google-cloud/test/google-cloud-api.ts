import { type FakeVendor, fakeVendor, type Handler, paginated } from 'checkwright/testing'
import { checkRunner } from '../../../test/connectors/run-check.ts'
import { gcloud } from '../index.ts'
import { sampleKey } from './sample-key.ts'

export const project = 'acme-production'

export const credentials = { project_id: project, service_account_key: sampleKey }

export const token = 'ya29.sample-google-cloud-token'

/** The connector's service account; every policy of a project grants it something. */
const reader = `serviceAccount:checkwright@${project}.iam.gserviceaccount.com`

/** The content of the project. Left out: empty. */
export interface ProjectState {
  readonly policy?: object
  readonly buckets?: readonly (object & { readonly name: string })[]
  /** Policies by name of the bucket. */
  readonly bucketPolicies?: Readonly<Record<string, object>>
  readonly firewalls?: readonly object[]
  readonly instances?: readonly object[]
  readonly accounts?: readonly object[]
  /** Keys by address of the account. */
  readonly keys?: Readonly<Record<string, readonly object[]>>
  readonly sinks?: readonly object[]
  readonly logBuckets?: readonly object[]
  readonly hmacKeys?: readonly object[]
  readonly networks?: readonly object[]
  /** Machines and subnetworks by the zone or region that they are in; each is a page of its own. */
  readonly machines?: Readonly<Record<string, readonly object[]>>
  readonly subnetworks?: Readonly<Record<string, readonly object[]>>
  /** Metadata of the project. */
  readonly metadata?: Readonly<Record<string, string>>
  /** Keys of Cloud KMS by name of their ring in europe-west1. */
  readonly cryptoKeys?: Readonly<Record<string, readonly object[]>>
  readonly pageSize?: number
}

/** Google Cloud's APIs for one project, on loopback. */
export function startGoogleCloudApi(state: ProjectState): Promise<FakeVendor> {
  const { bucketPolicies = {}, keys = {}, cryptoKeys = {}, metadata = {}, pageSize = 100 } = state
  const place = `projects/${project}/locations/europe-west1` as const
  return fakeVendor({
    auth: { type: 'bearer', token },
    publicRoutes: ['POST /token'],
    routes: {
      'POST /token': { json: { access_token: token, expires_in: 3599, token_type: 'Bearer' } },
      [`POST /v3/projects/${project}:getIamPolicy`]: {
        json: { version: 3, etag: 'BwX=', bindings: [{ role: 'roles/viewer', members: [reader] }], ...state.policy },
      },
      'GET /storage/v1/b': createListHandler('items', state.buckets, pageSize, { kind: 'storage#buckets' }),
      'GET /storage/v1/b/:name/iam': ({ params }: Request) => ({
        json: { kind: 'storage#policy', etag: 'CAE=', ...bucketPolicies[params.name ?? ''] },
      }),
      [`GET /compute/v1/projects/${project}/global/firewalls`]: createListHandler('items', state.firewalls, pageSize, {
        kind: 'compute#firewallList',
        id: `projects/${project}/global/firewalls`,
      }),
      [`GET /compute/v1/projects/${project}/global/networks`]: createListHandler('items', state.networks, pageSize, {
        kind: 'compute#networkList',
      }),
      [`GET /compute/v1/projects/${project}/aggregated/instances`]: createScopeHandler('instances', state.machines),
      [`GET /compute/v1/projects/${project}/aggregated/subnetworks`]: createScopeHandler(
        'subnetworks',
        state.subnetworks,
      ),
      [`GET /compute/v1/projects/${project}`]: {
        json: {
          commonInstanceMetadata: { items: Object.entries(metadata).map(([key, value]) => ({ key, value })) },
        },
      },
      [`GET /storage/v1/projects/${project}/hmacKeys`]: createListHandler('items', state.hmacKeys, pageSize, {
        kind: 'storage#hmacKeysMetadata',
      }),
      [`GET /v1/projects/${project}/locations`]: createListHandler('locations', [{ name: place }], pageSize),
      [`GET /v1/${place}/keyRings`]: createListHandler(
        'keyRings',
        Object.keys(cryptoKeys).map((ring) => ({ name: `${place}/keyRings/${ring}` })),
        pageSize,
      ),
      [`GET /v1/${place}/keyRings/:ring/cryptoKeys`]: (request: Request) =>
        createListHandler('cryptoKeys', cryptoKeys[request.params.ring ?? ''], pageSize)(request),
      [`GET /v1/projects/${project}/instances`]: createListHandler('items', state.instances, pageSize),
      [`GET /v1/projects/${project}/serviceAccounts`]: createListHandler('accounts', state.accounts, pageSize),
      [`GET /v1/projects/${project}/serviceAccounts/:email/keys`]: ({ params, query }: Request) => ({
        json: query.get('keyTypes') === 'USER_MANAGED' ? { keys: keys[params.email ?? ''] } : { keys: [] },
      }),
      [`GET /v2/projects/${project}/sinks`]: createListHandler('sinks', state.sinks, pageSize),
      [`GET /v2/projects/${project}/locations/-/buckets`]: createListHandler('buckets', state.logBuckets, pageSize),
    },
  })
}

type Request = Parameters<Handler>[0]

/** Every request but the one for a token. */
export const beyondToken = /^\/(?!token$)/

/** An error as Google words it. */
export function createRefusal(code: number, reason: string, message: string) {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }]
  return { error: { code, message, status: 'PERMISSION_DENIED', details } }
}

/** Runs one check of the connector against a server in Google's place. */
export const runCheckOn = checkRunner(gcloud, { credentials, now: '2026-06-30T12:00:00.000Z' })

/** Pages as Google cuts them: a list without items is left out. */
function createListHandler(
  name: string,
  items: readonly object[] = [],
  pageSize: number,
  beside: object = {},
): Handler {
  const pages = paginated(items, {
    style: 'cursor',
    pageSize,
    items: name,
    cursor: 'nextPageToken',
    param: 'pageToken',
  })
  return (request) => (items.length === 0 ? { json: beside } : pages(request))
}

/** One page for each zone or region. Where nothing is, Google writes a warning that says so. */
function createScopeHandler(name: string, places: Readonly<Record<string, readonly object[]>> = {}): Handler {
  const pages = Object.entries({ 'zones/us-east1-b': [], ...places })
  return ({ query }) => {
    const at = Number(query.get('pageToken') ?? 0)
    const [place = '', resources = []] = pages[at] ?? []
    const scope = resources.length > 0 ? { [name]: resources } : { warning: { code: 'NO_RESULTS_ON_PAGE' } }
    const last = at + 1 === pages.length
    return { json: { items: { [place]: scope }, nextPageToken: last ? undefined : `${at + 1}` } }
  }
}
