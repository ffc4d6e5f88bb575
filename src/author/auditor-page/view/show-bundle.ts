import { marksFile } from '../../../evidence/bundle/bundle-source.ts'
import { readManifest } from '../../../evidence/bundle/manifest.ts'
import { verifySource } from '../../../evidence/verification/verify-source.ts'
import type { OpenedBundle } from '../blob-source.ts'
import type { ChosenLog } from './chosen-log.ts'
import { type Content, createDetails, createElement, createLongList, createLongTable } from './element.ts'
import { createCode, readPath, toList, toText } from './format-value.ts'
import { createMark, putFirst, sortToPlaces } from './places.ts'
import {
  listExchanges,
  readRecordLines,
  readShownFiles,
  readShownRun,
  type ShownFile,
  type ShownRun,
} from './read-bundle.ts'
import { type BundleView, createChecks, createStatus } from './show-checks.ts'
import { createExchange } from './show-exchange.ts'
import { createDraw, createPopulation } from './show-sample.ts'
import { createProblems, createVerdict, type TrustChoice, verifySafely } from './show-verdict.ts'
import type { PageWords } from './words.ts'

/**
 * Verifies a bundle and shows what is in it, whether or not it is proven.
 * @param check id of the one to open
 */
export async function createBundle(
  name: string,
  source: OpenedBundle,
  judge: TrustChoice,
  log: ChosenLog,
  words: PageWords,
  check?: string,
): Promise<Content> {
  const proof = log.take(name, (await readManifest(source))?.run?.id)?.text
  const verification = await verifySafely(name, source, () => verifySource(source, judge.trust, name, { proof }))
  if (verification.verified && verification.log) log.keep(verification.log)
  const problems = verification.verified ? [] : verification.problems
  const places = sortToPlaces(problems)
  const view: BundleView = { source, places, words, check }
  const run = await readShownRun(source)
  const { texts } = words
  const files = await readShownFiles(source)
  const section = (title: string, ...content: Content[]) => [createElement('h3', {}, title), ...content]
  return [
    createVerdict(verification, judge, words),
    createProblems(problems, words),
    createFacts(run, verification.verified ? verification.previous?.run : undefined, words),
    createOtherMembers(run, words),
    section(texts.controls, createControls(run, words)),
    section(texts.checks, createChecks(run, view)),
    source.has('exchanges.har') ? createAllExchanges(view) : undefined,
    source.inventories.filter((file) => file !== marksFile).map((file) => createRecords(file, view, run)),
    section(texts.files, createFiles(files, view)),
  ]
}

function createFacts({ members }: ShownRun, previous: string | undefined, words: PageWords): Content {
  const { texts } = words
  const [connector, code] = [members.get('connector'), members.get('code')]
  const facts: readonly (readonly [string, string])[] = [
    [texts.run, toText(members.get('id'))],
    [texts.of, describeSubject(members, words)],
    [texts.began, toText(members.get('startedAt'))],
    [texts.ended, toText(members.get('finishedAt'))],
    [texts.status, words.status(toText(members.get('status')))],
    [texts.previous, previous ?? ''],
    [texts.editionOf, toText(readPath(members.get('edition'), 'of'))],
    [texts.code, toText(readPath(connector, 'source', 'sha256'))],
    [texts.checkwright, toText(readPath(code, 'checkwright'))],
    [texts.functions, toText(readPath(code, 'sha256'))],
    [texts.ownFiles, toText(readPath(code, 'files'))],
  ]
  return createFactList(facts)
}

/** What the run judged by, and everything else that its file says beside checks: for cross-checks and reviews the systems too. */
function createOtherMembers({ members }: ShownRun, words: PageWords): Content {
  const others = [...members].filter(([name]) => !shownAsFacts.has(name))
  return createDetails([words.texts.otherMembers], () =>
    createLongList(
      others,
      ([name, value]) => [createElement('p', { class: 'part' }, name), createCode(value, words)],
      words.showMore,
    ),
  )
}

const shownAsFacts = new Set(['id', 'startedAt', 'finishedAt', 'status'])

export function createFactList(facts: readonly (readonly [string, string])[]): Content {
  return createElement(
    'dl',
    {},
    facts.flatMap(([name, value]) =>
      value === '' ? [] : [createElement('div', {}, createElement('dt', {}, name), createElement('dd', {}, value))],
    ),
  )
}

