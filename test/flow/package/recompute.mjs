// Recomputes everything that a package says from the bundles in it, with nothing of Checkwright: node and the formats of docs/packages.md.
// What no bundle shows is taken as it was said, and has to be named as a gap.
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
  const differences = []
  const expect = (place, is, should) => {
    const [a, b] = [is, should].map((value) => canonical(value ?? null))
    if (a !== b) differences.push(`${place}: ${a.slice(0, 600)} is not ${b.slice(0, 600)}`)
  }
  const bundles = readBundles(files, said)
  const days = listDays(said.period)
  const mappings = listMappings(said)
  let verdicts = 0
  const judged = said.controls.map((control) => {
    const checks = control.checks.map((check) => {
      const perDay = days.map((day) => {
        const span = check.history.find(({ from, to }) => from <= day && day <= to)
        const isUnproven = [span ?? {}, ...(span?.basis ?? [])].some(({ evidence = 'kept' }) => evidence !== 'kept')
        if (isUnproven) return { ...span, from: undefined, to: undefined }
        const verdict = judgeDay(check, day, { said, bundles })
        // A check is spoken of from the day on which something was expected of it.
        if (verdict && span?.evidence === 'kept') verdicts++
        return verdict ?? (span && { state: 'undetermined', because: 'was not run' })
      })
      const history = toSpans(days, perDay)
      expect(`${control.id} ${check.connector}/${check.id} ${check.connectionId ?? ''}`, check.history, history)
      const { state, because } = history.at(-1)
      expect(`newest of ${control.id} ${check.id}`, [check.state, check.because], [state, because])
      return { ...check, history }
    })
    expectAllChecks(control, { said, bundles, expect })
    return { control, checks }
  })
  const observed = days.map((day) => listObserved(judged, day, bundles))
  const controls = judged.map(({ control, checks }) => {
    const history = toSpans(
      days,
      days.map((day, index) => ({
        state: mergeStates(checks.flatMap(({ history: own }) => own.filter(isOn(day)))),
        ...nameStatements(mappings.find(isOn(day))?.mapping, control.id, observed[index]),
      })),
    )
    expect(`history of ${control.id}`, control.history, history)
    expect(`newest of ${control.id}`, control.state, history.at(-1).state)
    return { ...control, history, checks }
  })
  const summary = Object.fromEntries(
    states.map((state) => [state, controls.filter(({ history }) => history.at(-1).state === state).length]),
  )
  expect('summary', said.summary, summary)
  const uploads = recomputeUploads(said, files)
  expect('uploads', said.uploads, uploads)
  const gaps = listGaps(controls, uploads)
  expect('gaps', said.gaps, gaps)
  const whole = { ...said, controls, summary, uploads, gaps }
  expectTable('controls.csv', readCsv(files.get('controls.csv')), toControlRows(whole, days), expect)
  expectTable('days.csv', readCsv(files.get('days.csv')), toDayRows(whole), expect)
  const page = readPage(files.get('index.html').toString())
  expectTable('index.html', page.rows, toPageRows(whole), expect)
  expect('index.html head', page.head, toPageHead(whole))
  expectOscal(files, whole, expect)
  expectManifest(files, expect)
  return {
    differences,
    verdicts,
    summary,
    gaps: gaps.length,
    runs: bundles.runs.length,
    reviews: bundles.reviews.length,
  }
}

// Statements

/** What checks showed or refuted at the end of a day. A run names the statements of its checks. */
function listObserved(judged, day, { states }) {
  const checks = judged.flatMap((each) => each.checks)
  const counting = checks.filter(({ history }) =>
    ['satisfied', 'not_satisfied'].includes(history.find(isOn(day))?.state),
  )
  return new Set(counting.flatMap(({ connector, id }) => states.get(`${connector}/${id}`) ?? []))
}

/** By the days on which they count. */
function listMappings({ mapping, earlierMappings = [], period }) {
  const last = mapping ? [{ from: period.from, ...mapping, to: period.to }] : []
  return [...earlierMappings, ...last].map(({ from, to, text }) => ({ from, to, mapping: JSON.parse(text) }))
}

/** By the text of the mapping in the package alone. */
function nameStatements(mapping, control, observed) {
  const asked = Object.entries(mapping?.controls[control]?.statements ?? {})
  const counting = asked.filter(([, { relation = mapping.relation }]) => relation !== 'intersects')
  if (counting.length === 0) return {}
  const names = counting.map(([id]) => id).filter((id) => observed.has(id))
  return { statements: { observed: names.length, of: counting.length }, observed: names }
}

