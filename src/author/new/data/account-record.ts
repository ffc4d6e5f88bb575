import type { ItemMember } from '../item-member.ts'
import type { ImportedAccounts } from '../openapi/find-accounts.ts'
import type { VendorWords } from '../openapi/map-account.ts'
import { readMemberPath } from './list-request.ts'

const path = (member: ItemMember) => readMemberPath('item', member)

/** The members of a record, as far as names and types of the description tell them. */
export function renderAccount({ request, mapping }: ImportedAccounts, format: string): object {
  const { plain, role, administrator, status, kind } = mapping
  const { identity, label } = request.endpoint.members
  return {
    id: path(identity),
    name: label && path(label),
    kind: describeWords(kind),
    status: describeWords(status),
    roles: role && `[${path(role)}]`,
    administrator:
      administrator &&
      ('name' in administrator ? path(administrator) : describeRanks(role as ItemMember, administrator)),
    ...Object.fromEntries(
      [...plain].map(([name, member]) => [
        name,
        // The vendor says with null that somebody has no address, or never signed in.
        (name === 'email' || name === 'lastActiveAt') && member.isNullable
          ? { of: path(member), none: { values: [null], source: `${format}, GET ${request.endpoint.path}` } }
          : path(member),
      ]),
    ),
  }
}

function describeWords(words: VendorWords<string> | undefined): unknown {
  if (!words) return "'unknown'"
  if (words.by === 'text') return { of: path(words.member), words: Object.fromEntries(words.words) }
  return {
    flags: words.flags.map(({ member, value, word }) => ({
      when: value ? path(member) : `!${path(member)}`,
      is: word,
    })),
    otherwise: words.otherwise === 'unknown' ? undefined : words.otherwise,
  }
}

/** A role that is in neither list is unknown, and so is whether it administers. */
function describeRanks(role: ItemMember, ranks: ReadonlyMap<string, boolean>): string {
  const list = (isAdministrator: boolean) =>
    JSON.stringify([...ranks].flatMap(([word, is]) => (is === isAdministrator ? [word] : [])))
  return `${path(role)} in ${list(true)} ? true : ${path(role)} in ${list(false)} ? false : null`
}
