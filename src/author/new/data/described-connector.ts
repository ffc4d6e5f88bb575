import { stringify } from 'yaml'
import { createUsageError } from '../../../errors/index.ts'
import type { ItemMember } from '../item-member.ts'
import { toCamelCaseName } from '../name-spelling.ts'
import { renderDoubts } from '../openapi/accounts-text.ts'
import type { ImportedAccounts } from '../openapi/find-accounts.ts'
import { hasOpenEnd, type ImportedCheck, type ListRequest } from '../openapi/imported-check.ts'
import type { ImportedConnector } from '../openapi/imported-connector.ts'
import { cleanNote } from '../openapi/notes.ts'
import { renderAccount } from './account-record.ts'
import type { DataDraft } from './data-files.ts'
import { type IdentityQuestion, renderQuestions } from './identity-question.ts'
import { chooseOuterNames, describeRequests, readMemberPath } from './list-request.ts'
import { createSchemePart } from './scheme-parts.ts'

/** A connector from the vendor's API description without code. The vendor of its first test answers by that description. */
export function createDescribedDraft(connector: ImportedConnector): DataDraft {
  const { definition, signIn, fields, checks, accounts, excerpt, notes, format } = connector
  const unfit = new Map(listUnfit(connector))
  const reasonOf = (check: ImportedCheck) => unfit.get(check)
  const fitting = checks.filter((check) => !unfit.has(check))
  if (fitting.length === 0)
    throw createUsageError(
      `A connector as data cannot read these lists: ${checks.map((check) => `${check.id} ${reasonOf(check)}`).join('; ')}. Give --base-url with the address of a list, choose others by --endpoint, or leave --data out.`,
    )
  const own = accounts && fitting.some(({ request }) => request === accounts.request) ? accounts : undefined
  const isCustom = definition.auth.type === 'custom'
  const scheme = isCustom ? createSchemePart('login-token', definition.baseUrl) : undefined
  const body = {
    inventories: own && [describeAccounts(own, format)],
    checks: [
      ...(own
        ? own.questions.map((question) => ({ question, of: 'account', remediation: questionRemedies[question] }))
        : []),
      ...fitting.filter(({ request }) => request !== own?.request).map(describeCheck),
    ],
  }
  const questions = listIdentityQuestions(own, fitting)
  // An inventory comes first of all.
  const head = own ? renderDoubts(own.mapping, '#') : ''
  const sample = Object.fromEntries(fields.map(({ field, sample }) => [field.id, String(sample)]))
  const open = fitting.filter(hasOpenEnd)
  const file = `\`${definition.id}.connector.yaml\``
  return {
    definition: scheme ? { ...definition, auth: scheme.auth } : definition,
    schemes: scheme?.schemes,
    body: `\n${head}${stringify(body, { lineWidth: 120 })}`,
    asking: questions.length > 0 ? `\n${head}${renderQuestions(body, questions, 120)}` : undefined,
    vendor: {
      openapi: excerpt,
      auth: scheme ? scheme.vendorAuth : signIn.vendor?.auth,
      routes: scheme?.routes,
      publicRoutes: scheme && Object.keys(scheme.routes),
      credentials: scheme || signIn.vendor ? undefined : signIn.expected,
    } as DataDraft['vendor'],
    credentials: { ...sample, ...(scheme?.credentials ?? signIn.credentials) },
    isLocal: definition.baseUrl.startsWith('http:'),
    describedBy: format,
    lookUp: [
      ...(scheme?.lookUp ?? signIn.lookUp.map((line) => line.replaceAll('`connector.ts`', file))),
      ...questions.map(
        ({ noun }) =>
          `Which member is the id of a ${cleanNote(noun)}: the file asks, and is not valid until you have answered. Then record the first test.`,
      ),
      ...(own?.mapping.doubts ?? []).map((doubt) => cleanNote(doubt)),
      ...open.map(
        ({ request: { endpoint } }) =>
          `How \`GET ${cleanNote(endpoint.path)}\` goes on: \`next\`. Until you say so, it ends as could not tell.`,
      ),
      ...fitting
        .filter(({ request }) => request !== own?.request)
        .map(({ id }) => `What \`${id}\` asks of each item: replace \`review\` by \`pass\` and \`fail\`.`),
      ...checks
        .filter((each) => !fitting.includes(each))
        .map((check) => `\`${check.id}\` was left out: it ${reasonOf(check)}.`),
      ...(notes.length > 0 ? ['What the description left open; the command listed it.'] : []),
    ],
  }
}