// Bundles

function readBundles(files, said) {
  const read = (folder) =>
    [...files]
      .filter(([name]) => name.startsWith(`${folder}/`))
      .map(([name, bytes]) => ({ ...JSON.parse(readArchive(bytes).get('run.json')), digest: sha256(bytes), name }))
  const reviews = read('reviews')
  const outcomes = reviews.filter(({ outcomesOf }) => outcomesOf)
  const isCross = ({ kind }) => kind === 'cross-check'
  const states = new Map(
    read('runs').flatMap((run) =>
      run.checks.map(({ id, states: named = {} }) => [
        `${isCross(run) ? 'cross-check' : run.connector.id}/${id}`,
        Object.keys(named),
      ]),
    ),
  )
  return {
    states,
    runs: read('runs')
      .map((run) => ({
        ...run,
        subject: isCross(run) ? run.organizationId : run.connectionId,
        source: isCross(run) ? 'cross-check' : run.connector.id,
        readMs: Date.parse((isCross(run) && run.oldestReadAt) || run.inputs.now),
      }))
      .toSorted((a, b) => Date.parse(b.inputs.now) - Date.parse(a.inputs.now) || (a.id < b.id ? 1 : -1)),
    reviews: reviews
      .filter(({ outcomesOf }) => !outcomesOf)
      .map((review) => ({ ...review, later: outcomes.find(({ outcomesOf }) => outcomesOf.id === review.id) }))
      .toSorted((a, b) => Date.parse(b.finishedAt) - Date.parse(a.finishedAt)),
    connections: new Map(said.connections.map(({ id, connector }) => [id, connector])),
  }
}

/** Every check of a bundle that names the control is spoken of for it. */
function expectAllChecks(control, { said, bundles, expect }) {
  for (const run of bundles.runs)
    for (const { id, controls } of run.checks)
      if (controls.includes(`${said.framework.id}:${control.id}`))
        expect(
          `${control.id} has ${run.source}/${id} of ${run.subject}`,
          control.checks.some((check) => check.id === id && check.connectionId === run.subject),
          true,
        )
}

// Verdicts

function judgeDay(check, day, { said, bundles }) {
  const nowMs = Math.min(Date.parse(day) + dayMs - 1, Date.parse(said.madeAt))
  if (check.connector === 'task') return judgeObligation(check, day, nowMs, { said, bundles })
  const staleMs = said.staleAfterDays * dayMs
  if (check.id.startsWith('access-reviewed')) {
    const review = findReview(bundles, check, nowMs)
    if (!review) return undefined
    const facts = countReview(review, check.connectionId, nowMs)
    return {
      ...judge({ ...facts, staleMs: review.everyDays * dayMs }, nowMs),
      reviewId: review.id,
      at: review.startedAt,
      results: facts.results,
      evidence: 'kept',
      digest: review.digest,
      outcomes: review.later && { evidence: 'kept', digest: review.later.digest },
    }
  }
  const run = findRun(bundles, check.connector, check.connectionId, check.id, nowMs)
  if (!run) return undefined
  const facts = countRun(run, check.id, said, nowMs)
  return {
    ...judge({ ...facts, staleMs }, nowMs),
    status: facts.status,
    runId: run.id,
    at: new Date(run.readMs).toISOString(),
    results: facts.results,
    judged: facts.judged,
    evidence: 'kept',
    digest: run.digest,
  }
}

function findRun({ runs }, source, subject, checkId, nowMs) {
  return runs.find(
    (run) =>
      run.source === source &&
      run.subject === subject &&
      run.checks.some(({ id }) => id === checkId) &&
      Date.parse(run.inputs.now) <= nowMs,
  )
}

function countRun(run, checkId, { waivers, judgements }, nowMs) {
  const check = run.checks.find(({ id }) => id === checkId)
  const results = { pass: 0, fail: 0, manual: 0, not_applicable: 0, waived: 0 }
  const judged = { accepted: 0, refused: 0 }
  let lapsed = 0
  let isRevoked = false
  for (const result of check.results) {
    results[result.status]++
    if (result.status === 'manual') {
      const decision = findJudgement(judgements, result, check.volatile ?? [], nowMs)?.decision
      if (decision) judged[decision]++
    }
    if (result.status !== 'fail') continue
    if (waivers.some((waiver) => isWaived(waiver, run, check, result, nowMs))) results.waived++
    else if (result.waived) {
      lapsed++
      isRevoked ||= nowMs < endOfDay(result.waived.expires)
    }
  }
  const { status, error, complete, undecided } = check
  const isJudged = judged.accepted + judged.refused > 0
  return {
    status,
    error,
    complete,
    undecided,
    results,
    lapsed,
    isRevoked,
    readMs: run.readMs,
    judged: isJudged ? judged : undefined,
  }
}

