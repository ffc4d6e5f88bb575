import { describe, expect, test } from 'vitest'
import { faults } from '../../../../src/author/testing/index.ts'
import { formats, reports } from '../../../../src/report/reports.ts'
import { boxes, openVaultHost, type Told } from '../../../app/routes/world.ts'

const waiver = {
  connector: 'vault',
  check: 'boxes-locked',
  resource: 'hall',
  justification: 'Replaced in June.',
  approver: 'ada@acme.example',
  expires: '2026-12-31',
}

describe('GET /v1/integrations/runs/{runId}/results', () => {
  test.each([
    ['status=pass', ['cellar']],
    ['status=fail', ['attic', 'hall']],
    ['severity=low', ['attic']],
    ['severity=high&status=fail', ['hall']],
    ['control=soc2:CC6.1', ['cellar', 'attic', 'hall']],
    ['control=soc2:CC7.2', []],
    ['check=boxes-locked', ['cellar', 'attic', 'hall']],
    ['check=audits-kept', []],
    ['waived=true', ['hall']],
    ['waived=false', ['cellar', 'attic']],
  ])('lets through what %s asks for', async (query, ids) => {
    const { call, connected, ran } = await openVaultHost()
    const run = await ran(await connected(), { waivers: [waiver] })

    const { status, body } = await call('GET', `/runs/${run}/results?${query}`)

    expect(status).toBe(200)
    expect(body.data.map(({ resource }) => resource.id)).toEqual(ids)
  })

  test('comes in pages that hold every chosen result once, and takes no cursor of another run', async () => {
    const { call, connected, ran } = await openVaultHost()
    const id = await connected()
    const [run, other] = [await ran(id), await ran(id)]

    const first = await call('GET', `/runs/${run}/results?limit=2`)
    const second = await call('GET', `/runs/${run}/results?limit=2&cursor=${first.body.nextCursor}`)
    const foreign = await call('GET', `/runs/${other}/results?cursor=${first.body.nextCursor}`)
    const nonsense = await call('GET', `/runs/${run}/results?cursor=abc`)

    expect([...first.body.data, ...second.body.data].map(({ resource }) => resource.id)).toEqual(
      boxes.map(({ id }) => id),
    )
    expect(second.body.nextCursor).toBeNull()
    expect([foreign.status, nonsense.status]).toEqual([400, 400])
  })

  test('shows a waiver on the result that it covers, and how it stood', async () => {
    const { call, connected, ran } = await openVaultHost()
    const run = await ran(await connected(), { checks: ['boxes-locked'], waivers: [waiver] })

    const results = await call('GET', `/runs/${run}/results?waived=true`)
    const detail = await call('GET', `/runs/${run}`)

    expect(results.body.data).toMatchObject([{ waived: { approver: 'ada@acme.example', expires: '2026-12-31' } }])
    expect(detail.body).toMatchObject({ status: 'fail', waivers: [{ state: 'applied', results: 1 }] })
  })

  test('ends a run when its timeoutMs are over, and refuses what is no time for a run', async () => {
    const { call, connected, ran, vendor } = await openVaultHost()
    const id = await connected()
    vendor.fail('GET /boxes', faults.hang())

    const run = await ran(id, { checks: ['boxes-locked'], timeoutMs: 1_000 })
    const tooShort = await call('POST', `/connections/${id}/runs`, { timeoutMs: 999 })

    expect((await call('GET', `/runs/${run}`)).body).toMatchObject({
      status: 'error',
      checks: [{ error: { code: 'CHECK_TIMEOUT' } }],
    })
    expect(tooShort.status).toBe(400)
  })

  test('refuses a waiver that would waive everything', async () => {
    const { call, connected } = await openVaultHost()

    const answer = await call('POST', `/connections/${await connected()}/runs`, {
      waivers: [{ ...waiver, check: '*', resource: '*' }],
    })

    expect([answer.status, answer.body.code]).toEqual([400, 'WAIVERS_INVALID'])
  })
})

describe('GET /v1/integrations/findings', () => {
  test('lists what the newest outcome of each check says, and which checks could not tell', async () => {
    const { call, connected, ran } = await openVaultHost()
    const id = await connected()
    const first = await ran(id)
    const second = await ran(id, { checks: ['audits-kept'] })

    const { body } = await call('GET', '/findings')

    // Both changed at the same time: between them there is no order.
    expect(body.data.toSorted(byResource)).toMatchObject([
      { runId: first, checkId: 'boxes-locked', resource: { id: 'attic' }, connectionId: id, connector: 'vault' },
      { runId: first, resource: { id: 'hall' } },
    ])
    expect(body.couldNotTell).toMatchObject([{ runId: second, checkId: 'audits-kept', error: { kind: 'permission' } }])
  })

  test('comes in pages across connections, without those that are disconnected', async () => {
    const { call, connected, ran, clock } = await openVaultHost()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) {
      ids.unshift(await connected())
      await ran(ids[0] ?? '', { checks: ['boxes-locked'] })
      clock.advance(1_000)
    }
    const [gone = '', ...left] = ids
    await call('DELETE', `/connections/${gone}`)
    const read: (readonly [string, string])[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { body: Told } = await call('GET', `/findings?limit=1${cursor && `&cursor=${cursor}`}`)
      read.push(...page.body.data.map((each) => [each.connectionId, each.resource.id] as const))
      cursor = page.body.nextCursor
    }

    expect(read.map(([id]) => id)).toEqual(left.flatMap((id) => [id, id]))
    expect(read.map(([, resource]) => resource).toSorted()).toEqual(['attic', 'attic', 'hall', 'hall'])
  })
})

