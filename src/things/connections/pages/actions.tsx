import { formatInventoryName } from '../../../inventory/inventory-head.ts'
import { demandConnection } from '../../api/demand.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { ServiceText } from '../../pages/frame/service-text.tsx'
import type { NoticeId } from '../../pages/page-notices.ts'
import { createPage, defineAction, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { findConnectorName } from '../../pages/shared/connector-names.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import type { Connection } from '../../runtime/runtime.ts'
import { describeRenewal } from './describe-renewal.ts'

/** Starts a run; with `evidence`, it keeps the exchanges, signed. */
export const runNow = defineAction({
  path: '/connections/:connectionId/runs',
  access: 'runs:write',
  audit: { action: 'run.start', target: 'connectionId' },
  act: async (submission) => {
    const { runtime, form } = submission
    const connection = await findVisitedConnection(submission)
    const { id: connectionId, organizationId } = connection
    const evidence = form.text('evidence') !== ''
    const lists = (await runtime.connectorOf(connection))?.inventories.map(formatInventoryName)
    const inventories = form.text('only') === 'lists' ? lists : undefined
    const { id } = await runtime.runs.start({ connectionId, organizationId, evidence, inventories })
    return { kind: 'redirect', to: `/runs/${id}` }
  },
})

export const testConnection = defineAction({
  path: '/connections/:connectionId/test',
  access: 'connections:write',
  audit: { action: 'connection.test', target: 'connectionId' },
  act: async (submission) => {
    const { texts } = submission
    const connection = await findVisitedConnection(submission)
    const { ok, status, message, undecided } = await submission.runtime.connections.test(pickConnectionRef(connection))
    if (ok) return { kind: 'redirect', to: `/connections/${connection.id}`, notice: 'tested' }
    return createPage(
      { title: texts.connections.test.failed },
      <section class="lone">
        <h1>{undecided ? texts.connections.test.vendorTrouble : texts.connections.test.refused}</h1>
        <div class="alert">
          <p>{message ?? texts.connections.test.noReason}</p>
          {undecided && <p>{texts.connections.test.unknown}</p>}
          {status !== undefined && <p class="small">{`HTTP ${status}`}</p>}
        </div>
        <p class="row">
          <Link to={`/connect/${connection.connector}?connection=${connection.id}`} looks="primary">
            {describeRenewal(texts, await submission.runtime.connectorOf(connection))}
          </Link>
          <Link to={`/connections/${connection.id}`} looks="quiet">
            {texts.connections.test.back}
          </Link>
        </p>
      </section>,
    )
  },
})

export const pauseConnection = defineChange('pause', 'paused')
export const resumeConnection = defineChange('resume', 'resumed')

/** Needs a confirmation, because deleted credentials cannot be restored. */
export const disconnectPage = definePage({
  path: '/connections/:connectionId/disconnect',
  access: 'connections:write',
  show: async (visit) => {
    const { texts } = visit
    const connection = await findVisitedConnection(visit)
    // Of several connections to one vendor, only the name tells which one ends.
    const name = connection.name ?? findConnectorName(visit.runtime, connection.connector)
    return createPage(
      { title: texts.actions.disconnect },
      <section class="lone">
        <h1>{texts.connections.disconnect.heading({ name })}</h1>
        <p>
          <ServiceText says={texts.connections.disconnect.text} />
        </p>
        <PostForm to={`/connections/${connection.id}/disconnect`}>
          <div class="actions">
            <SubmitButton looks="danger">{texts.actions.disconnect}</SubmitButton>
            <Link to={`/connections/${connection.id}`} looks="quiet">
              {texts.connections.disconnect.keep}
            </Link>
          </div>
        </PostForm>
      </section>,
    )
  },
})

export const disconnect = defineChange('disconnect', 'disconnected')

function defineChange(verb: 'pause' | 'resume' | 'disconnect', notice: NoticeId) {
  return defineAction({
    path: `/connections/:connectionId/${verb}`,
    access: 'connections:write',
    audit: { action: `connection.${verb}`, target: 'connectionId' },
    act: async (submission) => {
      const { id, organizationId } = await findVisitedConnection(submission)
      await submission.runtime.connections[verb]({ id, organizationId })
      return { kind: 'redirect', to: `/connections/${id}`, notice }
    },
  })
}

export function findVisitedConnection({ runtime, person, params }: OwnVisit): Promise<Connection> {
  return demandConnection(runtime, person.organizationId, params.connectionId ?? '')
}

export function pickConnectionRef({ id, organizationId }: Connection) {
  return { id, organizationId }
}