/** The order is by certainty: docs/controls.md. */
function judge({ readMs, staleMs, results, judged, lapsed, isRevoked, status, error, complete, undecided }, nowMs) {
  const undetermined = (because) => ({ state: 'undetermined', because })
  const failed = (because) => ({ state: 'not_satisfied', because })
  const { accepted, refused } = judged ?? { accepted: 0, refused: 0 }
  if (nowMs - readMs > staleMs) return undetermined(`its evidence is ${Math.floor((nowMs - readMs) / dayMs)} days old`)
  const failing = results.fail - results.waived
  if (failing > 0) {
    const which = isRevoked ? 'a waiver that no longer holds' : 'an expired waiver'
    const over = lapsed ? `, ${lapsed} of them with ${which}` : ''
    return failed(`${count(failing, 'failing result')}${over}${refused ? `, ${count(refused, 'refused result')}` : ''}`)
  }
  if (refused > 0) return failed(`a person refused ${count(refused, 'result')} that needed review`)
  if (error?.code === 'CHECK_UNDECIDED' && undecided)
    return undetermined(`could not tell for ${count(undecided.count, 'resource')}`)
  if (error) return undetermined(`ended in error (${error.kind})`)
  if (status === 'error' || !complete) return undetermined('did not see everything')
  const open = results.manual - accepted
  if (open > 0) return undetermined(`${count(open, 'result')} ${open === 1 ? 'needs review' : 'need review'}`)
  if (status === 'not_applicable') return { state: 'not_applicable', because: 'had nothing to judge' }
  const apart = [
    ...(results.waived > 0 ? [`except for ${count(results.waived, 'waived result')}`] : []),
    ...(accepted > 0 ? [`with ${count(accepted, 'result')} that a person accepted`] : []),
  ]
  return { state: 'satisfied', because: ['passes', ...apart].join(' ') }
}

function isWaived({ waiver, madeAt, revokedAt }, run, { id, tags = [] }, { resource }, nowMs) {
  const isThere = Date.parse(madeAt) <= nowMs && !(revokedAt && Date.parse(revokedAt) <= nowMs)
  const fits = (patterns, text) => [patterns].flat().some((pattern) => toPattern(pattern).test(text))
  const [system] = resource.id.split('/')
  const isOfSystem = run.source === 'cross-check' && [waiver.connection ?? []].flat().includes(system)
  return (
    isThere &&
    nowMs <= endOfDay(waiver.expires) &&
    fits(waiver.connector, run.source) &&
    fits(waiver.check, id) &&
    fits(waiver.resource ?? '*', resource.id) &&
    fits(waiver.resourceType ?? '*', resource.type) &&
    (waiver.tag === undefined || tags.some((tag) => fits(waiver.tag, tag))) &&
    (waiver.allConnections || isOfSystem || [waiver.connection].flat().includes(run.subject))
  )
}

function toPattern(text) {
  const pieces = { '*': '.*', '?': '.' }
  return new RegExp(`^${text.replace(/[\s\S]/g, (one) => pieces[one] ?? one.replace(/[^\w]/, '\\$&'))}$`, 's')
}

/** The newest one of a finding counts alone. */
function findJudgement(judgements, { findingId, evidence }, left, nowMs) {
  const [newest] = judgements
    .filter((each) => each.findingId === findingId && Date.parse(each.at) <= nowMs)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || (a.id < b.id ? 1 : -1))
  if (!newest || nowMs > endOfDay(newest.expires)) return undefined
  if (newest.withdrawnAt && Date.parse(newest.withdrawnAt) <= nowMs) return undefined
  const seen = Object.fromEntries(Object.entries(evidence).filter(([member]) => !left.includes(member)))
  return newest.evidenceSha256 === sha256(canonical(seen)) ? newest : undefined
}

// Access reviews

function findReview({ reviews }, { connectionId, id }, nowMs) {
  return reviews.find(
    (review) =>
      Date.parse(review.finishedAt) <= nowMs &&
      review.checks[0].id === id &&
      review.systems.some((system) => system.connectionId === connectionId),
  )
}

