import { type CheckContext, defineConnector } from 'checkwright'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findHidden, formatHidden } from '../../../../src/author/testing/contract/odd-records.ts'
import type { Scenario } from '../../../../src/author/testing/contract/scenario.ts'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const User = z.object({ id: z.string(), mfa: z.boolean() })

function judge(ctx: CheckContext, { id, mfa }: z.output<typeof User>): void {
  const resource = { type: 'user', id }
  if (mfa) ctx.pass({ resource, title: 'Good' })
  else ctx.fail({ resource, title: 'Bad', remediation: 'Mend what is bad.' })
}

function connectorWith(run: (ctx: CheckContext) => Promise<void>) {
  return acme.with(acme.check({ id: 'one', title: 'One', onEmpty: 'pass', run }))
}

function scenarioOf(body: unknown): Scenario {
  const answer = {
    operation: 'GET api.acme.example/users',
    request: 'GET https://api.acme.example/users  ',
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify(body),
  }
  const now = '2026-01-15T12:00:00Z'
  return { check: 'one', credentials: { api_key: 'a-key-of-nobody' }, variables: {}, now, answers: [answer] }
}

const users = [
  { id: 'u1', mfa: true },
  { id: 'u2', mfa: false },
]

test('findHidden() finds nothing where the items of a list are read one by one', async () => {
  const careful = connectorWith(async (ctx) => {
    const list = ctx.paginate('/users', { items: 'users', next: 'link', schema: User })
    for await (const user of list) judge(ctx, user)
  })

  expect(await findHidden(careful, [scenarioOf({ users })])).toEqual([])
})

test('findHidden() finds a list that is read as a whole', async () => {
  const hasty = connectorWith(async (ctx) => {
    for (const user of await ctx.get('/users', { schema: z.array(User) })) judge(ctx, user)
  })

  expect(formatHidden(await findHidden(hasty, [scenarioOf(users)]))).toContain(
    'one: null in front of "": finding is hidden (GET api.acme.example/users)',
  )
})

test('findHidden() finds a loop that one item ends', async () => {
  const brittle = connectorWith(async (ctx) => {
    const Loose = z.object({ id: z.string(), mfa: z.nullish(z.boolean()) })
    for await (const { id, mfa } of ctx.paginate('/users', { next: 'link', schema: Loose }))
      judge(ctx, { id, mfa: ctx.known(mfa, { kind: 'schema_drift', message: 'Acme does not say.' }) })
  })

  expect(formatHidden(await findHidden(brittle, [scenarioOf(users)]))).toEqual([
    'one: a record without "mfa" in front of "": finding is hidden (GET api.acme.example/users)',
    'one: a record whose "mfa" is null in front of "": finding is hidden (GET api.acme.example/users)',
  ])
})

test('findHidden() leaves a check alone that counts, because an odd item may make the difference', async () => {
  const counting = connectorWith(async (ctx) => {
    let count = 0
    for await (const { mfa } of ctx.paginate('/users', { next: 'link', schema: User })) if (mfa) count++
    const resource = { type: 'account', id: 'acme' }
    if (count < 2) ctx.fail({ resource, title: 'Too few', remediation: 'Enrol more.' })
    else ctx.pass({ resource, title: 'Enough' })
  })

  expect(await findHidden(counting, [scenarioOf(users)])).toEqual([])
})

test('findHidden() tries only what it is told to, and no login', async () => {
  const hasty = connectorWith(async (ctx) => {
    for (const user of await ctx.get('/users', { schema: z.array(User) })) judge(ctx, user)
  })

  expect(await findHidden(hasty, [scenarioOf(users)], { isTried: () => false })).toEqual([])
  expect(await findHidden(hasty, [scenarioOf(users)], { isLogin: () => true })).toEqual([])
})
