import { describe, expect, test } from 'vitest'
import { faults } from '../../../../src/author/testing/index.ts'
import { openExampleHost } from '../../../app/routes/examples.ts'
import { apiKey, openVaultHost } from '../../../app/routes/world.ts'

describe('connections over HTTP', () => {
  test.each([
    ['a field that is missing', { credentials: {} }, 400, 'CREDENTIAL_MISSING'],
    ['a field that it does not have', { credentials: { api_key: 'k', nope: 'x' } }, 400, 'CREDENTIAL_INVALID'],
    ['a choice that is none', { credentials: { api_key: 'k', region: 'mars' } }, 400, 'CREDENTIAL_INVALID'],
    ['a variable that it does not have', { variables: { nope: 1 } }, 400, 'VARIABLE_INVALID'],
    ['a variable out of bounds', { variables: { most: -1 } }, 400, 'VARIABLE_INVALID'],
    ['a connector that nobody has', { connector: 'nobody' }, 404, 'CONNECTOR_UNKNOWN'],
    ['a member that is not known', { token: 'x' }, 400, 'API_INVALID'],
  ])('refuse %s, and make nothing', async (_what, body, status, code) => {
    const { call, runtime } = await openVaultHost()

    const answer = await call('POST', '/connections', { connector: 'vault', credentials: { api_key: 'k' }, ...body })

    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.errors ?? []).not.toContain('mars')
    expect(await runtime.connections.list({ organizationId: 'acme' })).toEqual([])
  })

  test('come newest first in pages, all of them once', async () => {
    const { call, connected, clock } = await openVaultHost()
    const made: string[] = []
    for (let n = 0; n < 5; n++) {
      made.unshift(await connected())
      if (n % 2 === 0) clock.advance(1)
    }
    const read: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: Awaited<ReturnType<typeof call>> = await call(
        'GET',
        `/connections?limit=2${cursor && `&cursor=${cursor}`}`,
      )
      read.push(...body.data.map(({ id }) => id))
      cursor = body.nextCursor
    }

    expect(read).toHaveLength(5)
    expect(new Set(read)).toEqual(new Set(made))
  })

  test('are sorted, searched and selected, page by page', async () => {
    const { call, connected } = await openVaultHost()
    const made: Record<string, string> = {}
    for (const name of ['Beta', 'alpha', 'Gamma']) {
      const id = await connected()
      made[name] = id
      await call('PATCH', `/connections/${id}`, { name })
    }
    await call('POST', `/connections/${made.Gamma}/pause`)
    await call('PUT', `/connections/${made.Beta}/schedule`, { cron: '0 6 * * *' })
    const byId = new Map(Object.entries(made).map(([name, id]) => [id, name]))
    const list = async (query: string) => {
      const names: unknown[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body }: Awaited<ReturnType<typeof call>> = await call(
          'GET',
          `/connections?limit=1&${query}${cursor && `&cursor=${cursor}`}`,
        )
        names.push(...body.data.map(({ id }) => byId.get(id)))
        cursor = body.nextCursor
      }
      return names
    }

    expect(await list('sort=name')).toEqual(['alpha', 'Beta', 'Gamma'])
    expect(await list('sort=attention')).toEqual(['alpha', 'Beta', 'Gamma'])
    expect(await list('sort=name&state=paused')).toEqual(['Gamma'])
    expect(await list('sort=name&scheduled=false')).toEqual(['alpha', 'Gamma'])
    expect(await list('sort=name&q=VAULT%20A')).toEqual(['alpha', 'Beta', 'Gamma'])
    expect(await list('q=gam')).toEqual(['Gamma'])
    const foreign = await call('GET', `/connections?sort=name&cursor=${Buffer.from('1.x').toString('base64url')}`)
    expect([foreign.status, foreign.body.errors]).toEqual([400, [expect.objectContaining({ path: 'cursor' })]])
  })

  test('lists schedules by their next time, and leaves out those of disconnected connections', async () => {
    const { call, connected } = await openVaultHost()
    const crons = ['0 9 1 1 *', '0 6 * * *', '0 0 29 2 *']
    const ids = await Promise.all(crons.map(() => connected()))
    for (const [index, id] of ids.entries())
      await call('PUT', `/connections/${id}/schedule`, { cron: crons[index], spread: false })
    const list = async () => {
      const found: unknown[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body }: Awaited<ReturnType<typeof call>> = await call(
          'GET',
          `/schedules?sort=next&limit=1${cursor && `&cursor=${cursor}`}`,
        )
        found.push(...body.data.map(({ connectionId }) => crons[ids.indexOf(connectionId)]))
        cursor = body.nextCursor
      }
      return found
    }

    const listed = await list()
    await call('DELETE', `/connections/${ids[1]}`)

    expect(listed).toEqual(['0 6 * * *', '0 9 1 1 *', '0 0 29 2 *'])
    expect(await list()).toEqual(['0 9 1 1 *', '0 0 29 2 *'])
  })

  test('change, pause, resume and end', async () => {
    const { call, connected } = await openVaultHost()
    const id = await connected()

    const changed = await call('PATCH', `/connections/${id}`, { variables: { most: 3 } })
    const paused = await call('POST', `/connections/${id}/pause`)
    const refused = await call('POST', `/connections/${id}/runs`)
    const resumed = await call('POST', `/connections/${id}/resume`)
    const ended = await call('DELETE', `/connections/${id}`)
    const after = await call('POST', `/connections/${id}/pause`)

    expect(changed.body).toMatchObject({ variables: { most: 3 } })
    expect([paused.body.state, resumed.body.state, ended.body.state]).toEqual(['paused', 'active', 'disconnected'])
    expect([refused.status, refused.body.code]).toEqual([409, 'CONNECTION_UNUSABLE'])
    expect([after.status, after.body.code]).toEqual([409, 'CONNECTION_UNUSABLE'])
  })

  test('have the name that they are given, and keep it while something else is changed', async () => {
    const { call, connected } = await openVaultHost()
    const id = await connected()

    const named = await call('PATCH', `/connections/${id}`, { name: 'Production' })
    await call('PATCH', `/connections/${id}`, { credentials: { api_key: apiKey } })
    const listed = await call('GET', '/connections')
    const refused = [
      await call('PATCH', `/connections/${id}`, { name: ' ' }),
      await call('PATCH', `/connections/${id}`, { name: 'x'.repeat(101) }),
      await call('PATCH', `/connections/${id}`, { name: 'two\nlines' }),
      await call('PATCH', `/connections/${id}`, { name: 'turned \u202e round' }),
    ]
    const nameless = await call('PATCH', `/connections/${id}`, { name: null })

    expect(named.body).toMatchObject({ name: 'Production' })
    expect(listed.body.data).toMatchObject([{ id, name: 'Production' }])
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(nameless.body).toMatchObject({ name: null })
  })

  test('say in words why a test failed, and never with the credential', async () => {
    const { ask, call, connected, runtime } = await openVaultHost()
    const id = await connected()
    await call('PATCH', `/connections/${id}`, { credentials: { api_key: 'wrong-key-777777' } })

    const answer = await ask('POST', `/v1/integrations/connections/${id}/test`)
    const text = await answer.text()
    await call('PATCH', `/connections/${id}`, { credentials: { api_key: apiKey } })
    const again = await call('POST', `/connections/${id}/test`)

    expect(answer.status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ ok: false, status: 401, message: expect.stringContaining('Vault') })
    expect(text).not.toContain('wrong-key-777777')
    expect(again.body).toMatchObject({ ok: true })
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'active' })
  })

  test('are not made of a key that the vendor refuses, and nothing of the attempt is kept', async () => {
    const { call, runtime } = await openVaultHost()

    const refused = await call('POST', '/connections', {
      connector: 'vault',
      credentials: { api_key: 'wrong-key-777777' },
    })
    const lacking = await call('POST', '/connections', { connector: 'vault', credentials: {} })

    expect([refused.status, refused.body.code]).toEqual([409, 'AUTH_REJECTED'])
    expect(JSON.stringify(refused.body)).not.toContain('wrong-key-777777')
    expect(await runtime.connections.list({ organizationId: 'acme' })).toEqual([])
    expect([lacking.status, lacking.body.errors]).toEqual([
      400,
      expect.arrayContaining([expect.objectContaining({ path: 'credentials.api_key' })]),
    ])
  })

  test('are kept while the vendor has trouble, and do not say that they work', async () => {
    const { call, vendor } = await openVaultHost()
    const create = () =>
      call('POST', '/connections', { connector: 'vault', credentials: { api_key: apiKey, region: 'eu' } })
    vendor.fail('GET /me', faults.status(403))

    const forbidden = await create()
    vendor.fail('GET /me', faults.status(503), { times: 4 })
    const { status, body } = await create()
    const again = await call('POST', `/connections/${body.id}/test`)
    const proven = await call('GET', `/connections/${body.id}`)

    expect([forbidden.status, forbidden.body.code]).toEqual([409, 'HTTP_PERMISSION_DENIED'])
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        state: 'error',
        fields: { region: 'eu' },
        stateReason: expect.stringMatching(
          /^Nobody knows yet whether the credentials work, because Vault had trouble\./,
        ),
      }),
    ])
    expect(again.body).toMatchObject({ ok: true, untold: false })
    expect(proven.body).toMatchObject({ state: 'active', stateReason: null })
  })
})

