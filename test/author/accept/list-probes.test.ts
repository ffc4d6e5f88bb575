import { expect, test } from 'vitest'
import { listProbes } from '../../../src/author/accept/list-probes.ts'
import { findSiblings } from '../../../src/author/prove/siblings/find-siblings.ts'
import { type Description, openDescription } from '../../../src/descriptions/description.ts'
import type { Recording } from '../../../src/evidence/recording/recording.ts'
import { blockNetwork } from '../../../src/evidence/replay/offline.ts'
import { acmeWorld, describeAcme, describedKey, readAcme } from '../prove/acme.ts'

/** The probes of the first check of Acme, and what they change. */
async function probeKeys(edit: (text: string) => string, members: object, world = acmeWorld) {
  const connector = readAcme(edit)
  const [check] = connector.checks
  const described = describeAcme({ ...describedKey, ...members })
  const description = openDescription({ servers: [{ url: 'https://api.acme.example' }], ...described }) as Description
  const [siblings] = findSiblings(connector, description)
  if (!check || !siblings) throw new Error('Acme has a check that reads keys.')
  return blockNetwork(() =>
    listProbes(connector, check, siblings, { worlds: new Map([['sound', world]]) }, description),
  )
}

test('listProbes() puts a member that decides where no item of the world has it', async () => {
  const where = "where: '!has(item.deleted_at) || item.deleted_at == null'"
  const probes = await probeKeys(
    (text) => text.replace('onEmpty: not_applicable', `onEmpty: not_applicable\n    ${where}`),
    { deleted_at: { type: 'string', format: 'date-time' } },
  )

  const added = probes.filter(({ change }) => change.some(({ add }) => add !== undefined))
  expect(added.flatMap(({ change }) => change.map(({ at, add, as }) => [at, add, as]))).toEqual([
    ['keys[*].deleted_at', '-900d', 'iso'],
    ['keys[*].deleted_at', '+900d', 'iso'],
  ])
  expect(added.map(({ verdict }) => verdict.status)).toEqual(['not_applicable', 'not_applicable'])
})

test('listProbes() tries a number that decides at the bound of the check', async () => {
  const world: Recording = JSON.parse(JSON.stringify(acmeWorld).replaceAll('"state":', '"validity":40,"state":'))
  const probes = await probeKeys(
    (text) => text.replace('age(item.rotated) <= 90', 'item.validity >= 30'),
    { validity: { type: 'integer' } },
    world,
  )

  const ofValidity = probes.filter(({ change }) => change.every(({ at }) => at === 'keys[*].validity'))
  expect(ofValidity.map(({ change, verdict }) => [change[0]?.is, verdict.status])).toEqual([
    [29, 'fail'],
    [30, 'pass'],
    [31, 'pass'],
  ])
})
