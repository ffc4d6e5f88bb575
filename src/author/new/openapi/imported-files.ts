import { escapePattern } from '../../../text/escape-pattern.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import type { NewFiles } from '../connector-files.ts'
import { renderDefinitionCall } from '../definition-text.ts'
import { formatJsonFile } from '../json-file.ts'
import { toKebabCase } from '../name-spelling.ts'
import { renderMembers, renderSource } from '../source-text.ts'
import { renderAccountsFile } from './accounts-text.ts'
import { renderCheckFile, toCheckName } from './check-text.ts'
import type { ImportedAccounts } from './find-accounts.ts'
import { hasOpenEnd, type ImportedCheck, isAfterItem, type ListRequest } from './imported-check.ts'
import type { ImportedConnector } from './imported-connector.ts'
import { renderImportReadme } from './readme-text.ts'

/**
 * A connector made from a description: a file for each check, the description that its test's vendor serves, and its test.
 * @param hasWitnesses whether witnesses are begun beside it
 */
export function createImportedFiles(connector: ImportedConnector, hasWitnesses = false): NewFiles {
  const { definition, checks, accounts, excerpt } = connector
  return omitUndefined({
    [`${definition.id}.ts`]: renderEntry(connector),
    'connector.ts': renderDefinition(connector),
    'account-list.ts': accounts && renderAccountsFile(accounts),
    ...Object.fromEntries(checks.map((check) => [`checks/${check.id}.ts`, renderCheckFile(check)])),
    [`${definition.id}.openapi.json`]: formatJsonFile(excerpt),
    [`${definition.id}.test.ts`]: renderImportedTest(connector),
    'README.md': renderImportReadme(connector, hasWitnesses),
  })
}

function renderEntry({ checks, accounts }: ImportedConnector): string {
  const questions = accounts?.questions ?? []
  const imports = [
    ...(questions.length > 0 ? [`import { ${questions.toSorted().join(', ')} } from 'checkwright/questions'\n`] : []),
    ...(accounts ? [`import { accountList } from './account-list.ts'\n`] : []),
    ...checks
      .map(({ id }) => id)
      .toSorted()
      .map((id) => `import { ${toCheckName(id)} } from './checks/${id}.ts'\n`),
  ]
  const names = [
    ...(accounts ? ['accountList'] : []),
    ...questions.map((question) => `${question}(accountList)`),
    ...checks.map(({ id }) => toCheckName(id)),
  ]
  const line = `export default connector.with(${names.join(', ')})`
  const call =
    line.length <= 120 ? line : `export default connector.with(\n${names.map((name) => `  ${name},\n`).join('')})`
  return `${imports.join('')}import { connector } from './connector.ts'

${call}
`
}

function renderDefinition({ definition, signIn: { hooks } }: ImportedConnector): string {
  const { importLine, call } = renderDefinitionCall(definition, hooks)
  return `${importLine}
export const connector = ${call}
`
}

function renderImportedTest({ definition, signIn, fields, checks, accounts }: ImportedConnector): string {
  const { id } = definition
  const own = Object.fromEntries(fields.map(({ field, sample }) => [field.id, sample]))
  const { credentials, expected, vendor } = signIn
  const logins = Object.entries(vendor?.loginRoutes ?? {}).map(
    ([path, answer]) => [`POST ${readUrlPath(definition.baseUrl)}${path}`, answer] as const,
  )
  const routes = Object.fromEntries(logins)
  const isLocal = definition.baseUrl.startsWith('http:')
  const served = [
    'openapi',
    ...(vendor ? [`auth: ${renderSource(vendor.auth, 2, 10)}`] : [`credentials: ${renderSource(expected, 2, 18)}`]),
    ...(logins.length === 0
      ? []
      : [`routes: ${renderSource(routes, 2, 12)}`, `publicRoutes: ${renderSource(Object.keys(routes), 2, 18)}`]),
  ]
  const hasFields = fields.length > 0
  const contractVendor = logins.length === 0 ? '{ openapi }' : '{ openapi, routes: vendor.routes }'
  const contract = isLocal
    ? '// With a baseUrl of https, call connectorContract(connector, { test, vendor }) of checkwright/testing here too.'
    : `// The suite makes up its own secrets, so its vendor takes any.
connectorContract(connector, {
  test,
  vendor: ${contractVendor},
${hasFields ? '  credentials: fields,\n' : ''}${renderReviewed(accounts)}${renderSkipped(accounts)}})`
  const local = isLocal ? ', allowPrivateNetwork: true' : ''
  return `import { readFileSync } from 'node:fs'
import { runChecks } from 'checkwright/runtime'
import { ${isLocal ? '' : 'connectorContract, '}fakeVendor, faults } from 'checkwright/testing'
import { expect, test } from 'vitest'
import connector from './${id}.ts'

/** The vendor, by its own description: it refuses what that does not allow, and answers what fits it. */
const openapi = JSON.parse(readFileSync(new URL('./${id}.openapi.json', import.meta.url), 'utf8'))

// Made up. The vendor below takes no other credentials.
${hasFields ? `const fields = ${renderSource(own, 0, 15)}\n` : ''}const credentials = ${hasFields ? `{ ...fields, ...${renderSource(credentials, 0, 35)} }` : renderSource(credentials, 0, 20)}
const vendor = {
${served.map((line) => `  ${line},\n`).join('')}}${vendor ? ' as const' : ''}

${contract}

test('every check sees its list to the end, by requests that the description allows', async () => {
  await using server = await fakeVendor(vendor)

${accounts ? renderAccountsRun(accounts, local) : renderChecksRun(local)}${renderOpenChecks(checks, accounts)}  expect(server.violations).toEqual([])
})

test('no check can tell when the vendor refuses', async () => {
  await using server = await fakeVendor(vendor)
  server.fail(${renderRefused(Object.keys(vendor?.loginRoutes ?? {}))}, faults.status(403), { times: Number.POSITIVE_INFINITY })

  const { checks } = await runChecks(connector, { credentials, fetch: server.fetch${local} })

  for (const check of checks) expect(check).toMatchObject({ status: 'error', error: { kind: 'permission' } })
})
`
}

