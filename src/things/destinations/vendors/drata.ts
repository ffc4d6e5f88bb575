import type { DestinationSettings, DestinationVendor } from './destination-vendor.ts'

const origins = {
  us: 'https://public-api.drata.com',
  eu: 'https://public-api.eu.drata.com',
  apac: 'https://public-api.apac.drata.com',
} as const

/** The description names no limit. */
const recordsPerRequest = 100

/**
 * A custom connection of Drata. A session takes records, which nobody sees until it is complete; then it replaces all others. Source:
 * "Custom Data Records" of the description of Drata's public API, version 2.
 */
export const drata: DestinationVendor = {
  name: 'Drata',
  findProblems: ({ region, resource }) => [
    ...(region in origins ? [] : [{ path: 'region', message: 'must be us, eu or apac: Drata has no other' }]),
    ...(/^\d{1,15}\/\d{1,15}$/.test(resource)
      ? []
      : [{ path: 'resource', message: 'must be the ids of the custom connection and its resource, such as 12/34' }]),
  ],
  readOrigin: ({ region }) => origins[region === 'gov' ? 'us' : region],
  convert: (_, { id, name, url, members }) => ({ kind: 'resource', resource: { ...members, id, name, url } }),
  plan: (settings, resources, push) => [
    ...Array.from({ length: Math.ceil(resources.length / recordsPerRequest) }, (_, index) => ({
      method: 'POST' as const,
      path: sessionOf(settings, push),
      body: JSON.stringify({ data: resources.slice(index * recordsPerRequest, (index + 1) * recordsPerRequest) }),
    })),
    planAction(settings, push, 'complete'),
  ],
  planCancel: (settings, push) => planAction(settings, push, 'cancel'),
  findRefusal: (answer) => {
    const each: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
    const refused = each.filter((one) => hasFailed(one)).length
    return refused === 0 ? undefined : `Drata refused ${refused} of ${each.length} records.`
  },
}

function sessionOf({ resource }: DestinationSettings, push: string): string {
  const [connection = '', own = ''] = resource.split('/')
  return `/public/v2/custom-connections/${connection}/resources/${own}/sessions/${push}`
}

function planAction(settings: DestinationSettings, push: string, action: 'complete' | 'cancel') {
  return { method: 'POST' as const, path: `${sessionOf(settings, push)}/actions`, body: JSON.stringify({ action }) }
}

/** The answer to several records is 200, and has a status for each. */
function hasFailed(one: unknown): boolean {
  if (typeof one !== 'object' || one === null) return false
  const { statusCode, error } = one as { readonly statusCode?: unknown; readonly error?: unknown }
  return error !== undefined || (typeof statusCode === 'number' && statusCode >= 400)
}
