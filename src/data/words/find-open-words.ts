import { type InventoryKind, listMemberForms, listMemberWords } from '../../define/index.ts'
import { listExemptions } from '../compile/list-exemptions.ts'
import type { DocumentPath } from '../compile/report.ts'
import type { DataProblem } from '../data-problem.ts'
import { type ExpressionNode, parseExpression } from '../expressions/parse-expression.ts'
import { isQuestion, type RuleEntry } from '../format/checks.ts'
import type { ConnectorFile } from '../format/connector-file.ts'
import type { FlaggedEntry, InventoryEntry, MemberEntry } from '../format/inventories.ts'
import { askFlag, type NamedNodes } from './ask-world.ts'
import { visitWorlds, type Word, type World } from './world.ts'

/** A place at which a word that nobody knows decides. */
export interface OpenWord extends DataProblem {
  /** A `verdict` passes by it, also by one of a `list`. By a `scope` an item is not judged. */
  readonly of: 'verdict' | 'list' | 'scope'
}

/** What is decided, and by which place of the file. */
interface WordOutcome {
  readonly is: 'pass' | 'fail' | 'not applicable' | 'left out' | 'open' | 'decided'
  readonly at: DocumentPath
}

/** Decides in a world, as a check would. Says of each rule that it begins to ask it. */
type Decide = (world: World, begin: (at: DocumentPath) => void) => WordOutcome

/**
 * Places at which a word that the file does not know makes a verdict good: `pass: item.role != 'guest'` passes for every role that
 * the vendor invents.
 */
export function findOpenWords({ inventories = [], checks = [] }: ConnectorFile): readonly OpenWord[] {
  return [
    ...inventories.flatMap((entry, index) => findInInventory(entry, ['inventories', index])),
    ...checks.flatMap((entry, index) =>
      isQuestion(entry) ? [] : findByDecision(createRuleDecision(entry, ['checks', index])),
    ),
  ]
}

function findInInventory({ of, where, record, facts = {} }: InventoryEntry, place: DocumentPath): readonly OpenWord[] {
  const members = [
    ...Object.entries(record).map(([name, entry]) => ({ name, entry, at: [...place, 'record', name] })),
    ...Object.entries(facts).map(([name, { value }]) => ({
      name,
      entry: value,
      at: [...place, 'facts', name, 'value'],
    })),
  ]
  const node = where === undefined ? undefined : parse(where)
  const listed = node
    ? findByDecision((world, begin) => {
        const at = [...place, 'where']
        begin(at)
        const answer = askFlag(node, world, new Map())
        return { is: answer === undefined ? 'open' : answer ? 'fail' : 'left out', at }
      })
    : []
  return [...listed, ...members.flatMap(({ name, entry, at }) => findInMember(of, name, entry, at))]
}

function findInMember(of: InventoryKind, name: string, entry: MemberEntry, at: DocumentPath): readonly OpenWord[] {
  if (typeof entry === 'object' && 'flags' in entry)
    return findByDecision(createFlagsDecision(entry, listMemberWords(of)[name]?.[0], at))
  const text = typeof entry === 'string' ? entry : entry.of
  if (listMemberForms(of)[name]?.form !== 'boolean' || (typeof entry === 'object' && entry.words)) return []
  const node = parse(text)
  if (!node) return []
  const own = typeof entry === 'string' ? at : [...at, 'of']
  return findByDecision((world, begin) => {
    begin(own)
    return { is: askFlag(node, world, new Map()) === undefined ? 'open' : 'decided', at: own }
  })
}

