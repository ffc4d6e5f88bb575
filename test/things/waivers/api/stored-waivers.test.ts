import { describe, expect, test } from 'vitest'
import { faults } from '../../../../src/author/testing/index.ts'
import { boxes, openVaultHost } from '../../../app/routes/world.ts'

const waiver = {
  connector: 'vault',
  check: 'boxes-locked',
  resource: 'hall',
  allConnections: true,
  justification: 'Replaced in June.',
  approver: 'ada@acme.example',
  expires: '2026-12-31',
}

describe('/v1/integrations/waivers', () => {
  test('are applied in every run from their making to their revocation, behind those that the run is given', async () => {
    const { call, connected, ran } = await openVaultHost()
    const id = await connected()
    const waivedIn = async (run: string) => (await call('GET', `/runs/${run}/results?waived=true`)).body.data
    const before = await waivedIn(await ran(id))

    const made = await call('POST', '/waivers', { ...waiver, userId: 'ada' })
    const applied = await ran(id)
    const { allConnections: _, ...plain } = waiver
    const own = { ...plain, resource: ['hall', 'attic'], justification: 'For this run.' }
    const given = await waivedIn(await ran(id, { waivers: [own] }))
    const revoked = await call('DELETE', `/waivers/${made.body.id}`)
    const after = await waivedIn(await ran(id))

    expect(made).toMatchObject({ status: 201, body: { ...waiver, state: 'holds', userId: 'ada', revokedAt: null } })
    expect(before).toEqual([])
    expect(await waivedIn(applied)).toMatchObject([
      { resource: { id: 'hall' }, waived: { justification: 'Replaced in June.' } },
    ])
    expect((await call('GET', `/runs/${applied}`)).body).toMatchObject({
      waivers: [{ state: 'applied', source: `waiver ${made.body.id}` }],
    })
    expect(given).toMatchObject([
      { waived: { justification: 'For this run.' } },
      { waived: { justification: 'For this run.' } },
    ])
    expect(revoked).toMatchObject({ status: 200, body: { state: 'revoked' } })
    expect(after).toEqual([])
  })

  test('are listed by their state, page by page', async () => {
    const { call, clock } = await openVaultHost()
    const ids: string[] = []
    for (const expires of ['2026-05-20', '2027-02-28', '2026-06-10'])
      ids.push((await call('POST', '/waivers', { ...waiver, expires })).body.id)
    await call('DELETE', `/waivers/${ids[1]}`)
    const listed = async (query: string) => (await call('GET', `/waivers?${query}`)).body
    const first = await listed('state=holds&limit=1')
    const second = await listed(`state=holds&limit=1&cursor=${first.nextCursor}`)
    const revoked = await listed('state=revoked')
    const expiring = await listed('state=expiring')
    clock.advance(Date.parse('2026-05-25') - clock.nowMs())
    const expired = await listed('state=expired')

    const idsOf = (...pages: { readonly data: readonly { readonly id: string }[] }[]) =>
      pages.flatMap(({ data }) => data.map(({ id }) => id))
    expect(idsOf(first, second)).toEqual([ids[0], ids[2]])
    expect(second.nextCursor).toBeNull()
    expect([idsOf(revoked), idsOf(expiring), idsOf(expired)]).toEqual([[ids[1]], [ids[0]], [ids[0]]])
  })

  test('are listed newest first, and say whether they hold', async () => {
    const { call, clock } = await openVaultHost()
    const ids: string[] = []
    for (const expires of ['2027-01-31', '2027-02-28', '2027-03-31']) {
      ids.push((await call('POST', '/waivers', { ...waiver, expires })).body.id)
      clock.advance(1_000)
    }
    await call('DELETE', `/waivers/${ids[2]}`)
    clock.advance(Date.parse('2027-02-01') - clock.nowMs())

    const [first, all] = [await call('GET', '/waivers?limit=1'), await call('GET', '/waivers?revoked=true')]
    const second = await call('GET', `/waivers?limit=1&cursor=${first.body.nextCursor}`)

    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual([ids[1], ids[0]])
    expect(second.body.nextCursor).toBeNull()
    expect(all.body.data).toMatchObject([{ state: 'revoked' }, { state: 'holds' }, { state: 'expired' }])
  })

  test.each([
    ['everything would be waived', { ...waiver, check: '*', resource: '*' }],
    ['its last day is over', { ...waiver, expires: '2020-01-01' }],
    ['nobody approved it', { ...waiver, approver: ' ' }],
    ['nobody sees why', { ...waiver, justification: '\u200b\u00ad' }],
    ['there is no such connector', { ...waiver, connector: 'vaullt' }, 'Did you mean "vault"?'],
    ['there is no such check', { ...waiver, check: ['boxes-locked', 'box-locked'] }, 'Did you mean "boxes-locked"?'],
    ['there is no such cross-check', { ...waiver, connector: 'cross-check', check: 'leaver' }, '"leavers"'],
  ])('are refused when %s', async (_why, body, hint = '') => {
    const { call } = await openVaultHost()

    const answer = await call('POST', '/waivers', body)

    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(JSON.stringify(hint).slice(1, -1))
    expect((await call('GET', '/waivers')).body.data).toEqual([])
  })
})

