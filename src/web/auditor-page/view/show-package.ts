import { decodeText } from '../../../evidence/bundle/bundle-source.ts'
import { computeDigests } from '../../../evidence/bundle/compute-digests.ts'
import { verifyPackageSource } from '../../../evidence/package/verify-package-source.ts'
import { joinBytes } from '../../../text/join-bytes.ts'
import { parseJson } from '../../../text/parse-json.ts'
import type { OpenedPackage } from '../blob-source.ts'
import { append, type Content, createDetails, createElement, createLongList } from './element.ts'
import { createCode, readPath, toList, toText } from './format-value.ts'
import type { GivenLog } from './given-log.ts'
import { sortToPlaces } from './places.ts'
import type { ShownFile } from './read-bundle.ts'
import { createBundle, createFactList, createFiles } from './show-bundle.ts'
import { createId, createStatus, runLater } from './show-checks.ts'
import { createPackageProofs } from './show-log.ts'
import { createProblems, createVerdict, type Judge, verifySafely } from './show-verdict.ts'
import type { Words } from './words.ts'

interface PackageView {
  readonly source: OpenedPackage
  readonly judge: Judge
  readonly log: GivenLog
  readonly words: Words
  /** By id. */
  readonly connections: ReadonlyMap<string, string>
}

/** Verifies a package with all its bundles, and shows its controls, whether or not they are proven. */
export async function createPackage(
  name: string,
  source: OpenedPackage,
  judge: Judge,
  log: GivenLog,
  words: Words,
): Promise<Content> {
  const trust = { ...judge.trust, openBundle: source.openBundle }
  const verification = await verifySafely(name, source, () => verifyPackageSource(source, trust, name))
  const problems = verification.verified ? [] : verification.problems
  const content = await readJson(source, 'package.json')
  const connections = toList(readPath(content, 'connections')).map(
    (each) => [toText(readPath(each, 'id')), toText(readPath(each, 'name'))] as const,
  )
  const view: PackageView = { source, judge, log, words, connections: new Map(connections) }
  const { texts } = words
  const sayMore = (left: number) => texts.showMore({ count: words.number(left) })
  const member = (...path: readonly string[]) => toText(readPath(content, ...path))
  return [
    createVerdict(verification, judge, words),
    createProblems(problems, words),
    await createPackageProofs(source, log, judge, words),
    createFactList([
      [texts.organization, member('organization', 'name')],
      [texts.framework, `${member('framework', 'title')} ${member('framework', 'version')}`.trim()],
      [texts.period, `${member('period', 'from')} – ${member('period', 'to')}`],
      [texts.ended, member('madeAt')],
    ]),
    createElement('h3', {}, texts.controls),
    createControls(toList(readPath(content, 'controls')), view),
    createElement('h3', {}, texts.gaps),
    createDetails([words.number(toList(readPath(content, 'gaps')).length)], () =>
      createLongList(
        toList(readPath(content, 'gaps')),
        (gap) => createElement('p', {}, describeGap(gap, view)),
        sayMore,
      ),
    ),
    createElement('h3', {}, texts.decisions),
    ['waivers', 'judgements', 'uploads'].map((list) =>
      createLongList(toList(readPath(content, list)), (each) => createCode(each, words), sayMore),
    ),
    createElement('h3', {}, texts.files),
    createFiles(await readPackageFiles(source), { places: sortToPlaces(problems), words }),
  ]
}

function createControls(controls: readonly unknown[], view: PackageView): Content {
  const { texts, number } = view.words
  const input = createElement('input', { type: 'search', id: createId(), autocomplete: 'off', spellcheck: 'false' })
  const list = createElement('div', { 'aria-live': 'polite' })
  const searched = controls.map((control) => ({ control, text: listWords(control).join('\n').toLowerCase() }))
  const show = () => {
    const wanted = input.value.trim().toLowerCase()
    const found = searched.filter(({ text }) => text.includes(wanted))
    list.replaceChildren()
    append(
      list,
      createLongList(
        found,
        ({ control }) => createControl(control, view),
        (left) => texts.showMore({ count: number(left) }),
      ),
    )
  }
  input.addEventListener('input', runLater(show))
  show()
  return [createElement('label', { for: input.id }, texts.searchControls), input, list]
}

/** What somebody may look for: names, not the days. */
function listWords(control: unknown): readonly string[] {
  const own = ['id', 'title', 'group', 'state'].map((member) => toText(readPath(control, member)))
  const checks = toList(readPath(control, 'checks')).flatMap((check) =>
    ['id', 'title', 'connector', 'connectionId'].map((member) => toText(readPath(check, member))),
  )
  return [...own, ...checks]
}

function createControl(control: unknown, view: PackageView): Content {
  return createDetails(
    [
      createStatus(readPath(control, 'state'), view.words),
      ' ',
      createElement('b', {}, toText(readPath(control, 'id'))),
      ` ${toText(readPath(control, 'title'))}`,
    ],
    () => [
      createHistory(readPath(control, 'history'), view),
      toList(readPath(control, 'checks')).map((check) => createCheck(check, view)),
    ],
  )
}

function createCheck(check: unknown, view: PackageView): Content {
  const connection = toText(readPath(check, 'connectionId'))
  return createDetails(
    [
      createStatus(readPath(check, 'state'), view.words),
      ' ',
      createElement('b', {}, toText(readPath(check, 'title')) || toText(readPath(check, 'id'))),
      ` ${view.connections.get(connection) ?? connection} `,
      createElement('code', {}, `${toText(readPath(check, 'connector'))}/${toText(readPath(check, 'id'))}`),
    ],
    () => createHistory(readPath(check, 'history'), view),
  )
}

/** The spans of days, the newest first, each with the run that it rests on. */
function createHistory(history: unknown, view: PackageView): Content {
  const { texts, number } = view.words
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
          ` ${toText(readPath(span, 'from'))} – ${toText(readPath(span, 'to'))}: ${toText(readPath(span, 'because'))}`,
        ),
        createRun(toText(readPath(span, 'runId')), view),
      ],
      (left) => texts.showMore({ count: number(left) }),
    ),
  ]
}

/** The bundle of a run, verified and shown when somebody opens it. */
function createRun(id: string, { source, judge, log, words }: PackageView): Content {
  if (id === '') return undefined
  const file = `runs/${id}.zip`
  if (!source.has(file))
    return createElement('p', { class: 'soft' }, `${words.texts.openRun({ id })}: ${words.texts.noBundle}`)
  return createDetails(
    [words.texts.openRun({ id })],
    async () => createBundle(file, await source.openBundle(file), judge, log, words),
    { class: 'later' },
  )
}

function describeGap(gap: unknown, { connections }: PackageView): string {
  const read = (member: string) => toText(readPath(gap, member))
  const connection = connections.get(read('connectionId')) ?? read('connectionId')
  const days = read('from') === '' ? '' : `${read('from')} – ${read('to')}`
  return [read('kind'), read('control'), read('check'), connection, days, read('because')].filter(Boolean).join(' · ')
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
    return { ...file, ...(signedSha256 !== undefined && { signedSha256 }) }
  })
}
