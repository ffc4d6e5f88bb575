import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import type { Check } from '../../../src/define/index.ts'
import type { Notice } from '../../../src/service/notices/notice.ts'
import type { Runtime, RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { createConnectorWith, secretKey } from '../../http/support.ts'
import { startMailServer, waitForToken } from '../notices/mail-server.ts'
import { type Arrival, startReceiver, verifyArrival } from '../notices/receiver.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const dayMs = 86_400_000
const ofEve = { organizationId: 'acme', userId: 'eve' } as const
const failing = new Set<string>()
const mfa: Check = {
  id: 'mfa',
  title: 'mfa',
  connectorId: 'acme',
  severity: 'high',
  run: (ctx) => {
    if (failing.has('could not')) return ctx.cannotTell({ kind: 'permission', message: 'Grace Hopper is hidden.' })
    for (const id of ['grace@acme.example', 'ada@acme.example']) {
      const resource = { type: 'user', id, name: `Person ${id}` }
      if (failing.has(id)) ctx.fail({ resource, title: `${id} has no second factor`, remediation: 'On.' })
      else ctx.pass({ resource, title: 'On' })
    }
  },
}
const connector = { ...createConnectorWith({ baseUrl: 'https://api.acme.example' }), checks: [mfa] }

/** A runtime that looks for notices often, with a connection of Acme. */
async function open(options: Partial<RuntimeOptions> = {}) {
  failing.clear()
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const { runtime, lines } = await openRuntimeWith({
    connectors: [connector],
    clock,
    worker: { pollMs: 20 },
    ...options,
  })
  const { id: connectionId } = await runtime.connections.create({
    connector: 'acme',
    organizationId: 'acme',
    credentials: { api_key: secretKey },
    name: 'Production of Grace',
  })
  const run = async (...bad: readonly string[]) => {
    failing.clear()
    for (const id of bad) failing.add(id)
    return (await runtime.runs.start({ connectionId })).result
  }
  return { runtime, lines, clock, connectionId, run }
}

/** Waits until so many attempts are noted, so that the clock can move on. */
function waitForAttempts(
  runtime: Runtime,
  ref: { readonly organizationId: string; readonly id: string },
  count: number,
) {
  const countAttempts = async () =>
    (await runtime.webhooks.deliveries({ ...ref, limit: 100 })).reduce((sum, { attempts }) => sum + attempts, 0)
  return expect.poll(countAttempts).toBe(count)
}

async function subscribe(runtime: Runtime, url: string, more: object = {}) {
  const input = { organizationId: 'acme', name: 'Ours', sink: 'webhook', url, ...more } as const
  const { webhook, secret = '' } = await runtime.webhooks.create(input)
  return { ref: { organizationId: 'acme', id: webhook.id }, webhook, secret }
}

describe('a webhook', () => {
  test('gets what runs change, signed, in order, and without names', async () => {
    const { runtime, run, connectionId } = await open()
    const { url, arrivals } = await startReceiver()
    const { secret } = await subscribe(runtime, `${url}/in`)

    await run('grace@acme.example')
    await run()
    await run('could not')
    await run('grace@acme.example', 'ada@acme.example')

    await expect.poll(() => arrivals.length).toBe(10)
    const notices = arrivals.map((arrival) => verifyArrival(arrival, secret))
    expect(notices.map(({ type }) => type)).toEqual([
      ...['finding.opened', 'run.finished', 'finding.resolved', 'run.finished'],
      ...['check.could_not_tell', 'run.finished'],
      ...['check.recovered', ...notices.slice(7, 9).map(({ type }) => type), 'run.finished'],
    ])
    expect(
      notices
        .slice(7, 9)
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['finding.opened', 'finding.regressed'])
    expect(notices[0]).toMatchObject({
      type: 'finding.opened',
      version: 1,
      organizationId: 'acme',
      data: { connectionId, connector: 'acme', checkId: 'mfa', severity: 'high', waived: false },
    })
    expect(arrivals.map(({ body }) => body).join()).not.toMatch(/grace|ada@|Person|Production|hidden|second factor/i)
    expect(new Set(notices.map(({ id }) => id)).size).toBe(10)
    const [first] = arrivals
    if (!first) throw new TypeError('nothing arrived')
    expect(() => verifyArrival({ ...first, body: first.body.replace('high', 'low') }, secret)).toThrow(/signature/i)
  })

  test('gets names only if it asks for them, and only what it asks for', async () => {
    const { runtime, run } = await open()
    const { url, arrivals } = await startReceiver()
    await subscribe(runtime, `${url}/named`, { details: true, types: ['finding.opened'] })
    await subscribe(runtime, `${url}/bare`, { types: ['finding.opened'] })

    await run('grace@acme.example')

    await expect.poll(() => arrivals.length).toBe(2)
    const bodyAt = (path: string): Notice => JSON.parse(arrivals.find((each) => each.path === path)?.body ?? '{}')
    expect(bodyAt('/named').data).toMatchObject({
      connectionName: 'Production of Grace',
      title: 'grace@acme.example has no second factor',
      resource: { type: 'user', id: 'grace@acme.example' },
    })
    expect(JSON.stringify(bodyAt('/bare'))).not.toMatch(/grace/i)
  })

  test('gets one notice with numbers for more than 100 findings of a run', async () => {
    const many: Check = {
      id: 'many',
      title: 'many',
      connectorId: 'acme',
      run: (ctx) => {
        for (let n = 0; n < 101; n++)
          ctx.fail({ resource: { type: 'user', id: `u${n}` }, title: 'Off', remediation: 'On.' })
      },
    }
    const { runtime, run } = await open({ connectors: [{ ...connector, checks: [many] }] })
    const { url, arrivals } = await startReceiver()
    await subscribe(runtime, url, { types: ['finding.opened'] })

    await run()

    await expect.poll(() => arrivals.length).toBe(1)
    expect(JSON.parse(arrivals[0]?.body ?? '')).toMatchObject({
      type: 'finding.batch',
      data: { total: 101, opened: 101, regressed: 0, resolved: 0, overdue: 0 },
    })
  })

  test('keeps the order of a connection while its endpoint fails, and repeats what it did not accept', async () => {
    let refusals = 2
    const { runtime, run, clock } = await open()
    const { url, arrivals } = await startReceiver(() => (refusals-- > 0 ? 503 : 200))
    const { ref } = await subscribe(runtime, url, { types: ['run.finished'] })
    const runs = [await run(), await run()]

    await waitForAttempts(runtime, ref, 1)
    clock.advance(5_000)
    await waitForAttempts(runtime, ref, 2)
    clock.advance(30_000)
    await waitForAttempts(runtime, ref, 4)

    const ids = arrivals.map(({ body }) => JSON.parse(body).data.runId)
    expect(ids).toEqual([runs[0]?.id, runs[0]?.id, runs[0]?.id, runs[1]?.id])
    expect(new Set(arrivals.slice(0, 3).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const deliveries = await runtime.webhooks.deliveries({ ...ref, limit: 10 })
    expect(deliveries.map(({ state, attempts, status }) => [state, attempts, status])).toEqual([
      ['delivered', 1, 200],
      ['delivered', 3, 200],
    ])
    expect(JSON.stringify(deliveries)).not.toContain('secret')
  })

  test('gives a delivery up after 3 days and goes on, pauses after 5 days of failures, and continues when resumed', async () => {
    let isDead = true
    const { runtime, run, clock } = await open()
    const { url, arrivals } = await startReceiver(() => (isDead ? 500 : 200))
    const { ref } = await subscribe(runtime, url, { types: ['run.finished'] })
    await run()
    await run()
    const states = async () => (await runtime.webhooks.deliveries({ ...ref, limit: 10 })).map(({ state }) => state)
    let attempts = 1
    const passDays = async (days: number) => {
      for (let halves = 0; halves < 2 * days; halves++) {
        clock.advance(dayMs / 2)
        await waitForAttempts(runtime, ref, ++attempts)
      }
    }

    await waitForAttempts(runtime, ref, attempts)
    await passDays(2.5)
    expect(await states()).toEqual(['pending', 'pending'])
    await passDays(1)
    expect(await states()).toEqual(['pending', 'dead'])
    await passDays(1.5)
    await expect.poll(async () => (await runtime.webhooks.get(ref))?.state).toBe('paused')
    expect(await runtime.webhooks.get(ref)).toMatchObject({ stateReason: 'failures' })
    expect(await runtime.webhooks.countStopped({ organizationId: 'acme' })).toBe(1)
    const third = await run()
    isDead = false
    await runtime.webhooks.resume(ref)

    await expect.poll(() => JSON.parse(arrivals.at(-1)?.body ?? '{}').data.runId).toBe(third.id)
    expect(await runtime.webhooks.get(ref)).toMatchObject({ state: 'active', failingSince: null })
  })

  test('that is dead for a day stops no other webhook and no other organization', async () => {
    const { runtime, run, clock } = await open()
    const dead = await startReceiver(() => new Promise<number>(() => {}))
    const alive = await startReceiver()
    await subscribe(runtime, dead.url, { types: ['run.finished'] })
    await subscribe(runtime, alive.url, { types: ['run.finished'] })
    const runs: string[] = []

    for (let hour = 0; hour < 24; hour += 6) {
      runs.push((await run()).id)
      clock.advance(6 * 3_600_000)
      await expect.poll(() => alive.arrivals.length).toBe(runs.length)
    }

    expect(alive.arrivals.map(({ body }) => JSON.parse(body).data.runId)).toEqual(runs)
    // It holds on to its first request.
    expect(new Set(dead.arrivals.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('ends when its receiver is gone (410), and follows no redirect', async () => {
    const { runtime, run } = await open()
    const elsewhere = await startReceiver()
    const gone = await startReceiver(() => 410)
    const moved = await startReceiver(() => ({ status: 307, headers: { location: elsewhere.url } }))
    const { ref } = await subscribe(runtime, gone.url)
    const { ref: movedRef } = await subscribe(runtime, moved.url)

    await run()

    await expect.poll(async () => (await runtime.webhooks.get(ref))?.state).toBe('ended')
    await expect.poll(async () => (await runtime.webhooks.deliveries({ ...movedRef, limit: 1 }))[0]?.status).toBe(307)
    await run()
    expect(gone.arrivals).toHaveLength(1)
    expect(elsewhere.arrivals).toEqual([])
    await expect(runtime.webhooks.resume(ref)).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
    await expect(runtime.webhooks.test(ref)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is signed by the earlier secret too, for a day after a new one was made', async () => {
    const { runtime, clock } = await open()
    const { url, arrivals } = await startReceiver()
    const { ref, secret } = await subscribe(runtime, url)
    const { secret: next } = await runtime.webhooks.rotateSecret(ref)

    await runtime.webhooks.test(ref)
    await expect.poll(() => arrivals.length).toBe(1)
    clock.advance(dayMs)
    await runtime.webhooks.test(ref)
    await expect.poll(() => arrivals.length).toBe(2)

    const [within, after] = arrivals
    if (!within || !after) throw new TypeError('nothing arrived')
    expect(verifyArrival(within, secret).type).toBe('webhook.test')
    expect(verifyArrival(within, next).type).toBe('webhook.test')
    expect(() => verifyArrival(after, secret)).toThrow(/signature/i)
    expect(verifyArrival(after, next).type).toBe('webhook.test')
  })

  test('gives no secret that signs nothing, when two people ask for a new one at once', async () => {
    const { runtime } = await open()
    const { url, arrivals } = await startReceiver()
    const { ref } = await subscribe(runtime, url)

    const made = await Promise.allSettled([1, 2].map(() => runtime.webhooks.rotateSecret(ref)))
    await runtime.webhooks.test(ref)
    await expect.poll(() => arrivals.length).toBe(1)

    const secrets = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value.secret] : []))
    const refusals = made.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    const [arrival] = arrivals
    if (!arrival) throw new TypeError('nothing arrived')
    expect(secrets.map((secret) => verifyArrival(arrival, secret).type)).toEqual(secrets.map(() => 'webhook.test'))
    expect(refusals).toMatchObject(refusals.map(() => ({ code: 'STORE_CONFLICT' })))
    expect(secrets.length).toBeGreaterThan(0)
  })

  test('sends a delivery again beside the others, with the same id', async () => {
    const { runtime, run } = await open()
    const { url, arrivals } = await startReceiver()
    const { ref } = await subscribe(runtime, url, { types: ['run.finished'] })
    await run()
    await expect.poll(() => arrivals.length).toBe(1)
    const [delivery] = await runtime.webhooks.deliveries({ ...ref, limit: 1 })

    await runtime.webhooks.repeat({ ...ref, deliveryId: delivery?.id ?? '' })

    await expect.poll(() => arrivals.length).toBe(2)
    expect(arrivals[0]?.headers['webhook-id']).toBe(arrivals[1]?.headers['webhook-id'])
    expect(await runtime.webhooks.delivery({ ...ref, deliveryId: delivery?.id ?? '' })).toMatchObject({
      notice: { type: 'run.finished', data: { connector: 'acme' } },
    })
    const strange = { organizationId: 'other', id: ref.id, deliveryId: delivery?.id ?? '' }
    await expect(runtime.webhooks.repeat(strange)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await runtime.webhooks.delivery(strange)).toBeUndefined()
  })

  test('refuses targets that are private, not https, or carry a password, and sends nothing to a private name', async () => {
    const { runtime, run } = await open({ allowPrivateNetwork: false })
    const create = (url: string) => runtime.webhooks.create({ organizationId: 'acme', name: 'n', sink: 'webhook', url })

    for (const url of [
      ...['http://hooks.example.com/', 'https://10.0.0.1/', 'https://2130706433/', 'https://[::ffff:127.0.0.1]/'],
      ...[
        'https://user:secret@hooks.example.com/',
        'https://hooks.example.com/#x',
        'https://hooks.example.com:0/',
        'file:///etc/passwd',
        'x',
        '',
      ],
    ])
      await expect(create(url), url).rejects.toMatchObject({ code: 'WEBHOOK_INVALID' })
    const { webhook } = await create('https://localhost:1/')
    await run()

    const ref = { organizationId: 'acme', id: webhook.id, limit: 1 }
    await expect.poll(async () => (await runtime.webhooks.deliveries(ref))[0]?.problem).toBe('HTTP_HOST_REFUSED')
  })

  test.each([
    [
      'https://discord.com/api/webhooks/1234567890/AbCdEfGhIjKlMnOpQrStUvWxYz012345',
      'https://discord.com/api/webhooks/…/…',
    ],
    [
      'https://acme.webhook.office.com/webhookb2/1a2b@3c4d/IncomingWebhook/5e6f/7a8b',
      'https://acme.webhook.office.com/webhookb2/…/IncomingWebhook/…/…',
    ],
    ['https://hooks.zapier.com/hooks/catch/123456/a1b2c3d/?x=1', 'https://hooks.zapier.com/hooks/catch/…/…/'],
    [
      'https://tickets.example.com/api/v1/hooks/our-notices.json',
      'https://tickets.example.com/api/v1/hooks/our-notices.json',
    ],
  ])('shows of the path of %s the words alone, because who knows all of it can write there', async (url, shown) => {
    const { runtime } = await open()

    const { ref, webhook } = await subscribe(runtime, url)

    expect(webhook.target).toBe(shown)
    expect(await runtime.webhooks.get(ref)).toMatchObject({ target: shown })
  })

  test('shows neither its secret nor the URL of a chat, and an organization has no more than 20', async () => {
    const { runtime, lines } = await open()
    const token = 'T00/B00/tokenoftheslackwebhook'
    const { webhook, secret } = await subscribe(runtime, `https://hooks.slack.example/services/${token}`, {
      sink: 'slack',
    })
    for (let n = 1; n < 20; n++) await subscribe(runtime, 'https://hooks.example.com/in?key=secret-in-the-query')

    await expect(subscribe(runtime, 'https://hooks.example.com/')).rejects.toMatchObject({ code: 'API_QUOTA_EXCEEDED' })

    expect([webhook.target, secret]).toEqual(['https://hooks.slack.example/…', ''])
    const shown = JSON.stringify([await runtime.webhooks.list({ organizationId: 'acme' }), lines])
    expect(shown).not.toMatch(/tokenoftheslack|secret-in-the-query|whsec_/)
    expect(await runtime.webhooks.list({ organizationId: 'other' })).toEqual([])
  })
})

describe('by time alone', () => {
  test('a notice that is under way when the clock is set forward is not sent again', async () => {
    const { runtime, run, clock } = await open()
    const held = Promise.withResolvers<number>()
    const { url, arrivals } = await startReceiver(() => held.promise)
    const { ref } = await subscribe(runtime, url, { types: ['finding.opened'] })
    await run('grace@acme.example')
    await expect.poll(() => arrivals.length).toBe(1)

    clock.advance(dayMs)
    // Long enough for several looks at what is due.
    await new Promise((resolve) => setTimeout(resolve, 200))
    held.resolve(204)

    await waitForAttempts(runtime, ref, 1)
    expect(arrivals).toHaveLength(1)
  })

  test('a finding is told to be overdue, and a waiver to end and to have ended', async () => {
    const { runtime, run, clock, connectionId } = await open()
    const { url, arrivals } = await startReceiver()
    const types = ['finding.overdue', 'waiver.expiring', 'waiver.expired']
    await subscribe(runtime, url, { types })
    await run('grace@acme.example')
    await runtime.waivers.create({
      organizationId: 'acme',
      connector: 'acme',
      check: 'other-*',
      connection: connectionId,
      justification: 'Grace leaves.',
      approver: 'Ada',
      expires: '2026-06-10',
    })
    const told = () => arrivals.map(({ body }) => JSON.parse(body).type).toSorted()

    clock.advance(dayMs)
    await run('grace@acme.example')
    expect(told()).toEqual([])
    clock.advance(11 * dayMs)
    await expect.poll(told).toEqual(['waiver.expiring'])
    clock.advance(20 * dayMs)
    await expect.poll(told).toEqual(['finding.overdue', 'waiver.expiring'])
    clock.advance(9 * dayMs)

    await expect.poll(told).toEqual(['finding.overdue', 'waiver.expired', 'waiver.expiring'])
    expect(arrivals.map(({ body }) => body).join()).not.toMatch(/grace|Ada|ada@/)
  })

  test('a digest tells what there was since the day before', async () => {
    const { runtime, run, clock } = await open()
    const { url, arrivals } = await startReceiver()
    await runtime.webhooks.setTimeZone({ organizationId: 'acme', timeZone: 'America/New_York' })
    const { secret } = await subscribe(runtime, url, { rhythm: 'daily' })
    await run('grace@acme.example')
    await run()

    clock.advance(dayMs)

    await expect.poll(() => arrivals.length).toBe(1)
    expect(arrivals.map((arrival) => verifyArrival(arrival, secret))).toMatchObject([
      {
        type: 'digest.daily',
        data: {
          day: '2026-05-02',
          timeZone: 'America/New_York',
          connectionCount: 1,
          counts: { 'run.finished': 2, 'finding.opened': 1, 'finding.resolved': 1 },
        },
      },
    ])
    await expect(runtime.webhooks.setTimeZone({ organizationId: 'acme', timeZone: 'Mars/Base' })).rejects.toMatchObject(
      { code: 'WEBHOOK_INVALID' },
    )
  })
})

test('a chat gets text in which no name becomes a link or a mention', async () => {
  const hostile: Check = {
    id: 'mfa',
    title: 'mfa',
    connectorId: 'acme',
    run: (ctx) =>
      ctx.fail({
        resource: { type: 'user', id: 'u1', name: '<!channel>' },
        title: 'See <https://evil.example|here> & *now*\nline',
        remediation: 'On.',
      }),
  }
  const { runtime, run } = await open({ connectors: [{ ...connector, checks: [hostile] }] })
  const { url, arrivals } = await startReceiver()
  await subscribe(runtime, url, { sink: 'slack', details: true, types: ['finding.opened'] })

  await run()

  await expect.poll(() => arrivals.length).toBe(1)
  const message = JSON.parse(arrivals[0]?.body ?? '')
  expect(message).toMatchObject({ parse: 'none', link_names: 0, unfurl_links: false })
  expect(message.text).toContain('See &lt;https://evil.example|here&gt; &amp; *now*')
  expect(message.text).not.toMatch(/<!|<https:\/\/evil/)
  expect(message.text).toMatch(/\n<https:\/\/checks\.example\.com\/findings\/[^<>]+>$/)
  expect(arrivals[0]?.headers['webhook-signature']).toBeUndefined()
})

test('Microsoft Teams gets a card in which texts of a vendor are plain, and nobody sees the path of its workflow', async () => {
  const hostile: Check = {
    id: 'mfa',
    title: 'mfa',
    connectorId: 'acme',
    run: (ctx) =>
      ctx.fail({
        resource: { type: 'user', id: 'u1' },
        title: '[here](https://evil.example) <at>Everybody</at>',
        remediation: 'On.',
      }),
  }
  const { runtime, run } = await open({ connectors: [{ ...connector, checks: [hostile] }] })
  const { url, arrivals } = await startReceiver()
  const settings = { sink: 'teams', details: true, types: ['finding.opened'] } as const
  const { webhook, secret } = await subscribe(runtime, `${url}/workflows/secret-of-the-path?sig=x`, settings)

  await run()

  await expect.poll(() => arrivals.length).toBe(1)
  const { type, attachments } = JSON.parse(arrivals[0]?.body ?? '')
  const [{ contentType, content }] = attachments
  expect([type, contentType]).toEqual(['message', 'application/vnd.microsoft.card.adaptive'])
  expect([content.type, content.version]).toEqual(['AdaptiveCard', '1.2'])
  const blocks = content.body as readonly {
    readonly type: string
    readonly inlines: readonly { readonly text: string }[]
  }[]
  expect(blocks.every((block) => block.type === 'RichTextBlock')).toBe(true)
  expect(blocks.flatMap(({ inlines }) => inlines.map(({ text }) => text)).join()).toContain(
    '[here](https://evil.example)',
  )
  expect(content).not.toHaveProperty('msteams')
  expect(content.actions).toEqual([
    {
      type: 'Action.OpenUrl',
      title: 'Checkwright',
      url: expect.stringMatching(/^https:\/\/checks\.example\.com\/findings\/[^/]+$/),
    },
  ])
  expect([webhook.target, secret]).toEqual([`${new URL(url).origin}/…`, ''])
})

test('a mail server gets a mail in which nothing of a vendor is a header, and only addresses that the operator allows', async () => {
  const { mail: server, mails } = await startMailServer()
  const hostile: Check = {
    id: 'mfa',
    title: 'mfa',
    connectorId: 'acme',
    run: (ctx) =>
      ctx.fail({
        resource: { type: 'user', id: 'u1' },
        title: 'x\r\nBcc: victim@evil.example\r\n\r\nHello',
        remediation: 'On.',
      }),
  }
  const mail = { ...server, domains: ['acme.example'] }
  const { runtime, run } = await open({ connectors: [{ ...connector, checks: [hostile] }], mail })
  const create = (...to: readonly string[]) =>
    runtime.webhooks.create({
      organizationId: 'acme',
      name: 'Mail',
      sink: 'email',
      to,
      details: true,
      types: ['finding.opened'],
    })

  for (const to of [
    'a@acme.example\r\nBcc: b@evil.example',
    'a@acme.example, b@evil.example',
    'A <a@acme.example>, B <b@evil.example>',
    'x',
  ])
    await expect(create(to), to).rejects.toMatchObject({ code: 'WEBHOOK_INVALID' })
  await expect(create('security@evil.example')).rejects.toMatchObject({ code: 'WEBHOOK_INVALID' })
  const { webhook, secret } = await create('security@acme.example')
  await runtime.appearance.set({ organizationId: 'acme', changes: { name: 'Acme, <x@evil.example>' } })
  const token = await waitForToken(mails, 'security@acme.example')
  await runtime.mailAddresses.answer({ token, state: 'confirmed' })
  await run()

  await expect.poll(() => mails.length).toBe(2)
  const [head = '', ...body] = (mails[1]?.source ?? '').split('\r\n\r\n')
  expect(mails[1]?.to).toEqual(['security@acme.example'])
  // The operator's name, whatever the organization calls itself.
  expect(head.replaceAll(/\r\n /g, ' ')).toMatch(/^Subject: Checkwright: .*first time$/m)
  expect(head).toMatch(/^From: Checkwright <checks@example\.com>$/m)
  expect(head).toMatch(/^To: security@acme\.example$/m)
  expect(head).not.toMatch(/^Bcc/im)
  expect(body.join('\n')).toContain('victim@evil.example')
  expect([webhook.target, secret]).toEqual(['security@acme.example', undefined])
})

test('a mail server that offers no TLS gets neither the password nor a letter', async () => {
  const signIns: unknown[] = []
  const { port, mails } = await startMailServer({
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => {
      signIns.push(auth)
      done(null, { user: 'checks' })
    },
  })
  const mail = { url: `smtp://checks:canary@127.0.0.1:${port}`, from: 'checks@example.com' }
  const { runtime } = await open({ mail })
  const { webhook } = await runtime.webhooks.create({
    organizationId: 'acme',
    name: 'Mail',
    sink: 'email',
    to: ['security@acme.example'],
  })

  await runtime.webhooks.test({ organizationId: 'acme', id: webhook.id })

  const read = () => runtime.webhooks.deliveries({ organizationId: 'acme', id: webhook.id, limit: 2 })
  await expect.poll(async () => (await read()).map(({ attempts }) => attempts)).toEqual([1, 1])
  expect((await read()).map(({ state }) => state)).toEqual(['pending', 'pending'])
  expect([signIns, mails]).toEqual([[], []])
})

test('createRuntime({ onEvent }) gets the notices of every organization, again if it throws', async () => {
  const got: Notice[] = []
  let throws = 1
  const { run, clock } = await open({
    onEvent: (notice) => {
      got.push(notice)
      if (throws-- > 0) throw new Error('not now')
    },
  })
  await run('grace@acme.example')

  await expect
    .poll(() => {
      clock.advance(1_000)
      return got.map(({ type }) => type)
    })
    .toEqual(['finding.opened', 'finding.opened', 'run.finished'])
  expect(got[0]).toEqual(got[1])
  expect(JSON.stringify(got)).not.toMatch(/grace/i)
})

/** The body of the request with this number, from 1. */
async function waitForArrival(arrivals: readonly Arrival[], number: number): Promise<string> {
  await expect.poll(() => arrivals.length).toBe(number)
  return arrivals[number - 1]?.body ?? ''
}

describe('details', () => {
  test.each([
    ['is made a viewer', (runtime: Runtime) => runtime.people.setRole({ ...ofEve, role: 'viewer' }), false],
    ['is deactivated', (runtime: Runtime) => runtime.people.setActive({ ...ofEve, active: false }), false],
    ['is removed', (runtime: Runtime) => runtime.people.remove(ofEve), false],
    [
      'is made a member, who may read them',
      (runtime: Runtime) => runtime.people.setRole({ ...ofEve, role: 'member' }),
      true,
    ],
  ] as const)('after the person who asked for them %s: sent %s', async (_what, change, goOn) => {
    const { url, arrivals } = await startReceiver()
    const { runtime, run } = await open({ allowPrivateNetwork: true })
    for (const id of ['ada', 'eve']) {
      await runtime.users.put({ organizationId: 'acme', id, name: id, email: `${id}@acme.example` })
      await runtime.people.setRole({ organizationId: 'acme', userId: id, role: 'admin' })
    }
    const { ref } = await subscribe(runtime, url, { userId: 'eve', details: true, types: ['finding.opened'] })
    await run('grace@acme.example')
    const before = await waitForArrival(arrivals, 1)

    await change(runtime)
    await run('grace@acme.example', 'ada@acme.example')
    const after = await waitForArrival(arrivals, 2)

    expect([before.includes('Person grace'), after.includes('Person ada')]).toEqual([true, goOn])
    expect((await runtime.webhooks.get(ref))?.details).toBe(goOn)
    const entries = await runtime.workspace.audit.list({ organizationId: 'acme', limit: 100 })
    const ended = entries.filter(({ action }) => action === 'webhook.end-details')
    expect(ended.map(({ target, fields }) => [target, fields])).toEqual(goOn ? [] : [[ref.id, ['details']]])
  })

  test('go on when somebody else who may read them asks for them, and in what no person asked for', async () => {
    const { url, arrivals } = await startReceiver()
    const { runtime, run } = await open({ allowPrivateNetwork: true })
    for (const id of ['ada', 'eve']) {
      await runtime.users.put({ organizationId: 'acme', id, name: id, email: `${id}@acme.example` })
      await runtime.people.setRole({ organizationId: 'acme', userId: id, role: 'admin' })
    }
    const { ref } = await subscribe(runtime, url, { userId: 'eve', details: true, types: ['finding.opened'] })
    await runtime.webhooks.update({ ...ref, details: true, userId: 'ada' })

    await runtime.people.remove(ofEve)
    await run('grace@acme.example')
    const byAda = await waitForArrival(arrivals, 1)
    await runtime.webhooks.update({ ...ref, details: true })
    await runtime.people.remove({ ...ofEve, userId: 'ada', asOperator: true })
    await run('grace@acme.example', 'ada@acme.example')
    const byMachine = await waitForArrival(arrivals, 2)

    expect([byAda.includes('Person grace'), byMachine.includes('Person ada')]).toEqual([true, true])
  })
})
