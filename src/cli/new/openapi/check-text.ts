import { keyText, membersText, quoted, sourceText } from '../source-text.ts'
import type { ImportedCheck, ListRequest } from './imported-check.ts'
import type { ItemMember } from './item-members.ts'
import { access, idText, interfaceText, isSure, memberAccess, typeName } from './item-text.ts'
import { pathText, valuesText } from './request-text.ts'
import { camelCase } from './words.ts'

/** The file of a check that asks a list and leaves the verdict to its author. */
export function checkText(check: ImportedCheck): string {
  const { id, request, parent, scopes, summary } = check
  const { noun } = request.endpoint
  const item = itemName(noun)
  const outer = parent && itemName(parent.endpoint.noun, item)
  const body = parent
    ? loopText(parent, { item: outer ?? '', indent: 4 }, (indent) =>
        loopText(request, { item, indent, outer }, (inner) => verdictText(check, { item, outer, indent: inner })),
      )
    : loopText(request, { item, indent: 4 }, (indent) => verdictText(check, { item, indent }))
  const types = [
    ...(parent ? [interfaceText(parent.endpoint.path, parent.endpoint.noun, membersFor(parent, request))] : []),
    interfaceText(request.endpoint.path, noun, allMembers(request)),
  ]
  const title = `Undecided: what to ask of each ${words(noun)}`
  const data = { id, title, description: summary, severity: 'info', ...(scopes.length > 0 && { scopes }) }
  return `import { connector } from '../connector.ts'

${types.join('\n')}
export const ${checkName(id)} = connector.check({
${membersText(data, 2)}  async run(ctx) {
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

interface Loop {
  /** Name of the item. */
  readonly item: string
  readonly indent: number
  /** Name of the item of the outer list. */
  readonly outer?: string | undefined
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
