import { type InventoryKind, inventoryKinds } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import { exportFormats } from '../../../inventory/export/export-formats.ts'
import { formatInventoryName, type InventoryHead } from '../../../inventory/inventory-head.ts'
import type { StoredRecord } from '../../../inventory/stored-record.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { demandConnection } from '../../api/demand.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit, type ReadAudit } from '../../pages/page-route.ts'
import { Moment } from '../../pages/shared/moment.tsx'
import { formatRecordCount } from '../../pages/shared/name-lists.ts'
import { PageHead } from '../../pages/shared/page-head.tsx'
import type { OpenInventoryList } from '../inventories.ts'
import { sendInventory } from '../reading/send-inventory.ts'
import { exportNames, InventoryState, listUrl } from './inventory-parts.tsx'
import { RecordFacts, RecordName } from './record-facts.tsx'

const recordsShown = 50

const readAudit: ReadAudit = {
  action: 'inventory.read',
  describe: ({ connectionId = '', of = '' }) => ({
    target: connectionId,
    fields: inventoryKinds.filter((kind) => kind === of),
  }),
}

/** The records of one list, page by page. */
export const recordsPage = definePage({
  path: '/connections/:connectionId/inventories/:of',
  access: 'people:read',
  auditRead: readAudit,
  show: async (visit) => {
    const { texts } = visit
    const { head, records, owner } = await demandInventory(visit)
    const connectionId = visit.params.connectionId ?? ''
    const pages = Math.max(1, Math.ceil(head.count / recordsShown))
    const page = Math.min(pages, Math.max(1, Math.floor(Number(visit.query.get('page')) || 1)))
    const shown: StoredRecord[] = []
    if (head.count > 0)
      for await (const record of records((page - 1) * recordsShown)) if (shown.push(record) === recordsShown) break
    const url = listUrl(connectionId, head)
    return createPage(
      { title: texts.inventories.titleOf({ recordCount: formatRecordCount(texts, head), owner }) },
      <>
        <PageHead
          crumbs={
            <Link to={`/connections/${connectionId}/inventories`}>{texts.inventories.allListsOf({ owner })}</Link>
          }
          title={formatRecordCount(texts, head)}
          lead={texts.inventories.read({ moment: <Moment at={head.readAt} /> })}
        />
        <section class="sheet">
          <InventoryState head={head} />
          <ul class="row plain-list">
            {exportFormats.map((format) => (
              <li>
                <Link to={url(format)}>{exportNames[format]}</Link>
              </li>
            ))}
            {mayDo(visit.person.role, 'people:write') && (
              <li>
                <Link to={`/settings/population-samples?list=${formatInventoryName(head)}@${connectionId}`}>
                  {texts.inventories.drawSample}
                </Link>
              </li>
            )}
          </ul>
        </section>
        <Records head={head} records={shown} />
        {pages > 1 && (
          <nav class="row" aria-label={texts.labels.pages}>
            {page > 1 && <Link to={url(undefined, page - 1)}>{texts.actions.previousPage}</Link>}
            <span>{texts.counts.page({ page, pages })}</span>
            {page < pages && <Link to={url(undefined, page + 1)}>{texts.actions.nextPage}</Link>}
          </nav>
        )}
      </>,
    )
  },
})

export const downloadInventory = definePage({
  path: '/connections/:connectionId/inventories/:of/:format',
  access: 'people:read',
  auditRead: readAudit,
  show: async (visit) => {
    const format = exportFormats.find((one) => one === visit.params.format)
    if (format === undefined) throw createNoListError()
    return { kind: 'response', response: sendInventory(await demandInventory(visit), format, visit.request) }
  },
})

/** @throws ApiError 404, for another organization's too */
async function demandInventory({ runtime, person, params, query }: OwnVisit): Promise<OwnedInventory> {
  const { organizationId } = person
  const connection = await demandConnection(runtime, organizationId, params.connectionId ?? '')
  const { id: connectionId, connector: connectorId } = connection
  const connector = runtime.connectors.find(({ id }) => id === connectorId)
  const of = inventoryKinds.find((kind): kind is InventoryKind => kind === params.of)
  const part = query.get('part') ?? undefined
  const opened = of && (await runtime.inventories.open({ connectionId, organizationId, of, part }))
  if (opened === undefined) throw createNoListError()
  return { ...opened, owner: connection.name ?? connector?.definition.name ?? connectorId }
}

interface OwnedInventory extends OpenInventoryList {
  /** What people call the connection. */
  readonly owner: string
}

function createNoListError(): ApiError {
  return new ApiError('There is no such list of this connection. A run that reads it makes it.', { code: 'NOT_FOUND' })
}

/** Each record with what is known of it. */
function Records({ head, records }: { readonly head: InventoryHead; readonly records: readonly StoredRecord[] }) {
  const texts = useTexts()
  return (
    <section class="sheet" aria-label={texts.labels.records}>
      {head.count === 0 && <p>{texts.inventories.noRecords}</p>}
      <ul class="list">
        {records.map((record) => (
          <li>
            <span class="what">
              <RecordName record={record} />
              <RecordFacts of={head.of} record={record} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
