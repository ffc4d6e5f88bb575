import { renderIdQuestion, renderMissingId } from '../identity-question.ts'
import type { ItemMember } from '../item-member.ts'
import type { ItemMembers } from '../item-members.ts'
import {
  isIdentitySure,
  renderAccess,
  renderItemId,
  renderItemIdText,
  renderItemInterface,
  renderMemberAccess,
  toTypeName,
} from '../item-text.ts'
import { toCamelCaseName } from '../name-spelling.ts'
import { renderKey, renderMembers, renderSource, renderString } from '../source-text.ts'
import { type AfterItem, type ImportedCheck, isAfterItem, type ListRequest } from './imported-check.ts'
import { renderPath, renderValues } from './request-text.ts'

/** The file of a check that reads a list and leaves the verdict to its author. */
export function renderCheckFile(check: ImportedCheck): string {
  const { id, request, parents, scopes, summary } = check
  const { noun } = request.endpoint
  const body = renderLoops(check, (place) => renderVerdict(check, place))
  const types = [
    ...renderOuterInterfaces(check),
    renderItemInterface(request.endpoint.path, noun, listAllMembers(request)),
  ]
  const title = `Undecided: what to ask of each ${formatNoun(noun)}`
  const data = { id, title, description: summary, severity: 'info', scopes: scopes.length > 0 ? scopes : undefined }
  return `import { connector } from '../connector.ts'

${types.join('\n')}
export const ${toCheckName(id)} = connector.check({
${renderMembers(data, 2)}  async run(ctx) {
${body}${renderOpenEnd([...parents, request])}  },
})
`
}

/** The name under which a check is exported. */
export function toCheckName(id: string): string {
  return toIdentifier(toCamelCaseName(id))
}

/** Words with another meaning at the place of a name, and the names that the file uses. */
const reserved = new Set(
  'arguments as async await boolean break case catch class connector const continue ctx debugger default delete do else enum eval export extends false finally for from function if implements import in instanceof interface let new null number object of package path private protected public return static string super switch symbol this throw true try type typeof undefined var void while with yield'.split(
    ' ',
  ),
)

function toIdentifier(name: string): string {
  const able = /^[a-z]/.test(name) ? name : `item${name}`
  return reserved.has(able) || able in globalThis ? `${able}Item` : able
}

