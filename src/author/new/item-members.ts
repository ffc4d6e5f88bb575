import type { SchemaView } from '../../descriptions/schema-view.ts'
import { chooseIdentity, type ItemNames, isPeopleNoun, isPersonHolder } from './choose-identity.ts'
import type { ItemMember } from './item-member.ts'
import { toKebabCase } from './name-spelling.ts'

/** The members of each item that a check reads. */
export interface ItemMembers {
  /** The member that identifies the item from run to run, or the likeliest of several. */
  readonly identity: ItemMember
  /** The members of which an author has to choose the identity; empty where the description decides. */
  readonly possible: readonly ItemMember[]
  /** The name for people. */
  readonly label: ItemMember | undefined
  /** Members that a check could judge. */
  readonly facts: readonly ItemMember[]
}

/** A member, and the facts about its values. */
export interface Candidate {
  readonly member: ItemMember
  readonly view: SchemaView
  readonly isTime: boolean
  /** Whether it is a day of the calendar. */
  readonly isDay: boolean
  /** What the description says of it in words. */
  readonly text: string | undefined
}

/** @returns undefined if nothing identifies an item */
export function chooseItemMembers(item: SchemaView, names: ItemNames): ItemMembers | undefined {
  const own = listScalars(item)
  const isOfPeople = isPeopleNoun(names.noun)
  const inner = listInnerScalars(item, isOfPeople)
  const identity = chooseIdentity([...own, ...inner].map(toIdentityCandidate), names)
  if (!identity) return undefined
  // By its words, because one vendor writes displayName and another display_name. If two are alike, the first counts.
  const byWords = new Map(own.toReversed().map((each) => [toKebabCase(each.member.name), each.member]))
  for (const { member } of inner)
    if (!byWords.has(toKebabCase(member.name))) byWords.set(toKebabCase(member.name), member)
  const label = labels
    .map((words) => byWords.get(words))
    .find((member) => member?.type === 'string' && member !== identity.member)
  const others = listOnce(own, inner).filter(
    ({ member }) => member !== identity.member && member !== label && !isUnfit(member.name),
  )
  const telling = others
    .map((each) => ({ each, weight: weighCandidate(each) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ each }) => each)
  const chosen = new Set((telling.length > 0 ? telling : others).slice(0, factsMax))
  // In the order of the description, which its readers know.
  return {
    identity: identity.member,
    possible: identity.possible,
    label,
    facts: others.filter((each) => chosen.has(each)).map(({ member }) => member),
  }
}

const factsMax = 5
// A thing with a login is a person, whose login tells one from another.
const labels =
  'login username user-name name display-name full-name email primary-email title label slug hostname'.split(' ')

/**
 * Members that hold a single value: an item's own, then the deeper ones whose names are new.
 * @param isOfPeople whether the person of a membership is the item
 */
export function listReadableMembers(item: SchemaView, isOfPeople: boolean): readonly Candidate[] {
  return listOnce(listScalars(item), listInnerScalars(item, isOfPeople))
}

function listOnce(own: readonly Candidate[], inner: readonly Candidate[]): readonly Candidate[] {
  const names = new Set<string>()
  return [...own, ...inner].filter(({ member: { name } }) => !names.has(name) && names.add(name))
}

/** Members that hold a single value. */
function listScalars({ members }: SchemaView, within?: ItemMember['within']): readonly Candidate[] {
  return [...members].flatMap(([name, { view: viewOf, node, required }]): Candidate[] => {
    const view = viewOf()
    const { type, nullable } = view
    if (type === undefined || type === 'object' || type === 'array' || name.length > 80) return []
    const member = { name, type, isOptional: !required, isNullable: nullable, within }
    const format = node.at('format').value
    const text = node.at('description').line
    return [{ member, view, isTime: format === 'date-time', isDay: format === 'date', text }]
  })
}

/** JSON:API puts an item's properties into `attributes`, Azure into `properties`, Okta into `profile`. */
export function isHolder(name: string): boolean {
  return /^(attributes|properties|profile)$/.test(name)
}

function listInnerScalars(item: SchemaView, isOfPeople: boolean): readonly Candidate[] {
  const [holder] = [...item.members].filter(([each]) => isHolder(each))
  const people = isOfPeople ? [...item.members].filter(([each]) => isPersonHolder(each)) : []
  return [...(holder ? [holder] : []), ...people].flatMap(([name, { view: viewOf, required }]) => {
    const view = viewOf()
    return view.type === 'object' ? listScalars(view, { name, isOptional: !required, isNullable: view.nullable }) : []
  })
}

function toIdentityCandidate({ member, isTime, isDay, text }: Candidate) {
  return { member, isTime: isTime || isDay, text }
}

/** Members that must not be shown, or are too long to be a fact. */
function isUnfit(name: string): boolean {
  return /secret|token|passw|credential|private|signature|hash|salt|^key$|_key$|Key$|(^|_|[a-z])ur[il]s?$|href|html|body|content|description|avatar|image|icon|picture|photo|logo|markdown/i.test(
    name,
  )
}

const tells =
  /mfa|2fa|two_?factor|second_?factor|verified|enforce|require|encrypt|protect|visib|public|archiv|suspend|disab|enab|active|status|state|role|admin|owner|permission|scope|expir|last_|lastL|locked|compliant|secure|external|guest|type/i

function weighCandidate({ member: { name, type }, view, isTime }: Candidate): number {
  const isChoice = view.choices.length > 0
  return (type === 'boolean' ? 5 : 0) + (isChoice ? 4 : 0) + (tells.test(name) ? 6 : 0) + (isTime ? 2 : 0)
}
