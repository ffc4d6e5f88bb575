import { areEqualBytes } from '../../text/equal-bytes.ts'
import { type Hash, hashChildren, hashEmptyTree, isCount } from './tree.ts'

/** The size and root of a log at one time. */
export interface TreeHead {
  readonly size: number
  readonly root: Hash
}

/**
 * Whether the proof shows that the leaf is in the log (RFC 9162 §2.1.3.2).
 * @param leaf by `hashLeaf`
 * @param index of the leaf, from 0
 */
export function verifyInclusion(leaf: Hash, index: number, head: TreeHead, proof: readonly Hash[]): boolean {
  if (!isCount(index) || !isCount(head.size) || index >= head.size || !proof.every(isHash)) return false
  let [node, last, hash] = [index, head.size - 1, leaf]
  for (const sibling of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = hashChildren(sibling, hash)
      // A node without a right neighbour moves up as it is, through all levels where it has none.
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else hash = hashChildren(hash, sibling)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && areEqualBytes(hash, head.root)
}

/** Whether the proof shows that the log of `second` began with all of `first`, unchanged (RFC 9162 §2.1.4.2). */
export function verifyConsistency(first: TreeHead, second: TreeHead, proof: readonly Hash[]): boolean {
  if (!isCount(first.size) || !isCount(second.size) || first.size > second.size || !proof.every(isHash)) return false
  if (first.size === second.size) return proof.length === 0 && areEqualBytes(first.root, second.root)
  if (first.size === 0) return proof.length === 0 && areEqualBytes(first.root, hashEmptyTree())
  let [node, last] = [first.size - 1, second.size - 1]
  while (node % 2 === 1) [node, last] = [half(node), half(last)]
  // The old root is the first hash where the old log was a full tree; then it is not sent.
  const [start, ...rest] = node === 0 ? [first.root, ...proof] : proof
  if (start === undefined) return false
  let [oldRoot, newRoot] = [start, start]
  for (const sibling of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      oldRoot = hashChildren(sibling, oldRoot)
      newRoot = hashChildren(sibling, newRoot)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else newRoot = hashChildren(newRoot, sibling)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && areEqualBytes(oldRoot, first.root) && areEqualBytes(newRoot, second.root)
}

/** Shifts of JavaScript end at 32 bits; a log may hold more. */
function half(value: number): number {
  return Math.floor(value / 2)
}

function isHash(value: Hash): boolean {
  return value.byteLength === 32
}
