import type { ReceivedFormat, ReceivedItem, ReceivedStatus } from '../received-item.ts'
import { createRefusal } from '../refuse-file.ts'
import { readXmlTags } from '../xml/xml-tags.ts'
import { readText, readTime } from './read-values.ts'

interface Suite {
  readonly name: string
  readonly atMs: number | undefined
  /** How many cases it says that it has, those of inner suites too; undefined: it does not say. */
  readonly declared: number | undefined
  seen: number
}

interface Case {
  readonly name: string
  readonly className: string | undefined
  readonly atMs: number | undefined
  readonly file: string | undefined
  status: ReceivedStatus
  word: string
  text: string
}

/**
 * JUnit XML, which no standard describes: a suite is a check, and a case is what it looked at. A skipped case needs a person, and a suite
 * that counts more cases than it has was cut off.
 */
export const junit: ReceivedFormat = {
  id: 'junit',
  name: 'JUnit XML',
  async *parse(read) {
    const suites: Suite[] = []
    let open: Case | undefined
    let place = ''
    let cutOff: string | undefined
    let root: string | undefined
    let tool: string | undefined
    for await (const events of readXmlTags(read())) {
      const items: ReceivedItem[] = []
      for (const event of events) {
        if (event.kind === 'open') {
          const { name, attributes } = event
          if (root === undefined) {
            root = name
            demandRoot(name)
            tool = readText(attributes, 'name')
          }
          if (name === 'testsuite' || name === 'testsuites') suites.push(openSuite(attributes, suites.at(-1)))
          else if (name === 'testcase') {
            open = openCase(attributes, suites.at(-1))
            for (const suite of suites) suite.seen++
          } else if (open) {
            place = name
            noteOutcome(open, name, attributes)
          }
        } else if (event.kind === 'text') {
          if (open && outcomes[place] !== undefined && open.text.length < textMax) open.text += event.text
        } else if (event.name === 'testcase' && open) {
          items.push(toItem(open, suites.at(-1)))
          open = undefined
          place = ''
        } else if (event.name === 'testsuite' || event.name === 'testsuites') {
          const suite = suites.pop()
          if (suite?.declared !== undefined && suite.declared > suite.seen)
            cutOff ??= `The suite "${suite.name.slice(0, 80)}" says that it has ${suite.declared} cases, and the file has ${suite.seen} of them.`
        } else if (event.name === place) place = ''
      }
      yield items
    }
    return { tool: { name: tool ?? 'JUnit' }, cutOff }
  },
}

const textMax = 4_000

function demandRoot(name: string): void {
  if (name !== 'testsuites' && name !== 'testsuite')
    throw createRefusal(`The file is XML with the root <${name.slice(0, 40)}>. JUnit has <testsuites> or <testsuite>.`)
}

function openSuite(attributes: Readonly<Record<string, string>>, outer: Suite | undefined): Suite {
  const declared = Number(attributes.tests ?? Number.NaN)
  return {
    name: readText(attributes, 'name') ?? outer?.name ?? 'tests',
    atMs: readTime(attributes, 'timestamp') ?? outer?.atMs,
    declared: Number.isInteger(declared) ? declared : undefined,
    seen: 0,
  }
}

function openCase(attributes: Readonly<Record<string, string>>, suite: Suite | undefined): Case {
  const status = readText(attributes, 'status')?.toLowerCase()
  const isSkipped = status !== undefined && ['skipped', 'notrun', 'disabled', 'ignored'].includes(status)
  return {
    name: readText(attributes, 'name') ?? '',
    className: readText(attributes, 'classname'),
    atMs: readTime(attributes, 'timestamp') ?? suite?.atMs,
    file: readText(attributes, 'file'),
    status: isSkipped ? 'manual' : 'pass',
    word: isSkipped ? (status ?? 'skipped') : 'passed',
    text: '',
  }
}

/** What stands in a case that did not pass. */
const outcomes: Readonly<Record<string, ReceivedStatus>> = { failure: 'fail', error: 'undecided', skipped: 'manual' }

/** The worst first: a case can have a failure and an error. */
const worst: readonly ReceivedStatus[] = ['fail', 'undecided', 'manual', 'pass']

function noteOutcome(open: Case, name: string, attributes: Readonly<Record<string, string>>): void {
  const status = outcomes[name]
  if (status === undefined) return
  if (worst.indexOf(status) < worst.indexOf(open.status)) {
    open.status = status
    open.word = name
  }
  const message = readText(attributes, 'message')
  if (message !== undefined) open.text += `${message.slice(0, textMax)}\n`
}

function toItem({ name, className, atMs, file, status, word, text }: Case, suite: Suite | undefined): ReceivedItem {
  const shown = name === '' ? undefined : name
  const id = [className, shown].filter((each) => each !== undefined).join(' › ')
  const check = suite?.name ?? className ?? 'tests'
  return {
    check: { id: check, title: check },
    resource: shown === undefined ? undefined : { type: 'test', id, name: shown },
    status,
    word,
    title: text.trim().split('\n')[0] || (shown ?? check),
    atMs,
    evidence: { file, text: text.trim() === '' ? undefined : text.trim() },
  }
}
