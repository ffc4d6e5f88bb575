import type { JsonValue } from '../../define/index.ts'

/**
 * One letter of an address amid a text, as it is or percent-encoded (RFC 6532 §3.2, RFC 3986 §2.1). Signs that also end words, such as
 * "!", count between letters; those that separate values, such as "=" and "/", do not.
 */
const nameLetter = String.raw`\p{L}\p{M}\p{N}\p{So}\p{Sk}\u200d`
const localLetter = String.raw`(?:[${nameLetter}._+'-]|(?<=[${nameLetter}])[!$*^\x60{}~・](?=[${nameLetter}]|%[89A-F])|%(?:2[147AB]|5E|60|7[BDE]|[89A-F][0-9A-F]))`
const domainLetter = String.raw`(?:[\p{L}\p{M}\p{N}-]|%[89A-F][0-9A-F])`
/** The last label: letters of any script, or its form in ASCII (RFC 5890 §2.3.2.1). */
const topLabel = String.raw`(?!(?:png|jpe?g|gif|svg|webp|css|js)(?![\p{L}\p{N}-]))(?:xn--[a-z0-9-]{1,59}|(?:[\p{L}\p{M}]|%[89A-F][0-9A-F]){2,72})`

/** E-mail addresses in a text, of any script, also percent-encoded; `logo@2x.png` does not count. */
export const addressPattern = new RegExp(
  String.raw`(?<!%|%[0-9A-F])(${localLetter}{1,96})(@|%40)((?:${domainLetter}{1,96}\.){1,8}${topLabel})(?![\p{L}\p{M}\p{N}-])`,
  'giu',
)

/**
 * Text that is an address and nothing else, by all that RFC 5322 §3.4.1 and RFC 6532 §3.2 allow: every sign, quoted strings, literals in
 * place of a domain.
 */
const anyAddress =
  /^(?<local>"(?:[^"\\]|\\.){1,200}"|[^\s"(),:;<>@[\]\\\p{Cc}]{1,200})@(?<domain>\[[^\s[\]]{1,60}\]|[\p{L}\p{M}\p{N}.-]{1,255})$/u
const fullDomain = new RegExp(String.raw`^\[.+\]$|\.${topLabel}$`, 'iu')

/**
 * The two parts of a text that is one address and nothing else.
 * @param isMail whether a member says that it is one, so that its domain may be a name of one label
 */
export function readAddress(
  text: string,
  isMail: boolean,
): { readonly local: string; readonly domain: string } | undefined {
  const { local, domain } = anyAddress.exec(text.trim())?.groups ?? {}
  if (local === undefined || domain === undefined) return undefined
  return isMail || fullDomain.test(domain) ? { local, domain } : undefined
}

const wholeDomain =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,8}(?:xn--[a-z0-9-]{1,59}|[\p{L}\p{M}]{2,24})$/iu
const wholeAddress = new RegExp(`^${addressPattern.source}$`, 'iu')

// Members are compared without capitals, "_" and "-".

/** Members that hold the name of a person, anywhere. */
const nameMembers = new Set(
  'firstname lastname givenname familyname middlename surname fullname realname realnamenormalized nickname formattedname preferredusername screenname samaccountname login username ownername'.split(
    ' ',
  ),
)

/** Members that do so if another member shows that the object is a person. */
const nameMembersOfPeople = new Set('name displayname displaynamenormalized handle alias formatted'.split(' '))

const phoneMembers = new Set(
  'phone phonenumber mobile mobilephone mobilenumber telephone telephonenumber workphone homephone primaryphone secondaryphone cellphone cell fax'.split(
    ' ',
  ),
)

/** Members of people that hold a street, where somebody lives or works. */
const streetMembers = new Set(
  'street streetaddress streetname addressline1 addressline2 homeaddress postaladdress formattedaddress'.split(' '),
)

/** Members that hold a domain of the customer, such as that of their mail. */
const domainMembers = new Set(
  'domain domains domainname primarydomain primarydomainname defaultdomain defaultdomainname maildomain emaildomain emaildomains verifieddomain verifieddomains alloweddomains companydomain customerdomain hosteddomain hd'.split(
    ' ',
  ),
)

