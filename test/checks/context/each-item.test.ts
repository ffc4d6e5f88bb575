import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import { type CheckContext, vendorWord } from '../../../src/define/index.ts'
import { beginBundle } from '../../../src/evidence/bundle/bundle-draft.ts'
import { replayBundle } from '../../../src/evidence/replay/replay.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { ownSigner } from '../../evidence/bundle.ts'
import { type Answerer, createConnectorWith, secretKey, serve } from '../../http/support.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { checkWith } from '../support.ts'

const Item = z.object({ id: z.string(), state: vendorWord(['on', 'off']) })
const toResource = ({ id }: { readonly id: string }) => ({ type: 'thing', id })

function judge(ctx: CheckContext, { id, state }: z.output<typeof Item>): void {
  const resource = toResource({ id })
  if (state === 'on') ctx.pass({ resource, title: 'On' })
  else ctx.fail({ resource, title: 'Off', remediation: 'Turn it on.' })
}

/** Judges each item of /list; with `details`, by an answer about it. */
const ofList = async (ctx: CheckContext) => {
  const items = ctx.paginate('/list', { schema: Item, next: 'link', resource: { type: 'thing', id: 'id' } })
  for await (const item of items) judge(ctx, item)
}
const byDetail = async (ctx: CheckContext) => {
  const items = ctx.paginate('/list', { schema: z.object({ id: z.string() }), next: 'link' })
  const look = async ({ id }: { readonly id: string }) =>
    judge(ctx, { id, ...(await ctx.get(`/details/${id}`, { schema: z.omit(Item, { id: true }) })) })
  await ctx.each(items, look, { resource: toResource })
}

async function run(work: (ctx: CheckContext) => Promise<void>, answer: Answerer) {
  const vendor = await serve(answer)
  const check = checkWith({ scopes: ['things:read'] }, work)
  const connector = { ...createConnectorWith({ baseUrl: vendor.origin }), checks: [check] }
  const bundle = join(createTempFolder(), 'bundle.zip')
  const draft = await beginBundle(bundle)
  const exchanges = { file: draft.exchangesFile }
  const result = await runChecks(connector, {
    credentials: { api_key: secretKey },
    allowPrivateNetwork: true,
    exchanges,
  })
  await draft.finish(toRecordedRun(result), ownSigner)
  await draft.discard()
  const [outcome] = result.checks
  if (!outcome) throw new Error('The check has no outcome.')
  const replay = await replayBundle(bundle, connector)
  return {
    outcome,
    vendor,
    replay,
    statuses: Object.fromEntries(outcome.results.map(({ resource, status }) => [resource.id, status])),
    undecided: outcome.undecided?.first.map(({ resource, kind, because }) => ({ id: resource.id, kind, because })),
  }
}

const listOf =
  (...items: readonly unknown[]): Answerer =>
  () => ({ json: items })
const good = { id: 'good', state: 'on' }
const bad = { id: 'bad', state: 'off' }

