import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { beginBundle } from '../../../src/evidence/bundle/bundle-draft.ts'
import { replayBundle } from '../../../src/evidence/replay/replay.ts'
import { verifyBundle } from '../../../src/evidence/verification/verify.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { judgeGuest, openGuestsWorld } from '../../things/judgements/world.ts'
import { ownKey, ownSigner } from '../bundle.ts'

/** A bundle of a run in which one of two results that need review is accepted. */
async function createJudgedBundle() {
  const world = await openGuestsWorld()
  await world.run()
  await judgeGuest(world.runtime, 'gil')
  const bundle = join(createTempFolder(), 'bundle')
  const draft = await beginBundle(bundle)
  const handle = await world.runtime.runs.start({
    connectionId: world.connectionId,
    exchanges: { file: draft.exchangesFile },
  })
  await draft.finish(await handle.recorded, ownSigner)
  await draft.discard()
  return { ...world, bundle }
}

function change(bundle: string, from: string, to: string): void {
  const file = join(bundle, 'run.json')
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

test('a judgement is signed into the bundle, and a replay reaches it again', async () => {
  const { bundle, connector } = await createJudgedBundle()

  const verification = await verifyBundle(bundle, { keys: [ownKey] })
  const replay = await replayBundle(bundle, connector)

  expect(readFileSync(join(bundle, 'run.json'), 'utf8')).toContain('"judged":{"id":')
  expect(verification.verified).toBe(true)
  expect(replay.checks[0]?.differences).toEqual([])
  expect(replay.same).toBe(true)
})

test.each([
  ['who judged', '"by":"ada@example.com"', '"by":"eve@example.com"'],
  ['the decision', '"decision":"accepted"', '"decision":"refused"'],
  ['its last day', '"expires":"2026-12-31"', '"expires":"2029-12-31"'],
])('verifyBundle() finds a judgement with another value: %s', async (_what, from, to) => {
  const { bundle } = await createJudgedBundle()
  change(bundle, from, to)

  const verification = await verifyBundle(bundle, { keys: [ownKey] })

  expect(verification).toMatchObject({
    verified: false,
    problems: [{ file: 'run.json', field: expect.stringMatching(/^checks\[0\]\.results\[0\]\.judged\./) }],
  })
})

test('a replay does not reach a judgement that was made on other evidence', async () => {
  const { bundle, connector } = await createJudgedBundle()
  change(bundle, '"evidenceSha256":"', '"evidenceSha256":"0')

  const replay = await replayBundle(bundle, connector)

  expect(replay.same).toBe(false)
  expect(replay.checks[0]?.differences).toMatchObject([{ of: 'account gil', field: 'judged' }])
})

test('a replay does not reach a judgement of a connector that takes other members for volatile', async () => {
  const { bundle, connector } = await createJudgedBundle()
  const checks = connector.checks.map(({ volatile: _, ...check }) => check)

  const replay = await replayBundle(bundle, { ...connector, checks })

  expect(replay.checks[0]?.differences).toMatchObject([{ of: 'account gil', field: 'judged' }])
})
