import { keyText, membersText, quoted, sourceText } from '../source-text.ts'
import type { ImportedCheck, ListRequest, RequestValue } from './imported-check.ts'
import type { ItemMember } from './item-members.ts'
import { camelCase, pascalCase } from './words.ts'

/** The file of a check that asks a list and leaves the verdict to its author. */
export function checkText(check: ImportedCheck): string {
  const { id, request, parent, scopes, summary } = check
  const { noun } = request.endpoint
  const item = itemName(noun)
  const outer = parent && itemName(parent.endpoint.noun, item)
  const body = parent
    ? loopText(parent, { item: outer ?? '', indent: 4, members: membersFor(parent, request) }, (indent) =>
        loopText(request, { item, indent, outer, members: allMembers(request) }, (inner) =>
          verdictText(check, { item, outer, indent: inner }),
        ),
      )
    : loopText(request, { item, indent: 4, members: allMembers(request) }, (indent) =>
        verdictText(check, { item, indent }),
      )
  const types = [
    ...(parent ? [interfaceText(parent, membersFor(parent, request))] : []),
    interfaceText(request, allMembers(request)),
  ]
  return `import { connector } from '../connector.ts'

${types.join('\n')}
export const ${checkName(id)} = connector.check({
  id: ${quoted(id)},
${membersText({ title: `Undecided: what to ask of each ${words(noun)}`, description: summary, severity: 'info', ...(scopes.length > 0 && { scopes }) }, 2)}  async run(ctx) {
${body}  },
})
`
}

/** The name under which a check is exported. */
export function checkName(id: string): string {
  return identifier(camelCase(id))
}

/** Words that mean something else where a name is expected, and the names that the file has already. */
const reserved = new Set(
  'arguments as async await boolean break case catch class connector const continue ctx debugger default delete do else enum eval export extends false finally for from function if implements import in instanceof interface let new null number object of package path private protected public return static string super switch symbol this throw true try type typeof undefined var void while with yield'.split(
    ' ',
  ),
)

function identifier(name: string): string {
  const able = /^[a-z]/.test(name) ? name : `item${name}`
  return reserved.has(able) || able in globalThis ? `${able}Item` : able
}

function itemName(noun: string, taken?: string): string {
  const name = identifier(camelCase(noun))
  return name === taken ? `outer${name.charAt(0).toUpperCase()}${name.slice(1)}` : name
}

function typeName(noun: string): string {
  const name = pascalCase(noun)
  return name in globalThis ? `${name}Item` : name
}

function words(noun: string): string {
  return noun.replaceAll('-', ' ')
}

function allMembers({ endpoint: { members } }: ListRequest): readonly ItemMember[] {
  return [members.identity, ...(members.label ? [members.label] : []), ...members.facts]
}

/** Of the outer list only what the inner one is asked by. */
function membersFor({ endpoint: { members } }: ListRequest, inner: ListRequest): readonly ItemMember[] {
  const used = inner.path.flatMap((part) => (typeof part === 'object' && part.from === 'parent' ? [part.member] : []))
  return [...new Set([members.identity, ...used])]
}

