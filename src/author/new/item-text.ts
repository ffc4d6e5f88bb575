import type { ItemMember } from './item-member.ts'
import type { ItemMembers } from './item-members.ts'
import { toPascalCase } from './name-spelling.ts'
import { renderKey, renderString } from './source-text.ts'

/** The schema for a list's items in a check. */
export function renderItemInterface(path: string, noun: string, members: readonly ItemMember[]): string {
  return `/** What the check reads of GET ${escapeComment(path)}. */
interface ${toTypeName(noun)} {
${renderMemberLines(members, 2)}}
`
}

function renderMemberLines(members: readonly ItemMember[], indent: number): string {
  const pad = ' '.repeat(indent)
  const own = members.filter(({ within }) => within === undefined)
  const holders = new Map(members.flatMap(({ within }) => (within ? [[within.name, within]] : [])))
  const lines = own.map(
    (member) => `${pad}${renderMemberHead(member)}: ${toTsType(member.type)}${renderNullable(member)}\n`,
  )
  const inner = [...holders.values()].map((holder) => {
    const text = renderMemberLines(
      members.flatMap(({ within, ...member }) => (within?.name === holder.name ? [member] : [])),
      indent + 2,
    )
    return `${pad}${renderMemberHead(holder)}: {\n${text}${pad}}${renderNullable(holder)}\n`
  })
  return lines.join('') + inner.join('')
}

function renderMemberHead({ name, isOptional }: Pick<ItemMember, 'name' | 'isOptional'>): string {
  return `readonly ${renderKey(name)}${isOptional ? '?' : ''}`
}

function renderNullable({ isNullable }: Pick<ItemMember, 'isNullable'>): string {
  return isNullable ? ' | null' : ''
}

function toTsType(type: ItemMember['type']): string {
  return type === 'integer' ? 'number' : type
}

/** Text from a file must not end the comment around it. */
function escapeComment(text: string): string {
  return text.replaceAll('*/', '* /')
}

/** The name of their interface. */
export function toTypeName(noun: string): string {
  const name = toPascalCase(noun)
  return name in globalThis ? `${name}Item` : name
}

/** The item's identity, as an expression of type text or number. */
export function renderItemId({ identity, possible }: Identified, item: string): string {
  return isIdentitySure({ identity, possible }) ? renderMemberAccess(item, identity) : `${item}Id`
}

/** The item's identity, as an expression of type text. */
export function renderItemIdText(members: Identified, item: string): string {
  const id = renderItemId(members, item)
  return members.possible.length > 0 || members.identity.type === 'string' ? id : `String(${id})`
}

type Identified = Pick<ItemMembers, 'identity' | 'possible'>

/** Whether it is decided, and always there, if the description has that. */
export function isIdentitySure({ identity, possible }: Identified): boolean {
  return possible.length === 0 && isSure(identity) && (identity.within === undefined || isSure(identity.within))
}

/** Whether it is always there, if the description has that. */
export function isSure({ isOptional, isNullable }: Pick<ItemMember, 'isOptional' | 'isNullable'>): boolean {
  return !isOptional && !isNullable
}

/** A member of an item, as an expression; undefined if it may be missing. */
export function renderMemberAccess(item: string, { name, within }: ItemMember): string {
  if (!within) return renderAccess(item, name)
  const holder = renderAccess(item, within.name)
  if (isSure(within)) return renderAccess(holder, name)
  return isPlainName(name) ? `${holder}?.${name}` : `${holder}?.[${renderString(name)}]`
}

function isPlainName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name)
}

/** A member of an object, as an expression. */
export function renderAccess(base: string, name: string): string {
  return isPlainName(name) ? `${base}.${name}` : `${base}[${renderString(name)}]`
}