describe('variables over HTTP', () => {
  test('are shown with declaration, value and checks, and set as a whole', async () => {
    const { call, connected } = await openVaultHost()
    const id = await connected()

    const set = await call('PUT', `/connections/${id}/variables`, { variables: { team: 't1', most: 2 } })
    const replaced = await call('PUT', `/connections/${id}/variables`, { variables: { most: 1 } })
    const read = await call('GET', `/connections/${id}/variables`)

    expect(set.body.data).toMatchObject([
      { id: 'team', value: 't1', checks: null, fetchesOptions: true, options: null },
      { id: 'level', value: null, default: 'low', fetchesOptions: false, options: [{ value: 'low' }] },
      { id: 'most', value: 2, checks: ['boxes-locked'], min: 0, max: null },
    ])
    expect(replaced.body.data).toMatchObject([{ value: null }, { value: null }, { value: 1 }])
    expect(read.body).toEqual(replaced.body)
  })

  test('have the options that the vendor gives, those that are declared, or why nobody can tell', async () => {
    const { call, connected, vendor } = await openVaultHost()
    const id = await connected()
    const options = (variable: string) => call('GET', `/connections/${id}/variables/${variable}/options`)

    const fetched = await options('team')
    const declared = await options('level')
    vendor.fail('GET /teams', faults.status(403))
    const refused = await options('team')
    const none = await options('most')

    expect(fetched.body).toEqual({ data: [{ value: 't1', label: 'One' }], message: null })
    expect(declared.body).toEqual({ data: [{ value: 'low', label: 'Low' }], message: null })
    expect(refused).toMatchObject({ status: 200, body: { data: null, message: expect.stringContaining('403') } })
    expect(none.status).toBe(404)
  })

  test.each([
    ['too many choices', Array.from({ length: 1_001 }, (_each, index) => ({ id: `t${index}`, name: 'One' })), '1000'],
    ['a choice that is too long', [{ id: 't1', name: 'x'.repeat(201) }], 'more than 200 characters'],
  ])('have no options where the vendor sends %s', async (_what, json, said) => {
    const { call, connected, vendor } = await openVaultHost()
    const id = await connected()
    vendor.fail('GET /teams', faults.status(200, { json }))

    const { body } = await call('GET', `/connections/${id}/variables/team/options`)

    expect(body).toMatchObject({ data: null, message: expect.stringContaining(said) })
  })
})

