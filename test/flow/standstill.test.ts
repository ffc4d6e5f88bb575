import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parsePeopleFile } from '../../src/crosscheck/people/parse-people-file.ts'
import { readConnector } from '../../src/data/read-connector.ts'
import { defineConnector } from '../../src/define/index.ts'
import { openLedger } from '../../src/http/exchanges/ledger.ts'
import { Redactor } from '../../src/http/redact/redact.ts'
import { pieceLength } from '../../src/text/work-in-pieces.ts'
import { keepRun } from '../../src/things/runs/run-checks.ts'
import { drawRows } from '../setup/short-form.ts'
import { measureStandstill, type Standstill } from '../setup/standstill.ts'
import { createTempFolder } from '../setup/temp-folder.ts'

const encoder = new TextEncoder()

/** The part of the work for which others wait at most: of three turns the shortest, because collecting garbage adds to one by chance. */
async function measureLongestPart(work: () => Promise<unknown>): Promise<Standstill & { readonly part: number }> {
  let best: (Standstill & { readonly part: number }) | undefined
  for (let turn = 0; turn < 3; turn++) {
    const measured = await measureStandstill(work)
    const part = measured.longestMs / measured.totalMs
    if (best === undefined || part < best.part) best = { ...measured, part }
    if (best.part < partMax / 2) break
  }
  return best as Standstill & { readonly part: number }
}

/** Work in one piece has 1. */
const partMax = 0.25

const columns = 'id,name,email,kind,status,startsAt,endsAt'
const people = (write: (n: number) => string) =>
  encoder.encode(`${columns}\n${Array.from({ length: 50_000 }, (_, n) => write(n)).join('\n')}`)

test.each(
  drawRows(
    [
      ['fifty thousand people', people((n) => `${n},Ada ${n},a${n}@acme.example,employee,active,2020-01-01,none`)],
      ['fifty thousand mistakes', people((n) => `${n},Ada ${n},a${n},employee,active,1820,none`)],
      ['lines of separators alone', encoder.encode(`${columns}\n${`${','.repeat(60_000)}\n`.repeat(160)}`)],
    ] as const,
    3,
  ),
)('others have their turn while a file of people has %s', async (_what, bytes) => {
  const form = { name: 'staff.csv', covers: 'both', now: new Date('2026-01-01T00:00:00Z') } as const

  const { part, turns } = await measureLongestPart(() => parsePeopleFile(bytes, form).catch(() => undefined))

  expect(part).toBeLessThan(partMax)
  expect(turns).toBeGreaterThan(20)
})

function runOn(connector: Parameters<typeof keepRun>[0], body: string) {
  const fetch = async () => new Response(body, { headers: { 'content-type': 'application/json' } })
  return async () => {
    const run = await keepRun(connector, { credentials: { api_key: 'k3y-0123456789abcdef' }, fetch })
    await run.close()
  }
}

const acme = {
  id: 'acme',
  name: 'Acme',
  version: '1.0.0',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
} as const

test('others have their turn while expressions use up the budget of one record after the other', async () => {
  const connector = readConnector(
    'acme.yaml',
    encoder.encode(
      JSON.stringify({
        checkwright: 'connector/v1',
        ...acme,
        checks: [
          {
            id: 'each',
            title: 'Things are well',
            list: { path: '/things', items: 'data', next: 'none' },
            resource: { type: 'thing', id: 'item.id' },
            pass: 'item.tags.all(one, item.tags.exists(other, one == other))',
            fail: { title: 'It is not', remediation: 'Mend it.' },
          },
        ],
      }),
    ),
  )
  const tags = Array.from({ length: 990 }, (_, n) => `t${n}`)
  const data = Array.from({ length: 30 }, (_, n) => ({ id: String(n), tags }))

  const { part, turns } = await measureLongestPart(runOn(connector, JSON.stringify({ data })))

  expect(part).toBeLessThan(partMax)
  expect(turns).toBeGreaterThan(10)
})

/** What a check in code does with one item; the work grows with the square of its tags. */
function compareTags(tags: readonly string[]): number {
  return tags.filter((one) => tags.filter((other) => other.startsWith(one)).length > 1).length
}

test.each(['paginate', 'each'] as const)(
  'others have their turn while a check in code works on the items of ctx.%s',
  async (way) => {
    const connector = defineConnector(acme)
    const check = connector.check({
      id: 'one',
      title: 'One',
      severity: 'high',
      async run(ctx) {
        const resource = { type: 'thing', id: 'all' }
        if (way === 'each')
          await ctx.each(
            Array.from({ length: 60 }, (_, n) => Array.from({ length: 900 }, (_tag, tag) => `${n} ${tag}`)),
            async (tags) => void compareTags(tags),
          )
        else
          for await (const item of ctx.paginate<{ tags: string[] }>('/things', {
            items: 'data',
            next: { cursor: 'next', param: 'after' },
          }))
            compareTags(item.tags)
        ctx.pass({ resource, title: 'Fine' })
      },
    })
    const tags = Array.from({ length: 900 }, (_, n) => `t${n}`)
    const body = JSON.stringify({ data: Array.from({ length: 60 }, (_, n) => ({ id: String(n), tags })) })

    const { part } = await measureLongestPart(runOn(connector.with(check), body))

    expect(part).toBeLessThan(partMax)
  },
)

test.each([
  ['members that are secret', JSON.stringify(Array.from({ length: 100_000 }, () => ({ password: 'hidden' })))],
  ['texts with a secret', JSON.stringify(Array.from({ length: 60_000 }, () => 'k3y-0123456789abcdef'))],
])('others have their turn while an answer of many %s is redacted', async (_what, text) => {
  const redactor = new Redactor()
  redactor.add('k3y-0123456789abcdef')
  const body = Buffer.from(text)
  const record = async () => {
    const ledger = await openLedger({ redactor, file: join(createTempFolder(), 'exchanges.ndjson') })
    await ledger.record({
      number: 1,
      checkId: 'one',
      method: 'GET',
      url: new URL('https://api.acme.example/things'),
      attempt: 1,
      startedAtMs: 0,
      durationMs: 1,
      request: { headers: {}, body: undefined },
      outcome: { status: 200, headers: { 'content-type': 'application/json' }, body },
      confidential: false,
    })
    await ledger.close()
  }

  const { part, turns } = await measureLongestPart(record)

  expect(part).toBeLessThan(partMax)
  expect(turns).toBeGreaterThan(body.byteLength / pieceLength / 4)
})
