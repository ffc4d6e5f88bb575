import { expect, test } from 'vitest'
import { fixedClock } from '../../../../src/author/testing/index.ts'
import type { SessionPerson } from '../../../../src/things/api/options/person.ts'
import { admin, member, openPages } from '../../../app/pages/world.ts'
import { connectSystems, fewAdministrators, readLists, type Systems, startSystems } from '../systems.ts'

const id = fewAdministrators.id
const organizationId = 'acme'
const viewer: SessionPerson = { userId: 'eve', organizationId, role: 'viewer' }
const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com', admin: true }

async function openWorld() {
  const systems: Systems = { staff: [], code: [ada], chat: undefined }
  const clock = fixedClock('2026-11-22T10:00:00Z')
  const connectors = await startSystems(systems)
  const pages = await openPages({ connectors, crossChecks: [fewAdministrators], clock, evidence: 'kept' })
  const connections = await connectSystems(pages.runtime)
  await readLists(pages.runtime, connections.code, connections.chat)
  /** By the button of the page. */
  const runNow = async () => {
    const { headers } = await pages.post('/cross-checks', `/cross-checks/${id}/runs`)
    const to = headers.get('location') ?? ''
    const runId = to.slice(to.lastIndexOf('/') + 1)
    await expect.poll(async () => (await pages.runtime.runs.get({ id: runId, organizationId }))?.result).toBeDefined()
    return to
  }
  return { ...pages, connections, runNow }
}

test('the list says what is missing, and its button starts a run whose page shows the systems', async () => {
  const { get, runNow, visitor, connections } = await openWorld()
  const before = await get('/cross-checks')
  const run = await get(await runNow())
  const after = await get('/cross-checks')
  const one = await get(`/cross-checks/${id}`)

  expect(before.text).toContain('There is no directory')
  expect(before.text).toContain('Nobody administers anything')
  expect(before.text).not.toContain('/cross-checks/leavers/runs')
  expect(run.text).toContain('Ada administers Code')
  expect(run.text).toContain('Lists behind this result')
  expect(run.text).toContain('Incomplete')
  expect(run.text).not.toContain('0 requests')
  expect(after.text).not.toContain('Never ran</span><span class="what"><a href="/cross-checks/nobody-administers"')
  expect(one.text).toContain(`/findings?connector=cross-check&amp;check=${id}`)
  // Who may not know the connections sees what failed, and no name of a system beside it.
  visitor.person = viewer
  const seen = await get(`/cross-checks/${id}`)
  expect(seen.status).toBe(200)
  expect(seen.text).not.toContain('Run now')
  visitor.person = member
  expect((await get(`/connections/${connections.code}`)).status).toBe(200)
  expect((await get('/connections/acme')).status).toBe(404)
  expect((await get('/cross-checks/none')).status).toBe(404)
})

test('a finding is labelled by its system, and accepted for it alone', async () => {
  const { get, post, runNow, runtime, connections } = await openWorld()
  await runNow()
  const [finding] = await runtime.findings.list({ organizationId })
  const list = await get('/findings')
  const page = await get(`/findings/${finding?.id}`)
  const accepted = await post(`/findings/accept?finding=${finding?.id}`, '/findings/accept', {
    finding: finding?.id ?? '',
    justification: 'Until Friday.',
    approver: 'Grace',
    expires: '2026-12-01',
  })
  const [waiver] = await runtime.waivers.list({ organizationId })

  expect(list.text).toMatch(/account Ada · Code/)
  expect(page.text).toContain('<dt>System</dt>')
  expect(accepted.status).toBe(303)
  expect(waiver?.waiver).toMatchObject({
    connector: 'cross-check',
    check: id,
    connection: connections.code,
    resource: [`${connections.code}/u1`],
  })
  expect(await runtime.findings.list({ organizationId, waived: false })).toEqual([])
  expect((await get('/waivers')).text).toContain('Cross-checks')
  expect((await get('/runs')).text).toContain('Nobody administers anything')
  expect((await get('/controls?framework=soc2')).status).toBe(200)
  expect((await get('/')).status).toBe(200)
})

