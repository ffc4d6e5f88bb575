import type { ReviewedMember } from 'checkwright/testing'
import { allQuestions } from '../../../src/questions/all-questions.ts'
import { parseOnce } from './parse-once.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * What a connector's file states of its vendor, so that a verdict may rest on it: a wire form that says that there is none, with its
 * source, what null means, which times are to come, and how a list ends.
 */
export function listStated(text: string): readonly ReviewedMember[] {
  const file = parseOnce(text) as { readonly inventories?: readonly Json[]; readonly checks?: readonly Json[] }
  const { inventories = [], checks = [] } = file
  return [
    ...[...inventories, ...checks].flatMap((entry) => [
      ...listNone(entry),
      ...listAsked(entry),
      ...listRequests(entry).flatMap(listEnds),
    ]),
    ...inventories.flatMap((inventory) => listByQuestion(inventory, checks)),
  ]
}

/** Members that a question only reads to leave a record out: without them the record is judged, as docs/questions.md says. */
const leavesOut: Readonly<Record<string, readonly string[]>> = {
  credentialsRotated: ['expiresAt'],
  // The day of its making counts for what was never used.
  credentialsUsed: ['expiresAt', 'createdAt'],
  // What was fixed passes, whenever it was opened.
  vulnerabilitiesFixedInTime: ['openedAt', 'severity'],
  secondFactor: ['kind', 'status'],
  fewAdministrators: ['kind'],
  staleAccounts: ['kind', 'status', 'createdAt'],
  invitationsPending: ['kind'],
  knownDomains: ['kind', 'status'],
}

const anyTime = ['unreadable time', 'time in another unit', 'time of the year 1', 'time in the future'] as const
const anyChange = ['removed', 'null', 'wrong type', 'unknown word', ...anyTime] as const

/** Members by which a record is in doubt: a good fact passes then, and a bad one is undecided. See docs/questions.md. */
const inDoubt: Readonly<Record<string, readonly string[]>> = {
  account: ['status'],
  credential: ['active'],
  vulnerability: ['status'],
}

function listByQuestion(inventory: Json, checks: readonly Json[]): readonly ReviewedMember[] {
  const { of, part, record } = inventory
  return checks
    .filter((check) => check.of === of && check.part === part)
    .flatMap((check) =>
      [...(leavesOut[String(check.question)] ?? []), ...(inDoubt[String(of)] ?? [])].flatMap((member) => {
        const id = String(check.id ?? questionIds.get(String(check.question)))
        return listPaths((record as Record<string, unknown>)[member]).map((path) => ({
          checks: [id],
          member: toMember(path, inventory),
          kinds: anyChange,
          reason: `A record without "${member}" is judged by the rest.`,
        }))
      }),
    )
}

/** The members of an item that a member of a record rests on, each with the objects around it: `level`, `level.status`. */
function listPaths(mapped: unknown): readonly string[] {
  const { of, flags = [] } = (typeof mapped === 'string' ? { of: mapped } : (mapped ?? {})) as {
    readonly of?: string
    readonly flags?: readonly { readonly when: string }[]
  }
  const paths = [of ?? '', ...flags.map(({ when }) => when)].flatMap((expression) =>
    [...expression.matchAll(/\b[a-z]\w*(?:\.\w+)+/g)].flatMap(([path]) => {
      const steps = path.split('.')
      return steps.slice(1).map((_, index) => steps.slice(0, index + 2).join('.'))
    }),
  )
  return [...new Set(paths)]
}

const questionIds = new Map(allQuestions.map(({ name, id }) => [name, id]))

interface NoneEntry {
  readonly of: string
  readonly none?: { readonly values?: readonly unknown[]; readonly absent?: boolean | string; readonly source: string }
}

