import { stemWord } from './stem-word.ts'
import { sides, subjects } from './thesaurus.ts'

/** One word of a name: what it may be, and whether others may stand before it. */
interface NameWord {
  readonly isAfterGap: boolean
  readonly stems: ReadonlySet<string>
  readonly beginnings: readonly string[]
}

interface SubjectName {
  readonly subject: string
  readonly words: readonly NameWord[]
}

interface FoundName {
  readonly subject: string
  /** Places of its words, in order. */
  readonly places: readonly number[]
}

/** What some words are about. */
export interface FoundSubjects {
  /** Each with the words that name it. */
  readonly subjects: ReadonlyMap<string, string>
  /** Sides of them that are asked for, likewise. */
  readonly sides: ReadonlyMap<string, string>
  /** Words that are part of no name. */
  readonly rest: readonly string[]
}

/** Words that may stand where a name has a gap. */
const gapMax = 6
const indexedLetters = 2

/** What is part of a longer name is not named by itself: "training data of models" is no training. */
export function findSubjects(words: readonly string[]): FoundSubjects {
  const stems = words.map(stemWord)
  const found = findNames(words, stems, subjectNames)
  const named = new Set(found.flatMap(({ places }) => places))
  const quote = ({ subject, places }: FoundName) => [subject, places.map((place) => words[place]).join(' ')] as const
  return {
    subjects: new Map(dropParts(found).map(quote)),
    sides: new Map(findNames(words, stems, sideNames).map(quote)),
    rest: words.filter((_, place) => !named.has(place)),
  }
}

/** The longest first: what was dropped itself drops none. */
function dropParts(found: readonly FoundName[]): readonly FoundName[] {
  const kept: FoundName[] = []
  for (const name of found.toSorted((one, other) => other.places.length - one.places.length)) {
    const longer = kept.filter(({ places }) => places.length > name.places.length)
    if (!longer.some(({ places }) => name.places.some((place) => places.includes(place)))) kept.push(name)
  }
  return kept
}

function findNames(words: readonly string[], stems: readonly string[], names: NameIndex): readonly FoundName[] {
  const found: FoundName[] = []
  for (const [from, word] of words.entries())
    for (const { subject, words: name } of names.get(word.slice(0, indexedLetters)) ?? []) {
      const places = matchName(name, { words, stems, from })
      if (places) found.push({ subject, places })
    }
  return found
}

/** @returns the places of its words; undefined: it is not there */
function matchName(
  name: readonly NameWord[],
  {
    words,
    stems,
    from,
  }: { readonly words: readonly string[]; readonly stems: readonly string[]; readonly from: number },
): readonly number[] | undefined {
  const places: number[] = []
  let at = from
  for (const each of name) {
    const last = each.isAfterGap ? at + gapMax : at
    while (at <= last && !isWord(each, words[at], stems[at])) at++
    if (at > last) return undefined
    places.push(at++)
  }
  return places
}

function isWord({ stems, beginnings }: NameWord, word = '', stem = ''): boolean {
  return stems.has(stem) || beginnings.some((beginning) => word.startsWith(beginning))
}

/** Names by the letters with which they may begin. */
type NameIndex = ReadonlyMap<string, readonly SubjectName[]>

const subjectNames = indexNames(subjects)
const sideNames = indexNames(sides)

function indexNames(named: Readonly<Record<string, string>>): NameIndex {
  const index = new Map<string, SubjectName[]>()
  for (const [subject, text] of Object.entries(named))
    for (const name of text.split('|').map((each) => each.trim())) {
      const words = parseName(name)
      const letters = new Set(listBeginnings(name).map((beginning) => beginning.slice(0, indexedLetters)))
      for (const each of letters) index.set(each, [...(index.get(each) ?? []), { subject, words }])
    }
  return index
}

function parseName(name: string): readonly NameWord[] {
  const parts = name.split(/\s+/)
  return parts.flatMap((part, index) => {
    if (part === '..') return []
    const words = part.replace(/^\(|\)$/g, '').split(',')
    return {
      isAfterGap: parts[index - 1] === '..',
      stems: new Set(words.filter((word) => !word.endsWith('*')).map(stemWord)),
      beginnings: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
    }
  })
}

function listBeginnings(name: string): readonly string[] {
  const [first = ''] = name.split(/\s+/)
  return first.replace(/^\(|\)$/g, '').split(',')
}