describe('an odd item of a list hides no other', () => {
  test.each<[string, unknown]>([
    ['an unknown word', 'SEKRET word'],
    ['null', null],
    ['another type', { SEKRET: 1 }],
    ['nothing', undefined],
  ])('%s in place of a word', async (_name, state) => {
    const { outcome, statuses, undecided, replay } = await run(ofList, listOf({ id: 'odd', state }, good, bad))

    expect(outcome).toMatchObject({ status: 'error', complete: false, error: { code: 'CHECK_UNDECIDED' } })
    expect(statuses).toEqual({ good: 'pass', bad: 'fail' })
    expect(undecided).toMatchObject([{ id: 'odd', kind: 'schema_drift', because: expect.stringContaining('state: ') }])
    expect(JSON.stringify(outcome)).not.toContain('SEKRET')
    expect(replay.checks).toMatchObject([{ same: true }])
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['a text', 'SEKRET'],
    ['an item without an id', { state: 'off' }],
    ['an item whose id is an object', { id: {}, state: 'off' }],
    ['an item whose id is blank', { id: ' ', state: 7 }],
  ])('%s, which nobody can name, is no resource, and the others are judged', async (_name, odd) => {
    const { outcome, statuses } = await run(ofList, listOf(odd, good, bad))

    expect(outcome).toMatchObject({
      status: 'error',
      complete: false,
      error: { kind: 'schema_drift', code: 'CHECK_UNDECIDED' },
    })
    expect(outcome.undecided).toBeUndefined()
    expect(statuses).toEqual({ good: 'pass', bad: 'fail' })
    expect(JSON.stringify(outcome)).not.toContain('SEKRET')
  })

  test('a list of which no item fits is another API', async () => {
    const { outcome, statuses } = await run(ofList, listOf({ id: 'a' }, { id: 'b' }))

    expect(outcome).toMatchObject({ status: 'error', error: { kind: 'schema_drift', code: 'SCHEMA_DRIFT' } })
    expect(outcome.undecided).toBeUndefined()
    expect(statuses).toEqual({})
  })

  test('without a name for items, the reason comes at the end, so that nothing is concluded from the others alone', async () => {
    const count = async (ctx: CheckContext) => {
      let off = 0
      for await (const item of ctx.paginate('/list', { schema: Item, next: 'link' })) {
        judge(ctx, item)
        if (item.state === 'off') off++
      }
      ctx.pass({ resource: { type: 'list', id: 'all' }, title: `${off} are off` })
    }

    const { outcome, statuses } = await run(count, listOf({ id: 'odd' }, bad, { id: 'odder' }))

    expect(outcome).toMatchObject({ status: 'error', error: { kind: 'schema_drift', code: 'CHECK_UNDECIDED' } })
    expect(outcome.error?.message).toContain('The same is true of 1 more item.')
    expect(statuses).toEqual({ bad: 'fail' })
  })
})

