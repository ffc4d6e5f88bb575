import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import { type AnyConnector, type CheckContext, defineConnector } from '../../../src/define/index.ts'
import { beginBundle } from '../../../src/evidence/bundle/bundle-draft.ts'
import { makeRecording } from '../../../src/evidence/recording/make-recording.ts'
import { parseRecording } from '../../../src/evidence/recording/read-recording.ts'
import { formatRecording } from '../../../src/evidence/recording/recording-text.ts'
import { replayRecording } from '../../../src/evidence/recording/replay-recording.ts'
import { type CheckReplay, replayBundle } from '../../../src/evidence/replay/replay.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { checkWith } from '../../checks/support.ts'
import { type Answerer, createConnectorWith, secretKey, serve } from '../../http/support.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { ownSigner } from '../bundle.ts'

/** Three tokens, of which the first owner answers last. */
const tokens = [
  { id: 1, value: 'tok-7f3a9c2e41d8b605', waitMs: 60 },
  { id: 2, value: 'tok-0b6e83f1c9a74d52', waitMs: 30 },
  { id: 3, value: 'tok-e5d2917a3c08f64b', waitMs: 0 },
]

const vendor: Answerer = async ({ path, body, headers }) => {
  const url = new URL(path, 'http://vendor')
  if (url.pathname === '/tokens') return { json: tokens.map(({ id, value }) => ({ id, value })) }
  const owner = tokens.find(({ id }) => url.pathname === `/owners/${id}`)
  if (owner) {
    await sleep(owner.waitMs)
    return { json: { id: owner.id, value: owner.value } }
  }
  const asked = `${path} ${body} ${String(headers['x-as'])}`
  return { json: { rights: `those of ${tokens.find(({ value }) => asked.includes(value))?.id}` } }
}

type Token = Pick<(typeof tokens)[number], 'id' | 'value'>
type AskRights = (ctx: CheckContext, value: string) => Promise<unknown>

/** Asks for the rights of each token after its owner is known, and says which ones they are. */
const asks = {
  'in its address': (ctx, value) => ctx.get(`/rights/${value}`),
  'in its query': (ctx, value) => ctx.get('/rights', { query: { of: value } }),
  'in its body': (ctx, value) => ctx.post('/rights', { body: { of: value }, reads: true }),
  'in a header': (ctx, value) => ctx.get('/rights', { headers: { 'x-as': value } }),
  'of ctx.fetch': async (ctx, value) => (await ctx.fetch(`/rights?of=${value}`)).json(),
} satisfies Record<string, AskRights>

const judge = (ctx: CheckContext, id: number, evidence: unknown) =>
  ctx.pass({ resource: { type: 'token', id: String(id) }, title: 'Known', evidence: { evidence } })

const orders = {
  'after another request of each item': (ask: AskRights) => async (ctx: CheckContext) => {
    const list = await ctx.get<Token[]>('/tokens')
    await ctx.each(list, async ({ id, value }) => {
      ctx.secret(value)
      await ctx.get(`/owners/${id}`)
      judge(ctx, id, await ask(ctx, value))
    })
  },
  'in promises that are awaited together': (ask: AskRights) => async (ctx: CheckContext) => {
    const list = await ctx.get<Token[]>('/tokens')
    await Promise.all(
      list.map(async ({ id, value }) => {
        ctx.secret(value)
        const owner = await ctx.get(`/owners/${id}`)
        judge(ctx, id, [owner, await ask(ctx, value)])
      }),
    )
  },
  'all at once': (ask: AskRights) => async (ctx: CheckContext) => {
    const list = await ctx.get<Token[]>('/tokens')
    for (const { value } of list) ctx.secret(value)
    await ctx.each(list, async ({ id, value }) => judge(ctx, id, await ask(ctx, value)))
  },
}

const cases = Object.entries(asks).flatMap(([where, ask]) =>
  Object.entries(orders).map(([order, run]) => [where, order, run(ask)] as const),
)

