import { decodeText } from '../../../evidence/bundle/bundle-source.ts'
import { computeDigests } from '../../../evidence/bundle/compute-digests.ts'
import type { SpanBundle } from '../../../evidence/package/package-file.ts'
import { readSpanBundles, verifyPackageSource } from '../../../evidence/package/verify-package-source.ts'
import { joinBytes } from '../../../text/join-bytes.ts'
import { parseJson } from '../../../text/parse-json.ts'
import type { OpenedPackage } from '../blob-source.ts'
import type { ChosenLog } from './chosen-log.ts'
import { append, type Content, createDetails, createElement, createLongList } from './element.ts'
import { readPath, toList, toText } from './format-value.ts'
import { putFirst, sortToPlaces } from './places.ts'
import type { ShownFile } from './read-bundle.ts'
import { createBundle, createFactList, createFiles } from './show-bundle.ts'
import { createId, createStatus, runLater } from './show-checks.ts'
import { createDecisions } from './show-decisions.ts'
import { createPackageProofs } from './show-log.ts'
import { createProblems, createVerdict, type TrustChoice, verifySafely } from './show-verdict.ts'
import type { PageWords } from './words.ts'

interface PackageView {
  readonly source: OpenedPackage
  readonly judge: TrustChoice
  readonly log: ChosenLog
  readonly words: PageWords
  /** Files that are not as they were signed. */
  readonly differing: ReadonlySet<string>
  /** By id. */
  readonly connections: ReadonlyMap<string, string>
  /** The check whose bundles are shown; a bundle opens at it. */
  readonly check?: string
}

/** Verifies a package with all its bundles, and shows its controls, whether or not they are proven. */
export async function createPackage(
  name: string,
  source: OpenedPackage,
  judge: TrustChoice,
  log: ChosenLog,
  words: PageWords,
): Promise<Content> {
  const trust = { ...judge.trust, openBundle: source.openBundle }
  const verification = await verifySafely(name, source, () => verifyPackageSource(source, trust, name))
  const problems = verification.verified ? [] : verification.problems
  const content = await readJson(source, 'package.json')
  const connections = toList(readPath(content, 'connections')).map(
    (each) => [toText(readPath(each, 'id')), toText(readPath(each, 'name'))] as const,
  )
  // What differs within a bundle is named with the bundle before it.
  const differing = new Set(problems.map(({ file }) => file.replace(/: .*$/s, '')))
  const view: PackageView = { source, judge, log, words, differing, connections: new Map(connections) }
  const { texts } = words
  const controls = toList(readPath(content, 'controls'))
  const files = await readPackageFiles(source)
  const member = (...path: readonly string[]) => toText(readPath(content, ...path))
  return [
    createVerdict(verification, judge, words),
    createProblems(problems, words),
    await createPackageProofs(source, log, judge, words),
    createFactList([
      [texts.organization, member('organization', 'name')],
      [texts.framework, `${member('framework', 'title')} ${member('framework', 'version')}`.trim()],
      [texts.mapping, member('mapping', 'sha256')],
      [texts.period, `${member('period', 'from')} – ${member('period', 'to')}`],
      [texts.madeAt, member('madeAt')],
    ]),
    createElement('h3', {}, texts.controls),
    createSummary(controls, words),
    createControls(controls, view),
    createElement('h3', {}, texts.gaps),
    createDetails([texts.gapCount({ count: words.number(toList(readPath(content, 'gaps')).length) })], () =>
      createLongList(
        toList(readPath(content, 'gaps')),
        (gap) => createElement('p', {}, describeGap(gap, view)),
        words.showMore,
      ),
    ),
    createElement('h3', {}, texts.decisions),
    createDecisions(content, words),
    createElement('h3', {}, texts.files),
    createDetails(
      [`${texts.files}: ${words.number(files.length)}`],
      () => createFiles(files, { places: sortToPlaces(problems), words }),
      { open: problems.length > 0 },
    ),
  ]
}

