import { type InventoryKind, listMemberForms, listMemberWords, type MemberForm } from '../../define/index.ts'
import { convertTime } from '../expressions/convert-time.ts'
import type { ExpressionScope } from '../expressions/scope.ts'
import type { Shape } from '../expressions/shape.ts'
import { type Kind, Unknown, type Value } from '../expressions/value.ts'
import type { FlaggedEntry, MemberEntry } from '../format/inventories.ts'
import { compileAt } from './compile-at.ts'
import { compileNone } from './compile-none.ts'
import type { KnownNames } from './names.ts'
import type { DocumentPath, ProblemReport } from './report.ts'
import { reportRepeats } from './report-unreachable.ts'

export type MemberAnswer = Value | Unknown

/** One member of a record, ready to be read. */
export interface CompiledMember {
  readonly name: string
  /** It is the same for all records, whatever the vendor answers. */
  readonly isConstant?: boolean
  read(scope: ExpressionScope): MemberAnswer
}

interface MemberPlace {
  readonly of: InventoryKind
  readonly place: DocumentPath
  readonly names: KnownNames
  readonly report: ProblemReport
}

type MappedEntry = Extract<MemberEntry, { readonly of: unknown }>

const kindsByForm: Readonly<Record<MemberForm, readonly Kind[]>> = {
  text: ['text', 'number'],
  email: ['text'],
  boolean: ['boolean'],
  number: ['number'],
  texts: ['list'],
  emails: ['list'],
  reference: ['text', 'number'],
  past: ['text', 'number'],
  future: ['text', 'number'],
  day: ['text', 'number'],
}
const kindsOfHead: Readonly<Record<string, readonly Kind[]>> = {
  id: ['text', 'number'],
  name: ['text', 'number', 'null'],
  url: ['text', 'null'],
}

/** Compiles one member of `record`: an expression, or an object that says more. */
export function compileMember(name: string, entry: MemberEntry, memberPlace: MemberPlace): CompiledMember {
  const { of, place, names, report } = memberPlace
  if (typeof entry === 'object' && 'flags' in entry) return compileFlags(name, entry, memberPlace)
  const mapped: MappedEntry = typeof entry === 'string' ? { of: entry } : entry
  const at = typeof entry === 'string' ? place : [...place, 'of']
  const words = listMemberWords(of)[name]
  const form = listMemberForms(of)[name]
  // A word may be the same for all, such as the kind of accounts that the vendor has one kind of, and so may the roles of
  // those whom a list of administrators has.
  const mayBeConstant = words !== undefined || name === 'roles'
  const compiled = compileAt(
    mapped.of,
    at,
    names,
    { gives: listAcceptedKinds(name, mapped, of), choice: words === undefined, readsAnswer: !mayBeConstant },
    report,
  )
  const { evaluate, shape, reads } = compiled
  if (words) reportWords(mapped, words, place, report)
  reportOtherWords(mapped, shape, place, report)
  if (mapped.none && form?.isNullable !== true && mapped.otherwise === undefined)
    report.add(
      [...place, 'none'],
      `is for members that can be null, and "${name}" cannot${words ? '; name its word by "otherwise"' : ''}`,
    )
  reportOtherwise(mapped, words, place, report)
  const isTime = form && ['past', 'future', 'day'].includes(form.form)
  if (mapped.time && !isTime) report.add([...place, 'time'], `is for times, and "${name}" is none`)
  const readNone = compileNone(mapped.none, compiled, [...place, 'none'], report)
  return {
    name,
    isConstant: !reads.some(([root = '']) => names.answers.has(root)),
    read(scope) {
      const value = evaluate(scope)
      if (readNone(value, scope)) return mapped.otherwise ?? null
      if (value instanceof Unknown) return value
      if (value === null) return new Unknown('null', `the value of ${name} is null`)
      if (mapped.words) return translateWord(value, mapped.words, name)
      if (mapped.time) return convertTime(value, mapped.time, form?.form === 'day')
      return value
    },
  }
}

/** What the expression of a member may give. */
function listAcceptedKinds(name: string, { words }: MappedEntry, of: InventoryKind): readonly Kind[] {
  if (words) return ['text', 'number', 'boolean', 'null']
  if (listMemberWords(of)[name]) return ['text', 'null']
  const form = listMemberForms(of)[name]
  return form ? [...kindsByForm[form.form], 'null'] : (kindsOfHead[name] ?? allKinds)
}

const allKinds: readonly Kind[] = ['null', 'boolean', 'number', 'text', 'list', 'object']

/** What stands where there is none, is a word of ours. */
function reportOtherwise(
  { none, otherwise }: MappedEntry,
  words: readonly string[] | undefined,
  place: DocumentPath,
  report: ProblemReport,
): void {
  if (otherwise === undefined) return
  const at = [...place, 'otherwise']
  if (!none) report.add(at, 'is never reached, because there is no "none"')
  if (!words) report.add(at, 'is for members that have words')
  else if (!words.includes(otherwise)) report.add(at, `"${otherwise}" is none of ${words.join(', ')}`)
}

function reportWords(
  { words: mapped }: MappedEntry,
  words: readonly string[],
  place: DocumentPath,
  report: ProblemReport,
): void {
  for (const [word, ours] of Object.entries(mapped ?? {}))
    if (!words.includes(ours)) report.add([...place, 'words', word], `"${ours}" is none of ${words.join(', ')}`)
}

/** A word that several flags say. A flag that is not told could have said its own, so it leaves the word unknown. */
function compileFlags(
  name: string,
  { flags, otherwise }: FlaggedEntry,
  { of, place, names, report }: MemberPlace,
): CompiledMember {
  const words = listMemberWords(of)[name]
  if (!words) report.add([...place, 'flags'], `are for members that have words, and "${name}" has none`)
  const demandWord = (word: string, at: DocumentPath) => {
    if (words && !words.includes(word)) report.add(at, `"${word}" is none of ${words.join(', ')}`)
  }
  if (otherwise !== undefined) demandWord(otherwise, [...place, 'otherwise'])
  reportRepeats(flags, [...place, 'flags'], report)
  const compiled = flags.map(({ when, is }, index) => {
    demandWord(is, [...place, 'flags', index, 'is'])
    return { is, ...compileAt(when, [...place, 'flags', index, 'when'], names, { gives: ['boolean'] }, report) }
  })
  return {
    name,
    read(scope) {
      for (const { is, evaluate } of compiled) {
        const answer = evaluate(scope)
        if (answer instanceof Unknown) return answer
        if (answer === true) return is
      }
      return otherwise ?? new Unknown('kind', `no flag says the word of ${name}`)
    },
  }
}

/** Words that the expression never gives, because it is true or false. */
function reportOtherWords(
  { words = {} }: MappedEntry,
  { kinds }: Shape,
  place: DocumentPath,
  report: ProblemReport,
): void {
  if (!kinds?.every((kind) => kind === 'boolean')) return
  for (const word of Object.keys(words))
    if (word !== 'true' && word !== 'false')
      report.add([...place, 'words', word], `is never reached, because "of" is true or false`)
}

function translateWord(value: Value, words: Readonly<Record<string, string>>, name: string): MemberAnswer {
  const word = String(value)
  return Object.hasOwn(words, word)
    ? (words[word] as string)
    : new Unknown('kind', `the word of ${name} is not in the table`)
}
