import { daysSince, defineConnector, Undecided, vendorTime } from 'checkwright'
import { runChecks } from 'checkwright/runtime'
import { fixedClock } from 'checkwright/testing'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const words = { good: 'Rotated', bad: 'Not rotated', remediation: 'Rotate it under Settings → Keys.' }

async function judge(keys: readonly object[], holds?: (key: { readonly rotated?: unknown }) => boolean) {
  const check = acme.check({
    id: 'keys-rotated',
    title: 'Keys are rotated',
    async run(ctx) {
      const list = await ctx.get('/keys', { schema: z.array(z.looseObject({ id: z.string() })) })
      const own = (key: (typeof list)[number]) => daysSince(ctx, z.parse(vendorTime(), key.rotated)) <= 90
      for (const key of list)
        ctx.judge({ type: 'key', id: key.id }, () => (holds ?? own)(key as never), {
          ...words,
          evidence: { rotated: key.rotated },
        })
    },
  })
  const { checks } = await runChecks(acme.with(check), {
    credentials: { api_key: 'k' },
    clock: fixedClock('2026-06-30T12:00:00Z'),
    fetch: async () => Response.json(keys),
  })
  return checks[0]
}

test('ctx.judge() passes what holds, and fails what does not, with words and evidence', async () => {
  const check = await judge([
    { id: 'a', rotated: '2026-06-01T00:00:00Z' },
    { id: 'b', rotated: '2025-06-01T00:00:00Z' },
  ])

  expect(check).toMatchObject({
    status: 'fail',
    results: [
      { status: 'pass', resource: { id: 'a' }, title: 'Rotated', evidence: { rotated: '2026-06-01T00:00:00Z' } },
      { status: 'fail', resource: { id: 'b' }, title: 'Not rotated', remediation: words.remediation },
    ],
  })
})

test('ctx.judge() leaves a resource undecided of which a reader throws Undecided, and judges the others', async () => {
  const check = await judge([{ id: 'a' }, { id: 'b', rotated: false }, { id: 'c', rotated: true }], ({ rotated }) => {
    if (typeof rotated !== 'boolean') throw new Undecided('Acme does not say whether the key is rotated.')
    return rotated
  })

  expect(check).toMatchObject({
    status: 'error',
    error: { code: 'CHECK_UNDECIDED', kind: 'incomplete_data' },
    results: [
      { status: 'fail', resource: { id: 'b' } },
      { status: 'pass', resource: { id: 'c' } },
    ],
    undecided: {
      count: 1,
      first: [{ resource: { id: 'a' }, because: 'Acme does not say whether the key is rotated.' }],
    },
  })
})

test.each([
  ['undefined', () => undefined],
  ['object', async () => true],
])('ctx.judge() refuses a condition that gives %s: it would be taken for an answer', async (kind, holds) => {
  const check = await judge([{ id: 'a' }], holds as never)

  expect(check).toMatchObject({ status: 'error', error: { kind: 'check_bug' }, results: [] })
  expect(check?.error?.message).toContain(`ctx.judge() got ${kind} of its condition`)
})

test('ctx.judge() lets a mistake in the code of the check end it', async () => {
  const check = await judge([{ id: 'a' }, { id: 'b' }], () => {
    throw new TypeError('x is not a function')
  })

  expect(check).toMatchObject({ status: 'error', error: { kind: 'check_bug' }, results: [] })
})

test('ctx.judge() leaves a member that lacks to the check that reads it, where a shared schema would end both', async () => {
  const readFlag = (value: unknown) => {
    if (typeof value === 'boolean') return value
    throw new Undecided('Acme does not say so.')
  }
  const read = z.object({ id: z.string(), sso: z.optional(z.unknown()), guests: z.optional(z.unknown()) })
  const demanded = z.object({ id: z.string(), sso: z.boolean(), guests: z.boolean() })
  const checkOf = (id: string, schema: z.ZodMiniType<z.infer<typeof read>>, member: 'sso' | 'guests') =>
    acme.check({
      id,
      title: id,
      async run(ctx) {
        const settings = await ctx.get('/settings', { schema })
        ctx.judge({ type: 'workspace', id: settings.id }, () => readFlag(settings[member]), words)
      },
    })
  const connector = acme.with(
    checkOf('sso', read, 'sso'),
    checkOf('guests', read, 'guests'),
    checkOf('sso-demanded', demanded, 'sso'),
    checkOf('guests-demanded', demanded, 'guests'),
  )

  const { checks } = await runChecks(connector, {
    credentials: { api_key: 'k' },
    fetch: async () => Response.json({ id: 'w', sso: true }),
  })

  expect(checks).toMatchObject([
    { status: 'pass', results: [{ resource: { id: 'w' } }] },
    { error: { code: 'CHECK_UNDECIDED' }, undecided: { count: 1, first: [{ resource: { id: 'w' } }] } },
    { error: { kind: 'schema_drift' }, results: [] },
    { error: { kind: 'schema_drift' }, results: [] },
  ])
})