const personWords = 'users?|people|persons?|members?|employees?|admins?|administrators?|collaborators?|contractors?'

/** Members that say who did something: a record, or a name alone. Of owners, only records: many are teams and accounts. */
const whoWords = 'authors?|assignees?|managers?|reviewers?|approvers?|createdby|updatedby'
const whoMember = new RegExp(`^(?:${whoWords})$`)

/** Members whose records are people, and paths that answer with them. */
const peopleMember = new RegExp(`^(?:${personWords}|owners?|${whoWords})$`)
const peoplePath = new RegExp(`/(?:${personWords})(?:/[^/]+)?/?$`, 'i')
const personType = new RegExp(`^(?:.+-)?(?:${personWords})$`, 'i')

/** Members that hold the one address of a person. */
const ownMailMembers = 'email mail emailaddress primaryemail userprincipalname'.split(' ')

/** Members that hold an address of a person. */
const mailMembers = new Set([...ownMailMembers, 'emails'])

/** Members that only people have, with or without a value. */
const marksOfPeople = new Set([
  ...ownMailMembers,
  ...'firstname lastname givenname familyname realname surname preferredusername samaccountname accountid'.split(' '),
])

/**
 * Words that identify nobody, so that they stay: roles and mailboxes of every account. Replacing them would change
 * their meaning elsewhere, as in `"role": "admin"`.
 */
const impersonal = new Set(
  'admin administrator administrators root owner owners user users member members guest test demo system bot service api support info active inactive default unknown none null true false everyone all public private anonymous nobody me self noreply no-reply git team security it hr dev ops help hello contact office sales mail email name login id type status'.split(
    ' ',
  ),
)

/** The texts in a JSON value that identify a person or their company: whole names, logins, addresses, phone numbers, domains. */
export interface PersonName {
  /** `doubtful`: a login or an id of who did something, as far as its letters show. */
  readonly kind: 'name' | 'address' | 'phone' | 'domain' | 'street' | 'doubtful'
  readonly text: string
  /** The member, if an author named it, or if it is not sure. */
  readonly member?: string | undefined
  /** Whether an author called it personal. @default false */
  readonly isDeclared?: true | undefined
}

/** Where a value stands, and what is known of it. */
export interface PersonContext {
  /** Names of the members that lead to it. @default none */
  readonly path?: readonly string[] | undefined
  /** Whether it is about a person. @default false */
  readonly isAboutPerson?: boolean | undefined
}

/** @param isDeclared whether the member at a path holds names of people at this vendor, whatever else the object has */
export function* findNames(
  value: JsonValue,
  isDeclared: (path: readonly string[]) => boolean,
  { path = [], isAboutPerson = false }: PersonContext = {},
): Generator<PersonName, void, undefined> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const each of value) yield* findNames(each, isDeclared, { path, isAboutPerson })
    return
  }
  const isPerson = isAboutPerson || isPersonRecord(value) || Object.values(value).some(isPersonRecord)
  // The full name of a thing is its path: `acme/web` of the repository `web`.
  const ending = !isPerson && 'name' in value && typeof value.name === 'string' ? `/${value.name}` : undefined
  for (const [name, each] of Object.entries(value)) {
    const member = normalizeName(name)
    const place = [...path, name]
    const declared = isDeclared(place)
    const isPath = ending !== undefined && typeof each === 'string' && each.endsWith(ending)
    const isName = (nameMembers.has(member) && !isPath) || (isPerson && nameMembersOfPeople.has(member))
    const isPhone = phoneMembers.has(member)
    for (const value of [each].flat()) {
      // A number that an author calls personal cannot be replaced, but told.
      const text = typeof value === 'number' && declared ? String(value) : value
      if (typeof text !== 'string') continue
      if (declared) yield { kind: 'name', text, member: name, isDeclared: true }
      else if (isName) yield* readName(text)
      else if (whoMember.test(member)) yield* /[\d_]/.test(text) ? doubt(text, name) : readName(text)
      if (isPerson && streetMembers.has(member) && isNameLike(text)) yield { kind: 'street', text }
      if (mailMembers.has(member) && readAddress(text, true)) yield { kind: 'address', text: text.trim() }
      if (isPhone && /\d{4}/.test(text)) yield { kind: 'phone', text }
      if (domainMembers.has(member) && wholeDomain.test(text)) yield { kind: 'domain', text }
    }
    // A child of a person is theirs if it is one of their own records, such as a profile, and not a list of groups.
    const isOwn = isPerson && !Array.isArray(each) && !isOtherRecord(each)
    yield* findNames(each, isDeclared, { path: place, isAboutPerson: isOwn || peopleMember.test(member) })
  }
}

