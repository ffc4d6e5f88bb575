import type { LogKind } from './log-entry.ts'
import type { Frontier, Hash, ReadNode } from './tree.ts'

/** An entry that has its place in the log. */
export interface LogLeaf {
  /** From 0, without gaps. */
  readonly number: number
  /** UUIDv7 */
  readonly id: string
  readonly kind: LogKind
  readonly subject: string
  readonly atMs: number
  /** By `formatLogRecord`; null once the organization's secrets were destroyed. */
  readonly record: string | null
  /** By `hashLeaf`. */
  readonly hash: Hash
}

export interface LogHead extends Frontier {
  /** Name of the log: `checkwright/` and an id of its own, which says nothing of whose log it is. */
  readonly origin: string
}

/** The store's part in the transparency log; entries come from the transactions of what they are about. */
export interface LogStore {
  /** Organizations whose entries wait for a number. */
  listWaiting(limit: number): Promise<readonly string[]>
  /**
   * Gives waiting entries their numbers, in one transaction that other processes wait for.
   * @param how.waits @default true; without it, nothing is done while another process numbers those of this log without waiting, too
   * @returns how many were numbered; fewer than `limit` where no more wait
   */
  number(organizationId: string, limit: number, how?: { readonly waits?: boolean }): Promise<number>
  /** undefined for a log without entries. */
  findHead(organizationId: string): Promise<LogHead | undefined>
  /** The newest leaf of the kind about the subject. @param about `below`: among the leaves before this number. Default: all. */
  findLeaf(
    organizationId: string,
    about: { readonly kind: LogKind; readonly subject: string; readonly below?: number },
  ): Promise<LogLeaf | undefined>
  /** By number. */
  listLeaves(
    organizationId: string,
    page: { readonly from: number; readonly limit: number },
  ): Promise<readonly LogLeaf[]>
  /** Beginnings of runs that had no end, by number. */
  listUnended(
    organizationId: string,
    page: { readonly from: number; readonly beforeMs: number; readonly limit: number },
  ): Promise<readonly LogLeaf[]>
  /** Reads full subtrees of an organization's log. */
  openNodes(organizationId: string): ReadNode
  /** Enters into every log that its store comes from a backup. */
  noteRestore(atMs: number): Promise<void>
  /** Takes the records of leaves away for ever, from a number to before another. The leaves and with them all proofs stay. */
  forget(organizationId: string, range: { readonly from: number; readonly to: number }): Promise<void>
}