/** Runs the checks on the vendor, and keeps the exchanges in a file. */
async function keep({ checks, inventories }: Pick<AnyConnector, 'checks' | 'inventories'>) {
  const { origin } = await serve(vendor)
  const connector = { ...createConnectorWith({ baseUrl: origin }), checks, inventories }
  const bundle = join(createTempFolder(), 'bundle.zip')
  const draft = await beginBundle(bundle)
  const result = await runChecks(connector, {
    credentials: { api_key: secretKey },
    allowPrivateNetwork: true,
    exchanges: { file: draft.exchangesFile },
  })
  const finish = async () => {
    await draft.finish(toRecordedRun(result), ownSigner)
    await draft.discard()
    return bundle
  }
  return { connector, result, file: draft.exchangesFile, finish }
}

type Problems = Pick<CheckReplay, 'differences' | 'missing' | 'unasked'>

function listProblems({ checks, inventories }: Readonly<Record<'checks' | 'inventories', readonly Problems[]>>) {
  return [...checks, ...inventories].flatMap(({ differences, missing, unasked }) => [
    ...differences,
    ...missing,
    ...unasked,
  ])
}

test.each(cases)(
  'replayBundle() gives requests that differ by a secret %s their own answers, asked %s',
  async (_where, _order, run) => {
    const { connector, result, finish } = await keep({ checks: [checkWith({}, run)], inventories: [] })
    const results = result.checks[0]?.results ?? []
    expect(
      results.map(({ evidence, resource: { id } }) => JSON.stringify(evidence).includes(`those of ${id}`)),
    ).toEqual([true, true, true])

    const replay = await replayBundle(await finish(), connector)

    expect(listProblems(replay)).toEqual([])
  },
)

test('replayBundle() gives the facts of an inventory their own answers', async () => {
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const accounts = acme.inventory({
    of: 'account',
    tells: [],
    covers: ['members'],
    async *list(ctx) {
      for (const { id } of await ctx.get<Token[]>('/tokens'))
        yield { id: String(id), kind: 'person' as const, status: 'active' as const }
    },
    facts: {
      email: {
        read: async (ctx, { id }) => {
          const { value } = await ctx.get<Token>(`/owners/${id}`)
          const { rights } = await ctx.get<{ rights: string }>(`/rights/${ctx.secret(value)}`)
          return `${rights.replaceAll(' ', '-')}@acme.example`
        },
      },
    },
  })
  const check = acme.check({
    id: 'rights',
    title: 'Rights',
    reads: [{ inventory: accounts, members: ['email'] }],
    async run(ctx) {
      for await (const { id, email } of ctx.inventory(accounts)) judge(ctx, Number(id), email)
    },
  })
  const { connector, result, finish } = await keep(acme.with(accounts, check))
  expect(JSON.stringify(result.checks[0]?.results)).toContain('those-of-3@')

  expect(listProblems(await replayBundle(await finish(), connector))).toEqual([])
})

test('replayBundle() of a bundle without steps gives its requests the answers in their order', async () => {
  const { connector, file, finish } = await keep({
    checks: [checkWith({}, orders['all at once'](asks['in its query']))],
    inventories: [],
  })
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const older = lines.map((line) => JSON.stringify({ ...JSON.parse(line), step: undefined }))
  expect(older).not.toEqual(lines)
  writeFileSync(file, `${older.join('\n')}\n`)

  expect(listProblems(await replayBundle(await finish(), connector))).toEqual([])
})

test('replayRecording() gives requests that differ by a secret their own answers, and only these have steps', async () => {
  const run = orders['after another request of each item'](asks['in its address'])
  const { connector, result, file, finish } = await keep({ checks: [checkWith({}, run)], inventories: [] })
  const exchanges = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const recording = parseRecording(
    formatRecording(await makeRecording(connector, toRecordedRun(result), exchanges, undefined)),
    'r.json',
  )
  await finish()

  const replay = await replayRecording(recording, connector)

  expect(listProblems(replay)).toEqual([])
  const withStep = recording.exchanges
    .filter(({ step }) => step !== undefined)
    .map(({ request }) => new URL(request.url).pathname)
  expect(withStep).toEqual(Array(3).fill('/rights/[redacted]'))
})
