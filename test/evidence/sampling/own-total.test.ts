import { describe, expect, test } from 'vitest'
import { defineConnector } from '../../../src/define/index.ts'
import { stateListCompleteness } from '../../../src/evidence/sampling/state-completeness.ts'
import { keepRun } from '../../../src/things/runs/run-checks.ts'
import { secretKey, serve } from '../../http/support.ts'

describe('the total in the answers of a list', () => {
  const users = Array.from({ length: 5 }, (_, number) => ({ id: `u${number}`, bot: number === 2 }))

  /** A list whose answers have a total, and that makes records of some of its items. */
  async function readList({ keepsBots = true, asksMore = false, total = 5 as number | undefined } = {}) {
    const vendor = await serve(({ path }) => {
      const page = Number(new URL(path, 'http://x').searchParams.get('page'))
      return { json: path.startsWith('/role') ? {} : { users: users.slice((page - 1) * 2, page * 2), total } }
    })
    const acme = defineConnector({
      id: 'acme',
      name: 'Acme',
      baseUrl: vendor.origin,
      auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    })
    const accounts = acme.inventory({
      of: 'account',
      tells: [],
      covers: ['members'],
      async *list(ctx) {
        if (asksMore) await ctx.get('/role')
        const next = { page: { param: 'page', first: 1 }, total: 'total' } as const
        for await (const { id, bot } of ctx.paginate<(typeof users)[number]>('/users', { items: 'users', next }))
          if (keepsBots || !bot) yield { id, kind: 'person', status: 'active' }
      },
    })
    await using run = await keepRun(acme.with(accounts), {
      credentials: { api_key: secretKey },
      allowPrivateNetwork: true,
      inventories: ['account'],
    })
    const [outcome] = run.head.inventories ?? []
    if (outcome === undefined) throw new Error('The run has no list.')
    return { outcome, ...stateListCompleteness(outcome) }
  }

  test('confirms it without anybody who types it', async () => {
    const { outcome, state, reasons } = await readList()

    expect(outcome).toMatchObject({ complete: true, count: 5, total: 5 })
    expect([state, reasons]).toEqual(['complete', []])
  })

  test('is shown where a record is missing that the vendor counts', async () => {
    const { outcome, state, reasons } = await readList({ keepsBots: false })

    expect(outcome).toMatchObject({ count: 4, total: 5 })
    expect(state).toBe('unconfirmed')
    expect(reasons).toEqual(['The vendor counts 5 entries in this list, and 4 became records.'])
  })

  test('confirms nothing where anything else was asked for', async () => {
    const { outcome, state } = await readList({ asksMore: true })

    expect(outcome.total).toBeUndefined()
    expect(state).toBe('unconfirmed')
  })

  test('is not there where the list does not reach it', async () => {
    const { outcome, state } = await readList({ total: 6 })

    expect(outcome).toMatchObject({ complete: false })
    expect(outcome.total).toBeUndefined()
    expect(state).toBe('incomplete')
  })
})
