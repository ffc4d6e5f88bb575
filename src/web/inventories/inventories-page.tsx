import { demandConnection } from '../../host/services/demand.ts'
import { exportFormats } from '../../inventory/export/export-formats.ts'
import { formatInventoryName, type InventoryHead } from '../../inventory/inventory-head.ts'
import { formatRecordCount } from '../../inventory/name-records.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { Link, PostForm } from '../frame/links.tsx'
import { defineAction, definePage } from '../page-route.ts'
import { ConnectionLink } from '../shared/connection-link.tsx'
import { Moment } from '../shared/moment.tsx'
import { exportNames, InventoryState, listUrl } from './inventory-parts.tsx'

/** The newest lists of a connection, without their records. */
export const inventoriesPage = definePage({
  path: '/connections/:connectionId/inventories',
  access: 'people:read',
  show: async ({ runtime, person, params }) => {
    const { organizationId, role } = person
    const connection = await demandConnection(runtime, organizationId, params.connectionId ?? '')
    const connector = await runtime.connectorOf(connection)
    const name = connection.name ?? connector?.definition.name ?? connection.connector
    const isKeeping = await runtime.inventories.isKeeping(organizationId)
    const heads = await runtime.inventories.list({ connectionId: connection.id, organizationId })
    return {
      kind: 'page',
      title: `Lists of ${name}`,
      content: (
        <>
          <header class="head">
            <div>
              <p class="crumbs">
                <ConnectionLink id={connection.id}>{name}</ConnectionLink>
              </p>
              <h1>What {name} lists</h1>
              <p class="lead">
                Each list is the newest that a run has read. If you open or download one, the audit log says so.
              </p>
            </div>
          </header>
          {heads.length === 0 && <p class="sheet">{explainNone(isKeeping, connector?.inventories.length ?? 0)}</p>}
          {heads.map((head) => (
            <ListSheet connectionId={connection.id} head={head} />
          ))}
          {mayDo(role, 'people:write') && <Keeping connectionId={connection.id} isKeeping={isKeeping} />}
        </>
      ),
    }
  },
})

function explainNone(isKeeping: boolean, lists: number): string {
  if (!isKeeping) return 'Your organization keeps no lists.'
  return lists === 0 ? 'This connector lists nothing.' : 'No run has read a list yet. Run this connection.'
}

function ListSheet({ connectionId, head }: { readonly connectionId: string; readonly head: InventoryHead }) {
  const name = formatInventoryName(head)
  const url = listUrl(connectionId, head)
  return (
    <section class="sheet" aria-labelledby={`list-${name}`}>
      <h2 id={`list-${name}`}>
        <Link to={url()}>{formatRecordCount(head)}</Link>
      </h2>
      <InventoryState head={head} />
      <p>
        Read <Moment at={head.readAt} /> by <Link to={`/runs/${head.runId}`}>a run</Link>.
      </p>
      <ul class="row plain-list">
        {exportFormats.map((format) => (
          <li>
            <Link to={url(format)}>{exportNames[format]}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Keeping({ connectionId, isKeeping }: { readonly connectionId: string; readonly isKeeping: boolean }) {
  return (
    <section class="sheet" aria-labelledby="keeping">
      <h2 id="keeping">Keeping lists</h2>
      <p>
        {isKeeping
          ? 'Your organization keeps the newest lists of its connections, encrypted. If you turn this off, they are all deleted.'
          : 'Your organization keeps no lists. If you turn this on, the next run of each connection keeps what it reads.'}
      </p>
      <PostForm to={`/connections/${connectionId}/inventories`}>
        <input type="hidden" name="keepsInventories" value={isKeeping ? 'no' : 'yes'} />
        <button class={`button ${isKeeping ? 'danger' : 'primary'}`} type="submit">
          {isKeeping ? 'Delete all lists and keep none' : 'Keep lists'}
        </button>
      </PostForm>
    </section>
  )
}

export const setKeeping = defineAction({
  path: '/connections/:connectionId/inventories',
  access: 'people:write',
  audit: { action: 'organization.update' },
  act: async ({ runtime, person: { organizationId }, params, form }) => {
    const { id } = await demandConnection(runtime, organizationId, params.connectionId ?? '')
    const keepsInventories = form.text('keepsInventories') === 'yes'
    await runtime.inventories.setKeeping({ organizationId, keepsInventories })
    const notice = keepsInventories ? 'inventories-kept' : 'inventories-deleted'
    return { kind: 'redirect', to: `/connections/${id}/inventories`, notice }
  },
})