describe('OAuth apps over HTTP', () => {
  test('are set with a secret that is never shown, and stay set when it is left out', async () => {
    const { ask } = await openExampleHost()
    const put = async (body: object) => (await ask('PUT', '/v1/integrations/oauth-apps/acme-oauth', { body })).text()

    const first = await put({ clientId: 'mine-1', clientSecret: 'never-shown-4711' })
    const second = await put({ clientId: 'mine-1' })
    const other = await put({ clientId: 'mine-2' })
    const list = await (await ask('GET', '/v1/integrations/oauth-apps')).text()
    const gone = await ask('DELETE', '/v1/integrations/oauth-apps/acme-oauth')
    const again = await ask('DELETE', '/v1/integrations/oauth-apps/acme-oauth')

    expect(JSON.parse(first)).toMatchObject({ clientId: 'mine-1', secretsSet: ['client_secret'] })
    expect(JSON.parse(second)).toMatchObject({ clientId: 'mine-1', secretsSet: ['client_secret'] })
    expect(JSON.parse(other)).toMatchObject({ status: 400, code: 'CREDENTIAL_INVALID' })
    expect(JSON.parse(list).data).toMatchObject([{ clientId: 'mine-1' }])
    expect([first, second, other, list].join()).not.toContain('never-shown-4711')
    expect([gone.status, again.status]).toEqual([200, 404])
  })

  test('are refused for a connector without OAuth', async () => {
    const { ask } = await openExampleHost()

    const answer = await ask('PUT', '/v1/integrations/oauth-apps/acme', { body: { clientId: 'a', clientSecret: 'b' } })

    expect(answer.status).toBe(400)
  })
})
