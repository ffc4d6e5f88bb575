import { type Hash, hashRange, isCount, type LeafRange, type ReadNode } from './tree.ts'

/**
 * Proves that a leaf is in the log of `size` leaves (RFC 6962 §2.1.1).
 * @param index of the leaf, from 0
 * @returns the hashes beside the way from the leaf to the root, the lowest first
 * @throws RangeError where the log has no such leaf
 */
export function proveInclusion(index: number, size: number, readNode: ReadNode): Promise<readonly Hash[]> {
  if (!isCount(index) || !isCount(size) || index >= size)
    throw new RangeError(`A log of ${size} leaves has no leaf ${index}.`)
  return hashRanges(listInclusionRanges(index, { begin: 0, end: size }), readNode)
}

/**
 * Proves that the log of `second` leaves began with the `first` leaves as they were (RFC 6962 §2.1.2).
 * @returns nothing to show where both sizes are the same, or the first log is empty
 * @throws RangeError where `first` is above `second`
 */
export function proveConsistency(first: number, second: number, readNode: ReadNode): Promise<readonly Hash[]> {
  if (!isCount(first) || !isCount(second) || first > second)
    throw new RangeError(`A log of ${second} leaves never had ${first}.`)
  if (first === 0 || first === second) return Promise.resolve([])
  return hashRanges(listConsistencyRanges(first, { begin: 0, end: second }, true), readNode)
}

function listInclusionRanges(index: number, { begin, end }: LeafRange): readonly LeafRange[] {
  if (end - begin === 1) return []
  const middle = begin + splitLeaves(end - begin)
  return index < middle
    ? [...listInclusionRanges(index, { begin, end: middle }), { begin: middle, end }]
    : [...listInclusionRanges(index, { begin: middle, end }), { begin, end: middle }]
}

/** @param isKnown whether who verifies has the hash of the range already: only the old root itself */
function listConsistencyRanges(first: number, { begin, end }: LeafRange, isKnown: boolean): readonly LeafRange[] {
  if (first === end) return isKnown ? [] : [{ begin, end }]
  const middle = begin + splitLeaves(end - begin)
  return first <= middle
    ? [...listConsistencyRanges(first, { begin, end: middle }, isKnown), { begin: middle, end }]
    : [...listConsistencyRanges(first, { begin: middle, end }, false), { begin, end: middle }]
}

function hashRanges(ranges: readonly LeafRange[], readNode: ReadNode): Promise<readonly Hash[]> {
  return Promise.all(ranges.map((range) => hashRange(range, readNode)))
}

/** The largest power of two below `leaves`, which is at least 2. */
function splitLeaves(leaves: number): number {
  let split = 1
  while (split * 2 < leaves) split *= 2
  return split
}
