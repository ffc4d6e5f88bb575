import type { LogLeaf } from '../../evidence/log/log-store.ts'
import type { FileRecord } from '../../service/files/files.ts'
import type { PackageRecord, PackageStore } from '../../service/records/packages.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { isObject } from '../../text/is-object.ts'
import { parseJson } from '../../text/parse-json.ts'
import type { Declared } from '../parts/declared-service.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/** A run that the log has, and the store no longer. */
export interface DeletedRun {
  readonly runId: string
  /** Of a cross-check: the id of the organization. */
  readonly connectionId: string
  /** null: it was of a connection. */
  readonly crossCheckId: string | null
  /** When it was asked for, epoch ms. */
  readonly atMs: number
}

/** Packages that were made for auditors. */
export interface PackageService {
  /** Keeps what was made, so that retention deletes none of its runs. */
  keep(
    made: Omit<PackageRecord, 'id' | 'fileId' | 'madeAtMs' | 'userId' | 'forUserId'> & {
      readonly userId?: string | undefined
      readonly forUserId?: string | undefined
      readonly runIds: readonly string[]
      /** The one that has its bytes, which are stored already. */
      readonly file?: FileRecord | undefined
    },
  ): Promise<PackageRecord>
  get(ref: { readonly id: string; readonly organizationId: string }): Promise<PackageRecord | undefined>
  /** The newest first. */
  list(filter: Parameters<PackageStore['list']>[0]): Promise<readonly PackageRecord[]>
  /** Whether the log says that a run kept its evidence. */
  hadEvidence(of: { readonly organizationId: string; readonly runId: string }): Promise<boolean>
  /** Runs of a time that the log has and the store no longer, the oldest first. */
  listDeletedRuns(of: {
    readonly organizationId: string
    readonly fromMs: number
    readonly toMs: number
  }): Promise<readonly DeletedRun[]>
}

const pageLength = 1_000

export function createPackageService({
  store,
  clock,
}: Uses<'packages' | 'log' | 'runs', 'clock'>): Declared<PackageService> {
  return {
    keep: {
      change: async ({ runIds, file, userId = null, forUserId = null, ...made }) => {
        const ids = { id: createTimeId(), userId, forUserId, fileId: file?.id ?? null }
        const record = { ...made, ...ids, madeAtMs: clock.nowMs() }
        await store.packages.insert(record, { runIds, file })
        return record
      },
      audit: {
        action: 'package.make',
        fields: ({ framework, periodFrom, periodTo, forUserId }) => ({ framework, periodFrom, periodTo, forUserId }),
      },
    },
    get: { read: (ref) => store.packages.find(ref) },
    list: { read: (filter) => store.packages.list(filter) },
    hadEvidence: {
      read: async ({ organizationId, runId }) => {
        const leaf = await store.log.findLeaf(organizationId, { kind: 'run.ended', subject: runId })
        return leaf !== undefined && readFacts(leaf).manifest !== undefined
      },
    },
    listDeletedRuns: {
      read: async ({ organizationId, fromMs, toMs }) => {
        const deleted: DeletedRun[] = []
        for (let from = 0; ; from += pageLength) {
          const leaves = await store.log.listLeaves(organizationId, { from, limit: pageLength })
          for (const leaf of leaves) {
            const { kind, subject: runId, atMs } = leaf
            if (kind !== 'run.began' || atMs < fromMs || atMs > toMs) continue
            if (await store.runs.find(runId, organizationId)) continue
            const { connection = organizationId, crossCheck = null } = readFacts(leaf)
            deleted.push({ runId, connectionId: connection, crossCheckId: crossCheck, atMs })
          }
          if (leaves.length < pageLength) return deleted.toSorted((a, b) => a.atMs - b.atMs)
        }
      },
    },
  }
}

/** Texts among the facts of an entry; none if its record was destroyed. */
function readFacts({ record }: LogLeaf): Readonly<Record<string, string>> {
  const parsed = parseJson(record ?? '')
  const facts = isObject(parsed) && isObject(parsed.facts) ? parsed.facts : {}
  return Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
