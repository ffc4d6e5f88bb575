import type { ConnectionName, ConnectionRecord } from '../../auth/connection-store.ts'
import type {
  CrossCheckInputs,
  CrossCheckInventory,
  CrossCheckSource,
  CrossCheckSystem,
  Pieces,
} from '../../crosscheck/define/inputs.ts'
import type { ConfirmedAlias, StoredLink } from '../../crosscheck/define/stored-link.ts'
import type { LinkRecord } from '../../crosscheck/links/link-store.ts'
import type { StoredSource, SystemSettings } from '../../crosscheck/people/directory-store.ts'
import type { StoredImport } from '../../crosscheck/people/imported-people-store.ts'
import type { AnyConnector, InventoryKind } from '../../define/index.ts'
import { formatInventoryName } from '../../inventory/inventory-head.ts'
import type { StoredInventory } from '../../inventory/inventory-store.ts'
import { listListing, nameListing } from '../connections/list-listing.ts'
import { type InventoryPlace, openHead, openRecordPieces } from '../inventories/seal-inventory.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { openAliasAddress } from './seal-alias.ts'

export type InputParts = Uses<
  'connections' | 'inventories' | 'directorySources' | 'domainAnswers' | 'importedPeople' | 'accountLinks',
  'vault' | 'registry'
>

/** What a cross-check, and the page of people, read of an organization. */
export interface LoadedInputs {
  /** Add variables and waivers to it. */
  readonly inputs: CrossCheckInputs
  /**
   * The records and links as they were when the inputs were loaded, each time that you read them.
   * @throws StoreError `STORE_CONFLICT` where a list was read anew meanwhile: load the inputs again
   */
  readonly source: CrossCheckSource
  /** Counts up with every change of links and settings. */
  readonly version: number
  /** Changes with every reading: equal texts and versions have equal inputs, beside the time. */
  readonly fingerprint: string
  /** Whether the organization keeps inventories. If it does not, nothing can be told, because of its settings. */
  readonly keepsInventories: boolean
}

/** Which connections are among the systems. */
interface SystemsOption {
  /** Whether those of which nobody can read a list are, too. There may be very many, and they only say so. @default false */
  readonly withoutLists?: boolean | undefined
}

/**
 * Gathers what the store has of an organization for cross-checks. Records and links stay in the store, and come in pieces when they
 * are read.
 */
export async function loadCrossCheckInputs(
  parts: InputParts,
  organizationId: string,
  { nowMs, ...which }: SystemsOption & { readonly nowMs: number },
): Promise<LoadedInputs> {
  const { store } = parts
  const stored = await readStoredInputs(parts, organizationId, which)
  const { version, keepsInventories, sources, departures, fingerprint } = stored
  const lists = new Map<string, RecordsPlace>()
  const systems: CrossCheckSystem[] = []
  for (const system of stored.systems) {
    for (const each of system.inventories)
      lists.set(toListKey(system.record.id, each), { place: each, store: { inventories: store.inventories } })
    systems.push(await openSystem(parts, system))
  }
  for (const { id, fileName, imported } of stored.files) {
    if (imported)
      lists.set(toListKey(id, { of: 'person' }), {
        place: toImportPlace(imported),
        store: { inventories: store.importedPeople },
      })
    systems.push(toFileSystem(id, fileName, imported))
  }
  return {
    inputs: {
      organizationId,
      now: new Date(nowMs).toISOString(),
      systems,
      directory: {
        sources: sources.map(({ id, covers, accountsArePeople }) => ({
          connectionId: id,
          covers,
          accountsArePeople: accountsArePeople || undefined,
        })),
        departures,
      },
      aliases: await loadAliases(parts, organizationId),
    },
    source: openSource(parts, organizationId, version, lists),
    version,
    fingerprint,
    keepsInventories,
  }
}

/** What tells inputs apart, without opening them. */
export type InputMarks = Pick<LoadedInputs, 'version' | 'fingerprint' | 'keepsInventories'>

/** The marks that `loadCrossCheckInputs` would give. Each request for people reads them, so that they are of ids and names only. */
export async function readInputMarks(parts: InputParts, organizationId: string): Promise<InputMarks> {
  const { store, registry } = parts
  // Before everything else: what changes meanwhile then makes another version.
  const version = await store.directorySources.readVersion(organizationId)
  const [sources, imports, keepsInventories, records, inventories] = await Promise.all([
    store.directorySources.list(organizationId),
    store.importedPeople.list(organizationId),
    store.inventories.isKeeping(organizationId),
    nameListing(parts, organizationId),
    store.inventories.listIds(organizationId),
  ])
  const systems = await arrangeSystems(registry, records, keepsInventories ? inventories : [])
  return { version, keepsInventories, fingerprint: formatMarks(systems, findFiles(sources, imports)) }
}