function countReview(review, connectionId, nowMs) {
  const isLate = nowMs > Date.parse(review.finishedAt) + review.removalDays * dayMs
  const results = { pass: 0, fail: 0, manual: 0, not_applicable: 0, waived: 0 }
  const own = ({ evidence }) => evidence.connectionId === connectionId
  for (const { findingId, evidence } of review.checks[0].results.filter(own)) {
    const later = review.later?.checks[0].results.find((each) => each.findingId === findingId)
    const seen = (later ?? { evidence }).evidence.seen ?? []
    const outcome = seen.findLast(({ since }) => Date.parse(since) <= nowMs)
    if (evidence.decision?.is === 'keep' || outcome?.is === 'done') results.pass++
    else if (isLate && outcome?.is === 'not_done') results.fail++
    else results.manual++
  }
  const system = review.systems.find((each) => each.connectionId === connectionId)
  const isWhole = !system.because && system.lists.length > 0 && system.lists.every(({ complete }) => complete)
  const status = ['fail', 'manual', 'pass'].find((each) => results[each] > 0) ?? 'not_applicable'
  return {
    results,
    status: isWhole ? status : 'error',
    complete: isWhole,
    lapsed: 0,
    readMs: Date.parse(review.startedAt),
    error: isWhole ? undefined : { kind: 'incomplete_data' },
  }
}

// Obligations: docs/obligations.md

function judgeObligation({ taskId }, day, nowMs, { said, bundles }) {
  const { history, statements } = said.obligations.find(({ id }) => id === taskId)
  const terms = history.find(isOn(day))
  if (!terms) return undefined
  const ofChecks = terms.satisfiedBy.checks.flatMap((name) => listCheckWays(name, terms, nowMs, { said, bundles }))
  const ofReviews = terms.satisfiedBy.accessReviews ? listReviewWays(terms, nowMs, bundles) : []
  const listed = [...ofChecks, ...ofReviews]
  const ways = [
    worstOf(ofChecks),
    worstOf(ofReviews),
    bestOf(
      terms.satisfiedBy.statements
        ? statements
            .filter(({ at }) => Date.parse(at) <= nowMs)
            .toReversed()
            .map((statement) => toStatementWay(statement, terms, nowMs, said.judgements))
        : [],
    ),
  ].filter(Boolean)
  const failing = ways.find(({ state }) => state === 'failing')
  const untils = ways.map(({ untilMs = 0 }) => (failing && untilMs >= nowMs ? 0 : untilMs))
  const dueMs = Math.max(endOfDay(terms.firstDueDay), ...untils)
  const isDue = nowMs > dueMs
  const [met] = ways.filter(({ state }) => state === 'met').toSorted((a, b) => b.untilMs - a.untilMs)
  const basis = [...new Map(listed.flatMap((each) => (each.basis ? [[idOf(each.basis), each.basis]] : [])))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one)
  const verdict = (state, because) => ({ state, because, taskId, basis: basis.length > 0 ? basis : undefined })
  if (!failing && met) return verdict('satisfied', `met: ${met.because}`)
  const waiting =
    !failing && (ways.find(({ state }) => state === 'provided') ?? ways.find(({ state }) => state === 'could_not_tell'))
  const notDue = verdict('not_applicable', `not due before ${formatDay(dueMs)}`)
  if (waiting?.state === 'provided')
    return isDue ? verdict('undetermined', `waits to be accepted: ${waiting.because}`) : notDue
  if (waiting) return verdict('undetermined', `could not tell: ${waiting.because}`)
  const because = (failing ?? ways.find(({ state }) => state === 'missing'))?.because ?? explainNothing(terms)
  return isDue ? verdict('undetermined', `overdue: ${because}`) : notDue
}

function listCheckWays(name, terms, nowMs, { said, bundles }) {
  const [source, id] = name.split('/')
  const subjects =
    source === 'cross-check'
      ? [said.organization.id]
      : [...bundles.connections].filter(([, connector]) => connector === source).map(([connectionId]) => connectionId)
  // What was not run comes first, then the oldest evidence.
  const found = subjects
    .map((subject) => ({ subject, run: findRun(bundles, source, subject, id, nowMs) }))
    .toSorted((a, b) => compareStarts(a.run, b.run) || (a.subject < b.subject ? -1 : 1))
  return found.flatMap(({ run }) => {
    const title = bundles.runs.flatMap(({ checks }) => checks).find((check) => check.id === id)?.title
    if (!run) return [{ state: 'missing', because: `${title}: was not run` }]
    const basis = { runId: run.id, evidence: 'kept', digest: run.digest }
    return toWay(title, { ...countRun(run, id, said, nowMs), basis }, terms, nowMs)
  })
}

