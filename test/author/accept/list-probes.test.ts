import { expect, test } from 'vitest'
import { listProbes } from '../../../src/author/accept/list-probes.ts'
import { findSiblings } from '../../../src/author/prove/siblings/find-siblings.ts'
import { type Description, openDescription } from '../../../src/descriptions/description.ts'
import { blockNetwork } from '../../../src/evidence/replay/offline.ts'
import { acmeWorld, describeAcme, describedKey, readAcme } from '../prove/acme.ts'

test('listProbes() puts a member that decides where no item of the world has it', async () => {
  const where = "where: '!has(item.deleted_at) || item.deleted_at == null'"
  const connector = readAcme((text) => text.replace('onEmpty: not_applicable', `onEmpty: not_applicable\n    ${where}`))
  const [check] = connector.checks
  const described = describeAcme({ ...describedKey, deleted_at: { type: 'string', format: 'date-time' } })
  const description = openDescription({
    servers: [{ url: 'https://api.acme.example' }],
    ...described,
  }) as Description
  const [siblings] = findSiblings(connector, description)
  if (!check || !siblings) throw new Error('Acme has a check that reads keys.')

  const probes = await blockNetwork(() =>
    listProbes(connector, check, siblings, { worlds: new Map([['sound', acmeWorld]]) }, description),
  )

  const added = probes.filter(({ change }) => change.some(({ add }) => add !== undefined))
  expect(added.flatMap(({ change }) => change.map(({ at, add, as }) => [at, add, as]))).toEqual([
    ['keys[*].deleted_at', '-900d', 'iso'],
    ['keys[*].deleted_at', '+900d', 'iso'],
  ])
  expect(added.map(({ verdict }) => verdict.status)).toEqual(['not_applicable', 'not_applicable'])
})
