import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signCheckpoint } from '../../src/evidence/log/checkpoint.ts'
import { computeLeafContent, formatLogRecord } from '../../src/evidence/log/log-entry.ts'
import { formatLogProof } from '../../src/evidence/log/log-proof.ts'
import { proveInclusion } from '../../src/evidence/log/prove.ts'
import { appendLeaves, emptyFrontier, type Hash, hashLeaf, hashRange } from '../../src/evidence/log/tree.ts'
import { createRun, ownSigner } from './bundle.ts'

export const sampleOrigin = 'checkwright/acme'

/** A log of some entries, one of which is the end of the sample run with the bundle in this folder. */
export async function makeSampleLog(bundle: string, { number = 3, signer = ownSigner } = {}) {
  const manifest = createHash('sha256')
    .update(readFileSync(join(bundle, 'manifest.json')))
    .digest('hex')
  const record = formatLogRecord('entry', {
    kind: 'run.ended',
    organizationId: 'acme',
    atMs: 0,
    subject: createRun().id,
    facts: { status: 'fail', manifest },
  })
  const leaves = Array.from({ length: number + 5 }, (_, index) =>
    hashLeaf(index === number ? computeLeafContent(record) : Buffer.from(`entry ${index}`)),
  )
  const kept = new Map<string, Hash>()
  appendLeaves(emptyFrontier, leaves, (level, index, hash) => kept.set(`${level}/${index}`, hash))
  const readNode = (level: number, index: number) =>
    (level === 0 ? leaves[index] : kept.get(`${level}/${index}`)) ?? new Uint8Array()
  const makeCheckpoint = async (size: number, root?: Uint8Array) =>
    signCheckpoint(
      { origin: sampleOrigin, size, root: root ?? (await hashRange({ begin: 0, end: size }, readNode)) },
      signer,
    )
  const hashes = await proveInclusion(number, leaves.length, readNode)
  const checkpoint = await makeCheckpoint(leaves.length)
  return { proof: formatLogProof({ number, record }, hashes, checkpoint), checkpoint, makeCheckpoint }
}