function createControls(controls: readonly unknown[], view: PackageView): Content {
  const { texts } = view.words
  const input = createElement('input', { type: 'search', id: createId(), autocomplete: 'off', spellcheck: 'false' })
  const list = createElement('div', { 'aria-live': 'polite' })
  const differs = (control: unknown) => listFilesOfControl(control).some((file) => view.differing.has(file))
  const searched = putFirst(controls, differs).map((control) => ({
    control,
    text: listWords(control, view.words).join('\n').toLowerCase(),
  }))
  const show = () => {
    const wanted = input.value.trim().toLowerCase()
    const found = searched.filter(({ text }) => text.includes(wanted))
    list.replaceChildren()
    append(
      list,
      createLongList(found, ({ control }) => createControl(control, view), view.words.showMore),
    )
  }
  input.addEventListener('input', runLater(show))
  show()
  return [createElement('label', { for: input.id }, texts.searchControls), input, list]
}

/** What somebody may look for: names, not the days. */
function listWords(control: unknown, words: PageWords): readonly string[] {
  const own = ['id', 'title', 'group'].map((member) => toText(readPath(control, member)))
  const state = words.status(toText(readPath(control, 'state')))
  const checks = toList(readPath(control, 'checks')).flatMap((check) =>
    ['id', 'title', 'connector', 'connectionId'].map((member) => toText(readPath(check, member))),
  )
  return [...own, state, ...checks]
}

/** The files of the bundles that a control rests on. */
function listFilesOfControl(control: unknown): readonly string[] {
  return toList(readPath(control, 'checks')).flatMap(listFilesOfCheck)
}

function listFilesOfCheck(check: unknown): readonly string[] {
  return toList(readPath(check, 'history'))
    .flatMap(readSpanBundles)
    .map(({ file }) => file)
}

/** The mark at what rests on a bundle that differs. */
function createChangedMark(files: readonly string[], { differing, words }: PackageView): Content {
  if (!files.some((file) => differing.has(file))) return undefined
  return createElement('p', { class: 'differs' }, `✗ ${words.texts.restsOnChanged}`)
}

function createControl(control: unknown, view: PackageView): Content {
  const files = listFilesOfControl(control)
  return createDetails(
    [
      createStatus(readPath(control, 'state'), view.words),
      ' ',
      createElement('b', {}, toText(readPath(control, 'id'))),
      ` ${toText(readPath(control, 'title'))}`,
      createObserved(toList(readPath(control, 'history')).at(-1), view.words),
      createLeftOut(toList(readPath(control, 'history')).at(-1), view.words),
      createChangedMark(files, view),
    ],
    () => [
      createHistory(readPath(control, 'history'), view),
      toList(readPath(control, 'checks')).map((check) => createCheck(check, view)),
    ],
    { open: files.some((file) => view.differing.has(file)) },
  )
}

function createCheck(check: unknown, view: PackageView): Content {
  const connection = toText(readPath(check, 'connectionId'))
  const files = listFilesOfCheck(check)
  return createDetails(
    [
      createStatus(readPath(check, 'state'), view.words),
      ' ',
      createElement('b', {}, toText(readPath(check, 'title')) || toText(readPath(check, 'id'))),
      ` ${view.connections.get(connection) ?? connection} `,
      createElement('code', {}, `${toText(readPath(check, 'connector'))}/${toText(readPath(check, 'id'))}`),
      createChangedMark(files, view),
    ],
    () => createHistory(readPath(check, 'history'), narrowToCheck(view, toText(readPath(check, 'id')))),
    { open: files.some((file) => view.differing.has(file)) },
  )
}

function narrowToCheck({ source, judge, log, words, differing, connections }: PackageView, check: string): PackageView {
  return { source, judge, log, words, differing, connections, check }
}

/** The spans of days, the newest first, each with the bundles that it rests on. */
function createHistory(history: unknown, view: PackageView): Content {
  const { texts } = view.words
  const spans = toList(history).toReversed()
  return [
    createElement('p', { class: 'part' }, texts.history),
    createLongList(
      spans,
      (span) => [
        createElement(
          'p',
          {},
          createStatus(readPath(span, 'state'), view.words),
          ` ${describeSpan(span)}`,
          createObserved(span, view.words),
          createLeftOut(span, view.words),
        ),
        readSpanBundles(span).map((bundle) => createSpanBundle(bundle, view)),
      ],
      view.words.showMore,
    ),
  ]
}

