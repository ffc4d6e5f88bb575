import { createPublicKey } from 'node:crypto'
import { LogCheckpoint, verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js'
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js'
import RFC9162 from '@transmute/rfc9162'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKeySigner, generateSigningKey } from '../../../src/evidence/bundle/signer.ts'
import { signCheckpoint } from '../../../src/evidence/log/checkpoint.ts'
import { joinHashes } from '../../../src/evidence/log/log-proof.ts'
import { formatVerifierKey } from '../../../src/evidence/log/note.ts'
import { proveConsistency, proveInclusion } from '../../../src/evidence/log/prove.ts'
import {
  appendLeaves,
  emptyFrontier,
  type Hash,
  hashChildren,
  hashEmptyTree,
  hashLeaf,
  hashRange,
  joinNodes,
} from '../../../src/evidence/log/tree.ts'
import { verifyConsistency, verifyInclusion } from '../../../src/evidence/log/verify-proof.ts'
import { isSoak } from '../../setup/short-form.ts'

const hex = (hash: Hash) => Buffer.from(hash).toString('hex')
const contents = (count: number) => Array.from({ length: count }, (_, index) => Buffer.from(`record ${index}`))

/** A log that keeps the full subtrees as a store would. */
function makeLog(count: number) {
  const leaves = contents(count).map(hashLeaf)
  const kept = new Map<string, Hash>()
  const frontier = appendLeaves(emptyFrontier, leaves, (level, index, hash) => kept.set(`${level}/${index}`, hash))
  const readNode = (level: number, index: number): Hash => {
    const hash = level === 0 ? leaves[index] : kept.get(`${level}/${index}`)
    if (hash === undefined) throw new Error(`nobody keeps ${level}/${index}`)
    return hash
  }
  return { leaves, frontier, readNode, root: joinNodes(frontier.nodes) }
}

const rootAt = (log: ReturnType<typeof makeLog>, size: number) =>
  size === 0 ? hashEmptyTree() : hashRange({ begin: 0, end: size }, log.readNode)

