import { expect, test } from 'vitest'
import { createKeySigner, generateSigningKey } from '../../../src/evidence/bundle/signer.ts'
import { signCheckpoint } from '../../../src/evidence/log/checkpoint.ts'
import { verifyGrowth } from '../../../src/evidence/log/growth-proof.ts'
import { joinHashes } from '../../../src/evidence/log/log-proof.ts'
import { proveConsistency } from '../../../src/evidence/log/prove.ts'
import { appendLeaves, emptyFrontier, hashLeaf, joinNodes } from '../../../src/evidence/log/tree.ts'

const { privateKey, publicKey } = generateSigningKey()
const signer = createKeySigner(privateKey)
const verifiersOf = (name: string) => [{ name, key: publicKey }]
/** Full subtrees up to 8 leaves. */
const leaves = Array.from({ length: 8 }, (_, index) => hashLeaf(Buffer.from(`record ${index}`)))

function readNode(level: number, index: number) {
  const width = 2 ** level
  return joinNodes(appendLeaves(emptyFrontier, leaves.slice(index * width, (index + 1) * width)).nodes)
}

const sign = (size: number, { origin = 'checkwright/a', of = leaves, by = signer } = {}) =>
  signCheckpoint({ origin, size, root: joinNodes(appendLeaves(emptyFrontier, of.slice(0, size)).nodes) }, by)

async function prove(from: number, to: number, checkpoint?: string) {
  const hashes = joinHashes(await proveConsistency(Math.min(from, to), to, readNode))
  return JSON.stringify({ from, to, hashes, checkpoint: checkpoint ?? (await sign(to)) })
}

test('verifyGrowth() shows a log that only grew, by two checkpoints and the proof', async () => {
  const kept = await sign(3)
  for (const to of [3, 5, 8])
    expect(await verifyGrowth(kept, await prove(3, to), verifiersOf)).toMatchObject({
      outcome: 'grown',
      earlier: { size: 3 },
      now: { size: to },
    })
  const answer = JSON.stringify({ origin: 'checkwright/a', checkpoint: kept })
  expect(await verifyGrowth(answer, await prove(3, 8), verifiersOf)).toMatchObject({ outcome: 'grown' })
})

test('verifyGrowth() tells what it is that does not fit', async () => {
  const kept = await sign(3)
  const other = leaves.with(1, hashLeaf(Buffer.from('another')))
  const stranger = createKeySigner(generateSigningKey().privateKey)
  const outcome = async (first: string, proof: string) => (await verifyGrowth(first, proof, verifiersOf)).outcome

  expect(await outcome(kept, await prove(3, 8, await sign(8, { of: other })))).toBe('forked')
  // Two histories of one size, both signed.
  expect(await outcome(kept, await prove(3, 3, await sign(3, { of: other })))).toBe('forked')
  // The proof of another earlier time.
  expect(await outcome(kept, await prove(4, 8))).toBe('forked')
  expect(await outcome(kept, await prove(2, 2))).toBe('older')
  expect(await outcome(kept, await prove(3, 8, await sign(8, { origin: 'checkwright/b' })))).toBe('another')
  expect(await outcome(await sign(3, { by: stranger }), await prove(3, 8))).toBe('kept-unsigned')
  expect(await outcome(kept.replace('\n3\n', '\n2\n'), await prove(3, 8))).toBe('kept-unsigned')
  expect(await outcome(kept, await prove(3, 8, await sign(8, { by: stranger })))).toBe('now-unsigned')
  expect(await outcome(kept, (await prove(3, 8)).replace('"hashes":"', '"hashes":"A'))).toBe('unreadable')
  expect(await outcome(kept, '{"from":3,"to":8,"hashes":""}')).toBe('unreadable')
  expect(await outcome(kept, 'no JSON')).toBe('unreadable')
})
