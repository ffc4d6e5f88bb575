import { spawn } from 'node:child_process'
import { lookup, resolveTxt } from 'node:dns/promises'
import { once } from 'node:events'
import { readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import type {
  AnyConnector,
  Check,
  CheckContext,
  Clock,
  NextPage,
  RunResult,
  Variable,
} from '../../../src/define/index.ts'
import { beginBundle } from '../../../src/evidence/bundle/bundle-draft.ts'
import { type CheckReplay, replayBundle } from '../../../src/evidence/replay/replay.ts'
import { type RunChecksOptions, runChecks } from '../../../src/things/runs/run-checks.ts'
import { checkWith } from '../../checks/support.ts'
import { type Answerer, catchError, createConnectorWith, secretKey, serve } from '../../http/support.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { ownSigner } from '../bundle.ts'

interface Story {
  readonly checks: readonly Check[]
  readonly answer?: Answerer
  readonly definition?: object
  readonly hooks?: AnyConnector['hooks']
  readonly options?: Partial<RunChecksOptions>
}

/** Runs checks on a real vendor and leaves a bundle. */
async function recorded({ checks, answer, definition, hooks, options }: Story) {
  const vendor = await serve(answer)
  const connector = { ...createConnectorWith({ baseUrl: vendor.origin, ...definition }, hooks), checks }
  const bundle = join(createTempFolder(), 'bundle.zip')
  const draft = await beginBundle(bundle)
  const run: RunResult = await runChecks(connector, {
    credentials: { api_key: secretKey },
    allowPrivateNetwork: true,
    exchanges: { file: draft.exchangesFile },
    clock: hastyClock(),
    ...options,
  })
  await draft.finish(toRecordedRun(run), ownSigner)
  await draft.discard()
  return { vendor, connector, bundle, run }
}

/** The system's time, plus all that was slept. */
function hastyClock(): Clock {
  let sleptMs = 0
  return {
    nowMs: () => Date.now() + sleptMs,
    sleep: async (ms) => {
      sleptMs += ms
    },
  }
}

/** Replays what was recorded, and sees to it that nobody is asked. */
async function retold(story: Story, change: (connector: AnyConnector) => AnyConnector = (connector) => connector) {
  const { vendor, connector, bundle, run } = await recorded(story)
  const asked = vendor.seen.length
  // If a check ends before an answer has come, the run counts as incomplete, and can still be replayed.
  const force = run.notReplayableBecause?.includes('was cancelled') ?? false
  const replay = await replayBundle(bundle, change(connector), { force })
  expect(vendor.seen).toHaveLength(asked)
  return { run, replay, bundle, vendor }
}

const user = (id: string) => ({ type: 'user', id })
const pass = (ctx: CheckContext, id: string, evidence?: object) =>
  ctx.pass({ resource: user(id), title: 'On', evidence })

const pages: Answerer = ({ path }) => {
  const page = Number(new URL(path, 'http://x').searchParams.get('page') ?? 1)
  const link = page < 3 ? { link: `</users?page=${page + 1}>; rel="next"` } : {}
  return { headers: link, json: [{ id: `u${page}a` }, { id: `u${page}b` }] }
}

describe('replayBundle() reaches the same results, without a single request,', () => {
  test.each<[string, Story]>([
    [
      'of pages, and of work side by side',
      {
        answer: pages,
        checks: [
          checkWith({}, async (ctx) => {
            await ctx.each(ctx.paginate<{ id: string }>('/users', { next: 'link' }), async ({ id }) => {
              await ctx.get(`/users/${id}`)
              pass(ctx, id)
            })
          }),
        ],
      },
    ],
    ...(['latin1', 'utf16le'] as const).map((encoding): [string, Story] => [
      `of numbers above 2^53, in ${encoding}, with a secret beside them`,
      {
        answer: ({ path }) => {
          const next = path === '/users' ? 1909699624467843201n : undefined
          const text = `{"users":[{"id":"jürgen${next ?? ''}","echo":"${secretKey}"}],"next":${next ?? null}}`
          const charset = encoding === 'latin1' ? 'iso-8859-1' : 'utf-16'
          return {
            headers: { 'content-type': `application/json; charset=${charset}` },
            body: Buffer.from(text, encoding),
          }
        },
        checks: [
          checkWith({}, async (ctx) => {
            const options = { items: 'users', next: { cursor: 'next', param: 'after' } } as const
            for await (const { id } of ctx.paginate<{ id: string }>('/users', options)) pass(ctx, id)
            pass(ctx, 'body', { users: await (await ctx.fetch('/users')).json() })
          }),
        ],
      },
    ]),
    [
      'of a sign-in by Digest, whose nonces end',
      {
        definition: { auth: { type: 'basic', config: { scheme: 'digest' } } },
        options: { credentials: { username: 'ada', password: secretKey } },
        answer: ({ headers: { authorization = '' }, path }) => {
          const stale = authorization.includes('nc=00000002') ? ', stale=true' : ''
          const challenge = `Digest realm="a", qop="auth", nonce="n"${stale}`
          return authorization === '' || stale !== ''
            ? { status: 401, headers: { 'www-authenticate': challenge }, json: { message: 'Sign in' } }
            : { json: [{ id: path }] }
        },
        checks: [
          checkWith({}, async (ctx) => {
            for (const path of ['/a', '/b', '/c']) pass(ctx, path, { seen: await ctx.get(path) })
          }),
          checkWith({ id: 'later' }, async (ctx) => void pass(ctx, 'd', { seen: await ctx.get('/d') })),
        ],
      },
    ],
    [
      'of the same request as a stranger and with credentials, in whichever order they are asked',
      {
        answer: ({ headers }) =>
          headers['x-api-key'] ? { json: [{ id: 'a' }] } : { status: 401, json: { message: 'Sign in' } },
        checks: [
          checkWith({}, async (ctx) => {
            const own = ctx.fetch('/users')
            const stranger = ctx.fetch('/users', { credentials: 'omit' })
            pass(ctx, 'a', { own: (await own).status, stranger: (await stranger).status })
          }),
          checkWith({ id: 'stranger-first' }, async (ctx) => {
            const refused = await ctx.get('/users', { anonymous: true }).catch((error: unknown) => error)
            pass(ctx, 'b', { own: await ctx.get('/users'), refused: refused instanceof Error })
          }),
        ],
      },
    ],
    [
      'of a connection of GraphQL, of a page by hand and of a list that is not whole',
      {
        answer: ({ path, body }) => {
          if (path === '/users') return { json: { users: [{ id: 'b' }], has_more: true } }
          const { after } = (JSON.parse(body) as { variables: { after?: string } }).variables
          const pageInfo = { hasNextPage: after === undefined, endCursor: 'c1' }
          return { json: { data: { users: { nodes: [{ id: `a${after}` }], pageInfo } } } }
        },
        checks: [
          checkWith({ id: 'connection' }, async (ctx) => {
            const next = { connection: 'users', variable: 'after' }
            const body = { query: '{ users { nodes { id } } }', variables: {} }
            for await (const { id } of ctx.paginate<{ id: string }>('/graphql', { body, next })) pass(ctx, id)
          }),
          checkWith({ id: 'by-hand' }, async (ctx) => void pass(ctx, 'b', { seen: await ctx.get('/users') })),
          checkWith({ id: 'cut' }, async (ctx) => {
            const list = ctx.paginate<{ id: string }>('/users', { items: 'users', next: 'link' })
            for await (const { id } of list) pass(ctx, id)
          }),
        ],
      },
    ],
    [
      'of redirects, to another host too',
      {
        answer: ({ path, headers }) =>
          path === '/a'
            ? { status: 302, headers: { location: '/b' } }
            : path === '/b'
              ? { status: 307, headers: { location: `http://localhost:${headers.host?.split(':')[1]}/c` } }
              : { json: { at: path } },
        checks: [
          checkWith({}, async (ctx) => pass(ctx, 'u', { seen: await ctx.get('/a', { redirects: 'anywhere' }) })),
        ],
      },
    ],
    [
      'of retries, by status and by what the vendor asks to wait',
      {
        answer: (_request, _response, nth) =>
          nth < 3 ? { status: nth === 1 ? 503 : 429, headers: { 'retry-after': '7' } } : { json: { nth } },
        checks: [checkWith({}, async (ctx) => pass(ctx, 'u', { seen: await ctx.get('/a') }))],
      },
    ],
    [
      'of the same thing asked again and again',
      {
        answer: (_request, _response, nth) => ({ json: { nth } }),
        checks: [
          checkWith({}, async (ctx) => {
            for (const id of ['a', 'b', 'c']) pass(ctx, id, { seen: await ctx.get('/now') })
          }),
        ],
      },
    ],
    [
      'of the same thing asked several times at once',
      {
        checks: [
          checkWith({}, async (ctx) => {
            const answers = await Promise.all([1, 2, 3].map(() => ctx.get('/now')))
            for (const [index, seen] of answers.entries()) pass(ctx, `u${index}`, { seen })
          }),
        ],
      },
    ],
    [
      'of checks that share an answer',
      {
        answer: (_request, _response, nth) => ({ json: { nth } }),
        checks: ['a', 'b', 'c'].map((id) =>
          checkWith({ id }, async (ctx) => pass(ctx, id, { me: await ctx.get('/me') })),
        ),
      },
    ],
    [
      'of searches by POST with a body, and of GraphQL',
      {
        answer: ({ path, body }) => ({
          json: path === '/graphql' ? { data: { echo: JSON.parse(body).variables } } : { echo: body },
        }),
        checks: [
          checkWith({}, async (ctx) => {
            pass(ctx, 'a', { seen: await ctx.post('/search', { body: { role: 'admin' }, reads: true }) })
            pass(ctx, 'b', { seen: await ctx.post('/search', { body: { role: 'member' }, reads: true }) })
            pass(ctx, 'c', { seen: await ctx.graphql('query Q($n: Int) { echo(n: $n) }', { n: 1 }) })
          }),
        ],
      },
    ],
    [
      'of ctx.fetch with a stream and with bytes that are no text',
      {
        answer: ({ path }) => (path === '/bytes' ? { body: new Uint8Array([0, 255, 254, 1]) } : { body: 'streamed' }),
        checks: [
          checkWith({}, async (ctx) => {
            const chunks: Uint8Array[] = []
            for await (const chunk of (await ctx.fetch('/stream')).body ?? []) chunks.push(chunk)
            const bytes = await (await ctx.fetch('/bytes')).arrayBuffer()
            pass(ctx, 'u', { text: Buffer.concat(chunks).toString(), bytes: [...new Uint8Array(bytes)] })
          }),
        ],
      },
    ],
    [
      'of errors: refused, not found, not JSON, thrown by the check',
      {
        answer: ({ path }) =>
          path === '/html' ? { body: '<html>' } : { status: Number(path.slice(1)), json: { message: 'no' } },
        checks: [
          checkWith({ id: 'refused', scopes: ['users:read'] }, (ctx) => ctx.get('/403')),
          checkWith({ id: 'gone' }, (ctx) => ctx.get('/404')),
          checkWith({ id: 'rejected' }, (ctx) => ctx.get('/401')),
          checkWith({ id: 'broken' }, (ctx) => ctx.get('/500')),
          checkWith({ id: 'html' }, (ctx) => ctx.get('/html')),
          checkWith({ id: 'threw' }, (ctx) => {
            pass(ctx, 'before')
            throw new Error('oops')
          }),
          checkWith({ id: 'nothing' }),
          checkWith({ id: 'empty', onEmpty: 'fail' }),
        ],
      },
    ],
    [
      'of a vendor that cannot be reached, retried and not',
      {
        definition: { baseUrl: 'http://127.0.0.1:9' },
        checks: [
          checkWith({ id: 'retried' }, (ctx) => ctx.get('/a')),
          checkWith({ id: 'once' }, (ctx) => ctx.get('/b', { retry: false })),
          checkWith({ id: 'caught' }, async (ctx) => {
            await ctx.get('/c', { retry: false }).catch(() => pass(ctx, 'away'))
          }),
        ],
      },
    ],
    [
      'of a vendor that asks for a pause longer than anybody waits',
      {
        answer: () => ({ status: 429, headers: { 'retry-after': '900' } }),
        checks: ['a', 'b', 'c'].map((id) => checkWith({ id }, (ctx) => ctx.get(`/${id}`))),
      },
    ],
    [
      'of results in any order, and of several for one resource',
      {
        answer: ({ path }) => ({ json: { path } }),
        checks: [
          checkWith({}, async (ctx) => {
            const ids = ['c', 'a', 'b', 'a']
            await ctx.each(ids, async (id, index) => pass(ctx, id, { seen: await ctx.get(`/${id}?n=${index}`) }))
          }),
        ],
      },
    ],
    [
      'of time, variables and settings',
      {
        definition: { variables: [{ id: 'most', label: 'Most', type: 'number', default: 3 }] },
        options: { variables: { most: 7 } },
        checks: [
          checkWith({}, async (ctx) => {
            await ctx.get(`/since?at=${ctx.now.toISOString()}`)
            pass(ctx, 'u', { now: ctx.now.getTime(), most: ctx.variables.most })
          }),
        ],
      },
    ],
    [
      'of variables that two checks call the same and mean differently',
      {
        checks: [30, 90].map((days) =>
          checkWith(
            {
              id: `idle-${days}`,
              variables: [{ id: 'max_unused_days', label: 'Days', type: 'number', default: days }],
            },
            async (ctx) => {
              const { idle } = await ctx.get<{ idle: number }>('/token')
              const resource = user('u')
              if (idle <= Number(ctx.variables.max_unused_days)) ctx.pass({ resource, title: 'Used' })
              else ctx.fail({ resource, title: 'Unused', remediation: 'Delete it.' })
            },
          ),
        ),
        answer: () => ({ json: { idle: 60 } }),
      },
    ],
    [
      'of a variable that one check could not begin with, and another could',
      {
        options: { variables: { limit: 'many' } },
        checks: (['number', 'text'] as const).map((type) =>
          checkWith({ id: type, variables: [{ id: 'limit', label: 'Limit', type }] }, (ctx) =>
            pass(ctx, 'u', { limit: ctx.variables.limit }),
          ),
        ),
      },
    ],
    [
      'of signed requests: nobody signs again',
      {
        hooks: {
          sign: (request) => {
            request.headers.set('x-signature', String(Math.random()))
            request.url.searchParams.set('signed', String(Math.random()))
          },
        },
        checks: [checkWith({}, async (ctx) => pass(ctx, 'u', { seen: await ctx.get('/a') }))],
      },
    ],
  ])('%s', async (_name, story) => {
    const { run, replay } = await retold(story)

    expect(run.replayable).toBe(true)
    expect(replay.checks.flatMap(({ differences, missing }) => [...differences, ...missing])).toEqual([])
    expect(replay.same).toBe(true)
    expect(replay.checks.map(({ id, results }) => [id, results])).toEqual(
      run.checks.map(({ id, results }) => [id, results.length]),
    )
  })

  test.each([
    ['side by side', {}],
    ['one after the other', { limits: { concurrency: 1 } }],
  ])('of a list that was left while more of it was on its way, %s', async (_, definition) => {
    const { run, replay } = await retold({
      definition,
      answer: async ({ path }) => {
        const page = Number(new URL(path, 'http://x').searchParams.get('page') ?? 1)
        // The pages that were fetched ahead are still on their way when the check leaves.
        if (page > 1) await new Promise((resolve) => setTimeout(resolve, 300))
        return { json: { total: 20, users: [{ id: `u${page}a` }, { id: `u${page}b` }] } }
      },
      checks: [
        checkWith({}, async (ctx) => {
          const users = ctx.paginate<{ id: string }>('/users?page=1', {
            items: 'users',
            next: { page: { param: 'page', first: 1 }, total: 'total' },
            partial: true,
          })
          for await (const { id } of users) {
            pass(ctx, id)
            break
          }
        }),
      ],
    })

    expect(run).toMatchObject({ status: 'pass', replayable: true })
    expect(replay.checks[0]).toMatchObject({ same: true, results: 1, missing: [] })
  })

  test('of secrets, wherever a check puts them', async () => {
    const { run, replay, bundle } = await retold({
      answer: ({ path }) => ({ json: { access_token: 'minted-token-8812', path, echo: secretKey } }),
      checks: [
        checkWith({}, async (ctx) => {
          const key = String(ctx.credentials.api_key)
          const { access_token } = await ctx.get<{ access_token: string }>(`/bot${key}/me`)
          ctx.secret(access_token)
          await ctx.get('/by-query', { query: { k: key, t: access_token } })
          await ctx.post('/by-body', { body: { key, list: [access_token] }, reads: true })
          await ctx.post('/by-form', { body: new URLSearchParams({ key }), reads: true })
          const basic = Buffer.from(`${key}`).toString('base64')
          pass(ctx, 'u', { seen: await ctx.get(`/encoded/${basic}`), basic, key })
        }),
      ],
    })

    expect(run.checks[0]?.error).toBeUndefined()
    expect(replay.checks[0]).toMatchObject({ same: true, differences: [], missing: [] })
    expect(readFileSync(bundle, 'utf8')).not.toMatch(/sesame|minted/)
  })

  test('of a login, renewed after a 401, without logging in', async () => {
    let logins = 0
    const story: Story = {
      definition: {
        auth: {
          type: 'custom',
          config: { description: 'x', credentialFields: [{ id: 'user', label: 'User', type: 'text', required: true }] },
        },
      },
      options: { credentials: { user: 'ada' } },
      hooks: {
        authenticate: async ({ fetch }) => {
          await fetch('/login', { method: 'POST' })
          return { headers: { 'x-session': `session-token-${++logins}` } }
        },
      },
      answer: ({ path, headers }) =>
        path === '/a' && headers['x-session'] === 'session-token-1' ? { status: 401 } : { json: { path } },
      checks: [
        checkWith({}, async (ctx) => {
          pass(ctx, 'u', { a: await ctx.get('/a'), user: ctx.credentials.user })
          pass(ctx, 'v', { a: await ctx.get('/a') })
        }),
      ],
    }

    const { run, replay } = await retold(story)

    expect(run.checks[0]).toMatchObject({ status: 'pass', requests: 3 })
    expect(replay.checks[0]).toMatchObject({ same: true, missing: [], unasked: [] })
    expect(logins).toBe(2)
  })

  test.each<[string, Partial<RunChecksOptions>, object]>([
    ['its run', { timeoutMs: 500 }, {}],
    ['its own time', {}, { timeoutMs: 500 }],
  ])(
    'of lists without end that %s cut off: by force, for how long a check took no answer tells',
    async (_, options, check) => {
      const { run, replay } = await retold({
        options,
        answer: async ({ path }, _response, nth) => {
          await new Promise((resolve) => setTimeout(resolve, 20))
          return { json: path === '/graphql' ? { data: { nth } } : { next: String(nth), users: [{ id: `u${nth}` }] } }
        },
        checks: [
          checkWith({ ...check, id: 'list' }, async (ctx) => {
            const users = ctx.paginate('/users', { items: 'users', next: { cursor: 'next', param: 'cursor' } })
            for await (const _user of users);
          }),
          checkWith({ ...check, id: 'by-hand' }, async (ctx) => {
            for (let page = 0; ; page++) await ctx.graphql('query ($page: Int) { nth }', { page })
          }),
          checkWith({ ...check, id: 'careless' }, async (ctx) => {
            for (let page = 0; ; page++) await ctx.get(`/pages/${page}`).catch(() => undefined)
          }),
        ],
      })

      expect(run.checks.map(({ error }) => error?.code)).toEqual(['CHECK_TIMEOUT', 'CHECK_TIMEOUT', 'CHECK_TIMEOUT'])
      expect(run.replayable).toBe(false)
      expect(replay.checks.flatMap(({ differences, missing }) => [...differences, ...missing])).toEqual([])
    },
  )

  test('of state that an earlier run left', async () => {
    const check = checkWith({}, async (ctx) => {
      const before = (await ctx.state.get<number>('seen')) ?? 0
      await ctx.state.set('seen', before + 1)
      pass(ctx, 'u', { before })
    })
    const { bundle, connector } = await recorded({ checks: [check] })
    const withState = await rewritten(bundle, (run) => ({
      ...run,
      inputs: { ...run.inputs, stateBefore: { mfa: { seen: 41 } } },
    }))

    const replay = await replayBundle(withState, connector)

    expect(replay.checks[0]?.differences).toEqual([
      { of: 'user u', field: 'evidence', recorded: '{"before":0}', replayed: '{"before":41}' },
    ])
  })
})

/** The bundle of the same exchanges with another run. */
async function rewritten(bundle: string, change: (run: RunResult) => RunResult): Promise<string> {
  const { openPromise } = await import('yauzl')
  const { buffer } = await import('node:stream/consumers')
  const folder = createTempFolder()
  const zip = await openPromise(bundle)
  for await (const entry of zip.eachEntry())
    writeFileSync(join(folder, entry.fileName), await buffer(await zip.openReadStreamPromise(entry)))
  const { writeRunText } = await import('../../../src/evidence/bundle/run-text.ts')
  const { text } = await import('node:stream/consumers')
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunResult
  writeFileSync(join(folder, 'run.json'), await text(writeRunText(toRecordedRun(change(run)))))
  return folder
}

// Vendors choose how their cursors are called and what they look like.
const cursors = ['Ab3dEf6h1jKlMn0p', 'Zz9yXw8v7uTsRq6p', 'Qq1wEe2rTt3yUu4i']

const listBy =
  (name: string, { isEndless = false } = {}): Answerer =>
  ({ path }) => {
    const at = cursors.indexOf(new URL(path, 'http://x').searchParams.get(name) ?? '')
    const next = cursors[at + 1] ?? (isEndless ? cursors.at(-1) : undefined)
    const link = next === undefined ? {} : { link: `</users?${name}=${next}>; rel="next"` }
    return { headers: link, json: { items: [{ page: at }], next: next ?? null, [name]: next ?? null } }
  }

describe.each(['token', 'code', 'sig', 'cookie', 'secret', 'ticket', 'cursor'])(
  'replayBundle() reaches the same results of a list whose cursor is called "%s",',
  (name) => {
    const demandSame = async (work: (ctx: CheckContext) => Promise<void>, answer: Answerer, status: string) => {
      const { run, replay } = await retold({ answer, checks: [checkWith({}, work)] })

      expect(run.checks[0]).toMatchObject({ status, requests: 4 })
      expect(replay.checks.flatMap(({ differences }) => differences)).toEqual([])
      expect(replay.same).toBe(true)
    }

    test.each<[string, NextPage]>([
      ['in a link', 'link'],
      ['in a member of its own', { cursor: name, param: name }],
      ['in another member', { cursor: 'next', param: name }],
    ])('%s', async (_where, next) => {
      const read = async (ctx: CheckContext) => {
        let seen = 0
        for await (const user of ctx.paginate('/users', { next, items: 'items', notMore: ['next'] }))
          pass(ctx, String(seen++), { user })
      }

      await demandSame(read, listBy(name), 'pass')
      await demandSame(read, listBy(name, { isEndless: true }), 'error')
    })

    test('that a check reads by itself', async () => {
      await demandSame(
        async (ctx) => {
          let path: string | undefined = '/users'
          for (let page = 0; path !== undefined; page++) {
            const { next }: { next: string | null } = await ctx.get(path)
            pass(ctx, String(page))
            path = next === null ? undefined : `/users?${name}=${next}`
          }
        },
        listBy(name),
        'pass',
      )
    })
  },
)

describe('replayBundle() shows', () => {
  const asking = (path: string, title = 'On', evidence: object = {}) =>
    checkWith({}, async (ctx) => {
      await ctx.get(path)
      ctx.pass({ resource: user('u'), title, evidence })
    })
  const withCheck = (check: Check) => (connector: AnyConnector) => ({ ...connector, checks: [check] })

  const only = ({ checks }: { readonly checks: readonly CheckReplay[] }) => {
    const [check] = checks
    if (!check) throw new Error('There is no check.')
    return check
  }

  test('which field of which result is another one', async () => {
    const { replay } = await retold(
      { checks: [asking('/a', 'On', { n: 1 })] },
      withCheck(asking('/a', 'Off', { n: 2 })),
    )

    expect(replay.same).toBe(false)
    expect(only(replay).differences).toEqual([
      { of: 'user u', field: 'title', recorded: '"On"', replayed: '"Off"' },
      { of: 'user u', field: 'evidence', recorded: '{"n":1}', replayed: '{"n":2}' },
    ])
  })

  test('what a check asks for that the bundle lacks, though the check overlooks the error', async () => {
    const careless = checkWith({}, async (ctx) => {
      await ctx.get('/a')
      await ctx.get('/new').catch(() => undefined)
      pass(ctx, 'u', {})
    })

    const { replay, vendor } = await retold({ checks: [asking('/a')] }, withCheck(careless))

    expect(only(replay)).toMatchObject({ same: false, missing: [`GET ${vendor.origin}/new`] })
  })

  test('what a check asks once more than it did', async () => {
    const twice = checkWith({}, async (ctx) => {
      await ctx.get('/a')
      await ctx.get('/a')
      pass(ctx, 'u', {})
    })

    const { replay } = await retold({ checks: [asking('/a')] }, withCheck(twice))

    expect(only(replay).missing).toHaveLength(1)
    expect(only(replay).differences.map(({ of }) => of)).toContain('error')
  })

  test('what a check does not ask any more, and that it is gone', async () => {
    const { replay } = await retold({ checks: [asking('/a')] }, withCheck(checkWith({}, (ctx) => pass(ctx, 'u', {}))))
    const none = await retold({ checks: [asking('/a')] }, (connector) => ({ ...connector, checks: [] }))

    expect(only(replay)).toMatchObject({ same: true, unasked: [1] })
    expect(only(none.replay)).toMatchObject({ same: false, differences: [{ of: 'check', recorded: 'mfa' }] })
  })

  test('a check that depends on chance', async () => {
    const { replay } = await retold({ checks: [checkWith({}, (ctx) => pass(ctx, 'u', { n: Math.random() }))] })

    expect(only(replay).differences).toEqual([
      expect.objectContaining({ of: 'user u', field: 'evidence', recorded: expect.stringMatching(/^\{"n":0\./) }),
    ])
  })

  test.each<[string, (url: string) => Promise<unknown>, string]>([
    ['by fetch', (url) => fetch(url), 'connect to'],
    [
      'by fetch, on a connection that is open',
      (url) =>
        fetch(url).then(
          (answer) => answer.text(),
          () => '',
        ),
      'send a request',
    ],
    ['by http', async (url) => once(get(url), 'response'), 'connect to'],
    ['by a name', () => lookup('localhost'), 'look up a name'],
    ['by a resolver', () => resolveTxt('acme.invalid'), 'look up a name'],
    ['by another process', () => once(spawn(process.execPath, ['--version']), 'exit'), 'start a process'],
  ])('that a check reaches for the network %s, though it comes to the same', async (_, reach, what) => {
    const other = await serve(() => ({ json: {} }))
    if (what === 'send a request') await (await fetch(other.origin)).text()
    const asked = other.seen.length
    const alsoAsking = checkWith({}, async (ctx) => {
      await reach(other.origin).catch(() => undefined)
      await asking('/a').run(ctx)
    })

    const { replay } = await retold({ checks: [asking('/a')] }, withCheck(alsoAsking))

    expect(only(replay)).toMatchObject({ same: false, differences: [], missing: [] })
    expect(only(replay).reached).toContainEqual(expect.stringContaining(what))
    if (what === 'connect to') expect(other.seen).toHaveLength(asked)
  })

  test('nothing of what other work of the process asks meanwhile', async () => {
    const other = await serve(() => ({ json: {} }))
    const { bundle, connector } = await recorded({ checks: [asking('/a')] })
    let answered = 0
    const busy = async () => {
      for (let nth = 0; nth < 20; nth++) if ((await fetch(`${other.origin}/${nth}`)).ok) answered++
    }

    const [replay] = await Promise.all([replayBundle(bundle, connector), busy()])

    expect(only(replay)).toMatchObject({ same: true, reached: [] })
    expect(answered).toBe(20)
  })

  test('that a body was another one', async () => {
    const posting = (role: string) =>
      checkWith({}, async (ctx) => {
        await ctx.post('/search', { body: { role }, reads: true })
        pass(ctx, 'u', {})
      })

    const { replay } = await retold({ checks: [posting('admin')] }, withCheck(posting('member')))

    expect(only(replay).missing).toEqual([expect.stringMatching(/^POST .*\/search$/)])
  })

  test('no difference where only headers are others', async () => {
    const saying = (accept: string) =>
      checkWith({}, async (ctx) => {
        await ctx.get('/a', { headers: { accept } })
        pass(ctx, 'u', {})
      })

    const { replay } = await retold({ checks: [saying('a/b')] }, withCheck(saying('c/d')))

    expect(replay.same).toBe(true)
  })
})

describe('replayBundle() refuses', () => {
  test('a run whose login failed, and by force comes to the same: what was never sent is not missing', async () => {
    const { bundle, connector, run } = await recorded({
      definition: { auth: { type: 'custom', config: { credentialFields: [] } } },
      options: { credentials: {} },
      hooks: {
        authenticate: () => {
          throw new Error('refused')
        },
      },
      answer: () => ({ json: {} }),
      checks: [checkWith({}, async (ctx) => pass(ctx, 'u', { a: await ctx.get('/a') }))],
    })

    const error = await replayBundle(bundle, connector).catch((reason: unknown) => reason)
    const { checks } = await replayBundle(bundle, connector, { force: true })

    expect(run.checks[0]).toMatchObject({ status: 'error', error: { code: 'AUTH_LOGIN_FAILED' } })
    expect(error).toMatchObject({ code: 'RUN_NOT_REPLAYABLE' })
    expect(checks[0]).toMatchObject({ same: true, missing: [] })
  })

  test('a run that was not kept whole, with its reason, and replays what there is of it by force', async () => {
    const check = checkWith({}, async (ctx) => {
      await ctx.get('/a')
      pass(ctx, 'u', {})
    })
    const { bundle, connector } = await recorded({
      checks: [check, checkWith({ id: 'other' }, (ctx) => pass(ctx, 'v'))],
    })
    const folder = await rewritten(bundle, (run) => ({
      ...run,
      replayable: false,
      notReplayableBecause: 'Exchange 1 has a body that is too large.',
    }))

    const refused = await catchError(replayBundle(folder, connector))
    const forced = await replayBundle(folder, connector, { force: true })

    expect(refused).toMatchObject({
      code: 'RUN_NOT_REPLAYABLE',
      message: expect.stringMatching(/Exchange 1 has a body that is too large\..*--force/),
    })
    expect(forced.same).toBe(true)
  })

  test.each(['run.json', 'exchanges.har'])('a folder without %s, or with a link in its place', async (file) => {
    const { bundle, connector } = await recorded({ checks: [checkWith({}, (ctx) => pass(ctx, 'u'))] })
    const folder = await rewritten(bundle, (run) => run)
    const place = join(folder, file)
    renameSync(place, join(createTempFolder(), file))

    const without = await catchError(replayBundle(folder, connector))
    symlinkSync('/dev/zero', place)
    const linked = await catchError(replayBundle(folder, connector))

    const refusal = { code: 'BUNDLE_INVALID', message: expect.stringContaining(file) }
    expect([without, linked]).toMatchObject([refusal, refusal])
  })

  test("another connector's run, and tells the version of the same one", async () => {
    const { bundle, connector } = await recorded({ checks: [checkWith({}, (ctx) => pass(ctx, 'u'))] })

    const other = await catchError(replayBundle(bundle, { ...connector, id: 'other' }))
    const newer = await replayBundle(bundle, {
      ...connector,
      definition: { ...connector.definition, version: '2.0.0' },
    })

    expect(other).toMatchObject({ code: 'RUN_NOT_REPLAYABLE', message: expect.stringContaining('"acme"') })
    expect(newer).toMatchObject({ same: true, connector: { version: '2.0.0' } })
    expect(newer.run.code?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(newer.code.sha256).not.toBe(newer.run.code?.sha256)
  })
})

const variable = fc.oneof(
  fc.record({ type: fc.constant('number'), default: fc.integer() }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('text'), default: fc.string() }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('list'), default: fc.constant(['acme.example']) }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('boolean'), default: fc.boolean() }, { requiredKeys: ['type'] }),
  fc.record(
    { type: fc.constant('multiselect'), default: fc.array(fc.constantFrom('a', 'b')) },
    { requiredKeys: ['type'] },
  ),
)
const givenValue = fc.option(fc.oneof(fc.constantFrom('', '7', 'true', 'a,b', ' '), fc.integer(), fc.boolean()))

