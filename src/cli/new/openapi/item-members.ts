import type { SchemaView, ValueType } from './schema-view.ts'
import { kebabCase } from './words.ts'

/** A member of a list's items that a check reads. */
export interface ItemMember {
  readonly name: string
  readonly type: ValueType
  /** Whether it may be missing or null, as far as is said. */
  readonly isOptional: boolean
  readonly isNullable: boolean
}

/** What a check reads of each item. */
export interface ItemMembers {
  /** What tells an item from the others, from one run to the next. */
  readonly identity: ItemMember
  /** What people call it. */
  readonly label: ItemMember | undefined
  /** What could be asked of it. */
  readonly facts: readonly ItemMember[]
}

/**
 * @param noun what an item is: `user`
 * @param path of the list
 * @returns undefined where nothing identifies an item
 */
export function itemMembersOf(item: SchemaView, noun: string, path: string): ItemMembers | undefined {
  const scalars = [...item.members].flatMap(([name, { view, required }]): ItemMember[] => {
    const { type, nullable } = view()
    const isScalar = type !== undefined && type !== 'object' && type !== 'array'
    return isScalar && name.length <= 80 ? [{ name, type, isOptional: !required, isNullable: nullable }] : []
  })
  // By its words, because one vendor writes displayName and another display_name. Of two alike the first counts.
  const byWords = new Map(scalars.toReversed().map((member) => [kebabCase(member.name), member]))
  const identity = identityAmong(byWords, noun, path)
  if (!identity) return undefined
  const label = labels
    .map((words) => byWords.get(words))
    .find((member) => member?.type === 'string' && member !== identity)
  const others = scalars.filter((member) => member !== identity && member !== label && !isUnfit(member.name))
  const telling = others
    .map((member) => ({ member, weight: weightOf(member, item) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ member }) => member)
  const chosen = new Set((telling.length > 0 ? telling : others).slice(0, factsMax))
  // In the order of the description, which its readers know.
  return { identity, label, facts: others.filter((member) => chosen.has(member)) }
}

const factsMax = 5
const labels = 'name display-name full-name login username email primary-email title label slug hostname'.split(' ')
const identities = 'uid uuid guid key arn slug name login username email primary-email'.split(' ')

function identityAmong(byWords: ReadonlyMap<string, ItemMember>, noun: string, path: string): ItemMember | undefined {
  // Of a list of keys, the member "key" is the secret itself.
  const isSecret = (words: string) =>
    /secret|token|passw/.test(words) || (words === 'key' && /key|token|secret/i.test(path))
  const able = [...byWords].filter(([words, { type }]) => type !== 'boolean' && !isSecret(words))
  const wanted = ['id', `${noun}-id`, ...identities]
  const [, named] = wanted.map((name) => able.find(([words]) => words === name)).find((found) => found) ?? []
  return (
    named ?? able.map(([, member]) => member).find(({ name }) => /(?:^|_)(?:id|uuid|guid)$|(?:Id|ID|Uuid)$/.test(name))
  )
}

/** What must not be shown, and what is too long to be a fact. */
function isUnfit(name: string): boolean {
  return /secret|token|passw|credential|private|signature|hash|salt|^key$|_key$|Key$|(^|_|[a-z])ur[il]s?$|href|html|body|content|description|avatar|image|icon|picture|photo|logo|markdown/i.test(
    name,
  )
}

const tells =
  /mfa|2fa|two_?factor|second_?factor|verified|enforce|require|encrypt|protect|visib|public|archiv|suspend|disab|enab|active|status|state|role|admin|owner|permission|scope|expir|last_|lastL|locked|compliant|secure|external|guest|type/i

function weightOf({ name, type }: ItemMember, item: SchemaView): number {
  const member = item.members.get(name)
  const hasChoices = (member?.view().choices.length ?? 0) > 0
  const isTime = member?.place.at('format').value === 'date-time'
  return (type === 'boolean' ? 5 : 0) + (hasChoices ? 4 : 0) + (tells.test(name) ? 6 : 0) + (isTime ? 2 : 0)
}