describe('ctx.each() with the name of its items', () => {
  const details =
    (answers: Readonly<Record<string, Awaited<ReturnType<Answerer>>>>): Answerer =>
    ({ path }) =>
      path === '/list'
        ? { json: Object.keys(answers).map((id) => ({ id })) }
        : answers[path.slice(path.lastIndexOf('/') + 1)]

  test.each<[string, Awaited<ReturnType<Answerer>>, string]>([
    ['403', { status: 403, json: {} }, 'permission'],
    ['404', { status: 404, json: {} }, 'not_found'],
    ['400', { status: 400, json: {} }, 'check_bug'],
    ['500', { status: 500, json: {} }, 'upstream'],
    ['another shape', { json: { state: ['on'] } }, 'schema_drift'],
    ['no JSON', { text: '<html>' } as never, 'schema_drift'],
  ])('leaves an item undecided by itself after %s', async (_name, refusal, kind) => {
    const { outcome, statuses, undecided, replay } = await run(
      byDetail,
      details({ odd: refusal, good: { json: good }, bad: { json: bad } }),
    )

    expect(outcome).toMatchObject({ status: 'error', complete: false, error: { code: 'CHECK_UNDECIDED' } })
    expect(undecided).toMatchObject([{ id: 'odd', kind }])
    expect(statuses).toEqual({ good: 'pass', bad: 'fail' })
    expect(replay.checks).toMatchObject([{ same: true }])
  })

  test('names the missing scopes of an item', async () => {
    const { outcome } = await run(byDetail, details({ odd: { status: 403, json: {} }, bad: { json: bad } }))

    expect(outcome.error).toMatchObject({ code: 'CHECK_UNDECIDED', missingScopes: ['things:read'] })
  })

  test('ends by the cause that all items have in common', async () => {
    const { outcome } = await run(byDetail, details({ a: { status: 403, json: {} }, b: { status: 403, json: {} } }))

    expect(outcome.error).toMatchObject({ kind: 'permission', missingScopes: ['things:read'] })
    expect(outcome.undecided).toBeUndefined()
  })

  test('ends at once where the credentials are refused', async () => {
    const ids = Array.from({ length: 500 }, (_each, index) => [`${index}`, { status: 401, json: {} }] as const)
    const { outcome, vendor } = await run(byDetail, details(Object.fromEntries([['a', { json: good }], ...ids])))

    expect(outcome.error).toMatchObject({ kind: 'auth' })
    expect(vendor.seen.length).toBeLessThan(200)
  })

  test('asks no more where so many items are refused that this is no exception', async () => {
    const ids = Array.from({ length: 500 }, (_each, index) => [`${index}`, { status: 403, json: {} }] as const)
    const { outcome, vendor } = await run(byDetail, details(Object.fromEntries(ids)))

    expect(outcome.error).toMatchObject({ kind: 'permission' })
    expect(vendor.seen.length).toBeLessThan(200)
  })

  test('leaves an item undecided of which ctx.known() finds no value, and ends by one that nobody can name', async () => {
    const known = async (ctx: CheckContext) => {
      const ask = async (state: string | null, index: number) => {
        ctx.known(state, { kind: 'schema_drift', message: 'Acme does not say.' })
        judge(ctx, { id: `${index}`, state: 'off' })
      }
      await ctx.each([null, 'off'], ask, { resource: (state) => ({ type: 'thing', id: state ?? 'none' }) })
    }
    const nameless = async (ctx: CheckContext) => {
      const ask = async (item: { readonly id: string }) =>
        judge(ctx, { ...item, ...(await ctx.get<{ readonly state: 'on' | 'off' }>(`/details/${item.id}`)) })
      await ctx.each([{ id: 'odd' }, { id: 'bad' }], ask, {
        resource: ({ id }) => {
          if (id === 'odd') throw new Error('It has no name.')
          return toResource({ id })
        },
      })
    }

    const first = await run(known, listOf())
    const second = await run(nameless, details({ odd: { status: 404, json: {} }, bad: { json: bad } }))

    expect(first.undecided).toMatchObject([{ id: 'none', because: 'Acme does not say.' }])
    expect(first.statuses).toEqual({ 1: 'fail' })
    expect(second.outcome.error).toMatchObject({ kind: 'not_found' })
    expect(second.statuses).toEqual({ bad: 'fail' })
  })

  test('hands an item to a check that counts', async () => {
    const count = async (ctx: CheckContext) => {
      const failed: string[] = []
      await ctx.each(['odd', 'bad'], async (id) => void (await ctx.get(`/details/${id}`)), {
        failed: (id, { kind }) => failed.push(`${id}: ${kind}`),
      })
      ctx.pass({ resource: { type: 'list', id: 'all' }, title: 'Counted', evidence: { failed } })
    }

    const { outcome } = await run(count, details({ odd: { status: 403, json: {} }, bad: { json: bad } }))

    expect(outcome).toMatchObject({ status: 'pass', results: [{ evidence: { failed: ['odd: permission'] } }] })
  })

  test('does not take a mistake in the code of a check for an odd item', async () => {
    const wrong = (ctx: CheckContext) =>
      ctx.each(
        [good, bad],
        async () => {
          throw new RangeError('no')
        },
        { resource: toResource },
      )

    const { outcome } = await run(wrong, listOf())

    expect(outcome.error).toMatchObject({ kind: 'check_bug', code: 'CHECK_THREW' })
  })

  test('still ends as error where the check catches another refusal of the same item', async () => {
    const careless = async (ctx: CheckContext) => {
      const look = async (item: { readonly id: string }) => {
        await ctx.get('/details/other').catch(() => undefined)
        judge(ctx, { id: item.id, state: 'on' })
      }
      await ctx.each([good, bad], look, { resource: toResource })
    }

    const { outcome } = await run(careless, details({ other: { status: 403, json: {} } }))

    expect(outcome).toMatchObject({ status: 'error', error: { kind: 'permission' } })
  })
})
