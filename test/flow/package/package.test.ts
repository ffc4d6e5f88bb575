import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { verifyPackage } from '../../../src/evidence/package/verify-package.ts'
import { makePackage } from '../../../src/things/packages/making/make-package.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { loadSoc2, organizationId } from '../../things/packages/audited-world.ts'
import { liveOrganization } from './live-organization.ts'

const days = isSoak ? 90 : 14

test('a package says for each day what its bundles alone say, and each change of it is found', async () => {
  const { runtime, period, idOf, ids } = await liveOrganization(days)
  const framework = await loadSoc2()
  const folder = createTempFolder()
  const target = join(folder, 'audit.zip')
  const made = await makePackage(runtime, { organizationId, framework, ...period, target })

  const { differences, verdicts, runs, reviews, gaps } = recompute(target)
  expect(differences).toEqual([])
  expect(verdicts).toBeGreaterThan(days * 8)
  expect(runs).toBeGreaterThan(days * 2)
  expect([reviews, gaps]).toEqual([1, made.gaps])
  const trusted = { keys: [publicKeyOf((await runtime.signing.signer()).publicKey)] }
  expect(await verifyPackage(target, trusted)).toMatchObject({
    verified: true,
    package: { framework: { id: 'soc2' }, organization: { id: organizationId }, period },
    // The review, and what became of its removals.
    bundles: runs + 2,
    uploads: 1,
    gaps,
  })
  const strict = await verifyPackage(target, trusted, { requireEvidence: true })
  expect(strict.verified || strict.problems.some(({ message }) => message.startsWith('has a gap (not kept)'))).toBe(
    true,
  )

  // The story is there.
  const unzipped = join(folder, 'unzipped')
  await makePackage(runtime, { organizationId, framework, ...period, target: unzipped })
  const said: Said = JSON.parse(readFileSync(join(unzipped, 'package.json'), 'utf8'))
  const statesOf = (control: string, check: string, connectionId?: string) =>
    said.controls
      .find(({ id }) => id === control)
      ?.checks.find((each) => [each.id, each.title].includes(check) && each.connectionId === connectionId)
      ?.history.map(({ state }) => state)
      .filter((state, index, all) => state !== all[index - 1])
  expect(statesOf('CC6.1', 'mfa', idOf('busy'))).toEqual([
    ...['satisfied', 'not_satisfied', 'satisfied', 'not_satisfied', 'satisfied', 'undetermined'],
  ])
  expect(statesOf('CC6.2', 'policy', idOf('seldom'))).toEqual(['undetermined', 'satisfied', 'undetermined'])
  expect(statesOf('CC6.2', 'leavers', organizationId)).toEqual(expect.arrayContaining(['satisfied', 'not_satisfied']))
  expect(statesOf('CC6.2', 'access-reviewed', ids.code)?.at(0)).toBe('undetermined')
  expect(statesOf('CC7.5', 'A backup is restored')).toEqual(['not_applicable', 'satisfied', 'undetermined'])

  expect(await verifyPackage(unzipped, trusted)).toMatchObject({ verified: true, bundles: runs + 2 })
  const firstOf = (place: string) => `${place}/${readdirSync(join(unzipped, place))[0]}`
  const changes: [string, (place: string) => void][] = [
    ...[
      ...['package.json', 'index.html', 'days.csv', 'manifest.json', 'statement.intoto.jsonl'],
      ...['runs', 'reviews', 'files'].map(firstOf),
    ].map((file): [string, (place: string) => void] => [file, (place) => flip(join(place, file))]),
    [firstOf('runs'), (place) => rmSync(join(place, firstOf('runs')))],
    [firstOf('reviews'), (place) => rmSync(join(place, firstOf('reviews')))],
    ['notes.txt', (place) => writeFileSync(join(place, 'notes.txt'), 'also')],
    ['index.html', (place) => appendFileSync(join(place, 'index.html'), ' ')],
  ]
  // A folder on disk has nothing of the store that it was made from: once is enough.
  for (const [file, change] of process.env.CHECKWRIGHT_TEST_STORE === 'postgres' ? [] : changes) {
    const copy = join(folder, 'changed')
    rmSync(copy, { recursive: true, force: true })
    mkdirSync(copy)
    cpSync(unzipped, copy, { recursive: true })
    change(copy)
    const verification = await verifyPackage(copy, trusted)
    expect([file, verification.verified], file).toEqual([file, false])
    if (!verification.verified) expect(verification.problems.map((each) => each.file)).toContain(file)
  }
}, 600_000)

interface Said {
  readonly controls: readonly {
    readonly id: string
    readonly checks: readonly {
      readonly id: string
      readonly title: string
      readonly connectionId?: string
      readonly history: readonly { readonly state: string }[]
    }[]
  }[]
}

interface Recomputed {
  readonly differences: readonly string[]
  readonly verdicts: number
  readonly runs: number
  readonly reviews: number
  readonly gaps: number
}

/** By a program of its own, which has nothing of Checkwright. */
function recompute(path: string): Recomputed {
  const script = fileURLToPath(new URL('./recompute.mjs', import.meta.url))
  return JSON.parse(execFileSync(process.execPath, [script, path], { encoding: 'utf8', maxBuffer: 100_000_000 }))
}

function flip(path: string): void {
  const bytes = readFileSync(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(path, bytes)
}