/** @param judged the word by which a record is judged most strictly, such as `active`: it may stand for a word that nobody knows */
function createFlagsDecision(
  { flags, otherwise }: FlaggedEntry,
  judged: string | undefined,
  place: DocumentPath,
): Decide {
  const rules = flags.map(({ when, is }, index) => ({ node: parse(when), is, at: [...place, 'flags', index, 'when'] }))
  const tell = (word = 'unknown') => (word === 'unknown' ? 'open' : word === judged ? 'fail' : 'decided')
  return (world, begin) => {
    for (const { node, is, at } of rules) {
      begin(at)
      const answer = node ? askFlag(node, world, new Map()) : undefined
      if (answer === undefined) return { is: 'open', at }
      if (answer) return { is: tell(is), at: [...place, 'flags'] }
    }
    return { is: tell(otherwise), at: [...place, 'flags'] }
  }
}

/** The order in which `compile-judge.ts` decides. */
function createRuleDecision(entry: RuleEntry, place: DocumentPath): Decide {
  const named: NamedNodes = new Map(
    Object.entries(entry.values ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? parse(value) : undefined,
    ]),
  )
  const { where, applies, unknown = [], review, pass, gaps = [], count } = entry
  const rule = (text: string, ...at: DocumentPath) => ({ node: parse(text), at: [...place, ...at] })
  const lists = [
    ...(where === undefined ? [] : [{ ...rule(where, 'where'), leaves: false, is: 'left out' as const }]),
    ...(applies === undefined ? [] : [{ ...rule(applies, 'applies'), leaves: false, is: 'not applicable' as const }]),
    ...listExemptions(entry).map(({ when }, index) => ({
      ...rule(when, 'notApplicable', index, 'when'),
      leaves: true,
      is: 'not applicable' as const,
    })),
    ...unknown.map(({ when }, index) => ({
      ...rule(when, 'unknown', index, 'when'),
      leaves: true,
      is: 'open' as const,
    })),
    ...(review?.when === undefined
      ? []
      : [{ ...rule(review.when, 'review', 'when'), leaves: true, is: 'open' as const }]),
  ]
  const passes = pass === undefined ? undefined : rule(pass, 'pass')
  const wrongs = gaps.map(({ when }, index) => rule(when, 'gaps', index, 'when'))
  const counted = count && rule(count.where, 'count', 'where')
  return (world, begin) => {
    const ask = ({ node, at }: ExpressionRule) => {
      begin(at)
      return node ? askFlag(node, world, named) : undefined
    }
    for (const each of lists) {
      const answer = ask(each)
      if (answer === undefined) return { is: 'open', at: each.at }
      if (answer === each.leaves) return each
    }
    if (passes) {
      const answer = ask(passes)
      return { is: answer === undefined ? 'open' : answer ? 'pass' : 'fail', at: passes.at }
    }
    if (counted && count) {
      const answer = ask(counted)
      // With both limits nobody knows which side is good.
      const isGood = count.max === undefined ? true : count.min === undefined ? false : undefined
      if (answer === undefined || isGood === undefined) return { is: 'open', at: counted.at }
      return { is: answer === isGood ? 'pass' : 'fail', at: counted.at }
    }
    const answers = wrongs.map(ask)
    const at = [...place, 'gaps']
    if (answers.includes(true)) return { is: 'fail', at }
    return { is: wrongs.length === 0 || answers.includes(undefined) ? 'open' : 'pass', at }
  }
}

interface ExpressionRule {
  readonly node: ExpressionNode | undefined
  readonly at: DocumentPath
}

/** A word of a vendor's vocabulary: no address, number, pattern or empty text. */
function isWord(text: string): boolean {
  return /^[A-Za-z][A-Za-z _-]*$/.test(text)
}

/** Numbers that stand for words. One alone may be an amount: none, the first. */
function areKinds(words: ReadonlySet<Word>): boolean {
  return words.size > 1 && [...words].every((word) => typeof word === 'number')
}

/** A member that names one thing of many, so that nobody can list its words. */
export function isName(path: string): boolean {
  return /(?:^|[._])(?:name|key|id|title|slug|label|login|email)$/i.test(path)
}

