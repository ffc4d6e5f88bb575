import { demandNeededKeys, type KeyProof, proveMasterKeys } from '../../service/store/keys/key-check.ts'
import type { MasterKeys } from '../../service/store/keys/master-keys.ts'
import type { Store } from '../all-stores/store.ts'
import { storeMigrations } from '../all-stores/store-migrations.ts'

/** Reasons are fixed texts that anybody may read: they contain no file, host or user. */
export type Readiness =
  | { readonly ready: true }
  | {
      readonly ready: false
      readonly reasons: readonly {
        readonly part: 'process' | 'store' | 'schema' | 'keys'
        readonly message: string
      }[]
    }

interface ReadinessParts {
  readonly store: Pick<Store, 'schemaVersion'> & {
    readonly dataKeys: KeyProof['dataKeys'] & Parameters<typeof demandNeededKeys>[0]['dataKeys']
  }
  readonly keys: MasterKeys
  readonly closing: AbortSignal
  /** Time limit for the store and for a key service. @default 2000 */
  readonly deadlineMs?: number | undefined
}

type Reason = Extract<Readiness, { ready: false }>['reasons'][number]

const deadlineMsDefault = 2_000
/** Requests in quick succession share one answer, because no credentials are needed. */
const freshMs = 500

/** Whether the store answers, its tables are those of this version, and the master keys open its values. */
export function createReadinessCheck({
  store,
  keys,
  closing,
  deadlineMs = deadlineMsDefault,
}: ReadinessParts): () => Promise<Readiness> {
  let last: { readonly atMs: number; readonly answer: Promise<Readiness> } | undefined
  const examine = async (): Promise<Readiness> => {
    const found = await Promise.all([
      answerWithin(deadlineMs, findSchemaReason(store), unanswered),
      answerWithin(deadlineMs, findKeysReason(store, keys), {
        ...keysWanting,
        message: 'The master keys could not be tested in time.',
      }),
    ])
    const reasons = found.filter((reason) => reason !== undefined)
    return reasons.length === 0 ? { ready: true } : { ready: false, reasons }
  }
  return () => {
    if (closing.aborted) return Promise.resolve({ ready: false, reasons: [stopping] })
    const nowMs = performance.now()
    if (last === undefined || nowMs - last.atMs > freshMs) last = { atMs: nowMs, answer: examine() }
    return last.answer
  }
}

// Fixed texts, because messages of errors contain files, hosts and users, and anybody may read this.
const stopping: Reason = { part: 'process', message: 'The process is stopping.' }
const unanswered: Reason = { part: 'store', message: 'The store does not answer.' }
const keysWanting: Reason = { part: 'keys', message: 'The master keys do not open the values in the store.' }

async function findSchemaReason(store: ReadinessParts['store']): Promise<Reason | undefined> {
  try {
    const version = await store.schemaVersion()
    const known = storeMigrations.at(-1)?.version
    if (version === known) return undefined
    return {
      part: 'schema',
      message: `The tables of the store have version ${version}, and this process knows ${known}.`,
    }
  } catch {
    return unanswered
  }
}

async function findKeysReason({ dataKeys }: ReadinessParts['store'], keys: MasterKeys): Promise<Reason | undefined> {
  try {
    await proveMasterKeys({ keys, dataKeys })
    await demandNeededKeys({ keys, dataKeys })
    return undefined
  } catch {
    return keysWanting
  }
}

async function answerWithin<T>(deadlineMs: number, work: Promise<T>, late: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(late), deadlineMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
