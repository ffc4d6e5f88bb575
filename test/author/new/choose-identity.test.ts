import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseIdentity, type IdentityCandidate, type ItemNames } from '../../../src/author/new/choose-identity.ts'

/** Members as they are written here: `id`, `user.id` in an object, `stateId!` that may be null, `rank#` a number. */
function listCandidates(names: string): readonly IdentityCandidate[] {
  return names.split(' ').map((written) => {
    const [path = '', marks = ''] = written.split(/(?=[!#])/, 2)
    const [name = '', holder] = path.split('.').toReversed()
    const within = holder === undefined ? undefined : { name: holder, isOptional: false, isNullable: false }
    const type = marks.includes('#') ? 'integer' : 'string'
    return {
      member: { name, type, isOptional: false, isNullable: marks.includes('!'), within },
      isTime: false,
      text: undefined,
    }
  })
}

function choose(names: string, of: Partial<ItemNames> = {}): string {
  const identity = chooseIdentity(listCandidates(names), { noun: 'user', path: '/users', param: undefined, ...of })
  if (!identity) return 'none'
  const show = ({ name, within }: IdentityCandidate['member']) => (within ? `${within.name}.${name}` : name)
  return identity.possible.length > 0 ? `? ${identity.possible.map(show).join(' ')}` : show(identity.member)
}

const thing = { noun: 'project', path: '/projects' }

describe('chooseIdentity() takes', () => {
  test.each([
    ['the id of the item before a name', 'name id email', {}, 'id'],
    ['the id that has the name of the item', 'name email user_id', {}, 'user_id'],
    // BambooHR, DocuSign: https://developers.docusign.com/docs/esign-rest-api/reference/users/
    [
      'the id of a person in a list of people',
      'userId loginId stateId!',
      { noun: 'employee', path: '/employees' },
      'userId',
    ],
    ['the last word of the name of the item', 'device_id platform_id', { noun: 'managed-device' }, 'device_id'],
    [
      'the word of the path where the list has a usual name',
      'platform_id device_id',
      { noun: 'v1', path: '/devices/v1' },
      'device_id',
    ],
    ['two words of the path', 'accountUserId accountId name', { noun: 'user', path: '/account/user' }, 'accountUserId'],
    ['the word before "by"', 'user_id email', { noun: 'users-by-email', path: '/users-by-email' }, 'user_id'],
    ['the parameter of the path of one item', 'name fqdn', { ...thing, param: 'fqdn' }, 'fqdn'],
    [
      'an id with the name of the API before it',
      'acme_id acme_coupon_id customer_id',
      { ...thing, vendor: ['acme'] },
      'acme_id',
    ],
    // A member of a Slack-like organization, as Discord's and Neon's APIs write it.
    [
      'the id of the person whom a membership has',
      'organization_id role user.id user.email',
      { noun: 'member', path: '/members' },
      'user.id',
    ],
    ['the login of a person before the address and the name', 'name email username', {}, 'username'],
    ['the address of a person before the name', 'name email', {}, 'email'],
    ['the name of a person where there is nothing else', 'name', {}, 'name'],
    ['the name of a thing', 'name created_by_id', thing, 'name'],
    ['an id that is never null before one that may be', 'id! uuid', thing, 'uuid'],
    ['an id that may be null where the description calls every member nullable', 'id! name!', thing, 'id'],
  ] as const)('%s', (_, names, of, expected) => {
    expect(choose(names, of)).toBe(expected)
  })
})

describe('chooseIdentity() asks', () => {
  test.each([
    [
      'where the only id is that of another thing',
      'organization_id is_admin',
      { noun: 'member', path: '/members' },
      '? organization_id',
    ],
    [
      'where two members are ids of people',
      'user_id employee_id',
      { noun: 'admin', path: '/admins' },
      '? user_id employee_id',
    ],
    ['where a person has a name, and an address that may be null', 'name email! team_id', {}, '? email name team_id'],
    ['where a thing has a name, and the address of somebody', 'name email', thing, '? email name'],
    // KnowBe4's phishing security tests.
    [
      'where a thing has a name, and an id whose word says nothing',
      'name pst_id team_id',
      thing,
      '? name pst_id team_id',
    ],
    [
      'where ids of several things are all that there is',
      'coupon_id customer_id',
      { noun: 'applied', path: '/applied' },
      '? coupon_id customer_id',
    ],
  ] as const)('%s', (_, names, of, expected) => {
    expect(choose(names, of)).toBe(expected)
  })
})

test('chooseIdentity() never takes what the path says already, because it is the same for every item', () => {
  expect(choose('team_id role', { noun: 'grant', path: '/teams/{team_id}/grants' })).toBe('none')
  expect(choose('team_id user_id', { noun: 'member', path: '/teams/{team_id}/members' })).toBe('user_id')
})

test('chooseIdentity() never takes a secret', () => {
  expect(choose('key name', { noun: 'api-key', path: '/api-keys', param: 'key' })).toBe('name')
  expect(choose('token secret_id', thing)).toBe('none')
})

test('chooseIdentity() takes the name that Google calls the resource name', () => {
  const candidates = listCandidates('name email').map((each) => ({
    ...each,
    text: 'The resource name of the account.',
  }))

  expect(chooseIdentity(candidates, { ...thing, param: undefined })?.member.name).toBe('name')
})

test('chooseIdentity() decides the same whatever the order of the members', () => {
  const names =
    'id user_id member_id organization_id state_id! uuid key slug name username email user.id user.email rank#'
  fc.assert(
    fc.property(
      fc.shuffledSubarray(names.split(' '), { minLength: 1 }),
      fc.constantFrom('user', 'member', 'project'),
      (members, noun) => {
        const of = { noun, path: `/${noun}s` }
        const decided = (list: readonly string[]) => {
          const chosen = choose(list.join(' '), of)
          return chosen.startsWith('?') ? chosen.slice(2).split(' ').toSorted().join(' ') : chosen
        }

        expect(decided(members)).toBe(decided(members.toSorted()))
      },
    ),
  )
})
