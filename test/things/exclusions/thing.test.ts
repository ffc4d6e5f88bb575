import { expect, test } from 'vitest'
import { judgeConnections } from '../../../src/things/controls/reading/judge-connections.ts'
import { categoryExclusion, controlExclusion } from '../../../src/things/exclusions/thing.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { openWorld, organizationId, readPackage } from '../controls/world.ts'

const reason = 'All of our people work at home.'

async function openScope() {
  const world = await openWorld()
  const { runtime } = world
  for (const [userId, role] of [
    ['ada', 'admin'],
    ['bob', 'admin'],
  ] as const) {
    await runtime.users.put({ organizationId, id: userId, name: userId, email: `${userId}@acme.example` })
    await runtime.people.setRole({ organizationId, userId, role })
  }
  const controls = runtime.serviceOf(controlExclusion)
  const propose = async (control: string, expires = '2026-06-01') =>
    (await controls.create({ organizationId, userId: 'ada', values: { control, reason, expires } })).id
  const approve = (id: string, userId = 'bob') => controls.act.approve({ organizationId, id, userId })
  return { ...world, controls, propose, approve }
}

async function judge(runtime: Runtime, framework = 'soc2') {
  const { frameworks } = await judgeConnections(runtime, organizationId, { frameworks: [framework] })
  const [outcome] = frameworks
  return {
    ...outcome,
    counted: Object.values(outcome?.summary ?? {}).reduce((sum, count) => sum + count, 0),
    find: (id: string) => outcome?.controls.find((control) => control.id === id),
  }
}

test('a control is left out once another person has approved it, until its last day, and its failure is still known', async () => {
  const { runtime, clock, connect, run, propose, approve } = await openScope()
  await run(await connect('fp'))

  const id = await propose('soc2:CC6.1')
  const proposed = await judge(runtime)
  await expect(approve(id, 'ada')).rejects.toMatchObject({ code: 'API_FORBIDDEN' })
  await approve(id)
  const approved = await judge(runtime)
  clock.advance(200 * 86_400_000)
  const expired = await judge(runtime)

  expect([proposed.counted, proposed.leftOut]).toEqual([61, undefined])
  expect([approved.counted, approved.leftOut]).toEqual([60, 1])
  expect(approved.find('CC6.1')).toMatchObject({
    state: 'not_satisfied',
    leftOut: { reason, by: 'ada', approvedBy: 'bob', expires: '2026-06-01' },
  })
  expect([expired.counted, expired.leftOut]).toEqual([61, undefined])
})

test('somebody who has two ids with one address is no other person', async () => {
  const { runtime, propose, approve } = await openScope()
  await runtime.users.put({ organizationId, id: 'ada-2', name: 'Ada', email: 'ADA@Acme.example.' })
  await runtime.people.setRole({ organizationId, userId: 'ada-2', role: 'admin' })

  const id = await propose('soc2:CC6.1')

  await expect(approve(id, 'ada-2')).rejects.toMatchObject({ code: 'API_FORBIDDEN' })
  await expect(approve(id, 'bob')).resolves.toMatchObject({ values: { approvedBy: 'bob' } })
})

test('nobody who is alone leaves a control out', async () => {
  const { runtime, propose, approve } = await openScope()
  await runtime.people.setRole({ organizationId, userId: 'bob', role: 'viewer' })

  const approved = approve(await propose('soc2:CC6.1'), 'ada')

  await expect(approved).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
  expect((await judge(runtime)).counted).toBe(61)
})

test.each([
  ['no control', 'CC6.1', '2026-06-01', 'control must name a framework'],
  ['a day that is over', 'soc2:CC6.1', '2025-12-31', 'expires must not be over'],
  ['a day beyond a year', 'soc2:CC6.1', '2027-01-02', 'expires must be within a year'],
])('an exclusion is refused for %s', async (_, control, expires, message) => {
  const { propose } = await openScope()

  await expect(propose(control, expires)).rejects.toMatchObject({ message: expect.stringContaining(message) })
})