function describeSubject(members: ReadonlyMap<string, unknown>, { texts }: PageWords): string {
  const kind = toText(members.get('kind'))
  const connector = members.get('connector')
  const organization = toText(members.get('organizationId'))
  const tool = toText(readPath(members.get('received'), 'tool', 'name'))
  if (kind === 'import')
    return [`${texts.received}: ${tool}`, organization, toText(members.get('connectionId'))].join(', ')
  if (kind === 'cross-check') return `${texts.crossCheck}, ${organization}`
  if (kind.startsWith('access-review')) return `${texts.accessReview}, ${organization}`
  const made = ['id', 'version'].map((name) => toText(readPath(connector, name))).join(' ')
  return [made, organization, toText(members.get('connectionId'))].filter((part) => part !== '').join(', ')
}

/** The controls that the checks name, with the status of each. */
function createControls({ checks }: ShownRun, words: PageWords): Content {
  const byControl = new Map<string, unknown[]>()
  for (const { value } of checks)
    for (const control of toList(readPath(value, 'controls')).map(toText))
      byControl.set(control, [...(byControl.get(control) ?? []), value])
  if (byControl.size === 0) return createElement('p', { class: 'soft' }, words.texts.noControls)
  const showCheck = (value: unknown) =>
    createElement(
      'div',
      {},
      createStatus(readPath(value, 'status'), words),
      ` ${toText(readPath(value, 'title')) || toText(readPath(value, 'id'))}`,
    )
  return createLongTable(
    [words.texts.control, words.texts.checks],
    [...byControl].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ([control, values]) =>
      createElement(
        'tr',
        {},
        createElement('th', { scope: 'row' }, control),
        createElement('td', {}, createLongList(values, showCheck, words.showMore)),
      ),
    words.showMore,
  )
}

function createAllExchanges({ source, places, words }: BundleView): Content {
  const differs = [...places.keys()].some((key) => key.startsWith('exchanges.har '))
  return [
    createElement('h3', {}, words.texts.exchanges),
    createDetails(
      [words.texts.exchanges],
      async () =>
        createLongList(
          putFirst(await listExchanges(source), ({ path }) => places.has(`exchanges.har ${path}`)),
          (place) => createExchange(source, place, places, words),
          words.showMore,
        ),
      { class: 'later', open: differs },
    ),
  ]
}

function createRecords(
  file: OpenedBundle['inventories'][number],
  { source, places, words }: BundleView,
  run: ShownRun,
): Content {
  const differs = [...places.keys()].some((key) => key.startsWith(`${file} `))
  return [
    createElement('h3', {}, `${words.texts.records}: ${file}`),
    createPopulation(run, file, words),
    createDraw(source, file, words),
    createDetails(
      [words.texts.records],
      async () =>
        createLongList(
          putFirst(await readRecordLines(source, file), ({ path }) => places.has(`${file} ${path}`)),
          ({ path, text }) => [createMark(places, `${file} ${path}`), createCode(text, words)],
          words.showMore,
        ),
      { class: 'later', open: differs },
    ),
  ]
}

export function createFiles(
  files: readonly ShownFile[],
  { places, words }: Pick<BundleView, 'places' | 'words'>,
): Content {
  const { texts, number } = words
  const showFile = (file: ShownFile) => {
    const { name, size, sha256, signedSha256 } = file
    return createElement(
      'tr',
      {},
      createElement('th', { scope: 'row' }, createElement('code', {}, name), createMark(places, name)),
      createElement('td', {}, number(size)),
      createElement(
        'td',
        {},
        createElement('code', { class: 'digest' }, sha256 ?? ''),
        signedSha256 === undefined || signedSha256 === sha256
          ? undefined
          : createElement('p', { class: 'differs' }, texts.signedDigest({ sha256: signedSha256 })),
      ),
      createElement('td', {}, describeFile(file, words)),
    )
  }
  return createLongTable(
    [texts.file, texts.bytes, texts.sha256, texts.status],
    putFirst(files, ({ name }) => places.has(name)),
    showFile,
    words.showMore,
  )
}

function describeFile({ name, sha256, signedSha256 }: ShownFile, { texts }: PageWords): string {
  if (name === 'statement.intoto.jsonl') return texts.theStatement
  // The manifest of a package has the digests of all others, and the statement has its own.
  if (name === 'manifest.json' && signedSha256 === undefined) return texts.theManifest
  if (signedSha256 === undefined) return texts.notSigned
  return signedSha256 === sha256 ? texts.asSigned : texts.notAsSigned
}