test('its schedule and its variables are set on pages, by who may change connections', async () => {
  const { get, post, runtime, runNow, visitor } = await openWorld()
  await runNow()
  const at = '/cross-checks/schedule'
  const offered = await get(at)
  const bad = await post(at, at, { rhythm: 'own', cron: '1 2 3', 'time-zone': 'UTC', work: 'all' })
  const saved = await post(at, at, { rhythm: '0 6 * * *', cron: '', 'time-zone': 'Europe/Berlin', work: 'all' })
  const shown = await get(at)
  const variables = `/cross-checks/${id}/variables`
  const tooOld = await post(variables, variables, { 'variable.max_age_hours': '1000' })
  const kept = await post(variables, variables, { 'variable.max_age_hours': '24' })
  const page = await get(`/cross-checks/${id}`)
  await post(at, at, { rhythm: '', cron: '', 'time-zone': 'UTC', work: 'all' })

  expect(offered.text).toContain('There is no schedule yet')
  expect([bad.status, saved.status, tooOld.status, kept.status]).toEqual([400, 303, 400, 303])
  expect(tooOld.text).toContain('must be at most 168')
  expect(shown.text).toContain('Every day at 6:00, Europe/Berlin')
  expect(shown.text).toMatch(/<dt>Next run<\/dt><dd><time/)
  expect(shown.text.match(/\bNext\b/g)).toHaveLength(1)
  expect(page.text).toMatch(/hours[^<]*: 24/i)
  expect(await runtime.crossChecks.schedule({ organizationId })).toBeUndefined()
  expect((await runtime.audit.list({ organizationId, limit: 9 })).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['schedule.set', 'cross_check.variables']),
  )
  visitor.person = viewer
  expect([(await get(at)).status, (await get(variables)).status]).toEqual([403, 403])
})

test('of two tabs with its schedule, or its variables, the second is told what the first has saved', async () => {
  const { get, post, runtime, runNow } = await openWorld()
  await runNow()
  const findSeen = (text: string) => /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const schedule = '/cross-checks/schedule'
  const variables = `/cross-checks/${id}/variables`
  const opened = [findSeen((await get(schedule)).text), findSeen((await get(variables)).text)]
  const plan = (rhythm: string, seen = '') =>
    post(schedule, schedule, { rhythm, cron: '', 'time-zone': 'UTC', work: 'all', seen })
  const set = (hours: string, seen = '') => post(variables, variables, { 'variable.max_age_hours': hours, seen })

  const first = [await plan('0 6 * * *', opened[0]), await set('24', opened[1])]
  const second = [await plan('0 * * * *', opened[0]), await set('48', opened[1])]
  const between = await runtime.crossChecks.schedule({ organizationId })
  const third = [
    await plan('0 * * * *', findSeen(second[0]?.text ?? '')),
    await set('48', findSeen(second[1]?.text ?? '')),
  ]

  expect([...first, ...second, ...third].map(({ status }) => status)).toEqual([303, 303, 400, 400, 303, 303])
  expect(second[0]?.text).toContain('<dt>Frequency</dt><dd>Every day at 6:00, UTC</dd>')
  expect(second[1]?.text).toMatch(/<dd>24<\/dd>[\s\S]*value="48"/)
  expect(between?.cron).toBe('0 6 * * *')
})

test('the bundle of a run has no lists for somebody who may not read people', async () => {
  const { ask, runNow, visitor } = await openWorld()
  const path = await runNow()
  const read = async (person: SessionPerson) => {
    visitor.person = person
    const answer = await ask(`${path}/bundle`)
    return { name: answer.headers.get('content-disposition') ?? '', bytes: await answer.text() }
  }
  const [whole, edition] = [await read(admin), await read(viewer)]

  // Zips of bundles are not compressed.
  expect(whole.bytes).toContain('ada@example.com')
  expect(edition.name).toContain('-results')
  expect(edition.bytes).not.toContain('ada@example.com')
})
