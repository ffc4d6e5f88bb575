import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openArchiveBundle } from '../../../src/author/auditor-page/blob-source.ts'
import { CheckwrightError } from '../../../src/errors/index.ts'
import { verifyPackage } from '../../../src/evidence/package/verify-package.ts'
import { verifyBundle } from '../../../src/evidence/verification/verify.ts'
import { verifySource } from '../../../src/evidence/verification/verify-source.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { ownKey, writeSampleBundle } from '../bundle.ts'
import { arbitraryArchives, makeEntry, writeArchive } from './hostile-archive.ts'

const trusted = { keys: [ownKey] }

/** The files of a bundle, and the archive of them that we write. */
async function openSample() {
  const bundle = await writeSampleBundle()
  const names = ['run.json', 'exchanges.har', 'manifest.json', 'statement.intoto.jsonl']
  const files = names.map((name) => [name, readFileSync(join(bundle, name))] as const)
  const genuine = writeArchive(files.map(([name, content]) => makeEntry(name, content)))
  return { files, genuine, place: join(createTempFolder(), 'hostile.zip') }
}

/** By the command and by the auditor's page. @returns whether each calls it genuine, and what each says */
async function judge(place: string, bytes: Buffer) {
  writeFileSync(place, bytes)
  const byCommand = await verifyBundle(place, trusted).catch(refuse)
  const source = await openArchiveBundle('hostile.zip', new Blob([Uint8Array.from(bytes)]))
  const byPage = await verifySource(
    source,
    { keys: [ownKey], fingerprints: [], takeKey: () => undefined },
    'hostile.zip',
  )
  return [byCommand, byPage].map((each) => ({
    verified: each.verified,
    problems: each.verified ? [] : each.problems.map(({ file, message }) => `${file} ${message}`),
  }))
}

/** What is no archive at all is refused in words, and nothing else is thrown. */
function refuse(error: unknown) {
  if (!(error instanceof CheckwrightError) || error.code !== 'BUNDLE_INVALID') throw error
  return { verified: false, problems: [{ file: 'hostile.zip', message: error.message }] } as const
}

test('the archive that we write is the one that we read', async () => {
  const { genuine, place } = await openSample()
  expect(readFileSync(await writeSampleBundle({ name: 'bundle.zip' })).equals(genuine)).toBe(true)
  expect((await judge(place, genuine)).map(({ verified }) => verified)).toEqual([true, true])
})

test('an archive that lies of itself is refused by both, with words', async () => {
  const { files, genuine, place } = await openSample()
  await fc.assert(
    fc.asyncProperty(arbitraryArchives(files), async (bytes) => {
      for (const { verified, problems } of await judge(place, bytes)) {
        expect(verified).toBe(bytes.equals(genuine))
        expect(problems.length > 0).toBe(!verified)
      }
      if (bytes.length === 0) return
      await verifyPackage(place, trusted).then(({ verified }) => expect(verified).toBe(false), refuse)
    }),
    { numRuns: isSoak ? 5_000 : 150 },
  )
})

test('files that lie over one another are named, before anything of them is read', async () => {
  const { files, place } = await openSample()
  const [run = makeEntry('', Buffer.alloc(0)), ...others] = files.map(([name, content]) => makeEntry(name, content))
  const bomb = Array.from({ length: 90 }, (_, index) => {
    const { central, ...rest } = makeEntry(`inventories/a${index}.jsonl`, Buffer.from('x'))
    return { ...rest, central: { ...central, size: 100_000, packed: 100_000 } }
  })
  const large = Buffer.alloc(100_100)
  const bytes = writeArchive([run, ...bomb, makeEntry('inventories/z.jsonl', large), ...others])

  const [byCommand, byPage] = await judge(place, bytes)
  expect(byCommand?.problems).toContain('inventories/a1.jsonl lies over another file of the archive.')
  expect(byPage?.problems.join('\n')).toMatch(/inventories\/a1\.jsonl does not begin in the archive where/)
})

test('very many entries are refused in a moment', async () => {
  const { place } = await openSample()
  const bytes = writeArchive(Array.from({ length: 0xfffe }, () => makeEntry('run.json', Buffer.alloc(0))))
  const began = performance.now()
  for (const { problems } of await judge(place, bytes)) {
    expect(problems.join('\n')).toContain('run.json is in the archive more than once.')
    expect(problems.length).toBeLessThan(20)
  }
  expect(performance.now() - began).toBeLessThan(30_000)
})
