import { expect, test } from 'vitest'
import { auditPeriod } from '../../../src/things/audit-periods/thing.ts'
import { categoryExclusion } from '../../../src/things/exclusions/thing.ts'
import { ownFramework } from '../../../src/things/own-frameworks/thing.ts'
import { openSources } from '../../../src/things/questionnaires/reading/sources.ts'
import { judgeRisks } from '../../../src/things/risks/reading/judge-risks.ts'
import { risk } from '../../../src/things/risks/thing.ts'
import { findToken, openPages } from '../../app/pages/world.ts'

const page = '/settings/own-frameworks'
const organizationId = 'acme'
const file = `id: acme-baseline
title: Acme baseline
version: '7'
controls:
  - { id: A1, title: Unused accounts are removed, group: Accounts }
`

test('a framework of your own is audited, found, judged for risks, and proposes no answer while nobody observes it', async () => {
  const { ask, get, post, runtime } = await openPages()
  const body = new FormData()
  body.set('_token', findToken((await get(page)).text))
  body.set('file', new File([file], 'acme.yaml'))
  await ask(page, { method: 'POST', body, headers: { origin: 'https://checks.example.com' } })
  const search = async () => (await get('/search?q=unused+accounts')).text
  const before = await search()
  const [own] = await runtime.serviceOf(ownFramework).list({ organizationId, limit: 1 })

  await post(`${page}/${own?.id}`, `${page}/${own?.id}/take`)

  const link = '<a href="/controls?framework=acme-baseline&amp;control=A1">Acme baseline A1</a>'
  expect([before.includes(link), (await search()).includes(link)]).toEqual([false, true])

  const excluded = { groups: ['acme-baseline: Accounts', 'other: Accounts'], reason: 'There are none.' }
  const { id } = await runtime.serviceOf(categoryExclusion).create({ organizationId, userId: 'ada', values: excluded })
  expect((await get('/controls?framework=acme-baseline')).text).toContain('Accounts: There are none.')
  await runtime.serviceOf(categoryExclusion).delete({ organizationId, id })
  expect((await get('/controls?framework=acme-baseline')).text).not.toContain('There are none.')

  const days = { firstDay: '2020-01-01', lastDay: '2020-12-31' }
  const values = { name: 'Baseline, 2020', ownFramework: 'acme-baseline', ...days }
  const period = await runtime.serviceOf(auditPeriod).create({ organizationId, values })
  expect((await get(`/packages?period=${period.id}`)).text).toContain('value="acme-baseline" selected')

  const lost = { title: 'A laptop is lost', likelihood: 4, impact: 5, treatment: 'mitigate' as const }
  await runtime.serviceOf(risk).create({
    organizationId,
    values: { ...lost, reviewEveryDays: 180, controls: ['acme-baseline:A1 likelihood 2'] },
  })
  const records = await runtime.serviceOf(risk).list({ organizationId, limit: 1 })
  const [judged] = await judgeRisks(runtime, { organizationId, records })
  expect(judged?.controls).toMatchObject([{ control: 'acme-baseline:A1', state: 'uncovered' }])

  const sources = await openSources(runtime, { organizationId, periodFrom: null, periodTo: null })
  const source = { source: 'control/acme-baseline:A1', sourceDigest: null }
  expect(sources.find('Are unused accounts removed?').proposals).toEqual([])
  // It is known, and not "gone".
  expect(sources.findProblem(source)).toBe('not-satisfied')
})
