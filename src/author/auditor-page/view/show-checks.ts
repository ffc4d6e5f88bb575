import type { ResultRecord } from '../../../define/index.ts'
import type { BundleSource } from '../../../evidence/bundle/bundle-source.ts'
import { formatFirstFrame } from '../../../report/pieces/format-frame.ts'
import { viewResult } from '../../../report/view/view-result.ts'
import { parseJson } from '../../../text/parse-json.ts'
import { append, type Content, createDetails, createElement, createLongList } from './element.ts'
import { createCode, readPath, toList, toText } from './format-value.ts'
import { isFailure, isResult } from './is-result.ts'
import { createMark, type DifferencesByPlace, putFirst } from './places.ts'
import { type ExchangePlace, listExchanges, type ShownCheck, type ShownResult, type ShownRun } from './read-bundle.ts'
import { createExchange } from './show-exchange.ts'
import type { PageWords } from './words.ts'

/** What the parts of a bundle's view need. */
export interface BundleView {
  readonly source: BundleSource
  readonly places: DifferencesByPlace
  readonly words: PageWords
  /** Id of the check that a person came for: it comes first, and is open. */
  readonly check?: string | undefined
}

/** A status in words and colour. */
export function createStatus(value: unknown, words: PageWords): Content {
  const status = toText(value)
  const known = Object.hasOwn(words.texts.statuses, status) ? status : 'error'
  return createElement('span', { class: `status ${known}` }, words.status(status))
}

/** All checks with their results, and a search in them. */
export function createChecks(run: ShownRun, view: BundleView): Content {
  const { texts, number, showMore } = view.words
  const all = run.checks.reduce((sum, { results }) => sum + results.length, 0)
  const exchanges = once(() => listExchanges(view.source))
  const list = createElement('div')
  const count = createElement('p', { class: 'soft', 'aria-live': 'polite' })
  const input = createElement('input', { type: 'search', id: createId(), autocomplete: 'off', spellcheck: 'false' })
  const show = () => {
    const wanted = input.value.trim().toLowerCase()
    const found = run.checks.map((check) => ({
      check,
      results: wanted === '' ? check.results : check.results.filter(({ text }) => text.toLowerCase().includes(wanted)),
    }))
    const sum = found.reduce((total, { results }) => total + results.length, 0)
    count.textContent = texts.found({ found: number(sum), all: number(all) })
    const shown = putFirst(
      found.filter(({ results }) => wanted === '' || results.length > 0),
      ({ check }) => isSought(check, view),
    )
    list.replaceChildren()
    append(
      list,
      createLongList(
        shown,
        ({ check, results }) => createCheck(check, results, exchanges, view, wanted !== ''),
        showMore,
      ),
    )
  }
  input.addEventListener('input', runLater(show))
  show()
  return [createElement('label', { for: input.id }, texts.search), input, count, list]
}

function isSought({ value }: ShownCheck, { check }: BundleView): boolean {
  return check !== undefined && toText(readPath(value, 'id')) === check
}

function isFailing({ text }: ShownResult): boolean {
  return readPath(parseJson(text), 'status') === 'fail'
}

function createCheck(
  check: ShownCheck,
  results: readonly ShownResult[],
  exchanges: () => Promise<readonly ExchangePlace[]>,
  view: BundleView,
  isSearched: boolean,
): Content {
  const { places, words } = view
  const differs = ({ path }: ShownResult) => places.has(`run.json ${path}`)
  const { value, path } = check
  return createDetails(
    [
      createStatus(readPath(value, 'status'), words),
      ' ',
      createElement('b', {}, toText(readPath(value, 'title')) || toText(readPath(value, 'id'))),
      ' ',
      createElement('code', {}, toText(readPath(value, 'id'))),
      createMark(places, `run.json ${path}`),
    ],
    () => [
      createElement('p', { class: 'soft' }, toList(readPath(value, 'controls')).map(toText).join(', ')),
      createProof(readPath(value, 'proof'), words),
      createFailure(readPath(value, 'error'), words),
      createLongList(
        toList(readPath(value, 'undecided', 'first')),
        (each) => createElement('p', { class: 'soft' }, describeUndecided(each)),
        words.showMore,
      ),
      results.length === 0 ? createElement('p', { class: 'soft' }, words.texts.noResults) : undefined,
      createLongList(
        putFirst(putFirst(results, isFailing), differs),
        (result) => createResult(result, exchanges, view),
        words.showMore,
      ),
      createExchangesOf(readPath(value, 'exchanges'), exchanges, view),
    ],
    { open: isSearched || isSought(check, view) || results.some(differs) || places.has(`run.json ${path}`) },
  )
}

