import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { CheckContext } from '../../../src/define/index.ts'
import { defineConnector } from '../../../src/index.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { serve } from '../../http/support.ts'

/**
 * The exchanges that each result names, by resource. The vendor has the lists /users (a, b | c, d) and /groups (x | y), two
 * items a page, and anything else; `of` gives the URLs in the place of the numbers.
 */
async function named(work: (ctx: CheckContext) => Promise<unknown>) {
  const lists: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
    '/users': [
      ['a', 'b'],
      ['c', 'd'],
    ],
    '/groups': [['x'], ['y']],
  }
  const vendor = await serve((request) => {
    const [path = '', query] = request.path.split('?')
    const pages = lists[path]
    if (!pages) return { json: {} }
    return query ? { json: pages[1] } : { json: pages[0], headers: { link: `<${path}?2>; rel=next` } }
  })
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: vendor.origin,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const check = acme.check({ id: 'mfa', title: 'MFA', run: async (ctx) => void (await work(ctx)) })
  const urls: string[] = []
  const { checks } = await runChecks(acme.with(check), {
    credentials: { api_key: 'secret-key-4711' },
    allowPrivateNetwork: true,
    onEvent: (event) => {
      if (event.type === 'request') urls.push(event.url.slice(vendor.origin.length))
    },
  })
  const [outcome] = checks
  expect(outcome?.error).toBeUndefined()
  const numbers = outcome?.exchanges ?? []
  const of = (exchanges: readonly number[] | undefined) => exchanges?.map((each) => urls[numbers.indexOf(each)]).sort()
  return Object.fromEntries(outcome?.results.map(({ resource, exchanges }) => [resource.id, of(exchanges)]) ?? [])
}

const pass = (ctx: CheckContext, id: string) => ctx.pass({ resource: { type: 'thing', id }, title: 'On' })
const users = (ctx: CheckContext) => ctx.paginate<string>('/users', { next: 'link' })
const groups = (ctx: CheckContext) => ctx.paginate<string>('/groups', { next: 'link' })

describe('results name', () => {
  test('the page of the loop in which they are reported, and what was asked there', async () => {
    const names = await named(async (ctx) => {
      for await (const user of users(ctx)) {
        if (user === 'b') await ctx.get(`/factors/${user}`)
        await sleep(1)
        pass(ctx, user)
      }
    })

    expect(names).toEqual({ a: ['/users'], b: ['/factors/b', '/users'], c: ['/users?2'], d: ['/users?2'] })
  })

  test('the page and the requests of an item of ctx.each, however its work overlaps with others', async () => {
    const names = await named((ctx) =>
      ctx.each(users(ctx), async (user) => {
        await sleep(user === 'a' ? 20 : 1)
        await ctx.fetch(`/factors/${user}`)
        await sleep(user === 'b' ? 20 : 1)
        pass(ctx, user)
      }),
    )

    expect(names).toEqual({
      a: ['/factors/a', '/users'],
      b: ['/factors/b', '/users'],
      c: ['/factors/c', '/users?2'],
      d: ['/factors/d', '/users?2'],
    })
  })

  test('pages that a helper of the item has read', async () => {
    const count = async (ctx: CheckContext) => {
      let seen = 0
      for await (const _group of groups(ctx)) seen++
      return seen
    }

    const names = await named((ctx) =>
      ctx.each(['one', 'two'], async (item) => {
        await ctx.get(`/item/${item}`)
        await count(ctx)
        pass(ctx, item)
      }),
    )

    expect(Object.keys(names)).toEqual(['one', 'two'])
    expect(names.one).toEqual(expect.arrayContaining(['/item/one']))
    expect(names.one).toHaveLength(3)
    expect(names.two).toHaveLength(3)
  })

  test('of a list within a list both pages, and after the inner one the outer alone', async () => {
    const names = await named(async (ctx) => {
      for await (const user of users(ctx)) {
        if (user !== 'a') continue
        for await (const group of groups(ctx)) pass(ctx, `${user}-${group}`)
        pass(ctx, user)
      }
    })

    expect(names['a-x']).toEqual(['/groups', '/users'])
    expect(names['a-y']).toEqual(expect.arrayContaining(['/groups?2', '/users']))
    expect(names.a).toEqual(['/groups', '/groups?2', '/users'])
  })
})

describe('results name no exchange', () => {
  test.each<[string, (ctx: CheckContext) => Promise<unknown>]>([
    ['outside of lists', (ctx) => ctx.get('/settings').then(() => pass(ctx, 'u'))],
    [
      'after a loop',
      async (ctx) => {
        for await (const _user of users(ctx)) await sleep(0)
        pass(ctx, 'u')
      },
    ],
    [
      'after a loop that was left',
      async (ctx) => {
        for await (const _user of ctx.paginate('/users', { next: 'link', partial: true })) break
        pass(ctx, 'u')
      },
    ],
    ['after ctx.each', async (ctx) => ctx.each(users(ctx), async () => {}).then(() => pass(ctx, 'u'))],
    [
      'beside ctx.each',
      async (ctx) => {
        const work = ctx.each(users(ctx), () => sleep(100), { concurrency: 1 })
        await sleep(50)
        pass(ctx, 'u')
        await work
      },
    ],
    [
      'where the loop has gone on meanwhile, so that the page is not for sure theirs',
      async (ctx) => {
        const work: Promise<void>[] = []
        for await (const user of users(ctx)) work.push(sleep(20).then(() => pass(ctx, user === 'a' ? 'u' : user)))
        await Promise.all(work)
      },
    ],
    [
      'where a filter between has read on',
      async (ctx) => {
        const last = async function* () {
          for await (const user of users(ctx)) if (user === 'd') yield user
        }
        for await (const _user of last()) pass(ctx, 'u')
      },
    ],
    [
      'for an item that was read from more than a hundred',
      (ctx) =>
        ctx.each(['u'], async (item) => {
          for (let n = 0; n < 101; n++) await ctx.get(`/part/${n}`)
          pass(ctx, item)
        }),
    ],
  ])('%s', async (_what, work) => {
    expect((await named(work)).u).toBeUndefined()
  })
})
