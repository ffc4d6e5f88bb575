import { computeLeafContent } from '../../evidence/log/log-entry.ts'
import { parseLogRecord } from '../../evidence/log/log-proof.ts'
import type { LogHead, LogLeaf, LogStore } from '../../evidence/log/log-store.ts'
import { appendLeaves, emptyFrontier, type Frontier, type Hash, hashLeaf, joinNodes } from '../../evidence/log/tree.ts'
import type { TreeHead } from '../../evidence/log/verify-proof.ts'

/**
 * `same` or `grown`: all that was there is there. `older`: the log has fewer entries than the checkpoint. `missing`: the log counts
 * entries that are not there. `other`: entries are not those of the checkpoint, or not what their records say.
 */
export type LogOutcome = 'same' | 'grown' | 'older' | 'missing' | 'other'

export interface LogReading {
  readonly outcome: LogOutcome
  /** Entries whose records were destroyed, among those that were read: they are there, and nobody can tell what they said. */
  readonly destroyed: number
}

// A record has some hundred bytes.
const leavesAtOnce = 2_000

/**
 * Compares a log with a checkpoint that was kept. It trusts nothing that the store made of the entries: it reads all of them and
 * computes the tree again, because who rewrites an entry leaves the head and the subtrees as they were.
 */
export async function compareLog(
  log: Pick<LogStore, 'listLeaves'>,
  organizationId: string,
  earlier: TreeHead,
  head: LogHead,
): Promise<LogReading> {
  let destroyed = 0
  const read = (outcome: LogOutcome): LogReading => ({ outcome, destroyed })
  if (earlier.size > head.size) return read('older')
  let frontier: Frontier = emptyFrontier
  let isContained = earlier.size === 0 && isSameHash(joinNodes([]), earlier.root)
  while (frontier.size < head.size) {
    // The page ends where the checkpoint does, so that the root of then can be compared.
    const end = frontier.size < earlier.size ? earlier.size : head.size
    const limit = Math.min(leavesAtOnce, end - frontier.size)
    const leaves = await log.listLeaves(organizationId, { from: frontier.size, limit })
    const from = frontier.size
    if (leaves.length < limit || leaves.some(({ number }, index) => number !== from + index)) return read('missing')
    if (!leaves.every(isAsRecorded)) return read('other')
    destroyed += leaves.filter(({ record }) => record === null).length
    frontier = appendLeaves(
      frontier,
      leaves.map(({ hash }) => hash),
    )
    if (frontier.size === earlier.size) isContained = isSameHash(joinNodes(frontier.nodes), earlier.root)
  }
  if (!isContained || !isSameHash(joinNodes(frontier.nodes), joinNodes(head.nodes))) return read('other')
  return read(earlier.size === head.size ? 'same' : 'grown')
}

/** A leaf and what the store says of it follow from its record. Where the record was destroyed, only the leaf is left. */
function isAsRecorded({ record, hash, id, kind, subject, atMs }: LogLeaf): boolean {
  if (record === null) return true
  const entry = parseLogRecord(record)
  return (
    isSameHash(hashLeaf(computeLeafContent(record)), hash) &&
    entry?.id === id &&
    entry.kind === kind &&
    entry.subject === subject &&
    Date.parse(entry.at) === atMs
  )
}

function isSameHash(a: Hash, b: Hash): boolean {
  return Buffer.compare(a, b) === 0
}
