import { describe, expect, test } from 'vitest'
import { openVaultHost } from '../../../app/routes/world.ts'

interface Listed {
  readonly total: number
  readonly nextCursor: string | null
  readonly data: readonly {
    readonly findingId: string
    readonly severity: string
    readonly owner: string | null
    readonly due: string | null
    readonly overdue: boolean
    readonly resource: { readonly id: string }
  }[]
}

interface SentFindings {
  readonly results: readonly {
    readonly ruleId: string
    readonly kind: string
    readonly partialFingerprints: Readonly<Record<string, string>>
  }[]
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
}

/** Two connections with two findings each: `attic` is low, `hall` is high. */
async function openWorld() {
  const world = await openVaultHost()
  const [production, sandbox] = [await world.connected(), await world.connected()]
  await world.ran(production)
  await world.ran(sandbox)
  const list = async (query: string, key?: string) => {
    const { body, status } = await world.call('GET', `/findings${query}`, undefined, key)
    return { ...(body as unknown as Listed), status, problem: body }
  }
  const findIn = async (connectionId: string, box: string) =>
    (await list(`?connectionId=${connectionId}&q=${box}`)).data[0]?.findingId ?? ''
  return { ...world, production, sandbox, list, findIn }
}

describe('GET /v1/integrations/findings', () => {
  test('sorts, counts and pages through every order, each finding once', async () => {
    const { list } = await openWorld()

    for (const sort of ['changed', 'due', 'severity']) {
      const ids: string[] = []
      const severities: string[] = []
      for (let cursor = ''; ; ) {
        const page = await list(`?limit=1&sort=${sort}${cursor}`)
        expect([page.status, page.total, page.data.length]).toEqual([200, 4, 1])
        for (const { findingId, severity } of page.data) ids.push(findingId) && severities.push(severity)
        if (page.nextCursor === null) break
        cursor = `&cursor=${page.nextCursor}`
      }
      expect(new Set(ids).size).toBe(4)
      if (sort !== 'changed') expect(severities).toEqual(['high', 'high', 'low', 'low'])
    }
  })

  test('a cursor of another order is refused, as anything that is none', async () => {
    const { list } = await openWorld()
    const { nextCursor } = await list('?limit=1&sort=due')

    for (const query of [`?sort=severity&cursor=${nextCursor}`, `?cursor=${nextCursor}`, '?cursor=x'])
      expect((await list(query)).problem).toMatchObject({ code: 'API_INVALID', errors: [{ path: 'cursor' }] })
  })

  test('chooses by owner, due day and words, and says what is overdue', async () => {
    const { list, call, clock, production, findIn } = await openWorld()
    await call('PATCH', `/findings/${await findIn(production, 'hall')}`, { owner: 'ada' })
    const count = async (query: string) => (await list(query)).total

    expect(await count('?owner=ada')).toBe(1)
    expect(await count('?unowned=true')).toBe(3)
    expect(await count('?q=BOX%20ATTIC')).toBe(2)
    expect(await count('?q=%25')).toBe(0)
    expect(await count('?dueTo=2026-05-31')).toBe(2)
    expect(await count('?dueFrom=2026-06-01')).toBe(2)
    expect([await count('?overdue=true'), await count('?overdue=false')]).toEqual([0, 4])
    clock.advance(31 * 86_400_000)
    expect([await count('?overdue=true'), await count('?overdue=false')]).toEqual([2, 2])
    const [first] = (await list('?sort=due')).data
    expect(first).toMatchObject({ due: '2026-05-31', overdue: true })
    expect((await list('?dueTo=2026-02-30')).status).toBe(400)
  })

  test('gives SARIF, in which each finding has the same fingerprint in every file', async () => {
    const { ask, list } = await openWorld()
    const read = async () => {
      const answer = await ask('GET', '/v1/integrations/findings?format=sarif')
      expect(answer.headers.get('content-type')).toBe('application/sarif+json')
      const { runs } = (await answer.json()) as { readonly runs: readonly [SentFindings] }
      return runs[0]
    }

    const [first, second] = [await read(), await read()]

    expect(first).toEqual(second)
    const { data } = await list('')
    const prints = first.results.map(({ partialFingerprints }) => partialFingerprints['checkwrightFinding/v1'])
    expect(prints.toSorted()).toEqual(data.map(({ findingId }) => findingId).toSorted())
    const rules = new Set(first.tool.driver.rules.map(({ id }) => id))
    for (const { ruleId, kind } of first.results) expect([rules.has(ruleId), kind]).toEqual([true, 'fail'])
  })

  test('gives all of them as CSV, with the owner by name and no formula', async () => {
    const { ask, call, production, findIn } = await openWorld()
    await call('PATCH', `/findings/${await findIn(production, 'hall')}`, {
      owner: 'ada',
      due: '2026-07-01',
      reason: '=cmd()',
    })

    const answer = await ask('GET', '/v1/integrations/findings?format=csv&severity=high&sort=due')
    const rows = (await answer.text()).trimEnd().split('\r\n')

    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatch(/^id,state,resolution,severity,title,resourceType,resourceId,resourceName,/)
    expect(rows[2]).toContain("ada,Ada of acme,2026-07-01,'=cmd(),")
    const empty = await ask('GET', '/v1/integrations/findings?format=csv&q=nothing')
    expect((await empty.text()).trimEnd().split('\r\n')).toHaveLength(1)
  })
})

