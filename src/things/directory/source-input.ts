import { randomUUID } from 'node:crypto'
import type { DirectorySource } from '../../crosscheck/define/directory.ts'
import type { StoredSource } from '../../crosscheck/people/directory-store.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/** A source as somebody enters it: a connection, or a file of people. */
export type SourceInput =
  | {
      /** Id of a connection whose connector lists people. */
      readonly connection: string
      readonly covers: DirectorySource['covers']
      /** @default whether its connector lists accounts, too, as identity providers do */
      readonly accountsArePeople?: boolean | undefined
    }
  | {
      /** What people call the file. A file of the same name stays with its people. */
      readonly file: string
      /** Of one that is there: it may get another name. @default that of the file with the name */
      readonly id?: string | undefined
      readonly covers: DirectorySource['covers']
    }

const sourcesMax = 20
const fileNameLengthMax = 100

/** @throws CheckwrightError `DIRECTORY_INVALID` */
export async function toStoredSources(
  parts: Uses<'connections' | 'directorySources', 'registry' | 'clock'>,
  organizationId: string,
  inputs: readonly SourceInput[],
): Promise<readonly StoredSource[]> {
  demandRoomForSources(inputs.length)
  const before = await parts.store.directorySources.list(organizationId)
  const sources: StoredSource[] = []
  for (const input of inputs) {
    const source = await toStoredSource(parts, organizationId, input, before)
    if (sources.some(({ id }) => id === source.id))
      throw createDirectoryError('A source is named twice. Name each once.')
    if (source.fileName !== null && sources.some(({ fileName }) => fileName === source.fileName))
      throw createDirectoryError(`Two files are called "${source.fileName}". Give each a name of its own.`)
    sources.push(source)
  }
  return sources
}

async function toStoredSource(
  { store, registry, clock }: Uses<'connections', 'registry' | 'clock'>,
  organizationId: string,
  input: SourceInput,
  before: readonly StoredSource[],
): Promise<StoredSource> {
  const head = { organizationId, covers: input.covers, createdAtMs: clock.nowMs() }
  if ('file' in input) {
    const fileName = demandFileName(input.file)
    const known = before.find((each) => each.fileName !== null && isNamed(each, input, fileName))
    if (input.id !== undefined && !known) throw createDirectoryError('There is no file of that id in the directory.')
    return {
      ...head,
      id: known?.id ?? randomUUID(),
      fileName,
      accountsArePeople: false,
      createdAtMs: known?.createdAtMs ?? head.createdAtMs,
    }
  }
  const record = await store.connections.find(input.connection, organizationId)
  if (!record) throw createDirectoryError('A source is a connection that the organization does not have.')
  const lists = (await registry.find(record))?.inventories.map(({ of }) => of) ?? []
  const known = before.find(({ id }) => id === record.id)
  if (!known && !lists.includes('person'))
    throw createDirectoryError(
      `The connector "${record.connectorId}" lists no people, so a connection of it is no source. Import a file of people.`,
    )
  return {
    ...head,
    id: record.id,
    fileName: null,
    createdAtMs: known?.createdAtMs ?? head.createdAtMs,
    accountsArePeople: input.accountsArePeople ?? known?.accountsArePeople ?? lists.includes('account'),
  }
}

function isNamed({ id, fileName }: StoredSource, input: { readonly id?: string | undefined }, name: string): boolean {
  return input.id === undefined ? fileName === name : id === input.id
}

/** @throws CheckwrightError `DIRECTORY_INVALID` */
export function demandRoomForSources(count: number): void {
  if (count > sourcesMax) throw createDirectoryError(`A directory has at most ${sourcesMax} sources, not ${count}.`)
}

/** One line, as names of connections are. */
export function demandFileName(name: string): string {
  const trimmed = name.trim()
  const isOneLine = trimmed !== '' && trimmed.isWellFormed() && !/[\p{Cc}\u2028\u2029\p{Bidi_Control}]/u.test(trimmed)
  if (isOneLine && [...trimmed].length <= fileNameLengthMax) return trimmed
  throw createDirectoryError(`A file of people has a name of 1 to ${fileNameLengthMax} characters in one line.`)
}

export function createDirectoryError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'DIRECTORY_INVALID' })
}