type SealedInventory = StoredInventory & { readonly sealedHead: string }

interface ArrangedSystem<Row extends ConnectionName, Inventory> {
  readonly record: Row
  readonly connector: AnyConnector | undefined
  readonly name: string
  readonly inventories: readonly Inventory[]
}

interface StoredSystem extends ArrangedSystem<ConnectionRecord, SealedInventory> {
  readonly settings: SystemSettings | undefined
  readonly vouchedDomains: readonly string[]
}

interface StoredFile {
  readonly id: string
  readonly fileName: string
  readonly imported: StoredImport | undefined
}

/** The rows of the inputs; what is sealed stays so. */
async function readStoredInputs(parts: InputParts, organizationId: string, { withoutLists = false }: SystemsOption) {
  const { store, registry } = parts
  // Before everything else: what changes meanwhile then makes another version.
  const version = await store.directorySources.readVersion(organizationId)
  const [sources, settings, answers, departures, imports, keepsInventories, records, inventories] = await Promise.all([
    store.directorySources.list(organizationId),
    store.directorySources.listSystems(organizationId),
    store.domainAnswers.list(organizationId),
    store.directorySources.listDepartures(organizationId),
    store.importedPeople.list(organizationId),
    store.inventories.isKeeping(organizationId),
    withoutLists ? store.connections.list({ organizationId }) : listListing(parts, organizationId),
    store.inventories.listAll(organizationId),
  ])
  const settingsById = new Map(settings.map((each) => [each.connectionId, each]))
  const arranged = await arrangeSystems(registry, records, keepsInventories ? inventories : [])
  const vouched = Map.groupBy(
    answers.filter(({ isOurs }) => isOurs),
    ({ connectionId }) => connectionId,
  )
  const systems = arranged.map(
    (each): StoredSystem => ({
      ...each,
      settings: settingsById.get(each.record.id),
      vouchedDomains: (vouched.get(each.record.id) ?? []).map(({ domain }) => domain),
    }),
  )
  const files = findFiles(sources, imports)
  return { version, sources, departures, keepsInventories, systems, files, fingerprint: formatMarks(systems, files) }
}

/** In the order of their ids, with their inventories in the order given. */
async function arrangeSystems<Row extends ConnectionName, Inventory extends Pick<StoredInventory, 'connectionId'>>(
  registry: InputParts['registry'],
  records: readonly Row[],
  inventories: readonly Inventory[],
): Promise<readonly ArrangedSystem<Row, Inventory>[]> {
  const inventoriesById = Map.groupBy(inventories, ({ connectionId }) => connectionId)
  const systems: ArrangedSystem<Row, Inventory>[] = []
  for (const record of records.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    // The first test of one that is being made has not ended.
    if (record.state === 'pending') continue
    const connector = await registry.find(record)
    systems.push({
      record,
      connector,
      inventories: inventoriesById.get(record.id) ?? [],
      name: record.name ?? connector?.definition.name ?? record.connectorId,
    })
  }
  return systems
}

function findFiles(sources: readonly StoredSource[], imports: readonly StoredImport[]): readonly StoredFile[] {
  return sources.flatMap(({ id, fileName }) =>
    fileName === null ? [] : [{ id, fileName, imported: imports.find(({ sourceId }) => sourceId === id) }],
  )
}

function formatMarks(
  systems: readonly ArrangedSystem<ConnectionName, Pick<StoredInventory, 'id'>>[],
  files: readonly StoredFile[],
): string {
  return [
    ...systems.map(({ name, record }) => `${JSON.stringify(name)} ${toSystemState(record)}`),
    ...files.map(({ fileName }) => `${JSON.stringify(fileName)} connected`),
    ...systems.flatMap((system) => system.inventories.map(({ id }) => id)),
    ...files.flatMap(({ imported }) => imported?.id ?? []),
  ].join(' ')
}

/** Where the records of a list are kept. */
interface RecordsPlace {
  readonly place: InventoryPlace & { readonly count: number }
  readonly store: Parameters<typeof openRecordPieces>[0]['store']
}

