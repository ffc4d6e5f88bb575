import { expect, test } from 'vitest'
import { pentest } from '../../../src/things/pentests/thing.ts'
import { policy, policyAcknowledgement, policyVersion } from '../../../src/things/policies/thing.ts'
import { risk } from '../../../src/things/risks/thing.ts'
import { vendor } from '../../../src/things/vendors/thing.ts'
import { openPages } from '../../app/pages/world.ts'
import { isSoak } from '../../setup/short-form.ts'

const organizationId = 'acme'
const many = isSoak ? 10_000 : 200
const acknowledgements = isSoak ? 1_000 : 100
/** Of processor time for one answer: that of a page of findings, with room for a slow machine. */
const msMax = 250

async function openWithMany() {
  const world = await openPages()
  const { runtime } = world
  const count = Array.from({ length: many }, (_, number) => number)
  const days = { firstDay: '2026-04-01', lastDay: '2026-04-10' }
  const records = [
    [vendor, (name: string) => ({ name, criticality: 'low', reviewEveryDays: 365 })],
    [risk, (title: string) => ({ title, likelihood: 1, impact: 5, treatment: 'accept', reviewEveryDays: 365 })],
    [policy, (name: string) => ({ name, reviewEveryDays: 365 })],
    [pentest, (name: string) => ({ name, provider: 'Acme', scope: 'All', ...days })],
  ] as const
  for (const [thing, make] of records)
    for (let from = 0; from < many; from += 1_000)
      await runtime.serviceOf(thing as typeof policy).createAll({
        organizationId,
        records: count.slice(from, from + 1_000).map((number) => make(`Number ${number}`)) as never,
      })
  const [of] = await runtime.serviceOf(policy).list({ organizationId, limit: 1 })
  const policyId = of?.id ?? ''
  const versions = runtime.serviceOf(policyVersion)
  const values = { policyId, changes: 'First', text: '# Rules' }
  const { id: versionId } = await versions.create({ organizationId, userId: 'bob', values })
  await versions.act.publish({ organizationId, id: versionId, userId: 'ada' })
  await runtime.serviceOf(policyAcknowledgement).createAll({
    organizationId,
    records: count.slice(0, acknowledgements).map((number) => ({
      email: `person-${number}@acme.example`,
      policyId,
      versionId,
      number: 1,
      way: 'link' as const,
      acknowledgedAtMs: number,
    })),
  })
  return { ...world, policyId }
}

test(`pages of ${many} vendors, risks, policies and penetration tests, and of a policy with ${acknowledgements} acknowledgements, take little`, {
  timeout: 1_800_000,
}, async () => {
  const { get, policyId } = await openWithMany()
  const pages = ['/vendors', '/risks', '/policies', '/pentests'].flatMap((page) => [page, `${page}?state=due`])
  const took: Record<string, number> = {}

  for (const page of [...pages, '/policies?state=unpublished', `/policies/${policyId}`, '/policy-acknowledgements']) {
    const times: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      const { user, system } = process.cpuUsage()
      const { status } = await get(page)
      const since = process.cpuUsage({ user, system })
      expect(status, page).toBe(200)
      times.push((since.user + since.system) / 1_000)
    }
    took[page] = Math.round(Math.min(...times))
  }

  if (isSoak) console.table(took)
  expect(Object.entries(took).filter(([, ms]) => ms > msMax)).toEqual([])
})