describe('PATCH /v1/integrations/findings/{findingId}', () => {
  test('sets owner and due day, with who did it', async () => {
    const { call, production, findIn } = await openWorld()
    const id = await findIn(production, 'hall')

    const set = await call('PATCH', `/findings/${id}`, {
      owner: 'ada',
      due: '2026-07-01',
      reason: 'Vendor',
      userId: 'ada',
    })
    const read = await call('GET', `/findings/${id}`)
    const back = await call('PATCH', `/findings/${id}`, { owner: null, due: null })

    expect(set.status).toBe(200)
    expect(read.body).toMatchObject({ owner: 'ada', due: '2026-07-01', dueReason: 'Vendor', overdue: false })
    expect(read.body).toMatchObject({
      changes: [
        { member: 'due', userId: 'ada' },
        { member: 'owner', later: 'ada' },
      ],
    })
    expect(back.body).toMatchObject({ owner: null, due: '2026-05-31', dueReason: null })
  })

  test.each([
    ['nothing', {}, 400, 'API_INVALID'],
    ['a day without a reason', { due: '2026-07-01' }, 400, 'API_INVALID'],
    ['a day that is over', { due: '2026-04-30', reason: 'x' }, 400, 'API_INVALID'],
    ['a person of nobody', { owner: 'mallory' }, 400, 'API_USER_UNKNOWN'],
    ['a deactivated person', { owner: 'bob' }, 403, 'API_FORBIDDEN'],
    ['somebody unknown who does it', { owner: 'ada', userId: 'mallory' }, 400, 'API_USER_UNKNOWN'],
  ])('refuses %s', async (_what, body, status, code) => {
    const { call, production, findIn } = await openWorld()
    const id = await findIn(production, 'hall')

    const refused = await call('PATCH', `/findings/${id}`, body)

    expect([refused.status, refused.body.code]).toEqual([status, code])
    expect((await call('GET', `/findings/${id}`)).body).toMatchObject({ owner: null, changes: [] })
  })

  test('needs the scope findings:write', async () => {
    const { call, keyOf, production, findIn } = await openWorld()
    const key = await keyOf('acme', ['integrations:read', 'integrations:write'])

    const { status } = await call('PATCH', `/findings/${await findIn(production, 'hall')}`, { owner: 'ada' }, key)

    expect(status).toBe(403)
  })
})

describe('comments on findings and connections', () => {
  test('are written and listed; those of another organization do not exist', async () => {
    const { ask, keyOf, production, findIn } = await openWorld()
    const theirs = await keyOf('other')
    const findingId = await findIn(production, 'hall')

    for (const [entityType, entityId] of [
      ['finding', findingId],
      ['connection', production],
    ] as const) {
      const body = { content: 'Looked at.', entityType, entityId, userId: 'ada' }
      const written = await ask('POST', '/v1/comments', { body })
      const stranger = await ask('POST', '/v1/comments', { body, key: theirs })
      const unknown = await ask('POST', '/v1/comments', { body: { ...body, entityId: 'nothing' } })
      const listed = await ask('GET', `/v1/comments?entityType=${entityType}&entityId=${entityId}`)

      expect([written.status, stranger.status, unknown.status]).toEqual([201, 404, 404])
      expect(await listed.json()).toMatchObject({ data: [{ content: 'Looked at.', entityType, entityId }] })
    }
  })
})

describe('PATCH /v1/organization', () => {
  test('chooses due days, and keeps what is left out', async () => {
    const { ask, list } = await openWorld()

    const answer = await ask('PATCH', '/v1/organization', { body: { dueDays: { high: 1 } } })
    const wrong = await ask('PATCH', '/v1/organization', { body: { dueDays: { high: 0 } } })
    const nothing = await ask('PATCH', '/v1/organization', { body: {} })

    expect(await answer.json()).toMatchObject({ keepsInventories: true, dueDays: { critical: 7, high: 1, info: 365 } })
    expect([wrong.status, nothing.status]).toEqual([400, 400])
    expect((await list('?severity=high&sort=due')).data[0]?.due).toBe('2026-05-02')
  })
})
