import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import okta from 'checkwright/connectors/okta'
import slack from 'checkwright/connectors/slack'
import { recordedChecks } from 'checkwright/testing'
import { expect, test } from 'vitest'
import { createTempFolder } from '../../setup/temp-folder.ts'

const file = new URL('../../../connectors/okta/test/recorded/okta.json', import.meta.url)

/** A runner that keeps the tests that it is given. */
function runner() {
  const given = new Map<string, () => Promise<void>>()
  const take = (name: string, run: () => Promise<void>) => void given.set(name, run)
  return { given, test: Object.assign(take, { skip: take }) }
}

test('recordedChecks() registers a test for each recorded check, which passes on what was recorded', async () => {
  const { given, test: take } = runner()

  recordedChecks(okta, file, { test: take })

  expect([...given.keys()]).toContain('recorded/users-second-factor: fail, 3 results')
  expect(given.size).toBe(8)
  for (const run of given.values()) await run()
})

test('recordedChecks() says where a check comes to something else', async () => {
  const changed = join(createTempFolder(), 'okta.json')
  writeFileSync(changed, readFileSync(file, 'utf8').replace('"maxLifetimeMinutes": 600', '"maxLifetimeMinutes": 6000'))
  const { given, test: take } = runner()

  recordedChecks(okta, changed, { test: take })
  const differing = [...given.values()].map((run) => run().then(() => undefined, String))

  expect((await Promise.all(differing)).filter((said) => said !== undefined)).toEqual([
    expect.stringMatching(/Check "session-lifetime" gives another result than.*checkwright test --update/s),
  ])
})

test.each<[string, () => unknown, unknown]>([
  ['no connector', () => recordedChecks({} as typeof okta, file, { test: runner().test }), TypeError],
  ['no test function', () => recordedChecks(okta, file, {} as { test: ReturnType<typeof runner>['test'] }), TypeError],
  [
    'no recording',
    () => recordedChecks(okta, new URL('../../../../okta/index.ts', file), { test: runner().test }),
    Error,
  ],
])('recordedChecks() refuses %s', (_what, call, error) => {
  expect(call).toThrow(error as ErrorConstructor)
})

test('recordedChecks() refuses the recording of another connector', async () => {
  const { given, test: take } = runner()
  recordedChecks(slack, file, { test: take })

  const [first] = given.values()

  await expect(first?.()).rejects.toMatchObject({ code: 'RECORDING_INVALID' })
})