/** The same for an answer, whose address may say that it is about people. */
export function* findNamesInAnswer(
  value: JsonValue,
  isDeclared: (path: readonly string[]) => boolean,
  url: string,
): Generator<PersonName, void, undefined> {
  const isAboutPeople = peoplePath.test(url.replace(/[?#].*$/, ''))
  yield* findNames(value, isDeclared, { isAboutPerson: isAboutPeople })
  // A page of a list has no id of its own.
  if (!isAboutPeople || typeof value !== 'object' || value === null || Array.isArray(value) || 'id' in value) return
  for (const [name, each] of Object.entries(value))
    if (Array.isArray(each)) yield* findNames(each, isDeclared, { path: [name], isAboutPerson: true })
}

/** What a result calls the person whom it is about. */
export function* findNameOfResource({
  type,
  name,
}: {
  readonly type: string
  readonly name?: string | undefined
}): Generator<PersonName, void, undefined> {
  if (name !== undefined && personType.test(type)) yield* readName(name)
}

/** The same for markup, where only the names of elements are known. */
export function* findNamesInMarkup(
  text: string,
  isDeclared: (path: readonly string[]) => boolean,
): Generator<PersonName, void, undefined> {
  if (!/^\s*</.test(text)) return
  for (const [, element = '', content = ''] of text.matchAll(/<(?:[\w.-]{1,40}:)?([\w.-]{1,80})>([^<>]{1,200})<\//g)) {
    const member = normalizeName(element)
    if (isDeclared([element])) yield { kind: 'name', text: content, member: element, isDeclared: true }
    else if (nameMembers.has(member)) yield* readName(content)
  }
}

/** Without capitals and separators: `display_name` is `displayName`. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

/** Whether it identifies nobody. */
export function isImpersonal(text: string): boolean {
  return impersonal.has(text.toLowerCase())
}

function isPersonRecord(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).some(
    ([name, each]) => marksOfPeople.has(normalizeName(name)) || (typeof each === 'string' && wholeAddress.test(each)),
  )
}

/** A record of something that belongs to a person and has its own name, such as their company or team. */
function isOtherRecord(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'id' in value && !isPersonRecord(value)
}

/** A name without the address that may stand beside it: an address is known by its form. */
function* readName(text: string): Generator<PersonName, void, undefined> {
  const rest = text.replace(addressPattern, '')
  const name = rest === text ? text : rest.replaceAll(/^[\s<>()[\]]+|[\s<>()[\]]+$/g, '')
  if (isNameLike(name)) yield { kind: 'name', text: name }
}

/** `bwp91` is a login, and `usr_4f21` an id. An address is known by its form. */
function* doubt(text: string, member: string): Generator<PersonName, void, undefined> {
  if (isNameLike(text) && !readAddress(text, true)) yield { kind: 'doubtful', text, member }
}

/** A possible name, whatever signs are in it: not a path, URL, number or id. */
function isNameLike(text: string): boolean {
  if (text.length > 100 || isImpersonal(text)) return false
  return /\p{L}/u.test(text) && !otherForm.test(text) && !/^[0-9a-f-]{16,}$/i.test(text)
}

/** A URL, a path, or an id of several parts, such as an ARN. */
const otherForm = /^\/|:\/\/|^[^\s/\\:]*[/\\:][^\s/\\:]*[/\\:]\S*$/