describe('a log by RFC 6962', () => {
  // Known values of the RFC's tree over these eight leaves, as other logs publish them for their tests.
  const known = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const roots = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]

  test.each(roots.map((root, size) => [size, root]))('has the known root over %d leaves', (size, root) => {
    const leaves = known.slice(0, Number(size)).map((each) => hashLeaf(Buffer.from(each, 'hex')))
    expect(hex(joinNodes(appendLeaves(emptyFrontier, leaves).nodes))).toBe(root)
  })

  test('agrees with another implementation in roots and proofs of every leaf and size', async () => {
    for (const size of [1, 2, 3, 7, 8, 13, 16, 21]) {
      const log = makeLog(size)
      expect(hex(log.root)).toBe(hex(await RFC9162.treeHead(contents(size))))
      for (const [index, content] of contents(size).entries()) {
        const theirs = await RFC9162.inclusionProof(content, contents(size))
        const ours = await proveInclusion(index, size, log.readNode)
        expect(ours.map(hex)).toEqual(theirs.inclusion_path.map(hex))
        const shown = { ...theirs, inclusion_path: ours.map((each) => Uint8Array.from(each)) }
        expect(await RFC9162.verifyInclusionProof(log.root, await RFC9162.leaf(content), shown)).toBe(true)
      }
      for (let first = 1; first < size; first++) {
        const [start, ...rest] = (await RFC9162.PROOF(first, contents(size))).map(hex)
        // Theirs repeats the old root where it is a node of the new tree; RFC 9162 §2.1.4.2 lets the reader put it in front.
        const isFullTree = Number.isInteger(Math.log2(first))
        if (isFullTree) expect(start).toBe(hex(await rootAt(log, first)))
        const ours = (await proveConsistency(first, size, log.readNode)).map(hex)
        expect(ours).toEqual(isFullTree ? rest : [start, ...rest])
      }
    }
  })

  const most = isSoak ? 200_000 : 5_000
  const numRuns = isSoak ? 2_000 : 50
  /** Two sizes of a log, and a leaf that both have. */
  const places = fc
    .tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: most }), fc.nat())
    .map(([a, b, place]) => ({ first: Math.min(a, b), size: Math.max(a, b), index: place % Math.min(a, b) }))

  test('is verified by the other implementation, whatever its size, leaf and earlier size', async () => {
    const log = makeLog(most)
    const toArray = (hash: Hash) => Uint8Array.from(hash)
    await fc.assert(
      fc.asyncProperty(places, async ({ first, size, index }) => {
        const [early, late] = [await rootAt(log, first), await rootAt(log, size)].map(toArray)
        if (early === undefined || late === undefined) throw new TypeError('there are two roots')
        const leaf = await RFC9162.leaf(Buffer.from(`record ${index}`))
        const inclusion_path = (await proveInclusion(index, size, log.readNode)).map(toArray)
        const inclusion = { log_id: '', tree_size: size, leaf_index: index, inclusion_path }
        expect(await RFC9162.verifyInclusionProof(late, leaf, inclusion)).toBe(true)
        expect(await RFC9162.verifyInclusionProof(early, leaf, inclusion)).toBe(first === size)

        if (first === size) return
        const ours = (await proveConsistency(first, size, log.readNode)).map(toArray)
        // It leaves to the caller to put the old root in front where that is a node of the new tree.
        const consistency_path = Number.isInteger(Math.log2(first)) ? [early, ...ours] : ours
        const consistency = { log_id: '', tree_size_1: first, tree_size_2: size, consistency_path }
        expect(await RFC9162.verifyConsistencyProof(early, late, consistency)).toBe(true)
        expect(await RFC9162.verifyConsistencyProof(toArray(hashLeaf(late)), late, consistency)).toBe(false)
      }),
      { numRuns },
    )
  })

  test('is verified with its signed checkpoint by the client of another log', async () => {
    const log = makeLog(most)
    const origin = 'checkwright/0192'
    const { privateKey, publicKey } = generateSigningKey()
    const [, keyId = ''] = formatVerifierKey({ name: origin, key: publicKey }).split('+')
    const authority = {
      logID: Buffer.from(keyId, 'hex'),
      baseURL: `https://${origin}`,
      publicKey: createPublicKey({ key: publicKey.der, format: 'der', type: 'spki' }),
      validFor: { start: new Date(0), end: new Date() },
    }
    await fc.assert(
      fc.asyncProperty(places, async ({ size, index }) => {
        const root = Buffer.from(await rootAt(log, size))
        const envelope = await signCheckpoint({ origin, size, root }, createKeySigner(privateKey))
        const hashes = (await proveInclusion(index, size, log.readNode)).map((hash) => Buffer.from(hash))
        const entry = {
          logIndex: `${index}`,
          logId: { keyId: authority.logID },
          kindVersion: { kind: '', version: '' },
          integratedTime: '0',
          inclusionPromise: undefined,
          canonicalizedBody: Buffer.from(`record ${index}`),
          inclusionProof: {
            logIndex: `${index}`,
            rootHash: root,
            treeSize: `${size}`,
            hashes,
            checkpoint: { envelope },
          },
        }

        const checkpoint = verifyCheckpoint(entry, [authority])
        expect(checkpoint).toEqual(new LogCheckpoint(origin, BigInt(size), root, []))
        verifyMerkleInclusion(entry, checkpoint)
        const another = { ...entry, canonicalizedBody: Buffer.from('another record') }
        expect(() => verifyMerkleInclusion(another, checkpoint)).toThrow('calculated root hash does not match')
        const forged = envelope.replace(`\n${size}\n`, `\n${size + 1}\n`)
        const changed = { ...entry.inclusionProof, checkpoint: { envelope: forged } }
        expect(() => verifyCheckpoint({ ...entry, inclusionProof: changed }, [authority])).toThrow('invalid checkpoint')
      }),
      { numRuns },
    )
  })

  test('proves each leaf and each earlier size, from subtrees that were kept while it grew', async () => {
    const log = makeLog(300)
    const head = { size: 300, root: log.root }
    for (let index = 0; index < 300; index += 7) {
      const proof = await proveInclusion(index, 300, log.readNode)
      expect(verifyInclusion(log.leaves[index] as Hash, index, head, proof)).toBe(true)
      expect(verifyInclusion(log.leaves[index] as Hash, index + 1, head, proof)).toBe(false)
    }
    for (let size = 0; size <= 300; size += 3) {
      const first = { size, root: await rootAt(log, size) }
      expect(verifyConsistency(first, head, await proveConsistency(size, 300, log.readNode))).toBe(true)
    }
  })

  test('takes leaves in any portions', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 8 }), (portions) => {
        const all = contents(portions.reduce((sum, each) => sum + each, 0)).map(hashLeaf)
        let [frontier, at] = [emptyFrontier, 0]
        for (const portion of portions) {
          frontier = appendLeaves(frontier, all.slice(at, at + portion))
          at += portion
        }
        expect(joinNodes(frontier.nodes).toString()).toBe(joinNodes(appendLeaves(emptyFrontier, all).nodes).toString())
      }),
    )
  })

  test('finds whatever was changed in a proof, a head or a leaf', async () => {
    const log = makeLog(77)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(76),
        fc.integer({ min: 1, max: 77 }),
        fc.nat(9),
        fc.nat(31),
        async (index, size, at, byte) => {
          const first = { size, root: await rootAt(log, size) }
          const head = { size: 77, root: log.root }
          const leaf = log.leaves[index] as Hash
          const inclusion = await proveInclusion(index, 77, log.readNode)
          const consistency = await proveConsistency(size, 77, log.readNode)
          expect(verifyInclusion(leaf, index, head, inclusion)).toBe(true)
          expect(verifyConsistency(first, head, consistency)).toBe(true)
          const flip = (hash: Hash) => Uint8Array.from(hash, (value, place) => (place === byte ? value ^ 1 : value))
          const flipAt = (proof: readonly Hash[]) =>
            proof.map((each, place) => (place === at % proof.length ? flip(each) : each))
          expect(verifyInclusion(leaf, index, head, flipAt(inclusion))).toBe(false)
          expect(verifyInclusion(flip(leaf), index, head, inclusion)).toBe(false)
          expect(verifyInclusion(leaf, index, { ...head, root: flip(head.root) }, inclusion)).toBe(false)
          expect(verifyInclusion(leaf, index, head, inclusion.slice(1))).toBe(false)
          expect(verifyInclusion(leaf, index, head, [...inclusion, leaf])).toBe(false)
          if (consistency.length > 0) expect(verifyConsistency(first, head, flipAt(consistency))).toBe(false)
          expect(verifyConsistency({ ...first, root: flip(first.root) }, head, consistency)).toBe(false)
          expect(verifyConsistency(first, { ...head, root: flip(head.root) }, consistency)).toBe(false)
          expect(verifyConsistency(first, head, [...consistency, leaf])).toBe(false)
        },
      ),
    )
  })

  test('is a proof of at most 20 hashes in a log of a million, of 1,200 bytes with the signed checkpoint', async () => {
    const node = hashLeaf(Buffer.from('any'))
    const origin = 'checkwright/019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d12'
    const head = { origin, size: 1_000_000, root: node }
    const checkpoint = await signCheckpoint(head, createKeySigner(generateSigningKey().privateKey))
    const hashes = joinHashes(await proveInclusion(0, 1_000_000, () => node))
    expect(Buffer.byteLength(hashes + checkpoint)).toBeLessThanOrEqual(1_200)
    for (const index of [0, 1, 524_287, 524_288, 999_999])
      expect((await proveInclusion(index, 1_000_000, () => node)).length).toBeLessThanOrEqual(20)
    expect((await proveConsistency(999_998, 1_000_000, () => node)).length).toBeLessThanOrEqual(21)
  })

  test('does not take a node for a leaf, nor another form of a hash', () => {
    const [left, right] = contents(2).map(hashLeaf) as [Hash, Hash]
    const root = hashChildren(left, right)
    expect(verifyInclusion(hashLeaf(Buffer.concat([left, right])), 0, { size: 1, root }, [])).toBe(false)
    expect(verifyInclusion(left, 0, { size: 2, root }, [Buffer.concat([right, right])])).toBe(false)
    expect(verifyInclusion(left, -1, { size: 2, root }, [right])).toBe(false)
    expect(verifyInclusion(left, 0.5, { size: 2, root }, [right])).toBe(false)
    expect(verifyConsistency({ size: 2, root }, { size: 1, root: left }, [])).toBe(false)
  })

  test('tells sizes and leaves that the log never had', async () => {
    const { readNode } = makeLog(4)
    expect(() => proveInclusion(4, 4, readNode)).toThrow('A log of 4 leaves has no leaf 4.')
    expect(() => proveConsistency(5, 4, readNode)).toThrow('A log of 4 leaves never had 5.')
  })
})