/** How much of a control was looked at; nothing where the package counts no statements. */
function createObserved(span: unknown, { texts }: PageWords): Content {
  const [observed, of] = ['observed', 'of'].map((member) => readPath(span, 'statements', member))
  if (typeof observed !== 'number' || typeof of !== 'number') return undefined
  return [' ', createElement('span', { class: 'soft' }, texts.observed({ observed, of }))]
}

/** Why sums do not count a control; nothing where it is in scope. */
function createLeftOut(span: unknown, { texts }: PageWords): Content {
  const why = readPath(span, 'leftOut')
  if (why === undefined) return undefined
  const [reason, by, approvedBy, expires] = ['reason', 'by', 'approvedBy', 'expires'].map((member) =>
    toText(readPath(why, member)),
  )
  const people = [by, approvedBy, expires].filter(Boolean).join(', ')
  return [' ', createElement('span', { class: 'soft' }, texts.outOfScope({ reason: `${reason} (${people})` }))]
}

function describeSpan(span: unknown): string {
  const [from, to, because] = ['from', 'to', 'because'].map((member) => toText(readPath(span, member)))
  return `${from === to ? from : `${from} – ${to}`}${because === '' ? '' : `: ${because}`}`
}

/** How many controls in scope stood how on the last day. */
function createSummary(controls: readonly unknown[], words: PageWords): Content {
  const counts = new Map<string, number>()
  const inScope = controls.filter(
    (control) => readPath(toList(readPath(control, 'history')).at(-1), 'leftOut') === undefined,
  )
  for (const control of inScope) {
    const state = toText(readPath(control, 'state'))
    counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  const shown = [...counts]
    .slice(0, 10)
    .flatMap(([state, count]) => [createStatus(state, words), ` ${words.number(count)} `])
  if (inScope.length < controls.length)
    shown.push(words.texts.ofScope({ inScope: words.number(inScope.length), total: words.number(controls.length) }))
  return createElement('p', {}, ...shown)
}

/** A bundle, verified and shown when somebody opens it. */
function createSpanBundle({ of, id, file }: SpanBundle, view: PackageView): Content {
  const { source, judge, log, words, differing, check } = view
  const { texts } = words
  const name = { run: texts.openRun, review: texts.openReview, outcomes: texts.openOutcomes }[of]({ id })
  if (!source.has(file)) return createElement('p', { class: 'soft' }, `${name}: ${texts.noBundle}`)
  return createDetails(
    [name, createChangedMark([file], view)],
    async () => createBundle(file, await source.openBundle(file), judge, log, words, check),
    { class: 'later', open: differing.has(file) },
  )
}

function describeGap(gap: unknown, { connections, words }: PackageView): string {
  const read = (member: string) => toText(readPath(gap, member))
  const connection = connections.get(read('connectionId')) ?? read('connectionId')
  const days = read('from') === '' ? '' : `${read('from')} – ${read('to')}`
  return [words.gapKind(read('kind')), read('control'), read('check'), connection, days, read('because')]
    .filter(Boolean)
    .join(' · ')
}

async function readJson(source: OpenedPackage, file: string): Promise<unknown> {
  const pieces: Uint8Array[] = []
  for await (const piece of source.read(file)) pieces.push(piece)
  return parseJson(decodeText(joinBytes(pieces)))
}

async function readPackageFiles(source: OpenedPackage): Promise<readonly ShownFile[]> {
  const signed = toList(readPath(await readJson(source, 'manifest.json'), 'files')).map(
    (each) => [toText(readPath(each, 'name')), toText(readPath(each, 'sha256'))] as const,
  )
  const digests = new Map(signed)
  return (await computeDigests(source, source.names)).map((file) => {
    const signedSha256 = digests.get(file.name)
    return { ...file, signedSha256 }
  })
}
