import { expect, test } from 'vitest'
import { createApiHost } from '../../../../src/app/host/api-host.ts'
import { SignInLinks } from '../../../../src/app/host/index.ts'
import { createPages } from '../../../../src/app/pages/pages.ts'
import { formatFrameworkTitle } from '../../../../src/checks/controls/frameworks/format-framework-title.ts'
import { frameworkNames } from '../../../../src/checks/controls/frameworks/framework-names.ts'
import {
  frameworkIds,
  listShippedFrameworks,
  loadFramework,
} from '../../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { loadStatements } from '../../../../src/checks/controls/statements/statement.ts'
import { de } from '../../../../src/things/all-texts/de.ts'
import { en } from '../../../../src/things/all-texts/en.ts'
import { startLargeWorld } from '../../../browser/large-world.ts'
import { createBrowserClient } from '../world.ts'
import { listPagePaths } from './page-paths.ts'
import { createPseudo, listUnmarked } from './pseudo.ts'

test('no page has a text that is not in the catalogue', { timeout: 120_000 }, async () => {
  const world = await startLargeWorld({ connections: 6, checks: 4, results: 24, failing: 8 })
  const { runtime, organizationId } = world
  const session = { person: () => ({ organizationId, userId: 'ada', role: 'operator' as const }) }
  const pseudo = createPseudo(en)
  const host = createApiHost(
    { runtime, session },
    async () => (parts) => createPages(parts, session, { en: pseudo, de }),
  )
  const client = createBrowserClient(host.fetch, world.url)
  const frameworks = await Promise.all(frameworkIds.map(loadFramework))
  const shipped = await listShippedFrameworks()
  const titles = new Set([
    ...Object.values(frameworkNames),
    ...shipped.map(formatFrameworkTitle),
    ...frameworks.flatMap((each) => [
      each?.title,
      ...(each?.controls ?? []).flatMap(({ title, group = '' }) => [title, group]),
    ]),
    ...(await runtime.tasks.templates()).flatMap(({ title, description }) => [title, description]),
  ])
  const sentences = new Set(
    [...(await loadStatements()).values()].flatMap(({ says, doesNotSay }) => [says, doesNotSay]),
  )
  const found: string[] = []
  for (const [route, path] of Object.entries(await listPagePaths(world, client))) {
    const { status, text } = await client.get(path)
    if (status !== (path === '/nowhere' ? 404 : 200)) found.push(`${route}: status ${status}`)
    for (const unmarked of listUnmarked(text))
      if (
        !titles.has(unmarked) &&
        // A control that was searched for.
        !/^(?:GDPR|HIPAA|ISO 27001|SOC 2) \S+$/.test(unmarked) &&
        // A choice of the filter, by the name of its framework: `ISO 27001 A.8.5: Secure authentication`.
        !titles.has(/^(?:GDPR|HIPAA|ISO 27001|SOC 2) \S+: (.*)$/.exec(unmarked)?.[1]) &&
        !unmarked.split(/, (?=[A-Z])/).every((each) => titles.has(each)) &&
        !sentences.has(unmarked) &&
        !isData(unmarked)
      )
        found.push(`${route}: ${unmarked}`)
  }

  const links = new SignInLinks(runtime)
  const own = createApiHost(
    { runtime, session: links },
    async () => (parts) => createPages(parts, links, { en: pseudo, de }),
  )
  const stranger = createBrowserClient(own.fetch, world.url)
  const { url } = await links.create({ organizationId, userId: 'ada', role: 'admin' })
  for (const path of [
    '/',
    '/sign-in',
    '/sign-in?token=x',
    url,
    '/invitation?token=x',
    '/mail-address?token=x',
    '/signed-out',
  ])
    for (const unmarked of listUnmarked((await stranger.get(path)).text))
      if (!isData(unmarked)) found.push(`${path}: ${unmarked}`)

  expect(found).toEqual([])
})

/** Pages join data by a middle dot, a comma or a colon. */
function isData(text: string): boolean {
  const parts = text.split(/ ·|· |^[.,:] |:$/).map((part) => part.trim())
  return parts.every((part) => !/\p{L}{2}/u.test(part) || isKnown(part))
}

function isKnown(text: string): boolean {
  return data.some((pattern) => (typeof pattern === 'string' ? pattern === text : pattern.test(text)))
}

/** What people, vendors and authors of connectors have written, and words of machines. */
const data: readonly (string | RegExp)[] = [
  ...['Checkwright', 'English', 'Deutsch', 'UTC', 'CSV', 'JSON', 'OCSF', 'GDPR', 'HIPAA', 'ISO 27001'],
  'Received results',
  // Ids, dates, addresses, types of the protocol, zones of time, events of the audit log and members of forms.
  /^(?:sample(?: · Checkwright)?|iam_root_mfa_enabled|ada|gil|mel|pat|usr_1|club|github|tiny|crypto|reader|owner|operators|guests?|active|check-\d|cross-check)$/,
  /^(?:account|accounts|connection|crossCheck|evidence|people|person|sources|title|readAt|enforcedDomains|user|contractor|text)$/,
  /^(?:accept|content-length|content-type|date|keep-alive|user-agent|connector\.yaml|[a-z]+\.[a-z_]+)$/,
  /^[\w.-]+(?:, [\w.-]+)+$|^cross-check\/leavers$/,
  /^[A-Z]\w+(?:\/[\w-]+)+$/,
  /^[\w+.-]+@[\w.]+$|^[a-z]+:\/\/|^application\/json|^\w+=\d+$|^checkwright\/|^\w{3}, \d\d \w{3} .* GMT$/,
  /^\d+ [A-Z][a-z]{2,3} \d{4}$|^[\da-f-]{36}\/|^[A-Z]{2}\d?[\d.]*$|^(?:soc2|iso27001|hipaa|gdpr):/,
  // Addresses of trust centres.
  /^[\w-]{43}$/,
  // Titles of obligations that records make, and why they are not met, as those of templates.
  /^(?:Review of the (?:vendor|risk|policy)|Penetration test) Acme(?:: it was never done)?$/,
  // A group of an own framework, as the example of a form has it.
  'acme-baseline-3: Operations',
  // The world of the test.
  /^(?:Ada Lovelace|Gil Amelio|Pat of a family|Acme|Account \d|The club|Club|Wide|Staff|Second quarter|Tickets|Done\.|Who left)/,
  /^(?:user|account|connection|program) |^(?:person-\d|max_admins|a role with|Yes, with AES|Do you encrypt)/,
  /^\(ada@example\.com\)$|^(?:API Key|Longest visit in days|Guests are reviewed|Decide\.|Mend it\.|\w+ is a guest|Rule \d of|Sign-on is)/,
  // Titles and variables of our cross-checks, titles of controls and of lists, and sentences that the runtime makes of them.
  /^(?:Nobody who left|Every |Everybody|Contractors have|Only people|The sources|Compares the|The contract of|Suspend)/,
  /^(?:Days of grace|Longest age of a reading|Access that ends within|A list that was read longer)/,
  /^(?:No policy is published|api\.vanta\.com cannot be reached|It may belong|Nobody in the directory|Whose is|The address looks|No connection (?:can|has) read |The connector of)/,
  /^(?:check-\d: )?(?:was not run$|\d+ failing result|\d+ results? needs? review|could not tell for \d|its evidence is \d+ days old)/,
  /^(?:nobody has reviewed all|waits until somebody|not due before |\S+ says that it was done on |Access review$)/,
  /^(?:Cross-checks(?:, |$)|SOC 2|active \(guest\)$)/,
  /^(?:Kind|Status|Email|Roles)$/,
]
