import { describe, expect, test } from 'vitest'
import { readConnector } from '../../../src/data/read-connector.ts'
import { type AnyConnector, defineConnector } from '../../../src/define/index.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { formatHttpAnswer, serveRaw, serveTls } from '../adversarial/servers.ts'
import { createPage, situations } from './situations.ts'

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
    test.each(Object.entries(situations))('takes %s for what it is', async (_name, situation) => {
      const vendor = await serve((socket, request, nth) => {
        const page = /[?&]c=/.test(request.split('\r\n')[0] ?? '') ? 2 : 1
        const answer = situation.answer(socket, { page, nth, head: request, origin: vendor.origin })
        const plain = () =>
          formatHttpAnswer(200, { 'content-type': 'application/json' }, JSON.stringify(createPage(page)))
        if (!socket.writableEnded) socket.write(answer ?? plain())
      })

      const { checks } = await runChecks(build(vendor.origin), {
        credentials: { api_key: 'sample-key-of-acme' },
        allowPrivateNetwork: true,
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
