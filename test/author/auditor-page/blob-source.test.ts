import { openAsBlob, readFileSync } from 'node:fs'
import { crc32 as crcOfNode } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openArchiveBundle, openFiles } from '../../../src/author/auditor-page/blob-source.ts'
import { computeDigests } from '../../../src/author/auditor-page/compute-digests.ts'
import { crc32 } from '../../../src/author/auditor-page/crc32.ts'
import { hashBytes } from '../../../src/author/auditor-page/hash-bytes.ts'
import { readArchive } from '../../../src/author/auditor-page/read-archive.ts'
import { readTrust, trustNobody } from '../../../src/author/auditor-page/web-keys.ts'
import { computeDigests as computeOnMachine } from '../../../src/evidence/bundle/compute-digests.ts'
import { formatPem } from '../../../src/evidence/bundle/signer.ts'
import { hashBytes as hashOnMachine } from '../../../src/evidence/log/hash-bytes.ts'
import { verifySource } from '../../../src/evidence/verification/verify-source.ts'
import { ownKey, writeSampleBundle } from '../../evidence/bundle.ts'
import { countRuns } from '../../setup/count-runs.ts'

async function makeArchive(): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(readFileSync(await writeSampleBundle({ name: 'bundle.zip' })))
}

async function verify(content: Uint8Array<ArrayBuffer>, trusted: string = formatPem(ownKey.der)) {
  const trust = (await readTrust(trusted)) ?? trustNobody
  return verifySource(await openArchiveBundle('bundle.zip', new Blob([content])), trust, 'bundle.zip')
}

test('an archive is verified by a key, and by a fingerprint', async () => {
  const bytes = await makeArchive()

  expect(await verify(bytes)).toMatchObject({ verified: true, signer: ownKey.fingerprint })
  expect(await verify(bytes, ownKey.fingerprint)).toMatchObject({ verified: true, signer: ownKey.fingerprint })
})

test('a key that nobody trusts proves nothing', async () => {
  const bytes = await makeArchive()
  const other = `SHA256:${'A'.repeat(43)}`

  for (const trusted of [other, 'x'])
    expect(await verify(bytes, trusted)).toMatchObject({
      verified: false,
      problems: ['line 1', 'line 2'].map((field) => ({
        file: 'statement.intoto.jsonl',
        field,
        message: expect.stringContaining('a key that you do not trust'),
      })),
    })
})

test('the files of a folder are verified, and a strange one among them is named', async () => {
  const folder = await writeSampleBundle()
  const names = ['run.json', 'exchanges.har', 'manifest.json', 'statement.intoto.jsonl']
  const files = new Map(
    await Promise.all(names.map(async (name) => [name, await openAsBlob(`${folder}/${name}`)] as const)),
  )
  const trust = (await readTrust(ownKey.fingerprint)) ?? trustNobody

  expect(await verifySource(openFiles(files), trust, 'bundle')).toMatchObject({ verified: true })
  expect(
    await verifySource(openFiles(new Map([...files, ['../more', new Blob(['x'])]])), trust, 'bundle'),
  ).toMatchObject({
    verified: false,
    problems: [{ file: '../more' }],
  })
})

test('every flipped bit of an archive is found, and the file that it is in is named', async () => {
  const bytes = await makeArchive()
  const spans = await listSpans(bytes)
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: bytes.byteLength - 1 }), fc.nat({ max: 7 }), async (at, bit) => {
      const changed = Uint8Array.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ (1 << bit)
      const verification = await verify(changed)

      const span = spans.find(({ from, to }) => at >= from && at < to)
      const named = verification.verified ? [] : verification.problems.map(({ file }) => file)
      // A header belongs to a file or to the archive.
      expect(named, `byte ${at}, bit ${bit}`).toEqual(expect.arrayContaining([span?.name ?? expect.anything()]))
    }),
    { numRuns: countRuns(300) },
  )
})

/** Where the content of each file lies. */
async function listSpans(bytes: Uint8Array<ArrayBuffer>) {
  const { files } = await readArchive('bundle.zip', new Blob([bytes]))
  const spans = [...files].map(async ([name, blob]) => {
    const from = Buffer.from(bytes).indexOf(Buffer.from(await blob.arrayBuffer()))
    return { name, from, to: from + blob.size }
  })
  return Promise.all(spans)
}

test('checksums and digests are those of Node', async () => {
  const source = await openArchiveBundle('bundle.zip', new Blob([await makeArchive()]))
  const files = ['run.json', 'exchanges.har'] as const

  expect(await computeDigests(source, files)).toEqual(await computeOnMachine(source, files))
  fc.assert(
    fc.property(fc.uint8Array(), fc.string({ unit: 'binary' }), (data, text) => {
      expect(crc32(data, crc32(text))).toBe(crcOfNode(data, crcOfNode(text)))
    }),
  )
})

test('hashes of a log are those of Node, also where a block ends', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 70 }), { maxLength: 4 }), (parts) => {
      expect([...hashBytes(...parts)]).toEqual([...hashOnMachine(...parts)])
    }),
  )
  for (let length = 0; length < 130; length++)
    expect([...hashBytes(new Uint8Array(length))]).toEqual([...hashOnMachine(new Uint8Array(length))])
})
