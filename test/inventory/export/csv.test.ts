import { describe, expect, test } from 'vitest'
import { writeInventoryCsv } from '../../../src/inventory/export/csv.ts'
import type { StoredRecord } from '../../../src/inventory/stored-record.ts'

async function writeRows(...records: StoredRecord[]): Promise<string[]> {
  const inventory = { head: { of: 'account' }, records: toAsync(records) }
  const text = (await Array.fromAsync(writeInventoryCsv(inventory as never))).join('')
  expect(text.endsWith('\r\n')).toBe(true)
  return text.slice(0, -2).split('\r\n')
}

async function* toAsync<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

describe('writeInventoryCsv()', () => {
  test('writes the columns of the kind also where there is no record', async () => {
    const [head, ...rows] = await writeRows()

    expect(head?.split(',').slice(0, 2)).toEqual(['id', 'name'])
    expect(head?.split(',').slice(-2)).toEqual(['url', 'unknown'])
    expect(rows).toEqual([])
  })

  test('tells unknown, none and false apart', async () => {
    const [head = '', row = ''] = await writeRows({
      id: 'u1',
      secondFactor: false,
      lastActiveAt: null,
      unknown: { email: 'Missing scope.' },
    })
    const cells = new Map(head.split(',').map((column, at) => [column, row.split(',')[at]]))

    expect(cells.get('secondFactor')).toBe('false')
    expect(cells.get('lastActiveAt')).toBe('none')
    expect(cells.get('email')).toBe('')
    expect(cells.get('unknown')).toBe('email: Missing scope.')
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＠SUM(A1)'])(
    'writes %j so that no spreadsheet takes it for a formula',
    async (name) => {
      const [, ...lines] = await writeRows({ id: 'u1', name })
      const text = lines.join('\r\n')

      // Behind a tab or a line break the sign is marked once more: a program may cut there.
      expect(text).toMatch(/^u1,"?'\s?'?[=+\-@＝＠]/)
      expect(text.replaceAll("'", '')).toMatch(
        name.includes('\r') || name.includes('\n') ? `u1,"${name}` : `u1,${name}`,
      )
    },
  )

  test('quotes commas, quotation marks and line ends (RFC 4180)', async () => {
    const [, row] = await writeRows({ id: 'u1', name: 'Li, "Ada"\nLovelace' })

    expect(row?.startsWith('u1,"Li, ""Ada""\nLovelace",')).toBe(true)
  })
})
