import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createHost } from '../../../src/app/host/index.ts'
import { scopes } from '../../../src/service/rights/scopes.ts'
import { publicUrl } from '../../things/runtime/world.ts'
import { openVaultHost } from './world.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwt = { issuer: 'https://id.example', audience: 'checks', algorithms: ['ES256'], key: publicKey }
const period = { periodFrom: '2026-05-01', periodTo: '2026-05-10' }
const dayMs = 86_400_000

/**
 * Three runs of one connection. May 1: attic and hall are open. May 10: attic is locked. May 20: attic is open again, hall
 * is locked, cellar is open. Hall was accepted on May 15, and an auditor sees May 1 to 10.
 */
async function openWorld(limit: Partial<typeof period> = period) {
  const world = await openVaultHost({ jwt })
  const { runtime, clock, vendorBoxes, connected, ran, call, ask } = world
  const lock = (locked: Readonly<Record<string, boolean>>) => {
    for (const box of vendorBoxes) Object.assign(box, { locked: locked[box.id] ?? box.locked })
  }
  const connectionId = await connected()
  const first = await ran(connectionId)
  clock.advance(9 * dayMs)
  lock({ attic: true })
  const second = await ran(connectionId)
  clock.advance(5 * dayMs)
  await call('POST', '/waivers', {
    connector: 'vault',
    check: 'boxes-locked',
    resource: 'hall',
    connection: connectionId,
    justification: 'Replaced.',
    approver: 'ada',
    expires: '2026-12-31',
  })
  clock.advance(5 * dayMs)
  lock({ attic: false, hall: true, cellar: false })
  const third = await ran(connectionId)
  await runtime.people.setRole({ organizationId: 'acme', userId: 'ada', role: 'viewer', ...limit })
  /** As the auditor, by a token of their own. */
  const see = async (path: string) => {
    const token = await new SignJWT({ org_id: 'acme', scope: 'integrations:read' })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(jwt.issuer)
      .setAudience(jwt.audience)
      .setSubject('ada')
      .setExpirationTime(Math.floor(clock.nowMs() / 1_000) + 600)
      .sign(privateKey)
    const answer = await ask('GET', `/v1/integrations${path}`, {
      key: null,
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  /** By a key with every scope that the auditor made as an administrator, before. */
  const { key } = await runtime.apiKeys.create({ organizationId: 'acme', userId: 'ada', scopes: Object.keys(scopes) })
  const seeByKey = async (path: string) => {
    const answer = await ask('GET', `/v1/integrations${path}`, { key })
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  const person = { userId: 'ada', organizationId: 'acme', role: 'viewer', ...limit } as const
  const host = createHost({ runtime, session: { person: () => person } })
  const page = async (path: string) => {
    const answer = await host.fetch(new Request(new URL(path, publicUrl)))
    return { status: answer.status, text: await answer.text() }
  }
  return { ...world, connectionId, first, second, third, lock, see, seeByKey, page }
}

/** What is the same for two callers: a problem has the id of its request, and says whose role it is. */
function maskIds({ status, body }: { readonly status: number; readonly body: unknown }) {
  return status === 200 ? { status, body } : { status }
}

interface WireFinding {
  readonly findingId: string
  readonly resource: { readonly id: string }
  readonly state: string
  readonly runId: string
  readonly at: string
  readonly changedAt: string
  readonly title: string
  readonly waived: object | null
}

const pick = ({ resource, state, runId, waived }: WireFinding) => [resource.id, state, runId, waived !== null]

describe('a viewer who is limited to a period, by the API', () => {
  test('sees the findings as they stood at its end, and everybody else as they stand now', async () => {
    const { see, call, second, third } = await openWorld()

    const then = (await see('/findings')).body
    const resolved = (await see('/findings?state=resolved')).body.data
    const now = (await call('GET', '/findings')).body.data as unknown as WireFinding[]

    expect(then.data.map(pick)).toEqual([['hall', 'open', second, false]])
    expect(then.data[0]).toMatchObject({ at: '2026-05-10T12:00:00.000Z', changedAt: '2026-05-01T12:00:00.000Z' })
    expect(resolved.map(({ resource, changedAt }: WireFinding) => [resource.id, changedAt])).toEqual([
      ['attic', '2026-05-10T12:00:00.000Z'],
    ])
    expect(then.couldNotTell).toMatchObject([{ checkId: 'audits-kept', runId: second }])
    expect(now.map(pick).toSorted()).toEqual([
      ['attic', 'regressed', third, false],
      ['cellar', 'open', third, false],
    ])
  })

  test('sees the same by a key that they made when they were an administrator', async () => {
    const { see, seeByKey, first, second, third } = await openWorld()
    const paths = ['/findings', '/runs', '/controls', '/connections', '/waivers', '/schedules', '/trend']
    const ofRuns = [first, second, third].flatMap((id) => [`/runs/${id}`, `/runs/${id}/results`, `/runs/${id}/report`])

    for (const path of [...paths, ...ofRuns])
      expect([path, await seeByKey(path)]).toMatchObject([path, maskIds(await see(path))])
    expect((await seeByKey(`/runs/${third}`)).status).toBe(404)
  })

  test('finds them by severity, control, check and waiver of then, and in pages', async () => {
    const { see } = await openWorld({ periodTo: '2026-05-05' })
    const idsOf = async (query: string) =>
      (await see(`/findings?${query}`)).body.data.map(({ resource }: WireFinding) => resource.id).toSorted()

    expect(await idsOf('severity=low')).toEqual(['attic'])
    expect(await idsOf('severity=high&control=soc2:CC6.1')).toEqual(['hall'])
    expect(await idsOf('control=soc2:CC9.2')).toEqual([])
    expect(await idsOf('check=boxes-locked&waived=false')).toEqual(['attic', 'hall'])
    expect(await idsOf('waived=true')).toEqual([])
    const first = (await see('/findings?limit=1')).body
    const next = (await see(`/findings?limit=1&cursor=${first.nextCursor}`)).body
    expect([...first.data, ...next.data].map(({ resource }: WireFinding) => resource.id).toSorted()).toEqual([
      'attic',
      'hall',
    ])
    expect(next.nextCursor).toBeNull()
  })

  test('reads one with its history until then, and none that was found later', async () => {
    const { see, call } = await openWorld()
    const now = (await call('GET', '/findings')).body.data
    const idOf = (id: string) => now.find(({ resource }) => resource.id === id)?.findingId

    const attic = (await see(`/findings/${idOf('attic')}`)).body
    const cellar = await see(`/findings/${idOf('cellar')}`)

    expect([attic.state, attic.history.map(({ change }: { change: string }) => change)]).toEqual([
      'resolved',
      ['resolved', 'open'],
    ])
    expect(cellar.status).toBe(404)
  })

  test('gets no details of a finding that no run of the period saw', async () => {
    const { see, first } = await openWorld({ periodFrom: '2026-05-02', periodTo: '2026-05-09' })

    const { data } = (await see('/findings')).body

    expect(data.map(pick).toSorted()).toEqual([
      ['attic', 'open', first, false],
      ['hall', 'open', first, false],
    ])
    expect(
      data.map(({ title, evidence, remediation }: Record<string, unknown>) => [title, evidence, remediation]),
    ).toEqual([0, 1].map(() => ['Seen before, and by no run of this time', {}, null]))
  })

  test('sees nothing of a period before the first run, and nothing of one that has not begun', async () => {
    for (const limit of [{ periodTo: '2026-04-30' }, { periodFrom: '2026-06-30' }]) {
      const { see } = await openWorld(limit)

      const { data, couldNotTell } = (await see('/findings')).body

      expect([limit, data, couldNotTell, (await see('/runs')).body.data]).toEqual([limit, [], [], []])
    }
  })

  test('sees controls as they stood at its end, whatever became of them and of the connection', async () => {
    const { see, call, second, connectionId, clock, lock, ran } = await openWorld()
    const control = async (ask: (path: string) => Promise<{ body: unknown }>) => {
      const { body } = await ask('/controls?framework=soc2')
      const { now, data } = body as {
        now: string
        data: { controls: { id: string; state: string; checks: object[] }[] }[]
      }
      return { now, ...data[0]?.controls.find(({ id }) => id === 'CC6.1') }
    }
    const asAdmin = (path: string) => call('GET', path)
    lock({ attic: true, hall: true, cellar: true })
    clock.advance(dayMs)
    await ran(connectionId)
    const before = [await control(see), await control(asAdmin)]

    await call('DELETE', `/connections/${connectionId}`)
    const after = [await control(see), await control(asAdmin)]

    const then = { now: '2026-05-10T23:59:59.999Z', state: 'not_satisfied', checks: [{ runId: second }] }
    expect(before).toMatchObject([then, { state: 'satisfied' }])
    expect(after).toMatchObject([then, { state: 'uncovered' }])
    expect((await see('/findings')).body.data.map(pick)).toEqual([['hall', 'open', second, false]])
    expect((await call('GET', '/findings')).body.data).toEqual([])
  })

  test('has the runs of the period alone, their results, reports and bundles, and no stream', async () => {
    const { see, first, second, third } = await openWorld()

    const listed = (await see('/runs?limit=1')).body
    const rest = (await see(`/runs?limit=5&cursor=${listed.nextCursor}`)).body
    const statuses = async (id: string) =>
      Promise.all(
        ['', '/results', '/report', `/report?baseline=${third}`, '/bundle', '/events'].map(
          async (path) => (await see(`/runs/${id}${path}`)).status,
        ),
      )

    expect([...listed.data, ...rest.data].map(({ id }: { id: string }) => id)).toEqual([second, first])
    // The runs kept no bundle.
    expect(await statuses(second)).toEqual([200, 200, 200, 404, 404, 403])
    expect(await statuses(third)).toEqual([404, 404, 404, 404, 404, 403])
  })
})

describe('a viewer who is limited to a period, by pages', () => {
  test('sees findings, controls and accepted risks as of its end', async () => {
    const { page, third, connectionId } = await openWorld()

    const [home, controls, waivers] = [await page('/'), await page('/controls?framework=soc2'), await page('/waivers')]

    expect([home.status, controls.status, waivers.status]).toEqual([200, 200, 200])
    expect(home.text).toContain('Box hall')
    expect(home.text).not.toMatch(/Box (?:attic|cellar)/)
    expect(controls.text).toContain('2026-05-10')
    expect(controls.text).toMatch(/Fails<\/span>/)
    for (const { text } of [home, controls]) expect(text).not.toContain(third)
    // Accepted later.
    expect(waivers.text).toContain('There are no accepted risks')
    // A link to a page that they may not open.
    expect(controls.text).not.toContain(`/connections/${connectionId}`)
  })

  test('without a period, as they are now', async () => {
    const { page } = await openWorld({})

    const [home, waivers] = [await page('/'), await page('/waivers')]

    expect(home.text).toMatch(/Box attic.*Box cellar|Box cellar.*Box attic/s)
    expect(home.text).not.toContain('Box hall')
    expect(waivers.text).toContain('Replaced.')
  })
})

test('neither a page nor the API tells a viewer who is limited to a period the name that a connection has today', async () => {
  const { page, see, connectionId, first, second, call } = await openWorld()
  await call('PATCH', `/connections/${connectionId}`, { name: 'Project Merger' })
  const [finding] = (await call('GET', '/findings')).body.data as unknown as WireFinding[]
  const paths = [
    ...['/', '/runs', '/findings', '/controls', '/frameworks', '/waivers', '/judgements', '/connections', '/packages'],
    ...[`/runs/${first}`, `/runs/${second}`, `/findings/${finding?.findingId}`, `/connections/${connectionId}`],
    `/runs/${second}/reports/markdown`,
  ]

  const seen = await Promise.all(paths.map(async (path) => [path, await page(path)] as const))

  expect(seen.filter(([, { status }]) => status === 200).length).toBeGreaterThan(5)
  expect(seen.flatMap(([path, { text }]) => (text.includes('Project Merger') ? [path] : []))).toEqual([])
  const answers = ['/connections', '/runs', `/runs/${second}`, `/runs/${second}/report`, '/findings', '/controls']
  for (const path of answers) expect(JSON.stringify(await see(path))).not.toContain('Project Merger')
})
