import type { RecordedExchange } from '../../../evidence/recording/recording.ts'
import { isObject } from '../../../text/is-object.ts'
import { parseBody } from '../witnesses/recorded-body.ts'
import { openTexts } from '../witnesses/text-form.ts'

/** What could be written in place of something: words of a member, and members beside it. */
export interface Vocabulary {
  /**
   * Words that a member has, in any answer or rule.
   * @param holder the member in whose object or list it stands; undefined where nobody knows
   */
  readonly wordsOf: (member: string, holder: string | undefined) => readonly string[]
  /** Members of the same kind that stand beside a member in an answer. */
  readonly siblingsOf: (member: string) => readonly string[]
}

const memberWordsMax = 6
const siblingsMax = 2
const word = /^[A-Za-z][A-Za-z0-9 _-]*$/

/**
 * Learns the words and members of answers.
 * @param texts expressions, whose own words count too
 */
export function readVocabulary(exchanges: Iterable<RecordedExchange>, texts: readonly string[]): Vocabulary {
  const words = new Map<string, Set<string>>()
  const siblings = new Map<string, Set<string>>()
  const learn = (index: Map<string, Set<string>>, member: string, value: string) =>
    void index.set(member, (index.get(member) ?? new Set()).add(value))
  const read = (value: unknown, holder: string): void => {
    if (Array.isArray(value)) for (const each of value) read(each, holder)
    if (!isObject(value)) return
    const members = Object.entries(value)
    for (const [name, each] of members) {
      if (typeof each === 'string' && word.test(each)) learn(words, `${holder}.${name}`, each)
      for (const [other, beside] of members)
        if (other !== name && haveOneForm(each, beside)) learn(siblings, name, other)
      read(each, name)
    }
  }
  for (const { response } of exchanges) if (response) read(openTexts(parseBody(response)).value, '')
  for (const text of texts)
    for (const [, member = '', list = ''] of text.matchAll(/(\w+)\)? (?:in|==|!=) (\[[^\]]*\]|'[^']*')/g))
      for (const [, each = ''] of list.matchAll(/'([^']*)'/g)) learn(words, member, each)
  const list = (key: string) => [...(words.get(key) ?? [])]
  return {
    wordsOf: (member, holder) => {
      const answered = holder === undefined ? [] : list(`${holder}.${member}`)
      const anywhere = [...words.keys()].filter((key) => key.endsWith(`.${member}`)).flatMap(list)
      return [...new Set([...list(member), ...(answered.length > 0 ? answered : anywhere)])].slice(0, memberWordsMax)
    },
    siblingsOf: (member) => [...(siblings.get(member) ?? [])].slice(0, siblingsMax),
  }
}

/** Whether one could be taken for the other. Names and ids of things are not. */
function haveOneForm(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return isTime(one) && isTime(other)
  return (typeof one === 'boolean' || typeof one === 'number') && typeof one === typeof other
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(text)
}
