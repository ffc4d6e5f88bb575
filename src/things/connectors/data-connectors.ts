import type { ConnectorMove, ConnectorVersionRecord, MovedConnections } from '../../auth/data-connector-store.ts'
import {
  compareDestinations,
  computeDestination,
  type DestinationDifference,
  type DestinationEntry,
  listDestination,
} from '../../auth/destination.ts'
import type { AnyConnector } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { parseRecording } from '../../evidence/recording/read-recording.ts'
import { type RecordedReplay, replayRecording } from '../../evidence/recording/replay-recording.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import type { AuditAction } from '../parts/audit-actions.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound, toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { type ConnectorFileInput, createRefusal, demandAddable, readFile } from './connector-file.ts'

/** A connector that operators of the platform added as a file. */
export interface DataConnector {
  readonly id: string
  /** Who writes its files. A file of another publisher is no version of it. */
  readonly publisher: string
  /** `draft`: nobody can connect yet. `retired`: nobody can any more, and nothing is asked of the vendor. */
  readonly state: 'draft' | 'published' | 'retired'
  /** The version that new connections get. */
  readonly publishedSha256: string | undefined
  /** How many connections it has that are not disconnected. */
  readonly connections: number
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601; undefined: it is not retired. */
  readonly retiredAt: string | undefined
  /** The id of a person or program; undefined: it is not retired, or was before this was stored. */
  readonly retiredBy: string | undefined
}

/** One file of it. */
export interface DataConnectorVersion {
  readonly connectorId: string
  /** Of the file's bytes. */
  readonly sha256: string
  readonly version: string
  readonly fileName: string
  /** Paths that it may send POSTs to, which whoever publishes it confirms. */
  readonly posts: readonly string[]
  readonly isPublished: boolean
  /** Whether secrets of the published version may go with it; undefined: none is published. */
  readonly hasSameDestination: boolean | undefined
  /** How many connections are on it that are not disconnected. */
  readonly connections: number
  readonly addedBy: string
  readonly addedAt: string
  readonly publishedBy: string | undefined
  readonly publishedAt: string | undefined
}

/** The same with its file, and where it sends secrets. */
export interface DataConnectorVersionDetails extends DataConnectorVersion {
  readonly text: string
  readonly name: string
  readonly checks: readonly { readonly id: string; readonly title: string }[]
  readonly destination: readonly DestinationEntry[]
  /** What it does with secrets that the published version does not; undefined: none is published. */
  readonly difference: DestinationDifference | undefined
}

/** What a file says that has no mistakes. */
export type ConnectorFileReview = Pick<
  DataConnectorVersionDetails,
  'name' | 'checks' | 'destination' | 'difference' | 'posts' | 'sha256' | 'version'
> & { readonly id: string }

/** Connections that an operator took to another version at once. */
export interface DataConnectorMove {
  readonly id: string
  readonly sha256: string
  readonly connections: number
  readonly movedBy: string
  readonly movedAt: string
  readonly undoneBy: string | undefined
  readonly undoneAt: string | undefined
}

export type { ConnectorFileInput } from './connector-file.ts'

/** A version by connector and digest. */
export interface DataVersionRef {
  readonly id: string
  readonly sha256: string
}

/** Who does it: the id of a person or program. */
export interface DoneBy {
  readonly by: string
}

/** Connectors as data in the running service. For operators of the platform. */
export interface DataConnectorService {
  /** By id. */
  list(): Promise<readonly DataConnector[]>
  get(id: string): Promise<DataConnector | undefined>
  /** The newest first. */
  versions(id: string): Promise<readonly DataConnectorVersion[]>
  version(ref: DataVersionRef): Promise<DataConnectorVersionDetails | undefined>
  /** The newest first. */
  moves(id: string): Promise<readonly DataConnectorMove[]>
  /** Reads a file without keeping it. @throws DataFileError; CheckwrightError `CONNECTOR_REFUSED` */
  validate(file: ConnectorFileInput): Promise<ConnectorFileReview>
  /**
   * Keeps a file as a version, which nobody uses before it is published.
   * @throws DataFileError that lists every mistake with its place; CheckwrightError `CONNECTOR_REFUSED`
   */
  add(file: ConnectorFileInput & DoneBy): Promise<DataConnectorVersion>
  /** Runs the checks of a version on a recording, without network. @throws CheckwrightError `RECORDING_INVALID` */
  try(ref: DataVersionRef & { readonly recording: string }): Promise<readonly RecordedReplay[]>
  /**
   * New connections get this version from now on.
   * @param ref.posts the paths of POSTs that the operator confirmed: all that the file names
   * @throws CheckwrightError `CONNECTOR_REFUSED` for POSTs that are not confirmed
   */
  publish(ref: DataVersionRef & DoneBy & { readonly posts: readonly string[] }): Promise<DataConnectorVersion>
  /** No new connections; runs of existing ones end as `config`. Publishing a version ends it. */
  retire(ref: { readonly id: string } & DoneBy): Promise<DataConnector>
  /** Takes all connections to a published version whose secrets were entered for its destination. */
  move(ref: DataVersionRef & DoneBy): Promise<DataConnectorMove>
  /** Takes them back to where each was. */
  undo(ref: { readonly id: string; readonly moveId: string } & DoneBy): Promise<DataConnectorMove>
}