test('replayBundle() gives every check what it had, whatever others call by the same id', {
  timeout: 120_000,
}, async () => {
  const declared = fc.record({ most: variable, days: variable }, { requiredKeys: [] })
  const given = fc.record({ most: givenValue, days: givenValue }, { requiredKeys: [] })

  await fc.assert(
    fc.asyncProperty(fc.array(declared, { minLength: 1, maxLength: 4 }), given, async (all, values) => {
      const checks = all.map((each, index) => {
        const variables = Object.entries(each).map(([id, rest]) => ({ id, label: id, ...rest }) as Variable)
        return checkWith({ id: `c${index}`, variables }, (ctx) => pass(ctx, 'u', { ...ctx.variables }))
      })
      const known = new Set(checks.flatMap(({ variables = [] }) => variables.map(({ id }) => id)))
      const variables = Object.fromEntries(Object.entries(values).filter(([id]) => known.has(id)))

      const { run, replay } = await retold({ checks, options: { variables } })

      expect(run.replayable).toBe(true)
      expect(replay.checks.filter(({ same }) => !same)).toEqual([])
    }),
    { numRuns: isSoak ? 500 : 40 },
  )
})

type Step = 'get' | 'again' | 'missing' | 'post' | 'pages' | 'both' | 'report'

test('replayBundle() of whatever a check does equals its run', { timeout: 120_000 }, async () => {
  const step = fc.constantFrom<Step>('get', 'again', 'missing', 'post', 'pages', 'both', 'report')
  const program = fc.array(step, { maxLength: 6 })
  const programs = fc.array(program, { minLength: 1, maxLength: 3 })
  const statuses = fc.array(fc.constantFrom(200, 200, 200, 404, 503, 429), { maxLength: 5 })

  await fc.assert(
    fc.asyncProperty(programs, statuses, async (all, answers) => {
      const checks = all.map((steps, index) => checkWith({ id: `c${index}`, onEmpty: 'pass' }, performing(steps)))
      let asked = 0
      const answer: Answerer = (request, response, nth) => {
        const status = answers[asked++] ?? 200
        if (status === 200) return pages(request, response, nth)
        return { status, headers: status === 429 ? { 'retry-after': '1' } : {}, json: {} }
      }

      const { run, replay } = await retold({ checks, answer })

      expect(run.notReplayableBecause ?? '').toMatch(/^$|was cancelled/)
      expect(replay.checks.filter(({ same }) => !same)).toEqual([])
    }),
    { numRuns: isSoak ? 500 : 25 },
  )
})

function performing(steps: readonly Step[]) {
  return async (ctx: CheckContext) => {
    for (const [index, each] of steps.entries()) {
      const id = `${index}`
      if (each === 'get') pass(ctx, id, { seen: await ctx.get(`/get/${index}`) })
      if (each === 'again') pass(ctx, id, { seen: await ctx.get('/same') })
      if (each === 'missing')
        await ctx.get(`/maybe/${index}`).catch((error: Error) => pass(ctx, id, { error: error.name }))
      if (each === 'post') pass(ctx, id, { seen: await ctx.post('/search', { body: { index }, reads: true }) })
      if (each === 'pages')
        for await (const item of ctx.paginate<{ id: string }>('/users', { next: 'link' })) pass(ctx, `${id}${item.id}`)
      if (each === 'both')
        pass(ctx, id, { seen: await Promise.all([ctx.get('/left'), ctx.get('/right'), ctx.get('/left')]) })
      if (each === 'report') ctx.fail({ resource: user(id), title: 'Off', remediation: 'Mend it.' })
    }
  }
}