describe('GET /v1/integrations/connections/{connectionId}/history', () => {
  test('counts what is new, stays, comes back, is resolved and was not seen, from run to run', async () => {
    const { call, connected, ran, vendor } = await openVaultHost()
    const id = await connected()
    const checks = ['boxes-locked']
    const boxesOf = (...open: string[]) =>
      faults.status(200, { json: boxes.map(({ id: box }) => ({ id: box, locked: !open.includes(box) })) })
    vendor.fail('GET /boxes', boxesOf('attic'))
    const first = await ran(id, { checks })
    vendor.fail('GET /boxes', boxesOf('attic', 'hall'))
    const second = await ran(id, { checks })
    vendor.fail('GET /boxes', boxesOf('hall'))
    const third = await ran(id, { checks })
    const fourth = await ran(id, { checks: ['audits-kept'] })

    const all = await call('GET', `/connections/${id}/history`)
    const two = await call('GET', `/connections/${id}/history?limit=2`)
    const tooMany = await call('GET', `/connections/${id}/history?limit=21`)

    const none = { new: 0, persisting: 0, regressed: 0, resolved: 0, unseen: 0 }
    expect(all.body.data).toMatchObject([
      { runId: fourth, status: 'error', changes: { ...none, baselineRunId: third, unseen: 1 } },
      { runId: third, status: 'fail', changes: { ...none, baselineRunId: second, persisting: 1, resolved: 1 } },
      { runId: second, changes: { ...none, baselineRunId: first, regressed: 1, persisting: 1 } },
      { runId: first, changes: null, summary: { results: { fail: 1, pass: 2 } } },
    ])
    expect(two.body.data).toEqual(all.body.data.slice(0, 2))
    expect(tooMany.status).toBe(400)
  })
})

describe('GET /v1/integrations/connections/{connectionId}/checks', () => {
  test('tells what each check came to last, and of one that never ran nothing', async () => {
    const { call, connected, ran } = await openVaultHost()
    const id = await connected()
    const run = await ran(id, { checks: ['audits-kept'] })

    const { body } = await call('GET', `/connections/${id}/checks`)

    expect(body.data).toMatchObject([
      { id: 'boxes-locked', severity: 'high', latest: null },
      { id: 'audits-kept', latest: { runId: run, status: 'error', error: { missingScopes: ['audits:read'] } } },
    ])
  })
})

describe('GET /v1/integrations/controls', () => {
  test('judges by the latest results: what fails, what nobody can tell, and a connection that never ran', async () => {
    const { call, connected, ran, clock } = await openVaultHost()
    const id = await connected()
    const states = async (query = '') => {
      const { body } = await call('GET', `/controls?framework=soc2${query}`)
      const [framework] = body.data as unknown as [{ controls: { id: string; state: string }[] }]
      const of = (name: string) => framework.controls.find((control) => control.id.endsWith(name))?.state
      return [of('CC6.1'), of('CC7.2')]
    }

    const before = await states()
    await ran(id)
    const after = await states()
    clock.advance(3 * 86_400_000)
    const stale = await states('&staleAfterDays=2')

    expect(before).toEqual(['undetermined', 'undetermined'])
    expect(after).toEqual(['not_satisfied', 'undetermined'])
    expect(stale[1]).toBe('undetermined')
  })
})

describe('GET /v1/integrations/runs/{runId}/report', () => {
  test.each(formats)('%s comes with its media type, to be saved and never to be shown', async (format) => {
    const { ask, connected, ran } = await openVaultHost()
    const run = await ran(await connected())

    const answer = await ask('GET', `/v1/integrations/runs/${run}/report?format=${format}`)
    const text = await answer.text()

    const { mediaType, extension } = reports[format]
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': mediaType,
      'content-disposition': `attachment; filename=run-${run}.${extension}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    // A verification result names what passes, and nothing else.
    expect(text.includes('attic')).toBe(format !== 'svr')
  })

  test('says what changed since an earlier run, and refuses one of another connection', async () => {
    const { ask, call, connected, ran } = await openVaultHost()
    const [id, twin] = [await connected(), await connected()]
    const [first, second, other] = [await ran(id), await ran(id), await ran(twin)]

    const compared = await ask('GET', `/v1/integrations/runs/${second}/report?format=table&baseline=${first}`)
    const unfit = await call('GET', `/runs/${second}/report?baseline=${other}`)

    expect(await compared.text()).toContain(`Since run ${first}`)
    expect([unfit.status, unfit.body.code]).toEqual([400, 'BASELINE_UNFIT'])
  })
})

describe('POST /v1/integrations/waivers/read', () => {
  test('gives what a run takes', async () => {
    const { call, connected, ran } = await openVaultHost()
    const { resource, ...rest } = waiver
    const content = JSON.stringify({ waivers: [{ ...rest, resource: [resource] }] })

    const read = await call('POST', '/waivers/read', { content })
    const run = await ran(await connected(), { waivers: read.body.data })
    const kept = await call('GET', `/runs/${run}`)

    expect(read.body.data).toEqual([{ ...rest, resource: ['hall'], source: 'waivers:1' }])
    expect(kept.body).toMatchObject({ summary: { results: { waived: 1 } } })
  })

  test('tells every mistake with its place', async () => {
    const { call } = await openVaultHost()

    const { status, body } = await call('POST', '/waivers/read', { content: 'waivers:\n  - connector: vault\n' })

    expect([status, body.code]).toEqual([400, 'WAIVERS_INVALID'])
    expect(body.detail).toContain('waivers:2:5')
  })
})

function byResource(a: Told['data'][number], b: Told['data'][number]): number {
  return a.resource.id.localeCompare(b.resource.id)
}