type DataConnectorParts = Uses<'dataConnectors' | 'audit', 'registry' | 'clock' | 'options'>

const movesShown = 50

export function createDataConnectorService(parts: DataConnectorParts): Declared<DataConnectorService> {
  const { store, registry, clock } = parts
  const { dataConnectors } = store
  const demandKnown = async (id: string) => requireFound(await dataConnectors.find(id), 'connector of that id')
  const demandVersion = async ({ id, sha256 }: DataVersionRef) => ({
    record: requireFound(await dataConnectors.findVersion(id, sha256), 'version of that digest'),
    connector: requireFound(await registry.findVersion(id, sha256), 'version of that digest'),
  })
  const loadConnectors = async (only?: string): Promise<readonly DataConnector[]> => {
    const uses = await dataConnectors.countUses(only)
    const records = only === undefined ? await dataConnectors.list() : [await dataConnectors.find(only)]
    return records.flatMap((record) => {
      if (record === undefined) return []
      const { id, publisher, publishedSha256, retiredAtMs, retiredBy, createdAtMs } = record
      const own = uses.filter(({ connectorId }) => connectorId === id)
      const state = retiredAtMs !== null ? 'retired' : publishedSha256 === null ? 'draft' : 'published'
      const connections = own.reduce((sum, use) => sum + use.connections, 0)
      return [
        {
          id,
          publisher,
          state,
          publishedSha256: publishedSha256 ?? undefined,
          connections,
          createdAt: toIsoTime(createdAtMs),
          retiredAt: retiredAtMs === null ? undefined : toIsoTime(retiredAtMs),
          retiredBy: retiredBy ?? undefined,
        },
      ]
    })
  }
  const loadVersions = async (id: string): Promise<readonly DataConnectorVersion[]> => {
    const [connector, records, uses] = await Promise.all([
      dataConnectors.find(id),
      dataConnectors.listVersions(id),
      dataConnectors.countUses(id),
    ])
    const published = records.find(({ sha256 }) => sha256 === connector?.publishedSha256)
    return records.map((record) => ({
      ...toVersion(record),
      isPublished: record === published,
      hasSameDestination: published && published.destination === record.destination,
      connections: uses.find(({ sha256 }) => sha256 === record.sha256)?.connections ?? 0,
    }))
  }
  const demandListed = async ({ id, sha256 }: DataVersionRef) =>
    requireFound(
      (await loadVersions(id)).find((version) => version.sha256 === sha256),
      'version of that digest',
    )
  const loadMove = async (id: string, moveId: string) =>
    requireFound(
      (await dataConnectors.listMoves(id, movesShown)).find((move) => move.id === moveId),
      'move of that id',
    )
  const describe = (connector: AnyConnector, published: AnyConnector | undefined) => ({
    name: connector.definition.name,
    checks: connector.checks.map(({ id, title }) => ({ id, title })),
    destination: listDestination(connector),
    difference: published && compareDestinations(published, connector),
  })
  const findPublished = async (id: string) => {
    const { publishedSha256 = null } = (await dataConnectors.find(id)) ?? {}
    return publishedSha256 === null ? undefined : registry.findVersion(id, publishedSha256)
  }
  /** Each organization sees in its own log that its connections came to another version. */
  const tellOrganizations = async (
    moved: readonly MovedConnections[],
    action: AuditAction,
    target: string,
    by: string,
  ) => {
    for (const { organizationId } of moved) {
      const id = createTimeId()
      const entry = { id, organizationId, action, target, requestId: id, atMs: clock.nowMs(), status: 200, fields: [] }
      await store.audit.insert({ ...entry, actor: { type: 'program', id: by } })
    }
  }
  return {
    list: { read: () => loadConnectors() },
    get: { read: async (id) => (await loadConnectors(id))[0] },
    versions: { read: loadVersions },
    version: {
      read: async ({ id, sha256 }) => {
        const listed = (await loadVersions(id)).find((version) => version.sha256 === sha256)
        if (listed === undefined) return undefined
        const { record, connector } = await demandVersion({ id, sha256 })
        return { ...listed, ...describe(connector, await findPublished(id)), text: record.text }
      },
    },
    moves: { read: async (id) => (await dataConnectors.listMoves(id, movesShown)).map(toMove) },
    validate: {
      read: async (file) => {
        const { connector, sha256 } = await readFile(parts, file)
        await demandAddable(parts, connector, file)
        const { posts = [], id, definition } = connector
        const version = definition.version ?? '0.0.0'
        return { id, sha256, version, posts, ...describe(connector, await findPublished(id)) }
      },
    },
    add: {
      change: async (file) => {
        const { connector, sha256, text, fileName } = await readFile(parts, file)
        const { publisher } = await demandAddable(parts, connector, file)
        const { id } = connector
        const version: ConnectorVersionRecord = {
          connectorId: id,
          sha256,
          text,
          fileName,
          posts: connector.posts ?? [],
          version: connector.definition.version ?? '0.0.0',
          destination: computeDestination(connector),
          addedBy: file.by,
          addedAtMs: clock.nowMs(),
          publishedBy: null,
          publishedAtMs: null,
        }
        await dataConnectors.addVersion(version, publisher)
        return demandListed({ id, sha256 })
      },
      audit: platformWide,
    },
    try: {
      read: async ({ recording, ...ref }) => {
        const { connector } = await demandVersion(ref)
        return (await replayRecording(parseRecording(recording, 'The recording'), connector, { unrecorded: true }))
          .checks
      },
    },
    publish: {
      change: async ({ posts, by, ...ref }) => {
        const { record } = await demandVersion(ref)
        if (registry.isOwn(ref.id)) throw createRefusal(`The id "${ref.id}" belongs to a connector of this release.`)
        const missing = record.posts.filter((path) => !posts.includes(path))
        if (missing.length > 0)
          throw createRefusal(
            `The file sends POSTs to ${missing.join(', ')}. Confirm that they only read, or do not publish it.`,
          )
        await dataConnectors.publish(ref.id, ref.sha256, by, clock.nowMs())
        await registry.refresh()
        return demandListed(ref)
      },
      audit: platformWide,
    },
    retire: {
      change: async ({ id, by }) => {
        await demandKnown(id)
        await dataConnectors.retire(id, by, clock.nowMs())
        return requireFound((await loadConnectors(id))[0], 'connector of that id')
      },
      audit: platformWide,
    },
    move: {
      change: async ({ id, sha256, by }) => {
        const { record } = await demandVersion({ id, sha256 })
        if ((await demandKnown(id)).publishedSha256 !== sha256)
          throw createRefusal('Connections can only come to the version that is published. Publish it first.')
        const moveId = createTimeId()
        const moved = await dataConnectors.moveConnections({
          id: moveId,
          connectorId: id,
          sha256,
          destination: record.destination,
          movedBy: by,
          movedAtMs: clock.nowMs(),
        })
        await tellOrganizations(moved, 'connection.move', id, by)
        return toMove(await loadMove(id, moveId))
      },
      audit: platformWide,
    },
    undo: {
      change: async ({ id, moveId, by }) => {
        const back = await dataConnectors.undoMove({ id: moveId, connectorId: id }, by, clock.nowMs())
        await tellOrganizations(
          requireFound(back, 'move of that id that can be undone'),
          'connection.move-undo',
          id,
          by,
        )
        return toMove(await loadMove(id, moveId))
      },
      audit: platformWide,
    },
  }
}

