import type { ItemMember } from '../item-member.ts'
import { isSure, renderItemId, renderItemInterface, renderMemberAccess, toTypeName } from '../item-text.ts'
import { renderMembers, renderSource, renderString } from '../source-text.ts'
import {
  type ItemPlace,
  listIdentities,
  nameItem,
  renderLoops,
  renderOpenEnd,
  renderOuterInterfaces,
} from './check-text.ts'
import type { ImportedAccounts } from './find-accounts.ts'
import type { ListRequest } from './imported-check.ts'
import type { AccountMapping, VendorWords } from './map-account.ts'
import { cleanNote } from './notes.ts'

/** The file of the inventory of accounts, with what its author has to find out. */
export function renderAccountsFile(accounts: ImportedAccounts): string {
  const { request, parents, scopes, mapping, tells } = accounts
  const { noun, path, ids } = request.endpoint
  const item = nameItem(accounts)
  const type = toTypeName(noun)
  const body = renderLoops(accounts, (place) => renderRecord(mapping, request, place))
  const types = [...renderOuterInterfaces(accounts), renderItemInterface(path, noun, listRead(mapping, request))]
  const data = {
    of: 'account',
    tells,
    covers: [(ids[0] ?? 'accounts').replaceAll('-', ' ')],
    // Somebody may be in several of the outer lists.
    merge: parents.length > 0 ? 'union' : undefined,
    scopes: scopes.length > 0 ? scopes : undefined,
  }
  return `import { connector } from './connector.ts'

${types.join('\n')}
${renderTables(mapping)}${renderFunction('readStatus', type, item, mapping.status)}${renderFunction('readKind', type, item, mapping.kind)}${renderDoubts(mapping, '//')}export const accountList = connector.inventory({
${renderMembers(data, 2)}  async *list(ctx) {
${body}${renderOpenEnd([...parents, request])}  },
})
`
}

/** What nobody has confirmed of a mapping, as lines of comments. @param mark that begins a comment */
export function renderDoubts({ doubts }: Pick<AccountMapping, 'doubts'>, mark: '//' | '#'): string {
  const lines = doubts.map((doubt) => `${mark} - ${cleanNote(doubt)}\n`)
  return `${mark} Nobody has confirmed this mapping yet. Find out, and then take these lines away:\n${lines.join('')}`
}

/** Every member that is read, once. */
function listRead(mapping: AccountMapping, { endpoint: { members } }: ListRequest): readonly ItemMember[] {
  const { plain, role, administrator, status, kind } = mapping
  const ofWords = [status, kind].flatMap((words) =>
    words === undefined ? [] : words.by === 'text' ? [words.member] : words.flags.map(({ member }) => member),
  )
  const flag = administrator && 'name' in administrator ? [administrator] : []
  const read = [...listIdentities(members), members.label, ...plain.values(), role, ...flag, ...ofWords]
  const byPlace = read.flatMap((member): [string, ItemMember][] =>
    member ? [[JSON.stringify([member.within?.name, member.name]), member]] : [],
  )
  return [...new Map(byPlace).values()]
}

function renderRecord(
  mapping: AccountMapping,
  { endpoint: { members } }: ListRequest,
  { item, indent }: ItemPlace,
): string {
  const { plain, role, administrator, status, kind } = mapping
  const pad = ' '.repeat(indent)
  const access = (member: ItemMember) => renderMemberAccess(item, member)
  const known = (member: ItemMember) => `${access(member)}${member.isNullable ? ' ?? undefined' : ''}`
  // Records have a null for somebody who has no address, or never signed in. Nobody has said yet that the vendor's null means that.
  const memberLines = [...plain].map(([name, member]) => [
    name,
    name === 'email' || name === 'lastActiveAt' ? `${access(member)} ?? undefined` : known(member),
  ])
  const entries = [
    ['id', renderItemId(members, item)],
    ...(members.label ? [['name', known(members.label)]] : []),
    ['kind', renderWord('readKind', 'kinds', kind, item)],
    ['status', renderWord('readStatus', 'statuses', status, item)],
    ...(role ? [['roles', renderRoles(role, item)]] : []),
    ...(administrator
      ? [
          [
            'administrator',
            'name' in administrator ? known(administrator) : `administrators.get(${access(role as ItemMember)})`,
          ],
        ]
      : []),
    ...memberLines,
  ]
  return `${pad}yield {
${entries.map(([name, text]) => `${pad}  ${name}: ${text},\n`).join('')}${pad}}
`
}

function renderRoles(role: ItemMember, item: string): string {
  const access = renderMemberAccess(item, role)
  const isAlways = isSure(role) && (role.within === undefined || isSure(role.within))
  return isAlways ? `[${access}]` : `${access} ? [${access.replaceAll('?.', '.')}] : undefined`
}

function renderWord(read: string, table: string, words: VendorWords<string> | undefined, item: string): string {
  if (!words) return `'unknown'`
  return words.by === 'text'
    ? `${table}.get(${renderMemberAccess(item, words.member)}) ?? 'unknown'`
    : `${read}(${item})`
}

/** The words of the vendor that are known. */
function renderTables({ status, kind, administrator }: AccountMapping): string {
  const tables = [
    renderWords('statuses', "'active' | 'invited' | 'suspended' | 'deleted'", 'status', status),
    renderWords('kinds', "'person' | 'guest' | 'service'", 'kind of account', kind),
  ]
  const roles =
    administrator && !('name' in administrator)
      ? `/** Whether a role may manage members, roles or sign-in. Any other role is unknown. */
${renderMap('const administrators = new Map<unknown, boolean>', administrator)}
`
      : ''
  return tables.join('') + roles
}

function renderWords(name: string, type: string, of: string, words: VendorWords<string> | undefined): string {
  if (words?.by !== 'text') return ''
  return `/** The vendor's words for a ${of}. Any other word is unknown. */
${renderMap(`const ${name} = new Map<unknown, ${type}>`, words.words)}
`
}

/** Formatters write a single pair on one line, and several on a line each. */
function renderMap(start: string, words: ReadonlyMap<string, string | boolean>): string {
  const rows = [...words].map(([word, means]) => `[${renderString(word)}, ${renderSource(means)}]`)
  const line = `${start}([${rows.join(', ')}])`
  return rows.length === 1 && line.length <= 120
    ? `${line}\n`
    : `${start}([\n${rows.map((row) => `  ${row},\n`).join('')}])\n`
}

/** A function that reads a word from booleans. A boolean that is missing could have said each of them. */
function renderFunction(name: string, type: string, item: string, words: VendorWords<string> | undefined): string {
  if (words?.by !== 'flags') return ''
  const lines = words.flags.map(
    ({ member, value, word }) => `  if (${renderMemberAccess(item, member)} === ${value}) return '${word}'\n`,
  )
  const rest = words.flags.map(
    ({ member, value }) => `  if (${renderMemberAccess(item, member)} !== ${!value}) return 'unknown'\n`,
  )
  const isNever = words.otherwise === 'unknown'
  return `function ${name}(${item}: ${type}) {
${lines.join('')}${isNever ? '' : rest.join('')}  return '${words.otherwise}'
}

`
}