test('categories of SOC 2 are left out by choice, and the common criteria never', async () => {
  const { runtime } = await openScope()
  const categories = runtime.serviceOf(categoryExclusion)
  const { id } = await categories.create({
    organizationId,
    userId: 'ada',
    values: {
      categories: ['soc2:availability', 'soc2:confidentiality', 'soc2:processing-integrity', 'soc2:privacy'],
      reason: 'Customers ask for security alone.',
    },
  })

  const security = await judge(runtime)
  const iso = await judge(runtime, 'iso27001')
  await categories.delete({ organizationId, id })
  const whole = await judge(runtime)

  expect([security.counted, security.leftOut]).toEqual([33, 28])
  expect(security.controls?.filter(({ leftOut }) => leftOut).every((control) => !/^CC/.test(control.id))).toBe(true)
  expect(iso.leftOut).toBeUndefined()
  expect(whole.counted).toBe(61)
})

test('a level of a framework leaves out what the framework does', async () => {
  const { runtime, propose, approve } = await openScope()
  await approve(await propose('nist-800-53-r5:AC-1'))

  expect((await judge(runtime, 'nist-800-53-r5.low')).leftOut).toBe(1)
  expect((await judge(runtime, 'nist-800-53-r5')).leftOut).toBe(1)
})

test('a package says on which days a control was left out, with the reason, in all of its files', async () => {
  const { runtime, clock, connect, run, propose, approve } = await openScope()
  await run(await connect('fp'))
  clock.advance(2 * 86_400_000)
  await approve(await propose('soc2:CC6.1'))
  await approve(await propose('soc2:CC1.1'))
  clock.advance(86_400_000)

  const { json, read } = await readPackage(runtime, '2026-01-03')

  const [control, other] = ['CC6.1', 'CC1.1'].map((id) => json.controls.find((each: { id: string }) => each.id === id))
  expect(control.history).toMatchObject([
    { from: '2026-01-01', to: '2026-01-02', state: 'not_satisfied' },
    { from: '2026-01-03', to: '2026-01-03', state: 'not_satisfied', leftOut: { reason, approvedBy: 'bob' } },
  ])
  expect(control.history[0].leftOut).toBeUndefined()
  expect(other.history.at(-1)).toMatchObject({ state: 'uncovered', leftOut: { reason } })
  expect(json.summary).toMatchObject({ leftOut: 2, not_satisfied: 1 })
  expect(json.gaps.filter((gap: { kind: string; control: string }) => gap.control === 'CC1.1')).toMatchObject([
    { kind: 'no check', to: '2026-01-02' },
  ])
  expect(read('index.html')).toContain('59 of 61 controls, 2 left out')
  expect(read('controls.csv')).toContain(`left out: not applicable until 2026-06-01 (${reason}; ada, approved by bob)`)
  const [{ findings, 'reviewed-controls': reviewed }] = JSON.parse(read('oscal/assessment-results.json'))[
    'assessment-results'
  ].results
  expect(reviewed['control-selections'][0]['exclude-controls']).toEqual([
    { 'control-id': 'soc2_CC1.1' },
    { 'control-id': 'soc2_CC6.1' },
  ])
  const finding = findings.find(
    (each: { target: { 'target-id': string } }) => each.target['target-id'] === 'soc2_CC6.1',
  )
  expect(finding.target.status.state).toBe('not-satisfied')
  expect(finding.props).toContainEqual(expect.objectContaining({ name: 'left-out', value: 'not-applicable' }))
})

test.each([
  ['nothing', {}, 'nothing would be left out'],
  ['a group without a framework', { groups: ['Operations'] }, 'needs a framework and a heading'],
  ['a group of a framework that is shipped', { groups: ['soc2: Security'] }, 'only groups of your own frameworks'],
])('leaving out %s is refused with a reason', async (_, values, message) => {
  const { runtime } = await openWorld()

  await expect(
    runtime.serviceOf(categoryExclusion).create({ organizationId, values: { ...values, reason: 'Why' } }),
  ).rejects.toThrow(message)
})
