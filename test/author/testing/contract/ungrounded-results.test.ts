import { type CheckContext, defineConnector } from 'checkwright'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Scenario } from '../../../../src/author/testing/contract/scenario.ts'
import { findUngrounded } from '../../../../src/author/testing/contract/ungrounded-results.ts'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

function connectorWith(run: (ctx: CheckContext) => Promise<void>) {
  return acme.with(acme.check({ id: 'one', title: 'One', onEmpty: 'pass', run }))
}

/** The users of an account, as the vendor lists them. */
function scenarioOf(users: readonly object[]): Scenario {
  const answer = {
    operation: 'GET api.acme.example/users',
    request: 'GET https://api.acme.example/users  ',
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify(users),
  }
  const now = '2026-01-15T12:00:00Z'
  return { check: 'one', credentials: { api_key: 'a-key-of-nobody' }, variables: {}, now, answers: [answer] }
}

/** Fails each user of whom it holds. */
function judged<User extends { readonly id: string }>(user: z.ZodMiniType<User>, isBad: (user: User) => boolean) {
  return connectorWith(async (ctx) => {
    for (const each of await ctx.get('/users', { schema: z.array(user) })) {
      const resource = { type: 'user', id: each.id }
      if (isBad(each)) ctx.fail({ resource, title: 'Bad', remediation: 'Mend what is bad.' })
      else ctx.pass({ resource, title: 'Good' })
    }
  })
}

const users = [
  { id: 'u1', mfa: true, state: 'active', name: 'Ada' },
  { id: 'u2', mfa: false, state: 'locked', name: 'Bob' },
]