test('POST /v1/integrations/waivers takes patterns, and checks of files of other tools, which nobody knows beforehand', async () => {
  const { call } = await openVaultHost()

  const pattern = await call('POST', '/waivers', { ...waiver, connector: 'vault-*', check: 'new-*' })
  const received = await call('POST', '/waivers', { ...waiver, connector: 'import', check: 's3_public' })

  expect([pattern.status, received.status]).toEqual([201, 201])
})

describe('GET /v1/integrations/findings/{findingId}', () => {
  test('tells how a finding went, and is in the list of its state', async () => {
    const { call, connected, ran, vendor } = await openVaultHost()
    const id = await connected()
    const checks = ['boxes-locked']
    const [first] = [await ran(id, { checks })]
    const open = boxes.map(({ id }) => ({ id, locked: id !== 'attic' }))
    vendor.fail('GET /boxes', faults.status(200, { json: open }))
    const second = await ran(id, { checks })

    const resolved = await call('GET', '/findings?state=resolved')
    const [hall] = resolved.body.data
    const detail = await call('GET', `/findings/${hall?.findingId}`)
    const failing = await call('GET', '/findings?control=soc2:CC6.1&severity=low&waived=false')

    expect(resolved.body.data).toMatchObject([
      { resource: { id: 'hall' }, state: 'resolved', resolution: 'passed', runId: first },
    ])
    expect(detail.body).toMatchObject({
      state: 'resolved',
      history: [
        { change: 'resolved', resolution: 'passed', runId: second },
        { change: 'open', runId: first },
      ],
    })
    expect(failing.body.data).toMatchObject([
      { resource: { id: 'attic' }, state: 'open', resolution: null, runId: second },
    ])
    expect((await call('GET', '/findings/nobody')).status).toBe(404)
  })
})

test('GET /v1/integrations/trend counts checks by day', async () => {
  const { call, connected, ran, clock } = await openVaultHost()
  await ran(await connected())
  clock.advance(86_400_000)

  const { body } = await call('GET', '/trend?days=2')
  const tooMany = await call('GET', '/trend?days=367')

  const standing = { connections: 1, pass: 0, fail: 1, manual: 0, not_applicable: 0, error: 1 }
  expect(body.data).toMatchObject([standing, standing])
  expect(tooMany.status).toBe(400)
})

test('GET /v1/audit lists who changed what, newest first and in pages, of this organization alone', async () => {
  const { ask, call, connected, keyOf, clock } = await openVaultHost()
  clock.advance(1_000)
  const id = await connected()
  clock.advance(1_000)
  await call('POST', `/connections/${id}/pause`)
  const read = async (path: string, key?: string) => {
    const answer = await ask('GET', path, key === undefined ? {} : { key })
    return (await answer.json()) as { data: { action: string; target: string | null }[]; nextCursor: string | null }
  }

  const first = await read('/v1/audit?limit=1')
  const rest = await read(`/v1/audit?cursor=${first.nextCursor}`)
  const theirs = await read('/v1/audit', await keyOf('other'))

  expect(first.data).toMatchObject([
    { action: 'connection.pause', target: id, status: 200, actor: { type: 'api-key' } },
  ])
  expect(rest.data[0]).toMatchObject({ action: 'connection.create', fields: ['connector', 'credentials'] })
  // Actions of the program itself before any request.
  expect(theirs.data.map(({ action }) => action)).toEqual(
    expect.not.arrayContaining(['connection.create', 'connection.pause']),
  )
})