/** The name of an item in code. @param taken names that something else has */
function toItemName(noun: string, taken: readonly string[]): string {
  let name = toIdentifier(toCamelCaseName(noun))
  while (taken.includes(name)) name = `outer${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return name
}

function formatNoun(noun: string): string {
  return noun.replaceAll('-', ' ')
}

function listAllMembers({ endpoint: { members } }: ListRequest): readonly ItemMember[] {
  return [...new Set([...listIdentities(members), ...(members.label ? [members.label] : []), ...members.facts])]
}

type Nested = Pick<ImportedCheck, 'request' | 'parents'>

/** Only those members of the outer lists that the inner requests need. */
export function renderOuterInterfaces({ request, parents }: Nested): readonly string[] {
  return parents.map(({ endpoint: { path, noun, members } }, level) => {
    const used = [...parents, request].flatMap((inner) =>
      inner.path.flatMap((part) =>
        typeof part === 'object' && part.from === 'parent' && part.level === level ? [part.member] : [],
      ),
    )
    return renderItemInterface(path, noun, [...new Set([...listIdentities(members), ...used])])
  })
}

/** Where something is written about an item. */
export interface ItemPlace {
  /** Name of the item. */
  readonly item: string
  /** Names of the items of the outer lists, the outermost first. */
  readonly outers: readonly string[]
  readonly indent: number
}

/** The name of an item in code. */
export function nameItem({ request }: Nested): string {
  return toItemName(request.endpoint.noun, [])
}

/** A loop in the other, with what is done for each item of the innermost. */
export function renderLoops({ request, parents }: Nested, inner: (place: ItemPlace) => string): string {
  const names: string[] = []
  // The item itself has the plainest name.
  for (const { endpoint } of [...parents, request].toReversed()) names.unshift(toItemName(endpoint.noun, names))
  const render = (level: number, indent: number): string => {
    const place = { item: names[level] ?? '', outers: names.slice(0, level), indent }
    const parent = parents[level]
    return parent
      ? renderLoop(parent, place, (next) => render(level + 1, next))
      : renderLoop(request, place, (next) => inner({ ...place, indent: next }))
  }
  return render(0, 4)
}

const pathNames = ['path', 'innerPath', 'innermostPath'] as const

/** A loop over a list, with what is done for each item. */
function renderLoop(
  request: ListRequest,
  { item, indent, outers }: ItemPlace,
  inner: (indent: number) => string,
): string {
  const pad = ' '.repeat(indent)
  const { members, at } = request.endpoint
  const path = renderPath(request, outers)
  const options = [
    ...(at.length === 0 ? [] : [`items: ${renderString(at.join('.'))},`]),
    ...renderValues('query', request.query),
    ...renderValues('headers', request.headers),
    ...renderNext(request, indent + 2),
  ]
  const call = `ctx.paginate<${toTypeName(request.endpoint.noun)}>(`
  const isLong = indent + call.length + path.length + 40 > 120
  const name = pathNames[outers.length] ?? 'path'
  const list = isLong ? name : path
  const start = isLong ? `${pad}const ${name} = ${path}\n` : ''
  return `${start}${pad}const ${item}List = ${call}${list}, {
${options.map((option) => `${pad}  ${option}\n`).join('')}${pad}})
${pad}for await (const ${item} of ${item}List) {
${renderIdLine(members, { item, noun: request.endpoint.noun, indent: indent + 2 })}${inner(indent + 2)}${pad}}
`
}

/** The option `next`, in lines. */
function renderNext({ next, endpoint: { at, noun } }: ListRequest, indent: number): readonly string[] {
  if (!isAfterItem(next)) return [`next: ${renderSource(next)},`]
  const [list = ''] = at
  const pad = ' '.repeat(indent)
  return [
    `next: ({ body }) => {
${pad}  const { ${renderKey(list)}: items, ${renderKey(next.more)}: more } = body as {
${pad}    readonly ${renderKey(list)}: readonly ${toTypeName(noun)}[]
${pad}    readonly ${renderKey(next.more)}?: boolean
${pad}  }
${pad}  const last = items.at(-1)
${pad}  // Without the vendor's word for the end, only an empty page is one.
${pad}  return more === false || !last ? undefined : { query: { ${renderKey(next.after)}: ${renderLastId(next)} } }
${pad}},`,
  ]
}

function renderLastId({ id }: AfterItem): string {
  return `${renderAccess('last', id.name)}${id.isNullable ? ' ?? undefined' : ''}`
}

/** The end of a check or an inventory whose list nobody knows to be whole; empty if all are read to their ends. */
export function renderOpenEnd(requests: readonly (ListRequest | undefined)[]): string {
  const lines = requests.flatMap((request) =>
    request?.open === undefined ? [] : [`The description ${request.open} (GET ${request.endpoint.path}).`],
  )
  if (lines.length === 0) return ''
  return `    // Nobody knows yet whether this was the whole list. Find out, correct "next" if you have to, and take this away.
    ctx.cannotTell({
      kind: 'incomplete_data',
${renderMembers({ message: lines.join(' ') }, 6)}    })
`
}

/** The identity, and the members of which it has to be chosen. */
export function listIdentities({
  identity,
  possible,
}: Pick<ItemMembers, 'identity' | 'possible'>): readonly ItemMember[] {
  return possible.length > 0 ? possible : [identity]
}

interface IdPlace {
  readonly item: string
  readonly noun: string
  readonly indent: number
}

/** If the description allows it to be missing, the check cannot tell which item it has. */
function renderIdLine(members: ItemMembers, { item, noun, indent }: IdPlace): string {
  if (members.possible.length > 0)
    return renderIdQuestion(members.possible, { item, id: `${item}Id`, noun: formatNoun(noun), indent })
  const { identity } = members
  if (isIdentitySure(members)) return ''
  const missing = renderMissingId(identity)
  const value = renderMemberAccess(item, identity)
  const pad = ' '.repeat(indent + 2)
  const line = `${pad}${value} ?? ${missing}`
  return `${' '.repeat(indent)}const ${item}Id =\n${line.length <= 120 ? line : `${pad}${value} ??\n${pad}${missing}`}\n`
}

function renderVerdict({ request, parents }: ImportedCheck, { item, outers, indent }: ItemPlace): string {
  const pad = ' '.repeat(indent)
  const { noun, members } = request.endpoint
  const outerIds = parents.map(({ endpoint }, level) => `\${${renderItemId(endpoint.members, outers[level] ?? '')}}/`)
  const id =
    parents.length > 0 ? `\`${outerIds.join('')}\${${renderItemId(members, item)}}\`` : renderItemIdText(members, item)
  const label =
    members.label && `${renderMemberAccess(item, members.label)}${members.label.isNullable ? ' ?? undefined' : ''}`
  const facts = members.facts.map((fact) => `${pad}    ${renderKey(fact.name)}: ${renderMemberAccess(item, fact)},\n`)
  const evidence = facts.length === 0 ? '' : `${pad}  evidence: {\n${facts.join('')}${pad}  },\n`
  return `${pad}// The check decides nothing yet. Decide by these facts: call ctx.pass, or ctx.fail with a remediation.
${pad}ctx.manual({
${pad}  resource: { type: ${renderString(noun)}, id: ${id}${label === undefined ? '' : `, name: ${label}`} },
${pad}  title: ${renderString(`Decide what to ask of each ${formatNoun(noun)}`)},
${evidence}${pad}})
`
}
