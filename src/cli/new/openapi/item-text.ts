import { keyText, quoted } from '../source-text.ts'
import type { ItemMember } from './item-members.ts'
import { pascalCase } from './words.ts'

/** What the check reads of a list's items. */
export function interfaceText(path: string, noun: string, members: readonly ItemMember[]): string {
  return `/** What the check reads of GET ${commentText(path)}. */
interface ${typeName(noun)} {
${membersLines(members, 2)}}
`
}

function membersLines(members: readonly ItemMember[], indent: number): string {
  const pad = ' '.repeat(indent)
  const own = members.filter(({ within }) => within === undefined)
  const inner = members.flatMap(({ within, ...member }) => (within ? [{ within, member }] : []))
  const [first] = inner
  const lines = own.map((member) => `${pad}${memberHead(member)}: ${tsType(member.type)}${orNull(member)}\n`)
  // All that lies deeper lies in one member.
  const holder = first
    ? `${pad}${memberHead(first.within)}: {
${membersLines(
  inner.map(({ member }) => member),
  indent + 2,
)}${pad}}${orNull(first.within)}\n`
    : ''
  return lines.join('') + holder
}

function memberHead({ name, isOptional }: Pick<ItemMember, 'name' | 'isOptional'>): string {
  return `readonly ${keyText(name)}${isOptional ? '?' : ''}`
}

function orNull({ isNullable }: Pick<ItemMember, 'isNullable'>): string {
  return isNullable ? ' | null' : ''
}

function tsType(type: ItemMember['type']): string {
  return type === 'integer' ? 'number' : type
}

/** What came from a file must not end the comment that it stands in. */
function commentText(text: string): string {
  return text.replaceAll('*/', '* /')
}

/** The name of their interface. */
export function typeName(noun: string): string {
  const name = pascalCase(noun)
  return name in globalThis ? `${name}Item` : name
}

/** What tells the item from others, as an expression of type text or number. */
export function idText(identity: ItemMember, item: string): string {
  return isSure(identity) ? access(item, identity.name) : `${item}Id`
}

/** Whether it is there, as far as is said. */
export function isSure({ isOptional, isNullable }: Pick<ItemMember, 'isOptional' | 'isNullable'>): boolean {
  return !isOptional && !isNullable
}

/** A member of an item, as an expression; of one that may be missing undefined. */
export function memberAccess(item: string, { name, within }: ItemMember): string {
  if (!within) return access(item, name)
  const holder = access(item, within.name)
  if (isSure(within)) return access(holder, name)
  return isPlainName(name) ? `${holder}?.${name}` : `${holder}?.[${quoted(name)}]`
}

function isPlainName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name)
}

/** A member of an object, as an expression. */
export function access(base: string, name: string): string {
  return isPlainName(name) ? `${base}.${name}` : `${base}[${quoted(name)}]`
}
