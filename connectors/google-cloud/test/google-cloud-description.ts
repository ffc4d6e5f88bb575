import { loadProviderDescription } from '../../../test/connectors/description.ts'

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content: { readonly 'application/json': object } }>>
}

const place = 'projects/acme-production/locations/europe-west1'
const email = 'ci@acme-production.iam.gserviceaccount.com'

/** Answers whose texts say what they are; the description has a plain text for each. */
const samples: Readonly<Record<string, object>> = {
  'get /compute/v1/projects/{project}/aggregated/instances': {
    items: {
      'zones/europe-west1-b': {
        instances: ['one', 'two'].map((name) => ({
          id: `id-of-${name}`,
          name,
          networkInterfaces: [{ accessConfigs: [{ natIP: '203.0.113.7' }] }],
          serviceAccounts: [{ email, scopes: ['https://www.googleapis.com/auth/cloud-platform'] }],
          shieldedInstanceConfig: { enableVtpm: true, enableIntegrityMonitoring: true },
          metadata: { items: [{ key: 'serial-port-enable', value: 'false' }] },
        })),
      },
      'zones/us-east1-b': { warning: { code: 'NO_RESULTS_ON_PAGE' } },
    },
  },
  'get /compute/v1/projects/{project}/aggregated/subnetworks': {
    items: {
      'regions/europe-west1': {
        subnetworks: [{ id: 'id-of-web', name: 'web', purpose: 'PRIVATE', logConfig: { enable: true } }],
      },
    },
  },
  'get /v1/projects/{projectsId}/locations': { locations: [{ name: place }] },
  'get /v1/projects/{projectsId}/locations/{locationsId}/keyRings': {
    keyRings: [{ name: `${place}/keyRings/ring-1` }],
  },
  'get /v1/projects/{projectsId}/locations/{locationsId}/keyRings/{keyRingsId}/cryptoKeys': {
    cryptoKeys: ['disks', 'backups'].map((name) => ({
      name: `${place}/keyRings/ring-1/cryptoKeys/${name}`,
      purpose: 'ENCRYPT_DECRYPT',
      primary: { state: 'ENABLED' },
      rotationPeriod: '7776000s',
    })),
  },
  'post /v3/projects/{projectsId}:getIamPolicy': {
    version: 3,
    etag: 'BwX=',
    bindings: [{ role: 'roles/viewer', members: ['user:ada@acme.example', `serviceAccount:${email}`] }],
  },
  'get /v1/projects/{projectsId}/serviceAccounts': { accounts: [{ uniqueId: '100', email, displayName: 'CI' }] },
  'get /v1/projects/{projectsId}/serviceAccounts/{serviceAccountsId}/keys': {
    keys: [
      {
        name: `projects/acme-production/serviceAccounts/${email}/keys/k1`,
        keyOrigin: 'GOOGLE_PROVIDED',
        validAfterTime: '2026-01-02T12:00:00Z',
        validBeforeTime: '9999-12-31T23:59:59Z',
      },
    ],
  },
}

/** Google's description with these answers; undefined without the data for tests. */
export function loadGoogleCloudDescription(): object | undefined {
  const description = loadProviderDescription('gcp') as Description | undefined
  if (description === undefined) return undefined
  const paths = Object.fromEntries(
    Object.entries(description.paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => {
          const sample = samples[`${method} ${path}`]
          return [method, sample ? addExample(operation, sample) : operation]
        }),
      ),
    ]),
  )
  return { ...description, paths }
}

function addExample(operation: Operation, example: object): object {
  const content = { 'application/json': { ...operation.responses['200']?.content['application/json'], example } }
  return { ...operation, responses: { ...operation.responses, 200: { ...operation.responses['200'], content } } }
}