/** The requests that the vendor refuses: a login that was refused would be another error. */
function renderRefused(logins: readonly string[]): string {
  if (logins.length === 0) return `'*'`
  return `/^(?!.*(?:${logins.map((path) => escapePattern(path).replaceAll('/', '\\/')).join('|')})$)/`
}

/** Questions pass a good fact whatever the status is, so that the rule `members` has to know of these. */
function renderReviewed(accounts: ImportedAccounts | undefined): string {
  if (!accounts || accounts.questions.length === 0) return ''
  const { request, mapping } = accounts
  const list = `${request.endpoint.at.join('.')}[]`
  const words = [mapping.status, mapping.kind].flatMap((each) =>
    each === undefined ? [] : each.by === 'text' ? [each.member] : each.flags.map(({ member }) => member),
  )
  const common = { checks: accounts.questions.map(toKebabCase) }
  const ofWords = words.map(({ name, within }) => ({
    ...common,
    member: [list, ...(within ? [within.name] : []), name].join('.'),
    kinds: ['removed', 'null', 'wrong type', 'unknown word'],
    reason: 'An account of unknown status or kind passes by a good fact, and never fails by a bad one.',
  }))
  const last = mapping.plain.get('lastActiveAt')
  const ofTime = last && {
    ...common,
    member: [list, ...(last.within ? [last.within.name] : []), last.name].join('.'),
    kinds: ['null'],
    reason: 'Null means that somebody never signed in. The time of creation decides then.',
  }
  const ofEnd = listCursorHolders(request).map((member) => ({
    ...common,
    member,
    kinds: ['removed', 'null', 'wrong type'],
    reason: 'Without it there is no cursor, and the list ends as its last page does.',
  }))
  const reviewed = [...ofWords, ...(ofTime ? [ofTime] : []), ...ofEnd]
  return reviewed.length === 0 ? '' : `  reviewed: ${renderSource(reviewed, 2, 1000)},\n`
}

/** Nothing is complete of which nobody knows where it ends, so that the rule about complete inventories waits. */
function renderSkipped(accounts: ImportedAccounts | undefined): string {
  if (!accounts || !hasOpenEnd(accounts)) return ''
  const reason = 'The description does not say how the list of accounts goes on. See the end of account-list.ts.'
  return renderMembers({ skip: [{ rule: 'inventory-members', reason }] }, 2)
}

/** Objects around the cursor or address of the next page: `meta` of `meta.next`. */
function listCursorHolders({ next, endpoint }: ListRequest): readonly string[] {
  if (typeof next === 'string' || isAfterItem(next)) return []
  const names = String(next.cursor ?? next.url ?? '').split('.')
  // A dot may also belong to the name: "@odata.nextLink".
  if (!endpoint.answer.members.has(names[0] ?? '')) return []
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('.'))
}

function renderChecksRun(local: string): string {
  return `  const { checks } = await runChecks(connector, { credentials, fetch: server.fetch${local} })

`
}

/** Whether each check can tell, but for those of lists that may go on. */
function renderOpenChecks(checks: readonly ImportedCheck[], accounts: ImportedAccounts | undefined): string {
  const open = [
    ...(accounts && hasOpenEnd(accounts) ? accounts.questions.map(toKebabCase) : []),
    ...checks.filter(hasOpenEnd).map(({ id }) => id),
  ]
  // The vendor's answers are made up. A question may find that they do not say enough.
  const other = accounts
    ? `  // The vendor's answers are made up. A question may find that they do not say enough.
  expect(others.filter(({ error }) => error && error.code !== 'CHECK_UNDECIDED')).toEqual([])
`
    : '  expect(others.filter(({ error }) => error)).toEqual([])\n'
  if (open.length === 0) return other.replace('others.', 'checks.')
  return `  // The description does not say how their lists go on. Take out of these what you found out.
  const open = ${renderSource(open, 2, 15)}
  for (const { id, error } of checks) if (open.includes(id)) expect(error?.kind).toBe('incomplete_data')
  const others = checks.filter(({ id }) => !open.includes(id))
${other}`
}

function renderAccountsRun(accounts: ImportedAccounts, local: string): string {
  const options = `{ credentials, fetch: server.fetch${local} }`
  return `  const options = ${options}
  const { checks, inventories } = await runChecks(connector, options)

  expect(inventories).toMatchObject([{ of: 'account', complete: ${!hasOpenEnd(accounts)} }])
`
}

function readUrlPath(baseUrl: string): string {
  return /^(?:https?:\/\/[^/]*|\{[^{}]*\})(\/.*)?$/.exec(baseUrl)?.[1] ?? ''
}
