// Recomputes what a package says from the bundles in it, with nothing of Checkwright: node and the formats of docs/packages.md.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const dayMs = 86_400_000
const states = ['satisfied', 'not_satisfied', 'undetermined', 'uncovered']

/** The files of an archive without compression, by name (PKWARE APPNOTE 4.3). */
function readArchive(bytes) {
  const files = new Map()
  const end = bytes.length - 22
  if (bytes.readUInt32LE(end) !== 0x06054b50) throw new Error('no end of the directory')
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength, offset] = [
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ]
    const name = bytes.toString('latin1', at + 46, at + 46 + nameLength)
    const start = offset + 30 + bytes.readUInt16LE(offset + 26)
    files.set(name, bytes.subarray(start, start + size))
    at += 46 + nameLength
  }
  return files
}

function recompute(path) {
  const files = readArchive(readFileSync(path))
  const said = JSON.parse(files.get('package.json'))
  const runs = [...files]
    .filter(([name]) => name.startsWith('runs/'))
    .map(([name, bytes]) => {
      const run = JSON.parse(readArchive(bytes).get('run.json'))
      return { ...run, digest: digest(bytes), file: name }
    })
  const differences = []
  const expect = (place, is, should) => {
    if (JSON.stringify(is) !== JSON.stringify(should))
      differences.push(`${place}: ${JSON.stringify(is)} is not ${JSON.stringify(should)}`)
  }
  const csv = new Map(
    files
      .get('controls.csv')
      .toString()
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => [line.split(',')[0], line]),
  )
  const html = files.get('index.html').toString()
  const summary = Object.fromEntries(states.map((state) => [state, 0]))
  let verdicts = 0
  for (const control of said.controls) {
    const days = Object.fromEntries(states.map((state) => [state, 0]))
    let last = 'uncovered'
    for (const day of listDays(said.period)) {
      const found = []
      for (const check of control.checks) {
        const span = check.history.find(({ from, to }) => from <= day && day <= to)
        if (!span) continue
        const run = span.evidence === 'kept' || span.runId === undefined ? newestRun(runs, check, day) : undefined
        // What no bundle shows is taken as it was said, and the gaps have to name it.
        const verdict = run ? judge(run, check.id, day, said) : { state: span.state }
        if (!run && span.state !== 'undetermined' && span.evidence === 'kept')
          differences.push(`${control.id} ${check.id} ${day}: no bundle`)
        if (!run || span.evidence !== 'kept')
          expect(
            `gap of ${control.id} ${check.id} ${day}`,
            said.gaps.some(
              (gap) =>
                gap.control === control.id &&
                gap.check === check.id &&
                gap.connectionId === check.connectionId &&
                gap.from <= day &&
                day <= gap.to,
            ),
            true,
          )
        if (run && span.evidence === 'kept') {
          verdicts++
          expect(
            `${control.id} ${check.id} ${day}`,
            { state: span.state, status: span.status, runId: span.runId, digest: span.digest, results: span.results },
            {
              state: verdict.state,
              status: verdict.status,
              runId: run.id,
              digest: run.digest,
              results: verdict.results,
            },
          )
        }
        found.push(span.evidence === 'kept' && run ? verdict.state : span.state)
      }
      last = merge(found)
      days[last]++
      expect(`${control.id} ${day}`, control.history.find(({ from, to }) => from <= day && day <= to)?.state, last)
    }
    summary[last]++
    const cells = csv.get(control.id).split(',').slice(-6)
    expect(`controls.csv ${control.id}`, cells, [
      last,
      ...states.map((state) => String(days[state])),
      String(control.checks.length),
    ])
  }
  expect('summary', said.summary, summary)
  const { satisfied, not_satisfied, undetermined, uncovered } = summary
  expect(
    'index.html',
    html.includes(
      `${satisfied} satisfied, ${not_satisfied} not satisfied, ${undetermined} undetermined, ${uncovered} uncovered`,
    ),
    true,
  )
  return { differences, verdicts, runs: runs.length, summary }
}

function newestRun(runs, { connectionId, id }, day) {
  const endMs = Date.parse(day) + dayMs
  return runs
    .filter(
      (run) =>
        run.connectionId === connectionId &&
        run.checks.some((check) => check.id === id) &&
        Date.parse(run.startedAt) < endMs,
    )
    .toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))[0]
}

function judge(run, checkId, day, { waivers, judgements, madeAt, staleAfterDays }) {
  const nowMs = Math.min(Date.parse(day) + dayMs - 1, Date.parse(madeAt))
  const check = run.checks.find(({ id }) => id === checkId)
  const results = { pass: 0, fail: 0, manual: 0, not_applicable: 0, waived: 0 }
  let refused = 0
  let open = 0
  for (const result of check.results) {
    results[result.status]++
    if (result.status === 'fail' && waivers.some((each) => isWaived(each, run, checkId, result, nowMs)))
      results.waived++
    if (result.status !== 'manual') continue
    const decision = newestJudgement(judgements, result, nowMs)
    if (decision === 'refused') refused++
    if (decision === undefined) open++
  }
  const of = (state) => ({ state, status: check.status, results })
  if (nowMs - Date.parse(run.inputs.now) > staleAfterDays * dayMs) return of('undetermined')
  if (results.fail > results.waived || refused > 0) return of('not_satisfied')
  if (check.status === 'error' || !check.complete || open > 0) return of('undetermined')
  return of(check.status === 'not_applicable' ? 'not_applicable' : 'satisfied')
}

function isWaived({ waiver, madeAt, revokedAt }, run, checkId, { resource }, nowMs) {
  const there = Date.parse(madeAt) <= nowMs && !(revokedAt && Date.parse(revokedAt) <= nowMs)
  const holds = nowMs < Date.parse(waiver.expires) + dayMs
  const covers = waiver.connector === run.connector.id && waiver.check === checkId && waiver.resource === resource.id
  return there && holds && covers && (waiver.allConnections || [waiver.connection].flat().includes(run.connectionId))
}

function newestJudgement(judgements, { findingId, evidence }, nowMs) {
  const [newest] = judgements
    .filter(
      (each) =>
        each.findingId === findingId &&
        Date.parse(each.at) <= nowMs &&
        !(each.withdrawnAt && Date.parse(each.withdrawnAt) <= nowMs),
    )
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  if (!newest || nowMs >= Date.parse(newest.expires) + dayMs) return undefined
  return newest.evidenceSha256 === digest(canonical(evidence)) ? newest.decision : undefined
}

/** JSON with members by their names. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join(',')}}`
}

function merge(found) {
  for (const state of ['not_satisfied', 'undetermined', 'satisfied']) if (found.includes(state)) return state
  return found.length > 0 ? 'undetermined' : 'uncovered'
}

function listDays({ from, to }) {
  const days = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

function digest(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

process.stdout.write(JSON.stringify(recompute(process.argv[2])))