const platformWide = {
  unaudited:
    'Platform-wide: it belongs to no organization, and so to no log. The connector, the version and the move say who did it; organizations whose connections move get an entry.',
}

function toVersion(record: Omit<ConnectorVersionRecord, 'text'>) {
  const { connectorId, sha256, version, fileName, posts, addedBy, addedAtMs, publishedBy, publishedAtMs } = record
  return {
    connectorId,
    sha256,
    version,
    fileName,
    posts,
    addedBy,
    addedAt: toIsoTime(addedAtMs),
    publishedBy: publishedBy ?? undefined,
    publishedAt: publishedAtMs === null ? undefined : toIsoTime(publishedAtMs),
  }
}

function toMove({
  id,
  sha256,
  connections,
  movedBy,
  movedAtMs,
  undoneBy,
  undoneAtMs,
}: ConnectorMove): DataConnectorMove {
  return {
    id,
    sha256,
    connections,
    movedBy,
    movedAt: toIsoTime(movedAtMs),
    undoneBy: undoneBy ?? undefined,
    undoneAt: undoneAtMs === null ? undefined : toIsoTime(undoneAtMs),
  }
}

/** Whether an error says what is wrong with a file, for whoever sent it. */
export function isFileRefusal(error: unknown): error is CheckwrightError {
  return error instanceof CheckwrightError && ['DEFINITION_INVALID', 'CONNECTOR_REFUSED'].includes(error.code)
}