function compareStarts(a, b) {
  return Date.parse(a?.startedAt ?? 0) - Date.parse(b?.startedAt ?? 0)
}

function listReviewWays(terms, nowMs, bundles) {
  const systems = bundles.runs.flatMap(({ source, inputs }) => (source === 'cross-check' ? inputs.systems : []))
  const listing = new Set(
    systems
      .filter(({ inventories }) => inventories.some((inventory) => inventory.of === 'account'))
      .map(({ connectionId }) => connectionId),
  )
  return [...listing].flatMap((connectionId) => {
    const review = findReview(bundles, { connectionId, id: 'access-reviewed' }, nowMs)
    if (!review) return [{ state: 'missing', because: 'Access review: nobody has reviewed all accounts' }]
    const facts = countReview(review, connectionId, nowMs)
    const outcomes = review.later && { evidence: 'kept', digest: review.later.digest }
    const basis = { reviewId: review.id, evidence: 'kept', digest: review.digest, outcomes }
    return toWay(review.checks[0].title, { ...facts, basis, ownMs: review.everyDays * dayMs }, terms, nowMs)
  })
}

function idOf({ runId, reviewId }) {
  return runId ?? reviewId
}

function toWay(title, facts, { everyDays }, nowMs) {
  const { state, because } = judge({ ...facts, staleMs: Number.POSITIVE_INFINITY }, nowMs)
  if (state === 'not_applicable') return []
  const { readMs, results, judged, error, complete, basis, ownMs = Number.POSITIVE_INFINITY } = facts
  const untilMs = endOfDay(formatDay(readMs + Math.min(everyDays * dayMs, ownMs)))
  const isWaiting = !error && complete && results.manual > (judged?.accepted ?? 0)
  const found = (is, why, until) => [
    { state: is, because: `${title}: ${why}`, basis, untilMs: until ? untilMs : undefined },
  ]
  if (nowMs > untilMs)
    return found('missing', `its evidence is of ${formatDay(readMs)}, which is too old`, state === 'satisfied')
  if (state === 'satisfied') return found('met', because, true)
  if (state === 'not_satisfied') return found('failing', because)
  return found(isWaiting ? 'provided' : 'could_not_tell', because)
}

function toStatementWay({ id, doneDay, statedBy, evidenceSha256 }, { everyDays }, nowMs, judgements) {
  const title = `${statedBy}: done on ${doneDay}`
  const freshMs = endOfDay(doneDay) + everyDays * dayMs
  const [newest] = judgements
    .filter(({ connector, runId, at }) => connector === 'task' && runId === id && Date.parse(at) <= nowMs)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const isOver = newest?.withdrawnAt && Date.parse(newest.withdrawnAt) <= nowMs
  const found = (state, because, untilMs) => ({ state, because: `${title}: ${because}`, untilMs })
  if (!newest || isOver || newest.evidenceSha256 !== evidenceSha256)
    return nowMs > freshMs
      ? found('missing', 'too old, and nobody has judged it')
      : found('provided', 'waits until somebody accepts it')
  if (newest.decision === 'refused') return found('missing', `refused by ${newest.by}`)
  const untilMs = Math.min(freshMs, endOfDay(newest.expires))
  if (nowMs > untilMs) return found('missing', `accepted by ${newest.by}, until ${formatDay(untilMs)}`, untilMs)
  return found('met', `accepted by ${newest.by}`, untilMs)
}

function worstOf(ways) {
  const order = ['failing', 'missing', 'could_not_tell', 'provided', 'met']
  const [worst] = ways.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  if (!worst) return undefined
  const isLimited = ways.every(({ untilMs }) => untilMs !== undefined)
  return { ...worst, untilMs: isLimited ? Math.min(...ways.map(({ untilMs }) => untilMs)) : undefined }
}

function bestOf(ways) {
  const order = ['met', 'provided', 'missing']
  const [best] = ways.toSorted(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || (b.untilMs ?? 0) - (a.untilMs ?? 0),
  )
  const untils = ways.flatMap(({ untilMs }) => untilMs ?? [])
  return best && { ...best, untilMs: untils.length === 0 ? undefined : Math.max(...untils) }
}

function explainNothing({ satisfiedBy: { checks, accessReviews, statements } }) {
  const ways = [
    ...(checks.length > 0 ? ['a run of its checks'] : []),
    ...(accessReviews ? ['an access review'] : []),
    ...(statements ? ['a statement with evidence'] : []),
  ]
  return `Needs ${ways.join(', or ')}.`
}

