import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  generateOrganization,
  openOrganization,
  sabotageKinds,
  sabotageOrganization,
  tryCrossCheck,
} from '../../../src/author/testing/index.ts'
import { allCrossChecks } from '../../../src/crosscheck/checks/all-cross-checks.ts'
import { leavers } from '../../../src/crosscheck/checks/leavers.ts'

const size = { people: 40 }

test('generateOrganization() makes the same organization of the same seed, and another one of another', async () => {
  const [first, second, other] = [
    await generateOrganization(7, size),
    await generateOrganization(7, size),
    await generateOrganization(8, size),
  ]

  expect(second).toEqual(first)
  expect(other.history).not.toEqual(first.history)
})

test('generateOrganization() has leavers, contractors, services, guests, people hired again, and what they had', async () => {
  const { history, inputs, links } = await generateOrganization(3, { people: 400 })
  const { humans, accounts, devices, trainings } = history

  expect(inputs.systems.filter(({ lists }) => lists.includes('account'))).toHaveLength(12)
  expect(new Set(humans.map(({ kind }) => kind))).toEqual(new Set(['employee', 'contractor']))
  expect(humans.some(({ employments }) => employments.length > 1)).toBe(true)
  expect(humans.some(({ alias }) => alias !== undefined)).toBe(true)
  expect(new Set(accounts.map(({ kind }) => kind))).toEqual(new Set(['person', 'guest', 'service', 'shared']))
  expect(devices.length * trainings.length * links.length).toBeGreaterThan(0)
})

test('generateOrganization() gives an address to somebody else only after whoever had it has left', async () => {
  const { history } = await generateOrganization(3_089, { people: 100 })
  const holders = Map.groupBy(
    history.humans.flatMap(({ addresses, employments }) =>
      addresses.map(({ address }) => ({
        address,
        startMs: employments[0]?.startMs ?? 0,
        endMs: employments.at(-1)?.endMs ?? Number.POSITIVE_INFINITY,
      })),
    ),
    ({ address }) => address,
  )
  const successions = [...holders.values()].flatMap((times) => {
    const inOrder = times.toSorted((a, b) => a.startMs - b.startMs)
    return inOrder.slice(1).map(({ startMs }, nth) => ({ startMs, endMs: inOrder[nth]?.endMs ?? Number.NaN }))
  })

  expect(successions.length).toBeGreaterThan(0)
  expect(successions.filter(({ endMs, startMs }) => !(endMs < startMs))).toEqual([])
})

test.each([
  ['another seed', () => generateOrganization(1.5)],
  ['nobody', () => generateOrganization(1, { people: 0 })],
  ['an option that is none', () => generateOrganization(1, { size: 3 } as object)],
])('generateOrganization() refuses %s', async (_name, generate) => {
  await expect(generate()).rejects.toThrow(TypeError)
})

test('sabotageOrganization() changes a copy alone, and nothing that happened', async () => {
  const organization = await generateOrganization(7, size)
  const before = structuredClone(organization.records)

  const spoilt = sabotageOrganization(organization, 'a system has no addresses', 1)

  expect(spoilt.records).not.toEqual(before)
  expect(organization.records).toEqual(before)
  expect(spoilt.history).toBe(organization.history)
  expect(() => sabotageOrganization(organization, 'a system is on fire', 1)).toThrow(TypeError)
})

test('each kind of sabotage changes what is known of some organization', async () => {
  const organizations = [await generateOrganization(7, size), await generateOrganization(8, size)]
  const show = ({ inputs, records, links }: (typeof organizations)[number]) =>
    JSON.stringify([inputs, [...records], links])

  const idle = sabotageKinds.filter((kind) =>
    organizations.every((each) =>
      [1, 2, 3, 4].every((seed) => show(sabotageOrganization(each, kind, seed)) === show(each)),
    ),
  )

  expect(idle).toEqual([])
  expect(sabotageKinds.length).toBeGreaterThanOrEqual(30)
})

/** Says the same of everything, whatever happened. */
function say(status: 'pass' | 'fail') {
  return (crossCheck: (typeof allCrossChecks)[number]) => ({
    ...crossCheck,
    run: (ctx: Parameters<typeof crossCheck.run>[0]) =>
      crossCheck.run({
        ...ctx,
        pass: (result) => ctx[status]({ remediation: 'x', ...result }),
        fail: (result) => ctx[status](result),
      }),
  })
}

test('tryCrossCheck() finds what is wrong in a cross-check that ships', async () => {
  const organization = await generateOrganization(6, { people: 150 })

  for (const crossCheck of allCrossChecks) {
    const { mistakes } = await tryCrossCheck(crossCheck, organization)
    const passing = await tryCrossCheck(say('pass')(crossCheck), organization)
    const failing = await tryCrossCheck(say('fail')(crossCheck), organization)

    expect([crossCheck.id, mistakes]).toEqual([crossCheck.id, []])
    expect([crossCheck.id, failing.mistakes.some((each) => each.startsWith('false fail of'))]).toEqual([
      crossCheck.id,
      true,
    ])
    // By default an account of nobody needs review, so that there is no fail to turn.
    expect([crossCheck.id, passing.mistakes.some((each) => each.startsWith('false pass of'))]).toEqual([
      crossCheck.id,
      crossCheck.id !== 'accounts-without-owner',
    ])
  }
})

test('tryCrossCheck() notices a replay that is not equal', async () => {
  let runs = 0
  const fickle = {
    ...leavers,
    run: (ctx: Parameters<typeof leavers.run>[0]) => (runs++ === 0 ? leavers.run(ctx) : undefined),
  }

  const { mistakes } = await tryCrossCheck(fickle, await generateOrganization(7, size))

  expect(mistakes).toContainEqual(expect.stringMatching(/^its replay has /))
})

test('tryCrossCheck() asks for the truth of a cross-check of your own', async () => {
  const organization = await generateOrganization(7, size)
  const own = { ...leavers, id: 'my-leavers' }

  await expect(tryCrossCheck(own, organization)).rejects.toThrow(/my-leavers/)
  const { mistakes } = await tryCrossCheck(own, organization, ({ status }) =>
    status === 'fail' ? 'false fail' : undefined,
  )

  expect(mistakes.length).toBeGreaterThan(0)
})

test('openOrganization() reads records in the order of their ids', async () => {
  const organization = await generateOrganization(7, size)
  const [inventory] = organization.systems.find(({ connectionId }) => connectionId === 'app3')?.inventories ?? []
  if (!inventory) throw new Error('There is no list')

  const ids: string[] = []
  for await (const piece of openOrganization(organization).records('app3', inventory))
    ids.push(...piece.map(({ id }) => id))

  expect(ids).toEqual(ids.toSorted())
  expect(ids.length).toBeGreaterThan(0)
})

test('what happened, and what is right, is written apart from the rules', () => {
  const folder = new URL('../../../src/author/testing/organization/', import.meta.url)
  const allowed = /^\.\/(history|random|write-belongings|known-organization)\.ts$/
  const truth = ['history.ts', 'write-history.ts', 'write-belongings.ts', 'random.ts', 'find-mistake.ts']
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(truth))

  for (const file of truth) {
    const text = readFileSync(new URL(file, folder), 'utf8')
    const imports = [...text.matchAll(/^import (type )?[^']*'([^']+)'/gm)]
    const strange = imports.filter(
      ([, isType, path]) => !allowed.test(path ?? '') && !(isType && /\/define\//.test(path ?? '')),
    )

    expect([file, strange.map(([, , path]) => path)]).toEqual([file, []])
  }
})
