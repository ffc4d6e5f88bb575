import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { readConnector } from '../../../src/data/read-connector.ts'
import { type AnyConnector, defineConnector } from '../../../src/define/index.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { drawRows } from '../../setup/short-form.ts'
import { formatHttpAnswer, type RawAnswerer, type RawServer, serveRaw, serveTls } from '../adversarial/servers.ts'
import { collectItems, openClient } from '../support.ts'
import { odderSituations } from './odder-situations.ts'
import { createPage, type Situation, situations } from './situations.ts'

const all = Object.entries({ ...situations, ...odderSituations })

const auth = { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } } as const
const head = { id: 'acme', name: 'Acme', version: '1.0.0', auth } as const

function inCode(baseUrl: string): AnyConnector {
  const acme = defineConnector({ ...head, baseUrl })
  const check = acme.check({
    id: 'mfa',
    title: 'Second factor',
    async run(ctx) {
      const users = ctx.paginate<{ readonly id: string; readonly mfa: boolean }>('/users', {
        items: 'users',
        next: { cursor: 'next', param: 'c' },
      })
      for await (const { id, mfa } of users) {
        const result = { resource: { type: 'user', id }, evidence: { mfa } }
        if (mfa) ctx.pass({ ...result, title: 'Has one' })
        else ctx.fail({ ...result, title: 'Has none', remediation: 'Enrol one.' })
      }
    },
  })
  return acme.with(check)
}

function inFile(baseUrl: string): AnyConnector {
  const file = {
    checkwright: 'connector/v1',
    ...head,
    baseUrl,
    checks: [
      {
        id: 'mfa',
        title: 'Second factor',
        list: { path: '/users', items: 'users', next: { cursor: 'next', param: 'c' } },
        resource: { type: 'user', id: 'item.id' },
        pass: 'item.mfa',
        fail: { title: 'Has none', remediation: 'Enrol one.' },
      },
    ],
  }
  return readConnector('acme.connector.json', Buffer.from(JSON.stringify(file)))
}

/** A proxy by tunnels, which takes every name for this machine. */
async function serveProxy(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer().on('connection', (socket) => sockets.add(socket))
  server.on('connect', ({ url = '' }, socket: Socket) => {
    const onward = connect(Number(url.slice(url.lastIndexOf(':') + 1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    sockets.add(onward)
    for (const each of [onward, socket]) each.on('error', () => each.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What the situation's vendor answers. */
const answerBy =
  ({ answer }: Situation, origin: () => string): RawAnswerer =>
  (socket, request, nth) => {
    const page = /[?&]c=/.test(request.split('\r\n')[0] ?? '') ? 2 : 1
    const bytes = answer(socket, { page, nth, head: request, origin: origin() })
    const plain = () => formatHttpAnswer(200, { 'content-type': 'application/json' }, JSON.stringify(createPage(page)))
    if (!socket.writableEnded) socket.write(bytes ?? plain())
  }

// Over TLS alone: plain http is for loopback, which is always reached directly.
describe('through a proxy', () => {
  test.each(drawRows(all, 3))('%s is taken for what it is', async (_name, situation) => {
    const vendor: RawServer = await serveTls(answerBy(situation, () => baseUrl))
    const baseUrl = vendor.origin.replace('127.0.0.1', 'vendor.example')
    const proxy = await serveProxy()
    const env = { https_proxy: proxy }
    const { client, told } = await openClient({ baseUrl }, { env })

    const list = client.paginate('/users', { items: 'users', next: { cursor: 'next', param: 'c' } })
    const end = await collectItems(list).catch((error: Error) => error)

    const why = end instanceof Error ? end.message : told.incomplete[0]
    expect(why === undefined ? 'fail' : 'error', why).toBe(situation.ends)
    if (situation.ends === 'fail') expect(end).toHaveLength(3)
    if (situation.says) expect(why).toMatch(situation.says)
  })
})

// A vendor that sends what vendors, gateways and proxies are known to send. Whatever it is, a list of which a part is missing never
// passes, and the message names the cause.
describe.each([
  ['code', inCode],
  ['a file', inFile],
] as const)('a connector in %s', (_author, build) => {
  describe.each([
    ['HTTP/1.1', serveRaw],
    ['TLS', serveTls],
  ] as const)('over %s', (_transport, serve) => {
    test.each(drawRows(all, 3))('takes %s for what it is', async (_name, situation) => {
      const vendor: RawServer = await serve(answerBy(situation, () => vendor.origin))

      const { checks } = await runChecks(build(vendor.origin), {
        credentials: { api_key: 'sample-key-of-acme' },
        allowPrivateNetwork: true,
        clock: fixedClock('2026-05-01T12:00:00Z'),
      })

      const [outcome] = checks
      const shown = JSON.stringify([outcome?.error, outcome?.results.length, vendor.seen.length])
      expect(outcome?.status, shown).toBe(situation.ends)
      if (situation.ends === 'fail') expect(outcome?.results.length, shown).toBe(3)
      if (situation.says) expect(outcome?.error?.message).toMatch(situation.says)
      if (situation.triesMax) expect(vendor.seen.length, shown).toBeLessThanOrEqual(situation.triesMax)
    })
  })
})