describe('findUngrounded()', () => {
  test('finds nothing where all that decides is demanded', async () => {
    const strict = judged(z.object({ id: z.string(), mfa: z.boolean() }), ({ mfa }) => !mfa)

    expect(await findUngrounded(strict, [scenarioOf(users)])).toEqual([])
  })

  test('finds a member without which a pass stays and a fail becomes one', async () => {
    const lax = judged(z.object({ id: z.string(), mfa: z.optional(z.boolean()) }), ({ mfa }) => mfa === false)

    expect(await findUngrounded(lax, [scenarioOf(users)])).toEqual([
      {
        check: 'one',
        operation: 'GET api.acme.example/users',
        member: '[].mfa',
        kind: 'removed',
        effect: 'fail becomes pass',
        resource: 'user u2',
      },
    ])
  })

  test('finds nothing where another member decides, although the member decides elsewhere', async () => {
    const either = judged(
      z.object({ id: z.string(), tls: z.optional(z.boolean()), ssl: z.optional(z.boolean()) }),
      ({ tls, ssl }) => {
        if (tls || ssl) return false
        if (tls === undefined || ssl === undefined) throw new Error('It could not be told.')
        return true
      },
    )
    const scenarios = [
      scenarioOf([{ id: 'u1', tls: true, ssl: true }]),
      scenarioOf([{ id: 'u1', tls: false, ssl: false }]),
    ]

    expect(await findUngrounded(either, scenarios)).toEqual([])
  })

  test('finds a word that counts as good because nobody knows it, by words of other scenarios too', async () => {
    const lax = judged(z.object({ id: z.string(), state: z.string() }), ({ state }) => state === 'locked')

    const found = await findUngrounded(lax, [scenarioOf(users.slice(0, 1)), scenarioOf(users.slice(1))])

    expect(found.map(({ kind, effect }) => `${kind}: ${effect}`)).toEqual([
      'unknown word: pass stays',
      'unknown word: fail becomes pass',
    ])
  })

  test('finds a finding that is gone with the member that it is filtered by', async () => {
    const filtered = connectorWith(async (ctx) => {
      for (const { id, state } of await ctx.get('/users', {
        schema: z.array(z.object({ id: z.string(), state: z.string() })),
      }))
        if (state === 'locked')
          ctx.fail({ resource: { type: 'user', id }, title: 'Locked', remediation: 'Unlock the user.' })
    })

    const found = await findUngrounded(filtered, [scenarioOf(users)])

    expect(found).toMatchObject([{ member: '[].state', kind: 'unknown word', effect: 'finding is gone' }])
  })

  test('leaves members alone that are read and decide nothing', async () => {
    const named = judged(
      z.object({ id: z.string(), mfa: z.boolean(), name: z.optional(z.string()), state: z.string() }),
      ({ mfa }) => !mfa,
    )

    expect(await findUngrounded(named, [scenarioOf(users)])).toEqual([])
  })

  test('knows by the path whose answer it changed, also where two parts of it name one thing', async () => {
    const protection = z.object({ kept: z.boolean() })
    const judging = connectorWith(async (ctx) => {
      for (const [index, name] of ['acme/app', 'acme/site'].entries()) {
        const { kept } = await ctx.get(`/repos/${name}/protection`, { schema: z.partial(protection) })
        const resource = { type: 'repository', id: String(index), name }
        if (kept) ctx.pass({ resource, title: 'Kept' })
        else ctx.fail({ resource, title: 'Not kept', remediation: 'Keep it.' })
      }
    })
    const answers = ['app', 'site'].map((name) => ({
      operation: `GET api.acme.example/repos/acme/${name}/protection`,
      request: `GET https://api.acme.example/repos/acme/${name}/protection  `,
      status: 200,
      headers: { 'content-type': 'application/json' },
      text: '{"kept":true}',
    }))

    expect(await findUngrounded(judging, [{ ...scenarioOf([]), answers }])).toEqual([])
  })

  test('knows it also where the ids of all resources share what the path names', async () => {
    const account = 'subscriptions/s-1/accounts'
    const judging = connectorWith(async (ctx) => {
      for (const name of ['app', 'site']) {
        const { kept } = await ctx.get(`/${account}/${name}/settings`, {
          schema: z.object({ kept: z.optional(z.boolean()) }),
        })
        const resource = { type: 'account', id: `/${account}/${name}` }
        if (kept) ctx.pass({ resource, title: 'Kept' })
        else ctx.fail({ resource, title: 'Not kept', remediation: 'Keep it.' })
      }
    })
    const answers = ['app', 'site'].map((name) => ({
      operation: `GET api.acme.example/${account}/${name}/settings`,
      request: `GET https://api.acme.example/${account}/${name}/settings  `,
      status: 200,
      headers: { 'content-type': 'application/json' },
      text: '{"kept":true}',
    }))

    expect(await findUngrounded(judging, [{ ...scenarioOf([]), answers }])).toEqual([])
  })

  test('finds a verdict about all where no resource has a part of its own in the path', async () => {
    const lax = connectorWith(async (ctx) => {
      const { kept } = await ctx.get('/accounts/acme/settings', {
        schema: z.object({ kept: z.optional(z.boolean()) }),
      })
      for (const name of ['app', 'site']) {
        const resource = { type: 'site', id: `acme/${name}` }
        if (kept === false) ctx.fail({ resource, title: 'Not kept', remediation: 'Keep it.' })
        else ctx.pass({ resource, title: 'Kept' })
      }
    })
    const answer = {
      operation: 'GET api.acme.example/accounts/acme/settings',
      request: 'GET https://api.acme.example/accounts/acme/settings  ',
      status: 200,
      headers: { 'content-type': 'application/json' },
      text: '{"kept":true}',
    }

    const found = await findUngrounded(lax, [{ ...scenarioOf([]), answers: [answer] }])

    expect(found).toMatchObject([{ member: 'kept', kind: 'removed', effect: 'pass stays' }])
  })

  test('finds the same among hundreds of members that nobody reads', async () => {
    const more = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`member${n}`, n]))
    const lax = judged(z.object({ id: z.string(), mfa: z.optional(z.boolean()) }), ({ mfa }) => mfa === false)

    const found = await findUngrounded(lax, [scenarioOf(users.map((user) => ({ ...more, ...user, other: more })))])

    expect(found).toMatchObject([{ member: '[].mfa', kind: 'removed', effect: 'fail becomes pass' }])
  })

  test('says nothing of a check that cannot tell anyhow, and of answers to a login', async () => {
    const lax = judged(z.object({ id: z.string(), mfa: z.optional(z.boolean()) }), ({ mfa }) => mfa === false)
    const unreadable = scenarioOf([{ mfa: false }])

    expect(await findUngrounded(lax, [unreadable])).toEqual([])
    expect(await findUngrounded(lax, [scenarioOf(users)], { isLogin: () => true })).toEqual([])
  })
})
