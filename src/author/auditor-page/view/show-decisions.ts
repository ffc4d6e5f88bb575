import { type Content, createDetails, createElement, createLongTable } from './element.ts'
import { createCode, readPath, toList, toText } from './format-value.ts'
import type { PageWords } from './words.ts'

const lists = [
  'received',
  'populations',
  'samples',
  'waivers',
  'judgements',
  'obligations',
  'records',
  'uploads',
] as const

type PackageList = (typeof lists)[number]

type DecisionColumn = readonly [title: string, read: (entry: unknown) => Content]

/** What people decided, stated and uploaded, each list as a table that opens, with all that the package says of an entry behind it. */
export function createDecisions(content: unknown, words: PageWords): Content {
  const { texts } = words
  const decisions = new Map(Object.entries(texts.decisionWords))
  const column = (title: string, ...path: readonly string[]): DecisionColumn => [
    title,
    (each) => toText(readPath(each, ...path)),
  ]
  const untilColumn = (end: string, ...expiry: readonly string[]): DecisionColumn => [
    texts.until,
    (each) => toText(readPath(each, end) ?? readPath(each, ...expiry)),
  ]
  const columns: Readonly<Record<PackageList, readonly DecisionColumn[]>> = {
    received: [
      column(texts.tool, 'tool', 'name'),
      column(texts.importedAt, 'importedAt'),
      column(texts.oldestAt, 'oldestAt'),
      [texts.receivedCounts, (each) => createCounts(each, words)],
      column(texts.file, 'file', 'name'),
      [texts.sha256, (each) => createElement('code', { class: 'digest' }, toText(readPath(each, 'file', 'sha256')))],
    ],
    populations: [
      column(texts.list, 'list'),
      column(texts.connection, 'connectionId'),
      column(texts.readAt, 'readAt'),
      column(texts.records, 'rows'),
      [texts.completeness, (each) => createCompleteness(each, words)],
    ],
    samples: [
      column(texts.list, 'list'),
      column(texts.madeAt, 'drawnAt'),
      [texts.completeness, (each) => createCompleteness(each, words)],
      column(texts.seed, 'draw', 'seed'),
      [
        texts.drawn,
        (each) => toList(readPath(each, 'draw', 'drawn')).map((id) => createElement('div', {}, toText(id))),
      ],
    ],
    waivers: [
      [texts.checks, (each) => createNames(each, 'waiver')],
      column(texts.reason, 'waiver', 'justification'),
      column(texts.by, 'waiver', 'approver'),
      untilColumn('revokedAt', 'waiver', 'expires'),
    ],
    judgements: [
      [texts.checks, (each) => createNames(each)],
      [
        texts.decision,
        (each) => decisions.get(toText(readPath(each, 'decision'))) ?? toText(readPath(each, 'decision')),
      ],
      column(texts.reason, 'reason'),
      column(texts.by, 'by'),
      untilColumn('withdrawnAt', 'expires'),
    ],
    obligations: [
      column(texts.obligationTitle, 'title'),
      [texts.repeatDays, (each) => toText(readPath(toList(readPath(each, 'history')).at(-1), 'everyDays'))],
      [texts.statedByPeople, (each) => toList(readPath(each, 'statements')).map(createStatement)],
    ],
    records: [
      column(texts.recordKind, 'thing'),
      column(texts.recordTitle, 'title'),
      [texts.recordDays, (each) => toList(readPath(each, 'history')).map(createSpan)],
    ],
    uploads: [
      column(texts.file, 'name'),
      column(texts.bytes, 'size'),
      [texts.sha256, (each) => createElement('code', { class: 'digest' }, toText(readPath(each, 'sha256')))],
    ],
  }
  return lists.map((list) => {
    const entries = toList(readPath(content, list))
    const title = `${titleOf(list, texts)}: ${words.number(entries.length)}`
    if (entries.length === 0) return createElement('p', { class: 'soft' }, title)
    return createDetails([title], () => createTable(columns[list], entries, words))
  })
}

function titleOf(list: PackageList, texts: PageWords['texts']): string {
  if (list === 'records') return texts.recordsOfThings
  return list === 'received' ? texts.receivedFiles : texts[list]
}

function createCounts(entry: unknown, { texts, number }: PageWords): Content {
  const count = (member: string) => number(Number(readPath(entry, 'counts', member)))
  return texts.receivedOutcome({
    pass: count('pass'),
    fail: count('fail'),
    manual: count('manual'),
    undecided: count('undecided'),
  })
}

function createCompleteness(entry: unknown, { texts }: PageWords): Content {
  const state = toText(readPath(entry, 'completeness'))
  const known = new Map(Object.entries(texts.completenessWords))
  return [
    known.get(state) ?? state,
    toList(readPath(entry, 'reasons')).map((each) => createElement('div', { class: 'soft' }, toText(each))),
  ]
}

function createTable(columns: readonly DecisionColumn[], entries: readonly unknown[], words: PageWords): Content {
  const { details } = words.texts
  return createLongTable(
    [...columns.map(([title]) => title), details],
    entries,
    (entry) =>
      createElement(
        'tr',
        {},
        columns.map(([, read]) => createElement('td', {}, read(entry))),
        createElement(
          'td',
          {},
          createDetails([details], () => createCode(entry, words)),
        ),
      ),
    words.showMore,
  )
}

/** `github/org-two-factor-required`; a waiver may name several. */
function createNames(entry: unknown, ...path: readonly string[]): Content {
  const read = (member: string) => [readPath(entry, ...path, member)].flat().map(toText).join(', ')
  return createElement('code', {}, `${read('connector')}/${read('check')}`)
}

function createSpan(span: unknown): Content {
  const [from, to, state] = ['from', 'to', 'state'].map((member) => toText(readPath(span, member)))
  return createElement('p', {}, `${from === to ? from : `${from} – ${to}`} ${state}`)
}

function createStatement(statement: unknown): Content {
  const [doneDay, by, text] = ['doneDay', 'statedBy', 'text'].map((member) => toText(readPath(statement, member)))
  return createElement('p', {}, `${doneDay} · ${by}: ${text}`)
}