/** The checks whose lists a file cannot read, each with the reason. */
export function listUnfit({ checks, fields }: ImportedConnector): readonly (readonly [ImportedCheck, string])[] {
  const secrets = new Set(fields.flatMap(({ field }) => (field.type === 'password' ? [field.id] : [])))
  return checks.flatMap((check) => {
    const reasons = [...check.parents, check.request].map((each) => explainUnfit(each, secrets))
    const reason = reasons.find((each) => each !== undefined)
    return reason === undefined ? [] : [[check, reason] as const]
  })
}

/** What a file cannot say of a request: credentials go to the one base URL, and a secret goes where the connector sends it. */
function explainUnfit({ server, path, query, headers }: ListRequest, secrets: ReadonlySet<string>): string | undefined {
  if (server !== undefined) return 'is at another address than the base URL'
  const values = [...path, ...query.values(), ...headers.values()]
  const hasSecret = values.some((value) => typeof value === 'object' && value.from === 'field' && secrets.has(value.id))
  return hasSecret ? 'has a secret in its path, its query or a header of its own' : undefined
}

const questionRemedies: Readonly<Record<ImportedAccounts['questions'][number], string>> = {
  secondFactor: 'Let the user enrol a second factor in the security settings of the account.',
  fewAdministrators:
    'Take the role from those who do not need it, and give it to a second person if there is one only.',
  staleAccounts: 'Suspend the account, unless somebody still needs it.',
  invitationsPending: 'Withdraw the invitation, or send it again.',
}

function describeAccounts(accounts: ImportedAccounts, format: string): object {
  const { request, parents, scopes } = accounts
  const { ids } = request.endpoint
  return {
    of: 'account',
    covers: [(ids[0] ?? 'accounts').replaceAll('-', ' ')],
    // Somebody may be in several of the outer lists.
    merge: parents.length > 0 ? 'union' : undefined,
    scopes: scopes.length > 0 ? scopes : undefined,
    ...describeRequests(request, parents),
    record: renderAccount(accounts, format),
  }
}

/** Where the file asks which member is the id: of the inventory, and of each check of its own, in their order. */
function listIdentityQuestions(
  own: ImportedAccounts | undefined,
  fitting: readonly ImportedCheck[],
): readonly IdentityQuestion[] {
  const checks = fitting.filter(({ request }) => request !== own?.request)
  const first = own?.questions.length ?? 0
  const places = [
    ...(own ? [{ at: ['inventories', 0, 'record'], request: own.request, parents: [] }] : []),
    ...checks.map(({ request, parents }, nth) => ({ at: ['checks', first + nth, 'resource'], request, parents })),
  ]
  return places
    .filter(({ request }) => request.endpoint.members.possible.length > 0)
    .map(({ at, request: { endpoint }, parents }) => ({
      at,
      noun: endpoint.noun.replaceAll('-', ' '),
      possible: endpoint.members.possible,
      write: (member) => describeId(member, parents),
    }))
}

/** With the id of the outer item before it, because two of them may have inner ones of the same id. */
function describeId(identity: ItemMember, parents: ImportedCheck['parents']): string {
  const own = readMemberPath('item', identity)
  if (parents.length === 0) return own
  const names = chooseOuterNames(parents)
  const outers = parents.map(({ endpoint }, level) => readMemberPath(names[level] ?? '', endpoint.members.identity))
  return [...outers, own].map((path) => `string(${path})`).join(" + '/' + ")
}

/** A check that shows each item to a person. What it asks is its author's to say. */
function describeCheck({ id, request, parents, scopes, summary }: ImportedCheck): object {
  const { noun, members } = request.endpoint
  const path = (member: ItemMember) => readMemberPath('item', member)
  const words = noun.replaceAll('-', ' ')
  const evidence = members.facts.flatMap((fact): [string, string][] => {
    const name = /^[a-z]\w*$/.test(fact.name) ? fact.name : toCamelCaseName(fact.name)
    return /^[a-z][A-Za-z0-9_]{0,39}$/.test(name) && !(name in Object.prototype) ? [[name, path(fact)]] : []
  })
  return {
    id,
    title: `Undecided: what to ask of each ${words}`,
    description: summary,
    severity: 'info',
    scopes: scopes.length > 0 ? scopes : undefined,
    ...describeRequests(request, parents),
    resource: {
      type: noun,
      id: describeId(members.identity, parents),
      name: members.label && path(members.label),
    },
    review: {
      title: `Decide what to ask of each ${words}`,
      description:
        'Write "pass", with an expression about these facts, and "fail" with what to do, in place of "review".',
    },
    evidence: evidence.length > 0 ? Object.fromEntries(evidence) : undefined,
  }
}
