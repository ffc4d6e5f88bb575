import { connectDialogPath } from '../../runtime/sign-in/connect-sessions.ts'
import { loadStandings, searchConnectors } from '../connectors/connectors.ts'
import { createSearchAttributes, Monogram, Search } from '../connectors/parts.tsx'
import { Link } from '../frame/links.tsx'
import type { PageAnswer } from '../page-route.ts'
import { type DialogVisit, defineDialog } from './define-dialog.tsx'
import { CloseButton, DialogScript, Requester } from './dialog-parts.tsx'

/** The connectors that the person may choose from; after connecting, what came of it. */
export const chooseInDialog = defineDialog({
  method: 'get',
  path: '/:sessionId',
  answer: (visit) => (visit.session.connectionId === null ? renderChoice(visit) : renderConnected(visit)),
})

/** For the script of a page that waits for another window. */
export const dialogState = defineDialog({
  method: 'get',
  path: '/:sessionId/state',
  answer: async ({ session: { connectionId, problem } }) => ({
    kind: 'response',
    response: Response.json(
      { state: connectionId !== null ? 'connected' : problem !== null ? 'failed' : 'waiting' },
      { headers: { 'cache-control': 'no-store' } },
    ),
  }),
})

async function renderChoice({ runtime, session, query }: DialogVisit): Promise<PageAnswer> {
  const { id, organizationId, connectors, problem } = session
  const [organization, judge] = await Promise.all([
    runtime.organizations.get(organizationId),
    loadStandings(runtime, organizationId),
  ])
  const search = query.get('q')?.trim() ?? ''
  // What is not set up is not the person's to mend.
  const offered = runtime.connectors.filter(
    (one) => (connectors === null || connectors.includes(one.id)) && judge(one).readiness === 'ready',
  )
  const found = searchConnectors(offered, { search })
  const path = `${connectDialogPath}/${id}`
  return {
    kind: 'page',
    title: 'Connect a system',
    content: (
      <div class="stack dialog">
        <div>
          <h1>Connect a system</h1>
          <Requester organization={organization?.name ?? organizationId} what="one of your systems" />
        </div>
        {problem !== null && (
          <div class="alert" role="alert" tabindex={-1} id="refusal">
            <h2>That did not work</h2>
            <p>{problem}</p>
          </div>
        )}
        {offered.length > 8 && <Search to={path} value={search} count={found.length} />}
        {found.length === 0 && <p>There is nothing to connect here.</p>}
        <ul class="gallery" id="gallery">
          {found.map((connector) => (
            <li class="card" {...createSearchAttributes(connector)}>
              <div class="titled">
                <Monogram name={connector.definition.name} />
                <h2>
                  <Link to={`${path}/${connector.id}`}>{connector.definition.name}</Link>
                </h2>
              </div>
              {connector.definition.description !== undefined && <p>{connector.definition.description}</p>}
            </li>
          ))}
        </ul>
        <p class="row">
          <CloseButton session={session} />
        </p>
        <DialogScript />
      </div>
    ),
  }
}

async function renderConnected({ runtime, session }: DialogVisit): Promise<PageAnswer> {
  const { organizationId, origin, connectionId } = session
  const connection =
    connectionId === null ? undefined : await runtime.connections.get({ id: connectionId, organizationId })
  const name = (connection && (await runtime.connectorOf(connection))?.definition.name) ?? 'The system'
  const isProven = connection?.state === 'active'
  return {
    kind: 'page',
    title: isProven ? `${name} is connected` : `${name} is connected, but not proven yet`,
    content: (
      <section
        class="lone"
        data-dialog-origin={origin}
        data-connection-id={connectionId}
        data-connector={connection?.connector}
      >
        <h1>{isProven ? `${name} is connected` : `${name} is connected, but not proven yet`}</h1>
        <p>
          {isProven
            ? `${name} accepted it in a first test. You can close this.`
            : (connection?.stateReason ?? 'Nobody knows yet whether it works.')}
        </p>
        <p class="row">
          <CloseButton session={session} />
        </p>
        <DialogScript />
      </section>
    ),
  }
}
