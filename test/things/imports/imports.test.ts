import { describe, expect, test } from 'vitest'
import { yieldOnce } from '../../../src/service/files/keep-file.ts'
import { formatDay } from '../../../src/text/calendar-day.ts'
import { openApiHost, readAnswer } from '../../app/host/world.ts'
import { openPages } from '../../app/pages/world.ts'

/** What Prowler writes of some buckets. */
function prowler(buckets: Readonly<Record<string, 'PASS' | 'FAIL' | 'MANUAL'>>, day = '2026-04-30'): string {
  const time = Date.parse(`${day}T00:00:00Z`) / 1000
  return JSON.stringify(
    Object.entries(buckets).map(([uid, code]) => ({
      metadata: { event_code: 's3_public', product: { name: 'Prowler', version: '5.6.0' }, version: '1.4.0' },
      class_uid: 2004,
      severity_id: 4,
      status_id: 1,
      status_code: code,
      finding_info: { title: 'Buckets are not public' },
      resources: [{ uid, type: 'AwsS3Bucket' }],
      time,
    })),
  )
}

const source = 'Prowler of production'

async function openImports() {
  const { runtime, get, lines } = await openPages()
  const organizationId = 'acme'
  const take = (text: string, more: object = {}) =>
    runtime.imports.take({ organizationId, source, name: 'p.json', bytes: yieldOnce(Buffer.from(text)), ...more })
  const findings = async () =>
    (await runtime.findings.list({ organizationId })).map(({ state, result }) => [result.resource.id, state])
  return { runtime, get, lines, take, findings, organizationId }
}

describe('runtime.imports.take()', () => {
  test('opens findings of what fails, and resolves one when a newer file says that it passes', async () => {
    const { take, findings } = await openImports()

    const first = await take(prowler({ open: 'FAIL', shut: 'PASS' }))
    const opened = await findings()
    await take(prowler({ shut: 'PASS' }, '2026-05-01'))
    const unlisted = await findings()
    await take(prowler({ open: 'PASS', shut: 'PASS' }, '2026-05-01'))

    expect(first).toMatchObject({ isKnown: false, received: { counts: { pass: 1, fail: 1 } } })
    expect(opened).toEqual([['open', 'open']])
    expect(unlisted).toEqual([['open', 'open']])
    expect(await findings()).toEqual([])
  })

  test('a file that is older, or has no date, changes no finding', async () => {
    const { take, findings } = await openImports()
    await take(prowler({ open: 'FAIL' }, '2026-04-30'))

    const older = await take(prowler({ open: 'PASS' }, '2026-04-01'))
    const undated = await take(prowler({ open: 'PASS' }).replaceAll(/"time":\d+/g, '"x":1'))

    expect([older, undated].map(({ received }) => received.setAside)).toEqual(['older', 'undated'])
    expect(await findings()).toEqual([['open', 'open']])
  })

  test('a file that is dated in the future counts for nothing, and holds up none that comes after it', async () => {
    const { take, findings } = await openImports()

    const ahead = await take(prowler({ open: 'FAIL' }, '2126-04-30'))
    const after = await take(prowler({ open: 'FAIL' }, '2026-04-30'))

    expect([ahead, after].map(({ received }) => received.setAside)).toEqual(['undated', undefined])
    expect(ahead.received).toMatchObject({ oldestAt: undefined, counts: { undecided: 1 } })
    expect(await findings()).toEqual([['open', 'open']])
  })

  test('the same file of the same source is the same run', async () => {
    const { take, runtime, organizationId } = await openImports()
    const text = prowler({ open: 'FAIL' })

    const [one, two] = [await take(text), await take(text, { name: 'other.json' })]
    const other = await take(text, { source: 'Another' })

    expect(two).toEqual({ ...one, isKnown: true })
    expect(other.runId).not.toBe(one.runId)
    expect(await runtime.runs.list({ organizationId, connectionId: one.source.id })).toHaveLength(1)
  })

  test('has no control by itself', async () => {
    const { take, runtime } = await openImports()

    const { runId } = await take(prowler({ open: 'FAIL' }))
    const run = await runtime.runs.get(runId)

    expect(run?.result).toMatchObject({ kind: 'import', checks: [{ id: 's3_public', controls: [], complete: false }] })
  })

  test('a waiver covers a result as it covers others', async () => {
    const { take, runtime, organizationId } = await openImports()
    await runtime.waivers.create({
      organizationId,
      connector: 'import',
      check: 's3_public',
      allConnections: true,
      justification: 'A website.',
      approver: 'Ada',
      expires: formatDay(Date.now() + 86_400_000),
    })

    const { runId } = await take(prowler({ open: 'FAIL' }))

    expect((await runtime.runs.get(runId))?.result?.summary.results).toMatchObject({ fail: 1, waived: 1 })
  })

  test('what is refused leaves no run', async () => {
    const { take, runtime, organizationId } = await openImports()

    await expect(take(prowler({ open: 'FAIL' }).slice(0, -5))).rejects.toMatchObject({ code: 'IMPORT_REFUSED' })

    expect(await runtime.runs.list({ organizationId })).toEqual([])
  })
})

