import { join } from 'node:path'
import { keptRun } from '../../../src/checks/results/kept-run.ts'
import { type AuthDefinition, defineConnector, type ResultRecord } from '../../../src/define/index.ts'
import { exampleConnectionId, exampleRunId } from '../../../src/host/routes/integrations/schemas.ts'
import { openStore } from '../../../src/store/index.ts'
import { testStore } from '../../setup/store.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { createConnection, createCredentials, run, runResult } from '../../store/records.ts'
import { jwt } from '../person-token.ts'
import { openApiHost } from '../world.ts'

/** The connectors that the examples of the document name; nothing of theirs can be reached. */
export async function openExampleHost() {
  const connectors = [exampleConnector('acme', { type: 'api_key', config: { in: 'header', name: 'X-Key' } })]
  const config = {
    authorizeUrl: 'https://acme.invalid/authorize',
    tokenUrl: 'https://acme.invalid/token',
    scopes: ['users:read'],
  }
  const store = await testStore(`sqlite:${join(createTempFolder(), 'store.db')}`)
  const world = await openApiHost(
    { jwt },
    { store, connectors: [...connectors, exampleConnector('acme-oauth', { type: 'oauth2', config })] },
  )
  await insertExampleRun(store)
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

/** A run with a result that needs review, under the ids of the examples. */
async function insertExampleRun(url: string): Promise<void> {
  const store = await openStore(url)
  const of = { connectionId: exampleConnectionId, connectorId: 'acme' }
  await store.connections.insert(
    createConnection(exampleConnectionId, { connectorId: 'acme', state: 'disconnected' }),
    createCredentials(),
  )
  await store.runs.insert(run(exampleRunId, of))
  const result: ResultRecord = {
    ...{ status: 'manual', resource: { type: 'account', id: 'usr-7' }, title: 'A guest', evidence: { kind: 'guest' } },
    findingId: '5b0f6c1e-7d53-5a43-9d2e-1f0a5b3c7d21',
  }
  const { checks, ...head } = runResult(exampleRunId)
  const [check] = checks
  const ended = keptRun({
    ...{ ...head, connectionId: exampleConnectionId, connector: { id: 'acme', version: '1.0.0' } },
    checks: check ? [{ ...check, id: 'guests-reviewed', status: 'manual' as const, results: [result] }] : [],
  })
  await store.runs.finish(exampleRunId, { status: 'manual', finishedAtMs: 2_000, run: ended })
  await store.close()
}
