import type { InventoryOutcome } from '../../../define/index.ts'
import type { ExportFormat } from '../../../inventory/export/export-formats.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { findWord } from '../../all-texts/find-word.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { formatRecordCount } from '../../pages/shared/name-lists.ts'
import { Sheet } from '../../pages/shared/sheet.tsx'

export const exportNames: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', json: 'JSON', ocsf: 'OCSF' }

/** Paths of a list: its page, or a download. Names of records are in none of them. */
export function listUrl(connectionId: string, { of, part }: Pick<InventoryOutcome, 'of' | 'part'>) {
  return (format?: ExportFormat, page?: number): string => {
    const query = new URLSearchParams(omitUndefined({ part, page: page ? String(page) : undefined }))
    const path = `/connections/${connectionId}/inventories/${of}${format === undefined ? '' : `/${format}`}`
    return query.size === 0 ? path : `${path}?${query}`
  }
}

type ShownOutcome = Pick<InventoryOutcome, 'byStatus' | 'complete' | 'covers' | 'error' | 'leavesOut'>

/** Whether everything was seen, what the list covers, and how many records there are of each status. */
export function InventoryState({ head }: { readonly head: ShownOutcome }) {
  const texts = useTexts()
  const { complete, error, covers, leavesOut, byStatus = {} } = head
  const counts = Object.entries(byStatus).map(
    ([status, count]) =>
      `${texts.format.number(count)} ${findWord(texts.inventories.accountStatuses, status) ?? status}`,
  )
  return (
    <>
      {complete ? (
        <p>{texts.inventories.complete}</p>
      ) : (
        <p class="alert caution">
          {texts.inventories.incomplete({ message: error?.message ?? texts.inventories.reasonUnknown })}
        </p>
      )}
      <p class="small">
        {texts.inventories.covers({ covers: covers.join(', ') || texts.shared.nothing })}{' '}
        {leavesOut.length > 0 && `${texts.inventories.leavesOut({ leavesOut: leavesOut.join(', ') })} `}
        {counts.length > 0 && `${counts.join(', ')}.`}
      </p>
    </>
  )
}

/** The lists that a run has read. */
export function RunLists({ lists }: { readonly lists: readonly InventoryOutcome[] }) {
  const texts = useTexts()
  if (lists.length === 0) return null
  return (
    <Sheet id="lists" title={texts.labels.lists}>
      {lists.map((list) => (
        <>
          <h3>{formatRecordCount(texts, list)}</h3>
          <InventoryState head={list} />
        </>
      ))}
    </Sheet>
  )
}
