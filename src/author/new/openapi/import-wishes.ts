import type { AuthType, CredentialField } from '../../../define/index.ts'
import type { Description } from '../../../descriptions/description.ts'
import { askFields, askSeveral } from '../../../service/commands/prompts.ts'
import type { Terminal } from '../../../service/commands/terminal.ts'
import { toNameOfId } from '../new-connector.ts'
import { rankLists } from './choose-endpoints.ts'
import { findLists, type ImportWishes } from './imported-connector.ts'
import { FieldList } from './imported-fields.ts'
import { chooseWay, hasOpenPrefix } from './imported-sign-in.ts'
import { Notes } from './notes.ts'
import { createServerUrl } from './servers.ts'
import { listWaysIn, type WayIn } from './ways-in.ts'

/** The given options. */
export interface WishOptions {
  readonly id: string
  readonly name: string | undefined
  readonly authType: AuthType | undefined
  readonly keyPrefix: string | undefined
  readonly baseUrl: string | undefined
  readonly endpoints: readonly string[]
  readonly most: number
  readonly madeUpUrl: string
}

/** How many lists a person is offered; there may be a thousand. */
const offeredMax = 100

/**
 * The choices for an import: from options, and for the rest from a person's answers.
 * @param terminal undefined if nobody can answer
 * @throws CheckError `CANCELLED` when the person gives up
 */
export async function askImportWishes(
  description: Description,
  options: WishOptions,
  terminal: Terminal | undefined,
): Promise<ImportWishes> {
  const name = options.name ?? findTitleName(description, options.id)
  if (!terminal) return { ...options, name }
  const { lists } = findLists(description)
  const offered = rankLists(lists).slice(0, offeredMax)
  const named = offered.map(({ path }) => `GET ${path}`)
  const mayChoose = options.endpoints.length === 0 && offered.length > 1
  const endpoints = mayChoose
    ? await askSeveral('Which lists should have a check?', named, named.slice(0, options.most), terminal)
    : options.endpoints
  const answers = await askFields(listImportQuestions(description, options, endpoints), terminal)
  const authType = options.authType ?? authTypes.find((type) => type === answers.auth)
  const way = chooseWay({ ways: listEndpointWays(description, endpoints), type: authType })
  // It follows from the way that was just chosen.
  const asked =
    options.keyPrefix === undefined && way && hasOpenPrefix(way)
      ? await askFields([createPrefixQuestion(way)], terminal)
      : {}
  return {
    ...options,
    name,
    endpoints,
    authType,
    keyPrefix: options.keyPrefix ?? asked.key_prefix,
    baseUrl: options.baseUrl ?? answers.base_url,
  }
}

const authTypes = ['api_key', 'basic', 'oauth2', 'custom'] as const satisfies readonly AuthType[]

function listImportQuestions(
  description: Description,
  { authType, baseUrl, madeUpUrl }: WishOptions,
  endpoints: readonly string[],
): readonly CredentialField[] {
  const { root } = description
  const types = [...new Set(listEndpointWays(description, endpoints).flatMap(({ type }) => type ?? []))]
  const quiet = new Notes((pointer) => pointer)
  const hasServer = createServerUrl(root.at('servers', 0), new FieldList([]), quiet) !== undefined
  return [
    ...(authType === undefined && types.length > 1 ? [createAuthQuestion(types)] : []),
    ...(baseUrl === undefined && !hasServer ? [createAddressQuestion(madeUpUrl)] : []),
  ]
}

function listEndpointWays({ root }: Description, endpoints: readonly string[]): readonly WayIn[] {
  return listWaysIn(
    root,
    endpoints.map((endpoint) => root.at('paths', endpoint.replace(/^GET /, ''), 'get')),
  )
}

function createPrefixQuestion({ scheme }: WayIn): CredentialField {
  const prose = scheme.at('description').line
  return {
    id: 'key_prefix',
    label: 'What stands before the key in Authorization? Leave it empty if nothing does',
    type: 'text',
    placeholder: 'Bearer',
    helpText: prose === undefined ? undefined : `The description says: "${prose}"`,
  }
}

function createAuthQuestion(types: readonly AuthType[]): CredentialField {
  const labels: Readonly<Record<AuthType, string>> = {
    api_key: 'by a key or token',
    basic: 'by user name and password',
    oauth2: 'by OAuth 2.0',
    custom: 'otherwise',
  }
  return {
    id: 'auth',
    label: 'The API has several ways to sign in. Which one do you use?',
    type: 'select',
    required: true,
    options: types.map((value) => ({ value, label: labels[value] })),
  }
}

function createAddressQuestion(placeholder: string): CredentialField {
  return {
    id: 'base_url',
    label: 'Address of the API, which the description does not give',
    type: 'text',
    required: true,
    placeholder,
  }
}

/** The vendor's name from the title, if that is the id in better spelling: `GitHub` from "GitHub v3 REST API". */
function findTitleName({ root }: Description, id: string): string {
  const title = root.at('info', 'title').line ?? ''
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const ends = [...title].map((_, index) => index + 1)
  const end = ends.find((length) => plain(title.slice(0, length)) === plain(id))
  return end === undefined || /[A-Za-z0-9]/.test(title.charAt(end)) ? toNameOfId(id) : title.slice(0, end).trim()
}