test('POST /v1/imports takes a form, and answers 400 for what is no file of a tool', async () => {
  const { ask } = await openApiHost()
  const send = (text: string) => {
    const form = new FormData()
    form.set('source', source)
    form.set('file', new File([text], 'p.json', { type: 'application/json' }))
    return readAnswer(ask('POST', '/v1/imports', { raw: form }))
  }

  const taken = await send(prowler({ open: 'FAIL' }))
  const again = await send(prowler({ open: 'FAIL' }))
  const refused = await send('{}')

  expect(taken).toMatchObject({ status: 201, body: { isKnown: false, format: 'ocsf', counts: { fail: 1 } } })
  expect(again.body).toEqual({ ...taken.body, isKnown: true })
  expect(refused).toMatchObject({ status: 400, body: { code: 'IMPORT_REFUSED' } })
})

test('pages say that results were received, and not observed', async () => {
  const { take, get, lines, runtime, organizationId } = await openImports()
  const { runId, source: connection } = await take(prowler({ open: 'FAIL' }))
  const [finding] = await runtime.findings.list({ organizationId })

  const pages = [
    '/imports',
    `/runs/${runId}`,
    `/connections/${connection.id}`,
    `/findings/${finding?.id}`,
    '/schedules',
    '/runs',
    '/',
  ]
  const answers = await Promise.all(pages.map((page) => get(page)))

  expect(lines.filter((line) => JSON.stringify(line).includes('rror'))).toEqual([])
  expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 200))
  expect(answers[1]?.text).toContain('Received from Prowler, and not observed')
  expect(answers[2]?.text).toContain('Results of other tools')
  expect(answers[2]?.text).not.toContain('name="schedule"')
  expect(answers[4]?.text).not.toContain('#schedule')
})

describe('files that come at once', () => {
  test('the same file for a new source makes one source and one run', async () => {
    const { take, runtime, organizationId } = await openImports()
    const text = prowler({ open: 'FAIL' })

    const taken = await Promise.all([take(text), take(text), take(text)])

    expect(new Set(taken.map(({ runId }) => runId)).size).toBe(1)
    expect(taken.filter(({ isKnown }) => !isKnown)).toHaveLength(1)
    expect(await runtime.imports.sources({ organizationId })).toHaveLength(1)
    expect(await runtime.runs.list({ organizationId })).toHaveLength(1)
  })

  test('two files of a source: the older one counts for nothing, whichever is read first', async () => {
    const { take, findings } = await openImports()
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`b${n}`, 'PASS' as const]))

    await Promise.all([
      take(prowler({ open: 'PASS' }, '2026-04-30')),
      take(prowler({ ...many, open: 'FAIL' }, '2026-04-01')),
    ])

    expect(await findings()).toEqual([])
  })
})
