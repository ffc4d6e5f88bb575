import { type AuthDefinition, defineConnector } from '../../../src/define/index.ts'
import { openApiHost } from '../world.ts'

/** The connectors that the examples of the document name; nothing of theirs can be reached. */
export async function openExampleHost() {
  const connectors = [exampleConnector('acme', { type: 'api_key', config: { in: 'header', name: 'X-Key' } })]
  const config = {
    authorizeUrl: 'https://acme.invalid/authorize',
    tokenUrl: 'https://acme.invalid/token',
    scopes: ['users:read'],
  }
  const world = await openApiHost(
    {},
    { connectors: [...connectors, exampleConnector('acme-oauth', { type: 'oauth2', config })] },
  )
  const app = { connector: 'acme-oauth', clientId: 'acme-client-1', clientSecret: 'the-secret-of-the-app' }
  await world.runtime.oauthApps.set({ ...app, organizationId: 'acme' })
  return world
}

function exampleConnector(id: 'acme' | 'acme-oauth', auth: AuthDefinition) {
  return defineConnector({
    id,
    name: 'Acme',
    baseUrl: 'https://acme.invalid',
    auth,
    variables: [{ id: 'max_admins', label: 'Most administrators allowed', type: 'number', default: 4 }],
  })
}