// What is beside the verdicts

function recomputeUploads({ judgements, obligations }, files) {
  const found = new Map()
  const note = ({ name, sha256: digest }, of) => {
    const before = found.get(digest) ?? { sha256: digest, name, of: [] }
    if (!before.of.some((each) => canonical(each) === canonical(of))) before.of.push(of)
    found.set(digest, before)
  }
  for (const { id: judgementId, files: own } of judgements) for (const file of own) note(file, { judgementId })
  for (const { id: taskId, statements } of obligations)
    for (const file of statements.flatMap(({ files: own }) => own)) note(file, { taskId })
  return [...found.values()]
    .toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
    .map((upload) => {
      const bytes = files.get(`files/${upload.sha256}`)
      return { ...upload, size: bytes && sha256(bytes) === upload.sha256 ? bytes.length : undefined }
    })
}

function listGaps(controls, uploads) {
  const gaps = controls.flatMap((control) => [
    ...control.history
      .filter(({ state }) => state === 'uncovered')
      .map(({ from, to }) => ({
        kind: 'no check',
        control: control.id,
        from,
        to,
        because: 'no check of these connections covers it',
      })),
    ...control.checks.flatMap((check) =>
      check.history.flatMap((span) => {
        const { connector, connectionId, taskId, id } = check
        const { from, to, because, runId, reviewId, state } = span
        const of = clean({ control: control.id, connector, connectionId, taskId, check: id, runId, reviewId, from, to })
        const isUndecided = state === 'undetermined' && taskId === undefined
        const isOld = (runId ?? reviewId) === undefined || because.startsWith('its evidence is ')
        const unproven = [span, ...(span.basis ?? [])].filter(({ evidence = 'kept' }) => evidence !== 'kept')
        return [
          ...unproven.map((each) => {
            const what = each.reviewId === undefined ? 'run' : 'access review'
            const why =
              each.evidence === 'deleted' ? `the evidence of the ${what} was deleted` : `the ${what} kept no evidence`
            return clean({ kind: each.evidence, ...of, runId: each.runId, reviewId: each.reviewId, because: why })
          }),
          ...(isUndecided ? [{ kind: isOld ? 'no run' : 'could not tell', ...of, because }] : []),
        ]
      }),
    ),
  ])
  const gone = uploads.filter(({ size }) => size === undefined)
  return [
    ...gaps,
    ...gone.map(({ sha256: digest, name }) => ({
      kind: 'upload deleted',
      sha256: digest,
      because: `the bytes of "${name}" are gone`,
    })),
  ]
}

function toControlRows({ controls }, days) {
  return [
    ['control', 'title', 'group', 'state', ...states.map((state) => `days_${state}`), 'checks', ...counts],
    ...controls.map(({ id, title, group = '', history, checks }) => [
      ...[id, title, group, history.at(-1).state],
      ...states.map((state) => String(days.filter((day) => history.find(isOn(day)).state === state).length)),
      String(checks.length),
      ...formatCount(history.at(-1)),
    ]),
  ]
}

/** This organization leaves out nothing of its framework. */
const counts = ['observed_statements', 'statements', 'left_out']

function formatCount({ statements }) {
  return [statements?.observed, statements?.of, ''].map((cell) => String(cell ?? ''))
}

function toDayRows({ controls }) {
  const head =
    'day control control_state connector connection check state status run review obligation evidence digest outcomes basis because'
  const rows = controls.flatMap((control) =>
    control.checks.flatMap(({ connector, connectionId = '', id, history }) =>
      history.flatMap((span) =>
        listDays(span).map((day) => [
          ...[day, control.id, control.history.find(isOn(day)).state, connector, connectionId, id, span.state],
          ...[span.status, span.runId, span.reviewId, span.taskId, span.evidence, span.digest].map(
            (cell) => cell ?? '',
          ),
          ...[span.outcomes?.digest ?? '', (span.basis ?? []).map(idOf).join(' '), span.because],
          ...formatCount(control.history.find(isOn(day))),
        ]),
      ),
    ),
  )
  return [[...head.split(' '), ...counts], ...rows]
}

const words = {
  satisfied: '✓ satisfied',
  not_satisfied: '✗ not satisfied',
  undetermined: '? undetermined',
  uncovered: '– uncovered',
  not_applicable: '– not applicable',
}

