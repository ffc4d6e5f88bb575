import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { beginBundle } from '../../../src/evidence/bundle/bundle-draft.ts'
import { replayReceivedBundle } from '../../../src/evidence/replay/replay-received.ts'
import { verifyBundle } from '../../../src/evidence/verification/verify.ts'
import { keepOriginal } from '../../../src/received/keep-original.ts'
import { parseApart } from '../../../src/received/parsing/parse-apart.ts'
import { receiveRun } from '../../../src/received/runs/receive-run.ts'
import { ownKey, ownSigner } from '../../evidence/bundle.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { importedAt, inChunks } from '../receive.ts'

const files = join(import.meta.dirname, '../files')

async function writeBundle(name: string, target: string, change?: (path: string) => void): Promise<string> {
  const folder = createTempFolder()
  const original = await keepOriginal(join(folder, 'original'), name, inChunks(readFileSync(join(files, name)))())
  await using run = await receiveRun(parseApart(original.path, undefined), {
    file: original.file,
    original: original.read,
    now: importedAt,
    nowMs: () => importedAt.getTime(),
    isOriginalStored: true,
  })
  change?.(original.path)
  const path = join(folder, target)
  const draft = await beginBundle(path)
  try {
    await draft.finish(run, ownSigner)
  } finally {
    await draft.discard()
  }
  return path
}

const verify = (path: string) => verifyBundle(path, { keys: [ownKey] })

describe.each(['bundle', 'bundle.zip'])('%s of a file of another tool', (target) => {
  test('is verified, and gives the same run when its file is parsed again', async () => {
    for (const name of ['prowler.ocsf.json', 'tests.junit.xml', 'trivy.json']) {
      const path = await writeBundle(name, target)

      expect(await verify(path)).toMatchObject({ verified: true, run: { kind: 'import', connector: { id: 'import' } } })
      expect(await replayReceivedBundle(path)).toMatchObject({ same: true, differences: [] })
    }
  })
})

describe('what was changed in a bundle shows', () => {
  test('the file', async () => {
    const path = await writeBundle('prowler.ocsf.json', 'bundle')
    const file = join(path, 'received.original')
    writeFileSync(file, readFileSync(file, 'utf8').replace('FAIL', 'PASS'))

    expect(await verify(path)).toMatchObject({ verified: false, problems: [{ file: 'received.original' }] })
    const replay = await replayReceivedBundle(path)
    expect(replay).toMatchObject({ same: false })
    expect(replay.differences.map(({ of, field }) => `${of} ${field}`)).toEqual(['received file'])
  })

  test('a file that is left out, and one that is added', async () => {
    const path = await writeBundle('prowler.ocsf.json', 'bundle')
    const other = await writeBundle('trivy.json', 'bundle')
    copyFileSync(join(other, 'received.original'), join(path, 'received.original'))

    const verification = await verify(path)

    expect(verification).toMatchObject({ verified: false })
  })
})

test('a file that changes while it is imported gives no bundle', async () => {
  await expect(writeBundle('prowler.ocsf.json', 'bundle', (path) => appendFileSync(path, ' '))).rejects.toMatchObject({
    code: 'BUNDLE_INVALID',
  })
})
