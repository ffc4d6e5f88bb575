import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { shippedFrameworks } from '../../../src/checks/controls/shipped-frameworks.ts'
import { publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { verifyPackage } from '../../../src/evidence/package/verify-package.ts'
import { makePackage } from '../../../src/runtime/packages/make-package.ts'
import { dayMs, judge, openAuditedWorld, organizationId } from '../../runtime/packages/audited-world.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

const days = process.env.MODE === 'soak' ? 90 : 24
/** A day of the story, as a share of the period. */
const at = (share: number) => Math.round(days * share)

/** Five connections: one is well, one fails for a while, one has a waiver, one keeps no evidence, one is judged and then refuses. */
async function live(store?: string) {
  const names = ['well', 'fails', 'waived', 'bare', 'judged']
  const world = await openAuditedWorld(names, store === undefined ? {} : { store })
  const { runtime, clock, connections, change, run } = world
  const idOf = (name: string) => connections.get(name) ?? ''
  const bad = [
    { id: 'ada', mfa: true },
    { id: 'bob', mfa: false },
  ]
  const good = bad.map((user) => ({ ...user, mfa: true }))
  change('waived', { users: bad })
  const formatDay = (day: number) => new Date(Date.parse('2026-01-01') + day * dayMs).toISOString().slice(0, 10)
  let judgementId = ''
  for (let day = 0; day < days; day++) {
    if (day === at(0.2)) change('fails', { users: bad })
    if (day === at(0.5)) change('fails', { users: good })
    if (day === at(0.3))
      await runtime.waivers.create({
        ...{ organizationId, connector: 'vault', check: 'mfa', resource: 'bob', connection: [idOf('waived')] },
        ...{ justification: 'Leaves soon.', approver: 'Grace', expires: formatDay(at(0.7)) },
      })
    if (day === at(0.8)) change('judged', { users: undefined })
    // One connection is left alone for some days, and one is run only now and then.
    for (const name of names)
      if (!(name === 'well' && day % 3 !== 0) && !(name === 'bare' && day > at(0.6))) await run(name, name !== 'bare')
    if (day === at(0.1))
      for (const name of names)
        judgementId = await judge(runtime, { connectionId: idOf(name), decision: 'accepted', expires: '2026-12-01' })
    if (day === at(0.6)) await runtime.judgements.withdraw({ id: judgementId, organizationId, by: 'grace' })
    clock.advance(dayMs)
  }
  return { ...world, idOf, period: { from: formatDay(0), to: formatDay(days - 1) } }
}

async function trust(runtime: Awaited<ReturnType<typeof live>>['runtime']) {
  return { keys: [publicKeyOf((await runtime.signing.signer()).publicKey)] }
}

describe('a package', () => {
  test('says for each day what its bundles alone say, and each change of it is found', async () => {
    const { runtime, period, idOf } = await live()
    const framework = await shippedFrameworks.soc2()
    const folder = createTempFolder()
    const target = join(folder, 'audit.zip')
    const made = await makePackage(runtime, { organizationId, framework, ...period, target })

    const { differences, verdicts, runs } = recompute(target)
    expect(differences).toEqual([])
    expect(verdicts).toBeGreaterThan(days * 8)
    expect(runs).toBeGreaterThan(days * 2)
    const trusted = await trust(runtime)
    expect(await verifyPackage(target, trusted)).toMatchObject({
      verified: true,
      package: { framework: { id: 'soc2' }, organization: { id: organizationId }, period },
      bundles: runs,
      gaps: made.gaps,
    })
    const strict = await verifyPackage(target, trusted, { requireEvidence: true })
    expect(strict.verified || strict.problems.some(({ message }) => message.startsWith('has a gap (not kept)'))).toBe(
      true,
    )

    // The story is there: a week that failed, a waiver that held for some days, a judgement that was withdrawn.
    const unzipped = join(folder, 'unzipped')
    await makePackage(runtime, { organizationId, framework, ...period, target: unzipped })
    const said = JSON.parse(readFileSync(join(unzipped, 'package.json'), 'utf8'))
    const historyOf = (control: string, check: string, name: string): { from: string; state: string }[] =>
      said.controls
        .find(({ id }: { id: string }) => id === control)
        .checks.find(
          (each: { id: string; connectionId: string }) => each.id === check && each.connectionId === idOf(name),
        ).history
    const statesOf = (...of: Parameters<typeof historyOf>) =>
      historyOf(...of)
        .map(({ state }) => state)
        .filter((state, index, all) => state !== all[index - 1])
    expect(statesOf('CC6.1', 'mfa', 'fails')).toEqual(['satisfied', 'not_satisfied', 'satisfied'])
    expect(statesOf('CC6.1', 'mfa', 'waived')).toEqual(['not_satisfied', 'satisfied', 'not_satisfied'])
    expect(statesOf('CC6.1', 'mfa', 'judged')).toEqual(['satisfied', 'undetermined'])
    expect(statesOf('CC6.2', 'policy', 'judged')).toEqual(['undetermined', 'satisfied', 'undetermined'])

    expect(await verifyPackage(unzipped, trusted)).toMatchObject({ verified: true, bundles: runs })
    const bundle = readdirSync(join(unzipped, 'runs'))[0] ?? ''
    const changes: [string, (place: string) => void][] = [
      ['package.json', (place) => flip(join(place, 'package.json'))],
      ['index.html', (place) => flip(join(place, 'index.html'))],
      ['days.csv', (place) => flip(join(place, 'days.csv'))],
      ['manifest.json', (place) => flip(join(place, 'manifest.json'))],
      ['statement.intoto.jsonl', (place) => flip(join(place, 'statement.intoto.jsonl'))],
      [`runs/${bundle}`, (place) => flip(join(place, 'runs', bundle))],
      [`runs/${bundle}`, (place) => rmSync(join(place, 'runs', bundle))],
      ['notes.txt', (place) => writeFileSync(join(place, 'notes.txt'), 'also')],
      ['index.html', (place) => appendFileSync(join(place, 'index.html'), ' ')],
    ]
    for (const [file, change] of changes) {
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
})

/** By a program of its own, which has nothing of Checkwright. */
function recompute(path: string): {
  readonly differences: readonly string[]
  readonly verdicts: number
  readonly runs: number
} {
  const script = fileURLToPath(new URL('./recompute.mjs', import.meta.url))
  return JSON.parse(execFileSync(process.execPath, [script, path], { encoding: 'utf8', maxBuffer: 100_000_000 }))
}

function flip(path: string): void {
  const bytes = readFileSync(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(path, bytes)
}