/** The cells of all tables, in their order. */
function toPageRows({ controls, connections, waivers, judgements, obligations, uploads, gaps }) {
  const names = new Map(connections.map(({ id, name, connector }) => [id, name ?? connector]))
  const inDays = ({ from, to }) => (from === to ? from : `${from} – ${to}`)
  const isCovered = ({ history }) => history.some(({ state }) => state !== 'uncovered')
  const looked = ({ statements: is }) => (is ? `, observed ${is.observed} of ${count(is.of, 'statement')}` : '')
  const spans = ({ history }) => history.map((span) => `${words[span.state]} ${inDays(span)}${looked(span)}`).join(' ')
  const counts = ({ results: r }) =>
    r ? `${r.pass} pass, ${r.fail} fail, ${r.waived} of them waived, ${r.manual} to review` : ''
  const bundle = (span) =>
    listNamed(span)
      .map(([file, is, sum]) => (sum ? `${file} ${sum}` : `${is}: ${file}`))
      .join('')
  return [
    ...controls.map((each) => [
      each.id,
      each.title,
      `${words[each.history.at(-1).state]}${looked(each.history.at(-1))}`,
      isCovered(each) ? spans(each) : '',
    ]),
    ...controls
      .filter(isCovered)
      .flatMap(({ checks }) => checks)
      .flatMap(({ history }) => history)
      .map((span) => [inDays(span), words[span.state], span.because, counts(span), bundle(span)]),
    ...waivers.map(({ id, waiver, madeAt, revokedAt }) => [
      ...[id, waiver.justification, waiver.approver, madeAt, revokedAt ?? waiver.expires],
    ]),
    ...judgements.map(({ id, connector, check, decision, by, reason, at, expires, withdrawnAt }) => [
      ...[id, `${connector}/${check}`, decision, by, reason, at, withdrawnAt ?? expires],
    ]),
    ...obligations.flatMap(({ title, history, statements }) => [
      [
        title,
        history
          .map((span) => `${inDays(span)}: every ${count(span.everyDays, 'day')}, first by ${span.firstDueDay}`)
          .join(''),
        count(statements.length, 'statement'),
      ],
      ...statements.map(({ at, doneDay, statedBy, text }) => ['', '', at, doneDay, statedBy, text]),
    ]),
    ...uploads.map(({ name, sha256: digest }) => [name, digest]),
    ...gaps.map(({ kind, control = '', connector, check, connectionId = '', because, ...span }) => [
      ...[kind, control, connector ? `${connector}/${check}` : '', names.get(connectionId) ?? connectionId],
      ...[span.from ? inDays(span) : '', because],
    ]),
  ]
}

/** Files of a span, whether they are there, and their digests. */
function listNamed({ runId, reviewId, evidence, digest, outcomes, basis = [] }) {
  return [
    ...(runId ? [[`runs/${runId}.zip`, evidence, digest]] : []),
    ...(reviewId ? [[`reviews/${reviewId}.zip`, evidence, digest]] : []),
    ...(outcomes ? [[`reviews/${reviewId}-outcomes.zip`, outcomes.evidence, outcomes.digest]] : []),
    ...basis.flatMap(listNamed),
  ]
}

/** With its edition, unless the title has it. */
function nameFramework({ title, version = '' }) {
  const [edition] = version.split(' ')
  if (version === '') return title
  return title.endsWith(` ${edition}`) ? `${title}${version.slice(edition.length)}` : `${title}, ${version}`
}

function toPageHead({
  framework,
  organization,
  period,
  controls,
  summary,
  staleAfterDays,
  mapping,
  earlierMappings = [],
}) {
  return [
    `${nameFramework(framework)}; SHA-256 ${framework.sha256}`,
    ...(mapping
      ? [
          `SHA-256 ${sha256(mapping.text)}; package.json has its text${mapping.from ? `. It counts from ${mapping.from}` : ''}`,
        ]
      : []),
    ...earlierMappings.map(({ from, text }) => `SHA-256 ${sha256(text)}; it counted from ${from}`),
    `${organization.name} (${organization.id})`,
    `${period.from} to ${period.to}, both days included, in UTC`,
    `${count(controls.length, 'control')}: ${states.map((state) => `${summary[state]} ${state.replace('_', ' ')}`).join(', ')}`,
    count(staleAfterDays, 'day'),
  ]
}