function openSource(
  { store, vault }: InputParts,
  organizationId: string,
  version: number,
  lists: ReadonlyMap<string, RecordsPlace>,
): CrossCheckSource {
  return {
    records: (connectionId, inventory) => {
      const reading = lists.get(toListKey(connectionId, inventory))
      return reading ? openRecordPieces({ store: reading.store, vault }, reading.place) : []
    },
    links: (connectionId, of) => readLinks(store, { organizationId, connectionId, of, version }),
  }
}

const linksAtOnce = 500

async function* readLinks(
  store: Uses<'accountLinks'>['store'],
  of: Parameters<typeof store.accountLinks.listOrdered>[0],
): Pieces<StoredLink> & AsyncGenerator<readonly StoredLink[], void, undefined> {
  for (let after: string | undefined; ; ) {
    const piece = await store.accountLinks.listOrdered(of, after, linksAtOnce)
    if (piece.length > 0) yield piece.map(toStoredLink)
    if (piece.length < linksAtOnce) return
    after = piece.at(-1)?.recordId
  }
}

/** Without what only the store needs. */
function toStoredLink({
  id: _id,
  organizationId: _organizationId,
  createdAtMs: _createdAtMs,
  endedAtMs: _endedAtMs,
  endedBy: _endedBy,
  ...link
}: LinkRecord): StoredLink {
  return link
}

async function openSystem(
  { vault }: InputParts,
  { record, connector, name, settings, vouchedDomains, inventories }: StoredSystem,
): Promise<CrossCheckSystem> {
  const heads = await Promise.all(inventories.map((each) => openHead(vault, each)))
  const kinds = new Set<InventoryKind>(
    // Of a connector that is not here nobody knows what it lists, and accounts are everywhere.
    connector ? connector.inventories.map(({ of }) => of) : ['account', ...inventories.map(({ of }) => of)],
  )
  return {
    connectionId: record.id,
    connector: {
      id: record.connectorId,
      version: connector?.definition.version ?? heads[0]?.connector.version ?? '0.0.0',
    },
    name,
    state: toSystemState(record),
    lists: [...kinds],
    enforcedDomains: settings && settings.enforcedDomains.length > 0 ? settings.enforcedDomains : undefined,
    vouchedDomains: vouchedDomains.length > 0 ? vouchedDomains : undefined,
    signsInBy: settings?.signsInBy || undefined,
    exempt: settings?.exempt ?? undefined,
    inventories: heads.map(
      ({ of, part, complete, error, readAt, tells, count, digest }): CrossCheckInventory => ({
        of,
        complete,
        readAt,
        tells,
        count,
        digest,
        part,
        error: error && { kind: error.kind, code: error.code, message: error.message },
      }),
    ),
  }
}

function toFileSystem(id: string, name: string, imported: StoredImport | undefined): CrossCheckSystem {
  return {
    connectionId: id,
    connector: { id: 'file', version: '1.0.0' },
    name,
    state: 'connected',
    lists: ['person'],
    isFile: true,
    inventories: imported
      ? [
          {
            of: 'person',
            complete: true,
            readAt: new Date(imported.readAtMs).toISOString(),
            tells: imported.tells,
            count: imported.count,
            digest: imported.digest,
          },
        ]
      : [],
  }
}

/** What is sealed of a file of people is bound to its source and its import. */
export function toImportPlace({
  id,
  organizationId,
  sourceId,
  count,
}: Pick<StoredImport, 'id' | 'organizationId' | 'sourceId' | 'count'>): RecordsPlace['place'] {
  return { id, organizationId, connectionId: sourceId, of: 'person', part: null, count }
}

async function loadAliases({ store, vault }: InputParts, organizationId: string): Promise<readonly ConfirmedAlias[]> {
  const records = await store.accountLinks.listAliases(organizationId)
  return Promise.all(
    records.map(async (record) => ({
      address: await openAliasAddress(vault, record),
      personId: record.personId,
      actor: record.actor,
      reason: record.reason,
      at: new Date(record.createdAtMs).toISOString(),
      expires: record.expires,
    })),
  )
}

function toListKey(
  connectionId: string,
  list: { readonly of: string; readonly part?: string | null | undefined },
): string {
  return `${connectionId}/${formatInventoryName(list)}`
}

function toSystemState({ state }: Pick<ConnectionName, 'state'>): CrossCheckSystem['state'] {
  return state === 'disconnected' ? 'disconnected' : 'connected'
}
