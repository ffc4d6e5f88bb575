import type { DirectorySource } from '../../crosscheck/define/directory.ts'
import { maxFileAgeDays } from '../../crosscheck/define/inputs.ts'
import type { StoredSource, SystemSettings } from '../../crosscheck/people/directory-store.ts'
import { type ExpectationParts, noteExpectations } from '../expectations/note-expectations.ts'
import { openHead } from '../inventories/seal-inventory.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound, toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { importPeople, type PeopleImport } from './import-people.ts'
import type { InputParts } from './load-inputs.ts'
import { type SourceInput, toStoredSources } from './source-input.ts'
import { type SystemInput, toSystemSettings } from './system-input.ts'

/** A source of the directory, and what it holds. */
export interface SourceOfPeople {
  /** Of a connection: its id. Ids of people begin with it. */
  readonly id: string
  readonly is: 'connection' | 'file'
  /** What people call the connection or the file. */
  readonly name: string
  readonly covers: DirectorySource['covers']
  /** Its people are its accounts, as those of an identity provider are. */
  readonly accountsArePeople: boolean
  /** The newest reading, or the file; undefined: nothing was read. */
  readonly people: SourceReading | undefined
}

export interface SourceReading {
  readonly count: number
  /** When reading began, or the date of the file. ISO 8601. */
  readonly readAt: string
  readonly complete: boolean
  /** Of a file: when somebody imported it, and until when it counts. */
  readonly importedAt?: string | undefined
  readonly countsUntil?: string | undefined
}

/** Who belongs to an organization, and what nobody but its people can say of its connections. */
export interface DirectoryService {
  /** The sources in their order: the first one that covers a person decides about them. */
  list(of: { readonly organizationId: string }): Promise<readonly SourceOfPeople[]>
  /**
   * Replaces the list of sources. A file that is not in it is deleted with its people.
   * @throws CheckwrightError `DIRECTORY_INVALID`; StoreError `NOT_FOUND` when there is no such organization
   */
  set(input: {
    readonly organizationId: string
    readonly sources: readonly SourceInput[]
  }): Promise<readonly SourceOfPeople[]>
  /** What was said of connections. Those of which nobody said anything are left out. */
  systems(of: { readonly organizationId: string }): Promise<readonly SystemSettings[]>
  /** Says it of one connection; members that are left out stay. @throws CheckwrightError `DIRECTORY_INVALID`; StoreError `NOT_FOUND` */
  setSystem(input: SystemInput): Promise<SystemSettings>
  /**
   * Reads a file of people into a source that is a file. It replaces the file before.
   * @throws DataFileError `PEOPLE_FILE_INVALID`; CheckwrightError `DIRECTORY_INVALID`; StoreError `NOT_FOUND`
   */
  importPeople(input: PeopleImport): Promise<SourceOfPeople>
}

export type DirectoryParts = InputParts & ExpectationParts & Uses<'organizations'>

export function createDirectoryService(parts: DirectoryParts): Declared<DirectoryService> {
  const { store } = parts
  const list = ({ organizationId }: { readonly organizationId: string }) => listSources(parts, organizationId)
  return {
    list: { read: list },
    set: {
      change: async ({ organizationId, sources }) => {
        requireFound(await store.organizations.find(organizationId), 'organization of that id')
        await store.directorySources.replace(organizationId, await toStoredSources(parts, organizationId, sources))
        await noteExpectations(parts, organizationId)
        return list({ organizationId })
      },
      audit: {
        action: 'directory.update',
        fields: ({ sources }) => ({ sources }),
        target: (_done, { organizationId }) => organizationId,
      },
    },
    systems: { read: ({ organizationId }) => store.directorySources.listSystems(organizationId) },
    setSystem: {
      change: async (input) => {
        const settings = await toSystemSettings(parts, input)
        await store.directorySources.putSystem(input.organizationId, settings)
        return settings
      },
      audit: {
        action: 'directory.update',
        fields: ({ actor: _, ...input }) => input,
        target: (_done, { connectionId }) => connectionId,
      },
    },
    importPeople: {
      change: async (input) => {
        const { id } = await importPeople(parts, input)
        await noteExpectations(parts, input.organizationId)
        return requireFound(
          (await list(input)).find((source) => source.id === id),
          'source of that id',
        )
      },
      audit: { action: 'people.import', fields: () => ({ people: true }) },
    },
  }
}

async function listSources(parts: DirectoryParts, organizationId: string): Promise<readonly SourceOfPeople[]> {
  const { store } = parts
  const [sources, imports] = await Promise.all([
    store.directorySources.list(organizationId),
    store.importedPeople.list(organizationId),
  ])
  return Promise.all(
    sources.map(async (source): Promise<SourceOfPeople> => {
      const { id, fileName, covers, accountsArePeople } = source
      const head = { id, covers, accountsArePeople }
      if (fileName !== null) {
        const imported = imports.find(({ sourceId }) => sourceId === id)
        return { ...head, is: 'file', name: fileName, people: imported && toFileReading(imported) }
      }
      return { ...head, is: 'connection', ...(await readConnection(parts, source)) }
    }),
  )
}

function toFileReading({
  count,
  readAtMs,
  importedAtMs,
}: {
  readonly count: number
  readonly readAtMs: number
  readonly importedAtMs: number
}): SourceReading {
  return {
    count,
    complete: true,
    readAt: toIsoTime(readAtMs),
    importedAt: toIsoTime(importedAtMs),
    countsUntil: toIsoTime(readAtMs + maxFileAgeDays * 86_400_000),
  }
}

async function readConnection(
  { store, registry, vault }: DirectoryParts,
  { id, organizationId }: StoredSource,
): Promise<Pick<SourceOfPeople, 'name' | 'people'>> {
  const record = await store.connections.find(id, organizationId)
  const connector = record && (await registry.find(record))
  const stored = (await store.inventories.list({ organizationId, connectionId: id })).filter(
    ({ of }) => of === 'person',
  )
  const heads = await Promise.all(stored.map((each) => openHead(vault, each)))
  return {
    name: record?.name ?? connector?.definition.name ?? record?.connectorId ?? id,
    people:
      heads.length === 0
        ? undefined
        : {
            count: heads.reduce((total, { count }) => total + count, 0),
            readAt: heads.map(({ readAt }) => readAt).sort()[0] ?? '',
            complete: heads.every(({ complete }) => complete),
          },
  }
}
