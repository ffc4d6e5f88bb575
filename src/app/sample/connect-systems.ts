import type { Connection, Runtime } from '../../things/runtime/runtime.ts'
import { users } from './people.ts'
import { company } from './world/company.ts'

export type SampleSystem = Pick<Connection, 'id' | 'connector'>

/** The shipped connectors that the sample uses. */
export const sampleConnectorIds = ['bamboohr', 'jumpcloud', 'gitlab', 'digitalocean', 'sentry'] as const

const domains = { domains: company.domain }
const keys: Readonly<
  Record<
    Exclude<(typeof sampleConnectorIds)[number], 'bamboohr'>,
    { readonly credentials: Readonly<Record<string, string>>; readonly variables?: Readonly<Record<string, unknown>> }
  >
> = {
  jumpcloud: { credentials: { api_key: 'sample' }, variables: domains },
  gitlab: { credentials: { api_key: 'sample', host: 'gitlab.com', group: '4711' } },
  digitalocean: { credentials: { api_key: 'sample' } },
  sentry: { credentials: { api_key: 'sample', organization: company.slug, region: 'us' }, variables: domains },
}

/** The staff list by a sign-in (OAuth), the others by keys. The staff list is the directory, and people sign in by the second. */
export async function connectSystems(runtime: Runtime, organizationId: string): Promise<readonly SampleSystem[]> {
  const { connections, directory } = runtime
  const staff = await signIn(runtime, organizationId)
  const others: Connection[] = []
  for (const [connector, { credentials, variables }] of Object.entries(keys))
    others.push(
      await connections.create({ connector, organizationId, credentials, variables, userId: users.security.userId }),
    )
  await directory.set({ organizationId, sources: [{ connection: staff.id, covers: 'both' }] })
  const [identity] = others
  const actor = users.security.name
  for (const { id, connector } of others)
    await directory.setSystem({
      organizationId,
      connectionId: id,
      enforcedDomains: connector === 'gitlab' || connector === 'digitalocean' ? undefined : [company.domain],
      signsInBy: connector === 'sentry' ? identity?.id : undefined,
      actor,
    })
  return [staff, ...others]
}

/** The authorization code flow. The part of the person at the vendor is a code that its answer accepts. */
async function signIn({ oauthApps, oauth }: Runtime, organizationId: string): Promise<Connection> {
  const connector = 'bamboohr'
  await oauthApps.set({
    connector,
    organizationId,
    clientId: 'sample',
    clientSecret: 'sample',
    settings: { company: company.slug },
  })
  const { url, binding } = await oauth.start({
    connector,
    organizationId,
    userId: users.people.userId,
    credentials: { company: company.slug },
  })
  const { searchParams: asked } = new URL(url)
  const callback = new URL(asked.get('redirect_uri') ?? '')
  callback.searchParams.set('code', 'sample')
  callback.searchParams.set('state', asked.get('state') ?? '')
  return oauth.callback({ url: callback.href, binding })
}
