import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toRecordedRun, wholeRun } from '../../../src/checks/runs/recorded-run.ts'
import type { RunResult } from '../../../src/define/index.ts'
import { writeHar } from '../../../src/evidence/bundle/har.ts'
import { readHarUnits } from '../../../src/evidence/bundle/read-har.ts'
import { readRun, readRunUnits, writeRunText } from '../../../src/evidence/bundle/run-text.ts'
import { parseHarEntry } from '../../../src/evidence/replay/parse-har-entry.ts'
import type { ExchangeRecord } from '../../../src/http/exchanges/exchange.ts'
import { collectItems } from '../../http/support.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { createCheck, createExchange, createResult, createRun } from '../bundle.ts'

/** In chunks that break lines and characters anywhere. */
async function* inChunks(content: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}

const textOfRun = (run: RunResult) => text(writeRunText(toRecordedRun(run)))

test('writeRunText() is the run as JSON, a result a line', async () => {
  const run = createRun()

  const written = await textOfRun(run)

  expect(JSON.parse(written)).toEqual(run)
  expect(written).toContain('\n{"status":"fail","resource":{"type":"user","id":"u2"')
})

test('writeRunText() of a run without checks, or of checks without results, is JSON too', async () => {
  for (const run of [createRun({ checks: [] }), createRun({ checks: [createCheck('a', { results: [] })] })])
    expect(JSON.parse(await textOfRun(run))).toEqual(run)
})

test('writeRunText() holds nothing that a terminal obeys, and means the same', async () => {
  const run = createRun({ checks: [createCheck('a', { results: [createResult('u\u009b31m\u2028\u202ex')] })] })

  const written = await textOfRun(run)

  expect(written).not.toMatch(/[\u0080-\u009f\u2028\u202e]/)
  expect(JSON.parse(written)).toEqual(run)
})

test('readRun() reads whatever run writeRunText() wrote, cut into any chunks', async () => {
  const member = fc.jsonValue({ maxDepth: 2 })
  const results = fc.array(fc.tuple(fc.string(), fc.string(), member))
  await fc.assert(
    fc.asyncProperty(fc.array(results, { maxLength: 4 }), fc.nat({ max: 40 }), member, async (lists, size, state) => {
      const checks = lists.map((list, index) =>
        createCheck(`c${index}`, {
          results: list.map(([id, title, evidence]) => createResult(id, { title, evidence: toJson(evidence) })),
        }),
      )
      const run = createRun({ checks, inputs: { ...createRun().inputs, stateBefore: { c0: toJson(state) } } })
      const written = await textOfRun(run)

      const read = await readRun(() => inChunks(written, size + 1))

      expect(await wholeRun(read)).toEqual(JSON.parse(written))
    }),
    { numRuns: countRuns(60) },
  )
})

/** JSON has no negative zero. */
function toJson(value: unknown) {
  return JSON.parse(JSON.stringify(value))
}

test('readRunUnits() gives each member, check and result its path', async () => {
  const written = await textOfRun(createRun())

  const units = await collectItems(readRunUnits(inChunks(written)))

  const paths = units.map(({ path }) => path)
  expect(paths).toContain('inputs')
  expect(paths.filter((path) => path.startsWith('checks'))).toEqual([
    'checks[0]',
    'checks[0].results[0]',
    'checks[0].results[1]',
    'checks[1]',
    'checks[1].results[0]',
    'checks[2]',
  ])
  expect(paths.at(-1)).toBe('summary')
})

test.each([
  ['another schema', (written: string) => written.replace('run/v1', 'run/v3'), /"checkwright.run\/v3".*newer/],
  ['no run at all', () => '{"a":1}', /not written by Checkwright\./],
  [
    'a run that does not name its code',
    (written: string) => written.replace(/^"code":.*\n/m, ''),
    /has no "code", which every checkwright\.run\/v1 has/,
  ],
  [
    'a run that does not say by which time it judged',
    (written: string) => written.replace('"now":', '"then":'),
    /has no "inputs\.now", which every/,
  ],
  ['a broken line', (written: string) => written.replace('"id":"mfa"', '"id":"mfa'), /checks\[0\]/],
])('readRun() refuses %s', async (_name, change, message) => {
  const written = change(await textOfRun(createRun()))

  await expect(readRun(() => inChunks(written))).rejects.toMatchObject({
    code: 'BUNDLE_INVALID',
    message: expect.stringMatching(message),
  })
})

test('parseHarEntry() gives back every exchange that writeHar() wrote', async () => {
  const { request: _request, response: _response, ...confidential } = createExchange(4, { method: 'POST' })
  const { status: _status, response: _none, ...unanswered } = createExchange(5)
  const exchanges: readonly ExchangeRecord[] = [
    createExchange(1),
    createExchange(2, { request: { headers: [['content-type', 'a/b']], body: { base64: '/wAB' } }, method: 'POST' }),
    createExchange(3, {
      response: {
        headers: [
          ['x', '1'],
          ['x', '2'],
        ],
        body: { base64: '/wAB' },
      },
    }),
    confidential,
    { ...unanswered, errorCode: 'HTTP_NETWORK' },
    createExchange(6, { truncated: 'has a body that is too long', response: { headers: [] } }),
    createExchange(7, {
      attempt: 3,
      url: 'https://[redacted].example/x',
      response: { headers: [], body: { text: '\u2028"\n' } },
    }),
  ]

  const units = await collectItems(readHarUnits(inChunks(await text(writeHar(exchanges)))))

  const read = units.slice(1).map((unit) => parseHarEntry(JSON.parse(unit.text)))
  expect(read).toEqual(exchanges)
})

test.each([null, {}, { request: 1 }, []])('parseHarEntry() gives undefined for %j', (entry) => {
  expect(parseHarEntry(entry)).toBeUndefined()
})