function expectOscal(files, { framework, controls, connections }, expect) {
  const plan = JSON.parse(files.get('oscal/assessment-plan.json'))['assessment-plan']
  const bytes = files.get('oscal/assessment-results.json')
  const [result] = JSON.parse(bytes)['assessment-results'].results
  const activities = new Set(controls.flatMap(({ checks }) => checks.map(({ connector, id }) => `${connector} ${id}`)))
  const definitions = plan['local-definitions']
  expect('activities of the plan', definitions.activities.length, activities.size)
  expect('components of the plan', definitions.components.length, connections.length)
  const read = (props) => Object.fromEntries(props.map(({ name, value }) => [name, value]))
  const token = (id) => `${framework.id}_${id}`
  expect(
    'observations',
    result.observations.map(({ props, collected, description, 'relevant-evidence': kept = [] }) => ({
      ...read(props),
      description,
      at: collected,
      bundles: kept.map(({ href, props: own }) => `${href} ${read(own)['sha-256']}`),
    })),
    controls.flatMap((control) =>
      control.checks.flatMap((check) =>
        check.history.map((span) => {
          const { from, to, state, because, status, runId, reviewId, taskId, evidence, at } = span
          return clean({
            'check-id': check.id,
            connector: check.connector,
            control: `${framework.id}:${control.id}`,
            state,
            from,
            to,
            status,
            'run-id': runId,
            'review-id': reviewId,
            'task-id': taskId,
            evidence,
            description: because,
            at: at ?? JSON.parse(files.get('package.json')).madeAt,
            bundles: listNamed(span).flatMap(([file, , sum]) => (sum ? [`../${file} ${sum}`] : [])),
          })
        }),
      ),
    ),
  )
  const settled = controls.filter(({ history }) => ['satisfied', 'not_satisfied'].includes(history.at(-1).state))
  expect(
    'findings',
    (result.findings ?? []).map(({ target, props, 'related-observations': related }) => [
      ...[target['target-id'], target.status.state, related.length],
      ...(props ?? []).map(({ value }) => value),
    ]),
    settled.map(({ id, history, checks }) => [
      ...[token(id), history.at(-1).state.replace('_', '-'), checks.length],
      ...formatCount(history.at(-1)).filter((cell) => cell !== ''),
    ]),
  )
}

function expectManifest(files, expect) {
  const { files: signed } = JSON.parse(files.get('manifest.json'))
  const [others] = [['manifest.json', 'statement.intoto.jsonl']]
  const there = [...files].filter(([name]) => !others.includes(name))
  expect(
    'manifest.json',
    signed,
    there.map(([name, bytes]) => ({ name, sha256: sha256(bytes), size: bytes.length })),
  )
}

// Texts and days

function expectTable(place, is, should, expect) {
  expect(`rows of ${place}`, is.length, should.length)
  for (const [index, row] of should.entries()) expect(`${place} row ${index}`, is[index], row)
}

function readCsv(bytes) {
  const cells = bytes.toString().matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)
  const rows = [[]]
  for (const [, cell, end] of cells) {
    rows.at(-1).push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

function readPage(html) {
  const read = (text) =>
    text
      .replace(/<[^>]*>/g, '')
      .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name])
      .trim()
  const cellsOf = (row) => [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell]) => read(cell))
  return {
    rows: [...html.matchAll(/<tr><td[\s\S]*?<\/tr>/g)].map(([row]) => cellsOf(row)),
    head: [...html.matchAll(/<dd>([\s\S]*?)<\/dd>/g)].map(([, text]) => read(text)),
  }
}

/** Days on which the same was true; undefined before anything was. */
function toSpans(days, perDay) {
  const spans = []
  for (const [index, said] of perDay.entries()) {
    const last = spans.at(-1)
    if (said === undefined) continue
    const facts = clean(said)
    if (last && canonical(last.facts) === canonical(facts)) last.to = days[index]
    else spans.push({ facts, from: days[index], to: days[index] })
  }
  return spans.map(({ facts, from, to }) => ({ from, to, ...facts }))
}

function mergeStates(spans) {
  const found = spans.map(({ state }) => state)
  for (const state of ['not_satisfied', 'undetermined', 'satisfied']) if (found.includes(state)) return state
  return found.length > 0 ? 'undetermined' : 'uncovered'
}

function isOn(day) {
  return ({ from, to }) => from <= day && day <= to
}

function listDays({ from, to }) {
  const days = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) days.push(formatDay(at))
  return days
}

function formatDay(atMs) {
  return new Date(atMs).toISOString().slice(0, 10)
}

function endOfDay(day) {
  return Date.parse(day) + dayMs - 1
}

function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function clean(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** JSON with members by their names. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  return `{${Object.keys(value)
    .sort()
    .filter((name) => value[name] !== undefined)
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join(',')}}`
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

process.stdout.write(JSON.stringify(recompute(process.argv[2])))
