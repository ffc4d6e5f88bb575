import { describe, expect, test } from 'vitest'
import { nameConnection, toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import type { InventoryOutcome } from '../../../src/define/index.ts'
import { listInventoryLines } from '../../../src/report/pieces/inventory-lines.ts'
import { type Format, reports } from '../../../src/report/reports.ts'
import { createRun } from '../../evidence/bundle.ts'
import { joinPieces } from '../records.ts'

const outcome = (more: Partial<InventoryOutcome> = {}): InventoryOutcome => ({
  of: 'account',
  complete: true,
  count: 1,
  covers: ['members'],
  leavesOut: ['bots'],
  exchanges: [],
  digest: '',
  requests: 1,
  retries: 0,
  durationMs: 1,
  logs: [],
  ...more,
})
const refusal = { kind: 'permission', code: 'HTTP_PERMISSION_DENIED', retryable: false } as const
const cut = outcome({
  of: 'device',
  part: 'phones',
  complete: false,
  count: 1_200,
  covers: ['phones'],
  leavesOut: [],
  error: { ...refusal, message: 'Refused at page 3.\u001b[2J\nGrant <devices:read>.' },
})
const factless = outcome({ refused: { lastActiveAt: { ...refusal, message: 'Not in this plan.' } } })

test('a list says how many records it has, whether it is whole, and why not, in one line of plain text', () => {
  expect(listInventoryLines({})).toEqual([])
  expect(listInventoryLines({ inventories: [outcome(), cut, factless] })).toEqual([
    {
      name: 'account',
      complete: true,
      because: undefined,
      text: '1 record, complete; covers members; leaves out bots',
    },
    {
      name: 'device.phones',
      complete: false,
      text: '1200 records, not complete; covers phones',
      because: expect.stringMatching(/^Refused at page 3\.[^\n\u001b]*Grant <devices:read>\.$/),
    },
    expect.objectContaining({ complete: true, because: 'lastActiveAt is not known: Not in this plan.' }),
  ])
})

describe('a report of a run with lists', () => {
  test.each<Format>(['table', 'markdown', 'html', 'junit', 'json', 'ndjson'])(
    'as %s has them, and says which is not complete and why',
    async (format) => {
      const run = toRecordedRun(createRun({ inventories: [outcome(), cut] }))

      const text = await joinPieces(reports[format].write([{ run }], {}))

      expect(text).toMatch(/account/)
      expect(text).toMatch(format.includes('json') ? /"complete": ?false/ : /not complete/)
      expect(text).toMatch(/Refused at page 3/)
      if (format === 'html' || format === 'junit') expect(text).not.toContain('<devices:read>')
    },
  )

  test('as junit names the connection at its lists, too', async () => {
    const run = nameConnection(toRecordedRun(createRun({ checks: [], inventories: [outcome()] })), 'Prod <EU>')

    const text = await joinPieces(reports.junit.write([{ run }], {}))

    expect(text).toContain('<properties><property name="connection" value="Prod &lt;EU&gt;"/></properties>')
  })

  test('without checks still shows them', async () => {
    const run = toRecordedRun(createRun({ checks: [], status: 'error', inventories: [cut] }))

    for (const format of ['table', 'markdown', 'html', 'junit'] as const)
      expect(await joinPieces(reports[format].write([{ run }], {}))).toContain('not complete')
  })
})
