import { randomUUID } from 'node:crypto'
import type { DirectorySource } from '../../crosscheck/define/directory.ts'
import { maxFileAgeDays } from '../../crosscheck/define/inputs.ts'
import type { StoredSource } from '../../crosscheck/people/directory-store.ts'
import type { StoredImport } from '../../crosscheck/people/imported-people-store.ts'
import { RecordsDigest } from '../../inventory/records-digest.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { isCalendarDay } from '../../text/calendar-day.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { openRecords, sealRecords } from '../inventories/seal-inventory.ts'
import { requireFound, type Uses } from '../parts/runtime-parts.ts'
import { toImportPlace } from './load-inputs.ts'
import { createDirectoryError, demandFileName, demandRoomForSources } from './source-input.ts'

/** A file of people to read. */
export interface PeopleImport {
  readonly organizationId: string
  /** Id or name of a source that is a file. @default the only one */
  readonly source?: string | undefined
  /** What the file covers, where its source is not there yet: it is made then, as the last one. */
  readonly covers?: DirectorySource['covers'] | undefined
  readonly bytes: Uint8Array
  /** The name of the file, for messages. @default people.csv */
  readonly fileName?: string | undefined
  /** The day on which the file was made: `2026-06-01`. @default now */
  readonly date?: string | undefined
  /** That more than a third of the people of the file before are missing is right. @default false */
  readonly allowsLoss?: boolean | undefined
  /** The person who imports it, if known. */
  readonly userId?: string | undefined
}

type ImportParts = Uses<'organizations' | 'inventories' | 'directorySources' | 'importedPeople', 'vault' | 'clock'>

const dayMs = 86_400_000

/** @throws DataFileError `PEOPLE_FILE_INVALID`; CheckwrightError `DIRECTORY_INVALID` */
export async function importPeople(
  parts: ImportParts,
  {
    organizationId,
    source: named,
    covers,
    bytes,
    fileName = 'people.csv',
    date,
    allowsLoss = false,
    userId,
  }: PeopleImport,
): Promise<{ readonly id: string }> {
  const { store, vault, clock } = parts
  const nowMs = clock.nowMs()
  requireFound(await store.organizations.find(organizationId), 'organization of that id')
  if (!(await store.inventories.isKeeping(organizationId)))
    throw createDirectoryError(
      'The organization keeps no inventories, so it keeps no file of people. Turn that on first.',
    )
  const { source, isNew } = await chooseSource(parts, { organizationId, named, covers })
  const readAtMs = date === undefined ? nowMs : demandFileDate(date, nowMs)
  // Loaded on first use, because it brings the parser.
  const { parsePeopleFile } = await import('../../crosscheck/people/parse-people-file.ts')
  const { people, tells } = await parsePeopleFile(bytes, {
    name: fileName,
    covers: source.covers,
    now: new Date(nowMs),
  })
  const before = (await store.importedPeople.list(organizationId)).find(({ sourceId }) => sourceId === source.id)
  if (before) await demandSuccessor(parts, before, { readAtMs, people, allowsLoss })
  // A file that is refused leaves no source behind, of which nobody would know the people.
  if (isNew)
    await store.directorySources.replace(organizationId, [
      ...(await store.directorySources.list(organizationId)),
      source,
    ])
  const imported: StoredImport = {
    id: createTimeId(),
    organizationId,
    sourceId: source.id,
    readAtMs,
    importedAtMs: nowMs,
    importedBy: userId ?? null,
    count: people.length,
    digest: digestPeople(people),
    tells,
  }
  await store.importedPeople.replace(imported, sealRecords(vault, toImportPlace(imported), iterate(people)))
  return { id: source.id }
}

async function chooseSource(
  parts: ImportParts,
  {
    organizationId,
    named,
    covers,
  }: {
    readonly organizationId: string
    readonly named: string | undefined
    readonly covers: DirectorySource['covers'] | undefined
  },
): Promise<{ readonly source: StoredSource; readonly isNew: boolean }> {
  const { store, clock } = parts
  const sources = await store.directorySources.list(organizationId)
  const files = sources.filter(({ fileName }) => fileName !== null)
  const found = named === undefined ? files : files.filter(({ id, fileName }) => id === named || fileName === named)
  const [source, another] = found
  if (source && !another) return { source, isNew: false }
  if (!another && covers !== undefined) {
    const fileName = demandFileName(named ?? 'People')
    demandRoomForSources(sources.length + 1)
    const made = {
      id: randomUUID(),
      organizationId,
      fileName,
      covers,
      accountsArePeople: false,
      createdAtMs: clock.nowMs(),
    }
    return { source: made, isNew: true }
  }
  if (files.length === 0)
    throw createDirectoryError(
      'The directory has no file of people. Say what the file covers: employees, contractors or both.',
    )
  throw createDirectoryError(
    `Name the source that the file is of: ${files.map(({ fileName }) => `"${fileName}"`).join(', ')}.`,
  )
}

/** The start of the day, so that nothing counts as older than the file that is younger. */
function demandFileDate(date: string, nowMs: number): number {
  const ms = isCalendarDay(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(ms)) throw createDirectoryError('The date of a file of people is a day: YYYY-MM-DD.')
  // It is tomorrow already where the day begins first.
  if (ms > nowMs + dayMs / 2) throw createDirectoryError(`The file is from ${date}, which is in the future.`)
  if (ms < nowMs - maxFileAgeDays * dayMs)
    throw createDirectoryError(
      `The file is from ${date}. A file older than ${maxFileAgeDays} days says nothing of today.`,
    )
  return Math.min(ms, nowMs)
}

/** A file that was cut off looks as if everybody below the cut had left. */
async function demandSuccessor(
  { store, vault }: ImportParts,
  before: StoredImport,
  next: { readonly readAtMs: number; readonly people: readonly StoredRecord[]; readonly allowsLoss: boolean },
): Promise<void> {
  if (next.readAtMs < before.readAtMs && next.readAtMs < startOfDay(before.readAtMs))
    throw createDirectoryError(
      `The file is older than the one that is there, which is from ${new Date(before.readAtMs).toISOString().slice(0, 10)}.`,
    )
  if (next.allowsLoss) return
  const ids = new Set(next.people.map(({ id }) => id))
  let missing = 0
  const place = toImportPlace(before)
  for await (const { id } of openRecords({ store: { inventories: store.importedPeople }, vault }, place, 0))
    if (!ids.has(id)) missing++
  if (missing * 3 > before.count)
    throw createDirectoryError(
      `The file is without ${missing} of the ${before.count} people of the one before, who would count as having left. Say that this is right, or import the whole file.`,
    )
}

function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs
}

function digestPeople(people: readonly StoredRecord[]): string {
  const digest = new RecordsDigest()
  for (const record of people) digest.add(record)
  return digest.finish()
}

async function* iterate<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* items
}
