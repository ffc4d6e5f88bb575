import { hashBytes } from './hash-bytes.ts'

/** Bytes of SHA-256. */
export type Hash = Uint8Array

/** Leaves `begin` up to, not including, `end`. */
export interface LeafRange {
  readonly begin: number
  readonly end: number
}

/**
 * The hash over the 2^`level` leaves that begin at leaf `index` × 2^`level`; level 0 is the leaf itself.
 * Only asked for where all of these leaves are there.
 */
export type ReadNode = (level: number, index: number) => Hash | Promise<Hash>

/** A leaf (RFC 6962 §2.1): SHA-256 of 0x00 and what the leaf holds. */
export function hashLeaf(content: Uint8Array): Hash {
  return hashBytes(leafPrefix, content)
}

/** A node (RFC 6962 §2.1): SHA-256 of 0x01 and its two children. The prefix keeps a node from being shown as a leaf. */
export function hashChildren(left: Hash, right: Hash): Hash {
  return hashBytes(nodePrefix, left, right)
}

/** The root of a log without leaves: SHA-256 of nothing. */
export function hashEmptyTree(): Hash {
  return hashBytes()
}

/**
 * The hash of a range as RFC 6962 §2.1 splits it: a full subtree as large as fits on the left, the rest on the right.
 * @param range not empty, and beginning where the tree begins a subtree of at least this size
 */
export async function hashRange(range: LeafRange, readNode: ReadNode): Promise<Hash> {
  return joinNodes(await Promise.all(listFullNodes(range).map(({ level, index }) => readNode(level, index))))
}

/** The root over the full subtrees of a log, the largest first. */
export function joinNodes(nodes: readonly Hash[]): Hash {
  if (nodes.length === 0) return hashEmptyTree()
  return nodes.reduceRight((right, left) => hashChildren(left, right))
}

/** The full subtrees that make up a range, the largest first: one for each bit of its length. */
function listFullNodes({ begin, end }: LeafRange): readonly { readonly level: number; readonly index: number }[] {
  const nodes: { level: number; index: number }[] = []
  let at = begin
  for (let level = measureLevel(end - begin); level >= 0; level--) {
    const leaves = 2 ** level
    if (end - at < leaves) continue
    nodes.push({ level, index: at / leaves })
    at += leaves
  }
  return nodes
}

/** The end of a log that grows: its full subtrees, the largest first. It is all that appending needs to know. */
export interface Frontier {
  readonly size: number
  readonly nodes: readonly Hash[]
}

export const emptyFrontier: Frontier = { size: 0, nodes: [] }

/**
 * Appends leaves.
 * @param leafHashes by {@link hashLeaf}
 * @param keep is told every subtree above the leaves that becomes full, once
 */
export function appendLeaves(
  frontier: Frontier,
  leafHashes: Iterable<Hash>,
  keep?: (level: number, index: number, hash: Hash) => void,
): Frontier {
  const nodes = [...frontier.nodes]
  let { size } = frontier
  for (const leaf of leafHashes) {
    let hash = leaf
    let level = 0
    // A set bit is a full subtree of that size; two of one size make one of the next.
    for (let bits = size; bits % 2 === 1; bits = (bits - 1) / 2) {
      const left = nodes.pop()
      if (left === undefined) throw new RangeError(`A log of ${size} leaves has a subtree that is missing.`)
      hash = hashChildren(left, hash)
      level++
      keep?.(level, Math.floor(size / 2 ** level), hash)
    }
    nodes.push(hash)
    size++
  }
  return { size, nodes }
}

/** A number of leaves, or the place of one. */
export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

/** The largest `level` with 2^`level` ≤ `leaves`. */
function measureLevel(leaves: number): number {
  let level = 0
  while (2 ** (level + 1) <= leaves) level++
  return level
}

const leafPrefix = Uint8Array.of(0)
const nodePrefix = Uint8Array.of(1)
