import { type InventoryKind, listMemberForms, listMemberWords } from '../../../define/index.ts'
import type { StoredRecord } from '../../../inventory/stored-record.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { ExternalLink } from '../../pages/frame/links.tsx'
import { Moment } from '../../pages/shared/moment.tsx'

interface InventoryRecordProps {
  readonly of: InventoryKind
  readonly record: StoredRecord
}

/** What is known of a record, and why the rest is not. */
export function RecordFacts({
  of,
  record: { id: _, name: __, url: ___, unknown = {}, ...members },
}: InventoryRecordProps) {
  const texts = useTexts()
  return (
    <dl class="pairs">
      {sortMembers(of, { ...unknown, ...members }).map((member) => (
        <>
          <dt>{formatMemberName(member)}</dt>
          <dd>
            {unknown[member] === undefined ? (
              <Value of={of} member={member} value={members[member]} />
            ) : (
              texts.inventories.unknownBecause({ reason: unknown[member] })
            )}
          </dd>
        </>
      ))}
    </dl>
  )
}

/** Its name, as a link to the vendor's page of it, with its id. */
export function RecordName({ record: { id, name, url } }: Pick<InventoryRecordProps, 'record'>) {
  return (
    <>
      {typeof url === 'string' ? (
        <ExternalLink href={url}>{String(name ?? id)}</ExternalLink>
      ) : (
        <b>{String(name ?? id)}</b>
      )}{' '}
      {name !== undefined && <code>{id}</code>}
    </>
  )
}

/** In the order that all records of a kind have, whatever is known of one. */
function sortMembers(of: InventoryKind, members: object): readonly string[] {
  const order = [...Object.keys(listMemberWords(of)), ...Object.keys(listMemberForms(of))]
  return Object.keys(members).sort((a, b) => order.indexOf(a) - order.indexOf(b))
}

/** `lastActiveAt` as people read it: "Last active". */
function formatMemberName(member: string): string {
  const words = member
    .replace(/At$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function Value({
  of,
  member,
  value,
}: {
  readonly of: InventoryKind
  readonly member: string
  readonly value: unknown
}) {
  const texts = useTexts()
  const form = listMemberForms(of)[member]?.form
  if (form === 'past' || form === 'future') return value === null ? texts.states.never : <Moment at={String(value)} />
  if (value === null) return texts.shared.notSpecified
  if (typeof value === 'boolean') return value ? texts.states.yes : texts.states.no
  return Array.isArray(value) ? value.join(', ') || texts.shared.notSpecified : String(value)
}
