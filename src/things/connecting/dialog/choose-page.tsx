import { loadStandings, searchConnectors } from '../../connectors/pages/connectors.ts'
import { createSearchAttributes, Monogram, Search } from '../../connectors/pages/parts.tsx'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, type PageAnswer } from '../../pages/page-route.ts'
import { connectDialogPath } from '../connect-sessions.ts'
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

async function renderChoice({ runtime, session, query, texts }: DialogVisit): Promise<PageAnswer> {
  const { dialog } = texts.connect
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
  return createPage(
    { title: texts.actions.connectSystem },
    <div class="stack dialog">
      <div>
        <h1>{texts.actions.connectSystem}</h1>
        <Requester organization={organization?.name ?? organizationId} />
      </div>
      {problem !== null && (
        <div class="alert" role="alert" tabindex={-1} id="refusal">
          <h2>{dialog.failed}</h2>
          <p>{problem}</p>
        </div>
      )}
      {offered.length > 8 && <Search to={path} value={search} count={found.length} />}
      {found.length === 0 && <p>{dialog.nothing}</p>}
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
    </div>,
  )
}

async function renderConnected({ runtime, session, texts }: DialogVisit): Promise<PageAnswer> {
  const { dialog } = texts.connect
  const { organizationId, origin, connectionId } = session
  const connection =
    connectionId === null ? undefined : await runtime.connections.get({ id: connectionId, organizationId })
  const name = (connection && (await runtime.connectorOf(connection))?.definition.name) ?? dialog.theSystem
  const isProven = connection?.state === 'active'
  const title = isProven ? dialog.connected({ name }) : dialog.connectedUnverified({ name })
  return createPage(
    { title },
    <section
      class="lone"
      data-dialog-origin={origin}
      data-connection-id={connectionId}
      data-connector={connection?.connector}
    >
      <h1>{title}</h1>
      <p>{isProven ? dialog.verified({ name }) : (connection?.stateReason ?? dialog.unverified)}</p>
      <p class="row">
        <CloseButton session={session} />
      </p>
      <DialogScript />
    </section>,
  )
}