/** Whether a member is another one, or stands somewhere in it. */
function isWithin(path: string, other: string): boolean {
  const [inner, outer] = [path, other].map((each) => `${each.replaceAll('[]', '')}.`) as [string, string]
  return inner.startsWith(outer)
}

function chooseMember(choose: World['choose']): World['hasMember'] {
  return (path) => choose(`has ${path}`)
}

/** Members whose unknown word is good where it could not be told otherwise. */
function findByDecision(decide: Decide): readonly OpenWord[] {
  const words = new Map<string, Set<Word>>()
  const measured = new Set<string>()
  const measure = (path: string) => void measured.add(path)
  const isTried = visitWorlds((choose, chooseWord) => {
    const compareWord = (path: string, word: Word) => {
      words.set(path, (words.get(path) ?? new Set()).add(word))
      return chooseWord(path, word)
    }
    decide({ choose, hasMember: chooseMember(choose), compareWord, measure }, () => undefined)
  })
  if (!isTried) return []
  const found = new Map<string, OpenWord>()
  for (const [path, known] of words) {
    const areWords = [...known].every((word) => typeof word === 'string' && isWord(word))
    if (isName(path) || measured.has(path) || !(areWords || areKinds(known))) continue
    visitWorlds((choose, chooseWord) => {
      let rule: DocumentPath = []
      const readers: DocumentPath[] = []
      const ask = (answer: boolean | undefined) =>
        decide(
          {
            choose,
            hasMember: (other) => isWithin(path, other) || chooseMember(choose)(other),
            compareWord: (other, word) => {
              if (other !== path) return chooseWord(other, word)
              readers.push(rule)
              return answer
            },
            measure,
          },
          (at) => {
            rule = at
          },
        )
      const { is, at } = ask(false)
      // What decides has to read the word. Where it was only not exempted by another rule, it is judged by what is known.
      const reader = readers.find((each) => at.every((step, index) => each[index] === step))
      if (is === 'fail' || is === 'open' || !reader || ask(undefined).is !== 'open') return
      found.set(`${path} ${reader.join()}`, describe(path, known, reader, is))
    })
  }
  return [...found.values()]
}

function describe(
  member: string,
  words: ReadonlySet<Word>,
  path: DocumentPath,
  is: Exclude<WordOutcome['is'], 'fail' | 'open'>,
): OpenWord {
  const shown = member.replaceAll('[]', '')
  const unknown = writeUnknown(
    member.split('[]'),
    [...words].map((word) => (typeof word === 'number' ? word : `'${word}'`)).join(', '),
  )
  const isChoice = !['pass', 'gaps'].includes(String(path[2]))
  const remedy = path.includes('flags')
    ? `{ of: ${shown}, words: { … } }`
    : isChoice
      ? `"${unknown} ? null : …"`
      : `unknown: [{ when: "${unknown}", because: … }]`
  return {
    of: is !== 'pass' && is !== 'decided' ? 'scope' : member.endsWith('[]') ? 'list' : 'verdict',
    path,
    message: `${effects[is]} where "${shown}" is ${areKinds(words) ? 'a number' : 'a word'} that nobody knows; name its ${areKinds(words) ? 'numbers' : 'words'}: ${remedy}`,
  }
}

const effects = {
  pass: 'passes',
  decided: 'has a value',
  'not applicable': 'takes an item for not applicable',
  'left out': 'leaves an item out',
}

/** An expression that is true of a word that is not listed: `item.rules.exists(each, !(each.action in ['allow', …]))`. */
function writeUnknown([member = '', ...inner]: readonly string[], words: string): string {
  if (inner.length === 0) return `!(${member} in [${words}, …])`
  const each = inner.length === 1 ? 'each' : 'one'
  const [next = '', ...rest] = inner
  return `${member}.exists(${each}, ${writeUnknown([each + next, ...rest], words)})`
}

function parse(text: string): ExpressionNode | undefined {
  const parsed = parseExpression(text)
  return 'node' in parsed ? parsed.node : undefined
}