/** What the judgement was tried on. Nothing where it was tried on nothing. */
function createProof(proof: unknown, { texts, number }: PageWords): Content {
  const [cases, mutants, killed] = ['cases', 'mutants', 'killed'].map((member) => readPath(proof, member))
  if (typeof cases !== 'number' || typeof mutants !== 'number' || typeof killed !== 'number') return undefined
  const proofText = texts.triedOn({ cases: number(cases), mutants: number(mutants), killed: number(killed) })
  return createElement('p', { class: 'soft' }, proofText)
}

function createResult(
  { path, text }: ShownResult,
  exchanges: () => Promise<readonly ExchangePlace[]>,
  view: BundleView,
): Content {
  const { places, words } = view
  const result = parseJson(text)
  const resource = readPath(result, 'resource')
  return createDetails(
    [
      createStatus(readPath(result, 'status'), words),
      ' ',
      createElement('b', {}, toText(readPath(resource, 'name')) || toText(readPath(resource, 'id'))),
      ` ${toText(readPath(result, 'title'))}`,
      createMark(places, `run.json ${path}`),
    ],
    () => [
      isResult(result) ? createFacts(result, words) : createCode(text, words),
      createExchangesOf(readPath(result, 'exchanges'), exchanges, view),
    ],
    { class: 'result', open: places.has(`run.json ${path}`) },
  )
}

/** What every report shows of a result. */
function createFacts(result: ResultRecord, words: PageWords): Content {
  const { resource, notes, parts, evidence } = viewResult(result, undefined, words.texts.runWords)
  const about = [`${resource.type} ${resource.id}`, ...notes.map(({ text }) => text)]
  return [
    createElement('p', { class: 'soft' }, about.join(' · ')),
    parts.map(({ title, text, files = [] }) => [
      createPart(title),
      createElement('p', { class: 'text' }, text),
      toList(files).map((file) =>
        createElement(
          'p',
          { class: 'soft' },
          `${toText(readPath(file, 'name'))}, SHA-256 ${toText(readPath(file, 'sha256'))}`,
        ),
      ),
    ]),
    createPart(words.texts.runWords.evidence),
    createCode(evidence, words),
  ]
}

function createPart(title: string | undefined): Content {
  return title === undefined ? undefined : createElement('p', { class: 'part' }, title)
}

/** Why a check could not tell. */
function createFailure(error: unknown, words: PageWords): Content {
  if (error === undefined) return undefined
  if (!isFailure(error)) return createCode(error, words)
  const { kind, code, message, missingScopes = [], retryable } = error
  const { kinds, runAgain } = words.texts.runWords
  const rest = [code, ...missingScopes.map(toText), formatFirstFrame(error), retryable === true ? runAgain : undefined]
  return [
    createPart(kinds[kind] ?? kind),
    createElement('p', { class: 'text' }, message),
    createElement('p', { class: 'soft' }, rest.filter((each) => each !== undefined).join(' · ')),
  ]
}

function describeUndecided(value: unknown): string {
  const [type, id] = ['type', 'id'].map((name) => toText(readPath(value, 'resource', name)))
  return `${type} ${id}: ${toText(readPath(value, 'because'))}`
}

/** The exchanges that a check or a result names. */
function createExchangesOf(
  numbers: unknown,
  exchanges: () => Promise<readonly ExchangePlace[]>,
  { source, places, words }: BundleView,
): Content {
  const wanted = toList(numbers).map(toText)
  if (wanted.length === 0) return undefined
  return createDetails(
    [`${words.texts.exchanges} (${words.number(wanted.length)})`],
    async () => {
      const all = new Map((await exchanges()).map((place) => [place.number, place]))
      return createLongList(
        wanted,
        (number) => {
          const place = all.get(number)
          return place
            ? createExchange(source, place, places, words)
            : createElement('p', {}, `${words.texts.exchange({ number })}: ${words.texts.noExchange}`)
        },
        words.showMore,
      )
    },
    { class: 'later' },
  )
}

let ids = 0

/** An id that nothing in evidence has a say in. */
export function createId(): string {
  return `e${++ids}`
}

/** The same answer each time, made when it is asked for. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Runs when a person pauses to type. */
export function runLater(run: () => void): () => void {
  let timer: number | undefined
  return () => {
    clearTimeout(timer)
    timer = window.setTimeout(run, 150)
  }
}
