import { exportFormats } from '../../../inventory/export/export-formats.ts'
import { formatInventoryName, type InventoryHead } from '../../../inventory/inventory-head.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { demandConnection } from '../../api/demand.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage } from '../../pages/page-route.ts'
import { ConnectionLink } from '../../pages/shared/connection-link.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { formatRecordCount } from '../../pages/shared/name-lists.ts'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { exportNames, InventoryState, listUrl } from './inventory-parts.tsx'

/** The newest lists of a connection, without their records. */
export const inventoriesPage = definePage({
  path: '/connections/:connectionId/inventories',
  access: 'people:read',
  show: async ({ texts, runtime, person, params }) => {
    const { organizationId, role } = person
    const connection = await demandConnection(runtime, organizationId, params.connectionId ?? '')
    const connector = await runtime.connectorOf(connection)
    const name = connection.name ?? connector?.definition.name ?? connection.connector
    const isKeeping = await runtime.inventories.isKeeping(organizationId)
    const heads = await runtime.inventories.list({ connectionId: connection.id, organizationId })
    return createPage(
      { title: texts.inventories.listsOf({ name }) },
      <>
        <PageHead
          crumbs={<ConnectionLink id={connection.id}>{name}</ConnectionLink>}
          title={texts.inventories.heading({ name })}
          lead={texts.inventories.lead}
        />
        {heads.length === 0 && <p class="sheet">{explainNone(texts, isKeeping, connector?.inventories.length ?? 0)}</p>}
        {heads.map((head) => (
          <ListSheet connectionId={connection.id} head={head} />
        ))}
        {mayDo(role, 'people:write') && <Keeping connectionId={connection.id} isKeeping={isKeeping} />}
      </>,
    )
  },
})

function explainNone(texts: Texts, isKeeping: boolean, lists: number): string {
  if (!isKeeping) return texts.inventories.empty.notStored
  return lists === 0 ? texts.inventories.empty.noLists : texts.inventories.empty.notRead
}

function ListSheet({ connectionId, head }: { readonly connectionId: string; readonly head: InventoryHead }) {
  const texts = useTexts()
  const name = formatInventoryName(head)
  const url = listUrl(connectionId, head)
  return (
    <Sheet id={`list-${name}`} title={<Link to={url()}>{formatRecordCount(texts, head)}</Link>}>
      <InventoryState head={head} />
      <p>
        {texts.inventories.readBy({
          moment: <Moment at={head.readAt} />,
          link: <Link to={`/runs/${head.runId}`}>{texts.inventories.aRun}</Link>,
        })}
      </p>
      <ul class="row plain-list">
        {exportFormats.map((format) => (
          <li>
            <Link to={url(format)}>{exportNames[format]}</Link>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function Keeping({ connectionId, isKeeping }: { readonly connectionId: string; readonly isKeeping: boolean }) {
  const texts = useTexts()
  return (
    <Sheet id="keeping" title={texts.inventories.keeping.title}>
      <p>{isKeeping ? texts.inventories.keeping.on : texts.inventories.keeping.off}</p>
      <PostForm to={`/connections/${connectionId}/inventories`}>
        <input type="hidden" name="keepsInventories" value={isKeeping ? 'no' : 'yes'} />
        <button class={`button ${isKeeping ? 'danger' : 'primary'}`} type="submit">
          {isKeeping ? texts.inventories.keeping.turnOff : texts.inventories.keeping.turnOn}
        </button>
      </PostForm>
    </Sheet>
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
