import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFindingId } from '../../../src/checks/results/finding-id.ts'
import { ResultLog } from '../../../src/checks/results/result-log.ts'
import { redactResult } from '../../../src/checks/results/result-record.ts'
import type { ResultRecord } from '../../../src/define/index.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'
import { catchError, collectItems } from '../../http/support.ts'
import { createResult } from '../../report/records.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { catchCheckError } from '../support.ts'

function open(folder?: string) {
  const redactor = new Redactor()
  const place = { connectorId: 'acme', connectionId: 'c1' }
  const redactAgain = (checkId: string, each: ResultRecord) => redactResult(each, { ...place, checkId }, redactor)
  const log = new ResultLog({ redactor, redactAgain, folder })
  onTestFinished(() => log.close())
  return { log, redactor }
}

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'checkwright-results-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** About this many bytes. */
const sized = (id: string, bytes: number) =>
  createResult({ resource: { type: 'user', id }, evidence: 'ä'.repeat(bytes / 2) })

describe('ResultLog.read()', () => {
  test('gives what was added, by check and in order, however much of it went to the file', async () => {
    const added = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 600_000 })), {
      maxLength: 12,
    })

    await fc.assert(
      fc.asyncProperty(added, async (entries) => {
        const { log } = open()
        const expected: Record<string, ResultRecord[]> = { a: [], b: [], c: [] }
        for (const [index, [checkId, bytes]] of entries.entries()) {
          const record = sized(`u${index} 😀\n`, bytes)
          log.add(checkId, record)
          expected[checkId]?.push(record)
        }

        for (const [checkId, records] of Object.entries(expected)) {
          expect(await collectItems(log.read(checkId))).toEqual(records)
          expect(await collectItems(log.read(checkId))).toHaveLength(records.length)
        }
        log.close()
      }),
      { numRuns: countRuns(40) },
    )
  })

  test('gives the same each time, whatever was done to what it gave before', async () => {
    const { log } = open()
    const given = createResult({ evidence: { users: [{ name: 'ann' }] } })
    const expected = structuredClone(given)
    log.add('a', given)

    const [first] = await collectItems(log.read('a'))
    Object.assign(first?.resource ?? {}, { id: 'another' })
    Reflect.set(Object(first?.evidence), 'users', [])

    expect(await collectItems(log.read('a'))).toEqual([expected])
  })

  test('lets two read at a time, and one stop early', async () => {
    const { log } = open()
    for (let n = 0; n < 30; n++) log.add('a', sized(`u${n}`, 100_000))

    const [one, two] = [log.read('a'), log.read('a')]
    const ids: string[] = []
    for (let n = 0; n < 30; n++) {
      ids.push((await one.next()).value?.resource.id ?? '', (await two.next()).value?.resource.id ?? '')
    }
    for await (const _each of log.read('a')) break

    expect(ids).toEqual(Array.from({ length: 30 }, (_, n) => [`u${n}`, `u${n}`]).flat())
  })

  test('leaves out secrets that became known after a result was added, from the ids as well', async () => {
    const { log, redactor } = open()
    const secret = 'minted-4711-token'
    const resource = { type: 'key', id: `k-${secret}`, name: secret }
    log.add('a', createResult({ resource, title: secret, description: secret, evidence: { deep: [secret] } }))
    log.add('a', sized('big', 1_200_000))
    log.add('a', createResult({ status: 'fail', resource, remediation: `drop ${secret}` }))

    redactor.add(secret)
    const [first, , last] = await collectItems(log.read('a'))

    expect(JSON.stringify([first, last])).not.toContain(secret)
    const shown = { type: 'key', id: 'k-[redacted]', name: '[redacted]' }
    expect(first).toMatchObject({ resource: shown, title: '[redacted]', evidence: { deep: ['[redacted]'] } })
    expect(first?.findingId).toBe(
      createFindingId({ connectorId: 'acme', connectionId: 'c1', checkId: 'a', resource: shown }),
    )
  })

  test('throws once the log is closed', async () => {
    const { log } = open()
    log.add('a', createResult({}))
    log.close()
    log.close()

    expect(await catchError(log.read('a').next())).toMatchObject({ code: 'RESULTS_NOT_KEPT' })
  })
})

describe('ResultLog.add()', () => {
  test('leaves no file behind that anybody could open, also while the run is under way', () => {
    const folder = temporaryFolder()
    const { log } = open(folder)

    for (let n = 0; n < 5; n++) log.add('a', sized(`u${n}`, 600_000))

    expect(readdirSync(folder)).toEqual([])
  })

  test('says where there is no room, at once and from then on', async () => {
    const { log } = open(join(temporaryFolder(), 'missing'))
    const add = () => log.add('a', sized('u', 1_300_000))
    add()

    expect(catchCheckError(add)).toMatchObject({
      code: 'RESULTS_NOT_KEPT',
      message:
        'The results of this run could not be written (ENOENT). Make room in the folder for temporary files (TMPDIR).',
    })
    expect(catchCheckError(() => log.add('a', createResult({}))).code).toBe('RESULTS_NOT_KEPT')
    expect(await collectItems(log.read('a'))).toHaveLength(1)
  })
})
