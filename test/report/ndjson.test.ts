import { expect, test } from 'vitest'
import { writeNdjsonReport } from '../../src/report/ndjson.ts'
import { joinPieces } from './records.ts'
import { shapes } from './shapes.ts'

test('writeNdjsonReport() writes run, checks, results and earlier findings as lines that say what they are', async () => {
  const text = await joinPieces(writeNdjsonReport(shapes.compared ?? []))

  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])).toEqual([
    'run',
    ...['check', 'result', 'check', 'result', 'check', 'result', 'check', 'result', 'check', 'result'],
    'earlier',
  ])
  expect(lines.filter(({ type }) => type === 'result')).toHaveLength(20)
  expect(lines.every(({ runId }) => runId === '0198c0de-0000-7000-8000-000000000000')).toBe(true)
  expect(lines.filter(({ change }) => change).map(({ change, resource }) => `${change} ${resource.id}`)).toEqual([
    'new u-3',
    'persisting u-6',
    'resolved u-7',
    'regressed session',
    'resolved u-9',
    'resolved u-7',
    'unseen audit',
  ])
})