function listNone(entry: Json): readonly ReviewedMember[] {
  const { record = {}, values = {} } = entry
  return [record, values]
    .flatMap((each) => Object.values(each as Record<string, NoneEntry>))
    .flatMap(({ of, none }) => {
      if (!none || typeof of !== 'string') return []
      const member = toMember(of, entry)
      const kinds = [
        ...(none.values?.includes(null) ? (['null'] as const) : []),
        ...(none.absent ? (['removed'] as const) : []),
        // What a time in numbers becomes by that.
        ...(none.values?.some((each) => each === 0 || String(each).startsWith('0001-'))
          ? (['time of the year 1'] as const)
          : []),
      ]
      return [
        ...(kinds.length > 0 ? [{ checks: 'all' as const, member, kinds, reason: none.source }] : []),
        ...(none.absent === 'withParents' ? listParents(member) : []).map((parent) => ({
          checks: 'all' as const,
          member: parent,
          kinds: ['removed'] as const,
          reason: none.source,
        })),
        ...(none.absent === 'withAnswer'
          ? [{ checks: [String(entry.id)], member: '', kinds: ['removed'] as const, reason: none.source }]
          : []),
      ]
    })
}

/** The objects around a member: `tenant.jwt` of `tenant.jwt.enabled`. */
function listParents(member: string): readonly string[] {
  const steps = member.split('.')
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('.'))
}

/** The member of an answer that an expression reads. */
function toMember(written: string, { list, detail }: Json): string {
  const as = (detail as { readonly as?: string } | undefined)?.as
  const path = written.replaceAll(/\[["']([^"']+)["']\]/g, '.$1')
  const [root, ...members] = path.split('.')
  return root === as || root === 'body' ? members.join('.') : [`${readItems(list)}[]`, ...members].join('.')
}

/** Rules ask what null means by comparing with it, and of a time to come how far it is. */
const asked = [
  { pattern: /([\w.]+) [!=]= null/g, kinds: ['null'], reason: 'The rule says what null means.' },
  // What is null is not there; what has another type is.
  {
    pattern: /\bhas\(([\w.]+)\)/g,
    kinds: ['removed', 'null', 'wrong type', ...anyTime],
    reason: 'The rule asks whether it is there.',
  },
  { pattern: /'([\w.]+' in keys\([\w.]+)\)/g, kinds: ['removed'], reason: 'The rule asks whether it is there.' },
  { pattern: /remaining\(([\w.]+)\)/g, kinds: ['time in the future'], reason: 'The time is one that is to come.' },
] as const

function listAsked(entry: Json): readonly ReviewedMember[] {
  const values = (entry.values ?? {}) as Readonly<Record<string, { readonly of?: string } | string>>
  const text = JSON.stringify(entry)
  // What a macro names is an item of the list before it.
  const items = new Map(
    [...text.matchAll(/([\w.]+)\.(?:all|exists|exists_one|filter|map)\((\w+),/g)].map(([, of = '', name = '']) => [
      name,
      `${of}[]`,
    ]),
  )
  return asked.flatMap(({ pattern, kinds, reason }) =>
    [...text.matchAll(pattern)].map(([, found = '']) => {
      const path = found.replace(/^(.+)' in keys\((.+)$/, '$2.$1')
      const value = Object.hasOwn(values, path) ? values[path] : undefined
      const of = typeof value === 'object' ? value.of : value
      return {
        checks: 'all' as const,
        member: toMember(of ?? path.replace(/^\w+/, (name) => items.get(name) ?? name), entry),
        kinds,
        reason,
      }
    }),
  )
}

/** Requests wherever they stand: `list`, `detail`, `let`, `for`. */
function listRequests({ list, detail, let: shared = {}, for: outer = {} }: Json): readonly Json[] {
  return [list, detail, ...Object.values(shared as Json), ...Object.values(outer as Json)].filter(
    (each): each is Json => typeof each === 'object' && each !== null,
  )
}

/** The object around a cursor: the list ends where the vendor leaves it out. */
function listEnds({ next }: Json): readonly ReviewedMember[] {
  const { cursor, url } = (typeof next === 'object' && next !== null ? next : {}) as { cursor?: string; url?: string }
  const [path = ''] = [cursor, url].filter((each) => each !== undefined)
  return listParents(path).map((member) => ({
    checks: 'all' as const,
    member,
    kinds: ['removed', 'null'] as const,
    reason: `The list ends where "${path}" is left out, as the file says by "next".`,
  }))
}

function readItems(list: unknown): string {
  const { items, next } = (list ?? {}) as { readonly items?: unknown; readonly next?: { readonly connection?: string } }
  if (next?.connection !== undefined) return `data.${next.connection}.nodes`
  return typeof items === 'object' && items !== null ? String((items as Json).path) : ((items as string) ?? '')
}
