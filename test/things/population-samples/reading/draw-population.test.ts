import { describe, expect, test } from 'vitest'
import { drawSample } from '../../../../src/evidence/sampling/draw-sample.ts'
import { drawPopulation } from '../../../../src/things/population-samples/reading/draw-population.ts'
import { populationSample } from '../../../../src/things/population-samples/thing.ts'
import { openSampledWorld, organizationId } from '../sampled-world.ts'

const people = Array.from({ length: 12 }, (_, index) => ({ id: `u${index}`, email: `person${index}@acme.example` }))
const by = { organizationId, userId: 'ada' }

describe('drawPopulation()', () => {
  test('draws by the seed of the auditor, and says what the population is', async () => {
    const { runtime, crm } = await openSampledWorld({ crm: people, staff: [] })
    const list = { connectionId: crm, of: 'account' } as const

    const { values } = await drawPopulation(runtime, by, { list, size: 3, seed: 'three dice: 4 1 6' })

    const ids = people.map(({ id }) => id)
    expect(values).toMatchObject({
      list: 'account',
      connectionId: crm,
      completeness: 'unconfirmed',
      populationSize: 12,
      seedFrom: 'auditor',
      drawn: drawSample(ids, 'three dice: 4 1 6', 3).drawn,
    })
  })

  test('draws by the root of the log at the request, if nobody names a seed', async () => {
    const { runtime, crm } = await openSampledWorld({ crm: people, staff: [] })
    const { checkpoint } = await runtime.log.head(organizationId)

    const { values } = await drawPopulation(runtime, by, { list: { connectionId: crm, of: 'account' }, size: 3 })

    expect(values).toMatchObject({ seedFrom: 'log', seed: checkpoint.split('\n')[2] })
  })

  test('a total of the vendor confirms the list, or shows that something is missing', async () => {
    const { runtime, crm } = await openSampledWorld({ crm: people, staff: [] })
    const wish = { list: { connectionId: crm, of: 'account' } as const, size: 1, seed: 's' }

    const alike = await drawPopulation(runtime, by, { ...wish, total: 12 })
    const more = await drawPopulation(runtime, by, { ...wish, total: 13 })

    expect(alike.values).toMatchObject({ completeness: 'complete', reasons: null })
    expect(more.values).toMatchObject({
      completeness: 'incomplete',
      reasons: ['The vendor counts 13, and the list has 12.'],
    })
  })

  test('a second source shows by addresses who is missing, and nobody who has left', async () => {
    const [first, second, ...others] = people
    if (!first || !second) throw new TypeError('there are people')
    const staff = [
      { id: '1', email: first.email.toUpperCase() },
      { id: '2', email: second.email },
      { id: '3', email: 'gone@acme.example', status: 'suspended' as const },
    ]
    const { runtime, crm, staff: staffId } = await openSampledWorld({ crm: [first, ...others], staff })

    const { values } = await drawPopulation(runtime, by, {
      list: { connectionId: crm, of: 'account' },
      secondSource: { connectionId: staffId, of: 'account' },
      size: 1,
      seed: 's',
      total: 11,
    })

    expect(values).toMatchObject({ completeness: 'incomplete', missing: ['person1@acme.example'] })
    expect(values.reasons).toEqual([`account of crm (${staffId}) has 1 that the list has not.`])
  })

  test('a list that leaves something out is incomplete, whatever its total', async () => {
    const { runtime, crm } = await openSampledWorld({ crm: people, staff: [] }, { leavesOut: ['guests'] })
    const list = { connectionId: crm, of: 'account' } as const

    const { values } = await drawPopulation(runtime, by, { list, size: 1, seed: 's', total: 12 })

    expect(values).toMatchObject({ completeness: 'incomplete', reasons: ['It leaves out: guests.'] })
  })

  test.each([
    ['an empty list', 'staff', 'account', undefined, 'API_INVALID'],
    ['a list that nobody has read', 'crm', 'device', undefined, 'NOT_FOUND'],
    ['a list that is compared with itself', 'crm', 'account', 'account', 'API_INVALID'],
  ] as const)('refuses %s', async (_what, system, of, second, code) => {
    const world = await openSampledWorld({ crm: people, staff: [] })
    const connectionId = world[system]
    const secondSource = second && { connectionId, of: second }

    const drawing = drawPopulation(world.runtime, by, { list: { connectionId, of }, secondSource, size: 1, seed: 's' })

    await expect(drawing).rejects.toMatchObject({ code })
    expect(await world.runtime.serviceOf(populationSample).list({ organizationId, limit: 10 })).toEqual([])
  })
})