function interfaceText({ endpoint }: ListRequest, members: readonly ItemMember[]): string {
  return `/** What the check reads of GET ${commentText(endpoint.path)}. */
interface ${typeName(endpoint.noun)} {
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

interface Loop {
  /** Name of the item. */
  readonly item: string
  readonly indent: number
  /** Name of the item of the outer list. */
  readonly outer?: string | undefined
  readonly members: readonly ItemMember[]
}

function loopText(request: ListRequest, { item, indent, outer }: Loop, inner: (indent: number) => string): string {
  const pad = ' '.repeat(indent)
  const { members, at } = request.endpoint
  const path = pathText(request, outer)
  const options = [
    ...(at.length === 0 ? [] : [`items: ${quoted(at.join('.'))},`]),
    ...valuesText('query', request.query),
    ...valuesText('headers', request.headers),
    `next: ${sourceText(request.next)},`,
  ]
  const call = `ctx.paginate<${typeName(request.endpoint.noun)}>(`
  const isLong = indent + call.length + path.length + 40 > 120
  const name = outer === undefined ? 'path' : 'innerPath'
  const list = isLong ? name : path
  const start = isLong ? `${pad}const ${name} = ${path}\n` : ''
  return `${start}${pad}const ${item}List = ${call}${list}, {
${options.map((option) => `${pad}  ${option}\n`).join('')}${pad}})
${pad}for await (const ${item} of ${item}List) {
${idLine(members.identity, item, indent + 2)}${inner(indent + 2)}${pad}}
`
}

function isSure({ isOptional, isNullable }: Pick<ItemMember, 'isOptional' | 'isNullable'>): boolean {
  return !isOptional && !isNullable
}

/** What tells the item from others, as an expression of type text or number. */
function idText(identity: ItemMember, item: string): string {
  return isSure(identity) ? access(item, identity.name) : `${item}Id`
}

/** Where the description lets it be missing, the check cannot tell which item it has. */
function idLine(identity: ItemMember, item: string, indent: number): string {
  if (isSure(identity)) return ''
  const message = quoted(`The vendor shows an item without "${identity.name}".`)
  const value = access(item, identity.name)
  const told = `ctx.cannotTell({ kind: 'schema_drift', message: ${message} })`
  const pad = ' '.repeat(indent + 2)
  const line = `${pad}${value} ?? ${told}`
  return `${' '.repeat(indent)}const ${item}Id =\n${line.length <= 120 ? line : `${pad}${value} ??\n${pad}${told}`}\n`
}

function verdictText(
  { request, parent }: ImportedCheck,
  { item, outer, indent }: { readonly item: string; readonly outer?: string | undefined; readonly indent: number },
): string {
  const pad = ' '.repeat(indent)
  const { noun, members } = request.endpoint
  const own = idText(members.identity, item)
  const id = parent
    ? `\`\${${idText(parent.endpoint.members.identity, outer ?? '')}}/\${${own}}\``
    : members.identity.type === 'string'
      ? own
      : `String(${own})`
  const label =
    members.label && `${memberAccess(item, members.label)}${members.label.isNullable ? ' ?? undefined' : ''}`
  const facts = members.facts.map((fact) => `${pad}    ${keyText(fact.name)}: ${memberAccess(item, fact)},\n`)
  const evidence = facts.length === 0 ? '' : `${pad}  evidence: {\n${facts.join('')}${pad}  },\n`
  return `${pad}// Nothing is decided yet. Ask something of these facts: ctx.pass, or ctx.fail with a remediation.
${pad}ctx.manual({
${pad}  resource: { type: ${quoted(noun)}, id: ${id}${label === undefined ? '' : `, name: ${label}`} },
${pad}  title: ${quoted(`Somebody has to say what is asked of a ${words(noun)}`)},
${evidence}${pad}})
`
}

function pathText({ server = '', path }: ListRequest, outer: string | undefined): string {
  const isPlain = path.every((part) => typeof part === 'string')
  const base = server.replaceAll(/\{([^{}]*)\}/g, (_, id: string) => `\u0000${id}\u0000`)
  if (isPlain && base === server) return quoted(server + path.join(''))
  const [template] = [
    base + path.map((part) => (typeof part === 'string' ? part : `\u0001${path.indexOf(part)}\u0001`)).join(''),
  ]
  const escaped = template.replaceAll(/[`\\]|\$\{/g, '\\$&')
  const filled = escaped
    .replaceAll(/\u0000([^\u0000]*)\u0000/g, (_, id: string) => `\${ctx.credentials.${id}}`)
    .replaceAll(/\u0001(\d+)\u0001/g, (_, index: string) => {
      const part = path[Number(index)]
      return typeof part === 'object' ? `\${encodeURIComponent(${valueText(part, outer)})}` : ''
    })
  return `\`${filled}\``
}

function valuesText(name: string, values: ReadonlyMap<string, RequestValue>): readonly string[] {
  if (values.size === 0) return []
  const members = [...values].map(
    ([key, value]) => `${keyText(key)}: ${name === 'headers' ? textValue(value) : valueText(value, undefined)}`,
  )
  return [`${name}: { ${members.join(', ')} },`]
}

function valueText(value: RequestValue, outer: string | undefined): string {
  switch (value.from) {
    case 'preset':
      return sourceText(value.value)
    case 'field':
      return `ctx.credentials.${value.id}`
    case 'parent':
      return value.isIdentity ? idText(value.member, outer ?? '') : access(outer ?? '', value.member.name)
  }
}

/** Headers are texts. */
function textValue(value: RequestValue): string {
  if (value.from === 'preset') return quoted(String(value.value))
  const text = valueText(value, undefined)
  return value.from === 'field' && value.isNumber ? `String(${text})` : text
}

function memberAccess(item: string, { name, within }: ItemMember): string {
  if (!within) return access(item, name)
  const holder = access(item, within.name)
  if (isSure(within)) return access(holder, name)
  return isPlainName(name) ? `${holder}?.${name}` : `${holder}?.[${quoted(name)}]`
}

function isPlainName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name)
}

function access(base: string, name: string): string {
  return isPlainName(name) ? `${base}.${name}` : `${base}[${quoted(name)}]`
}
