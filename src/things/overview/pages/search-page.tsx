import type { Child } from 'hono/jsx'
import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { foldSearch } from '../../../checks/findings/search-text.ts'
import { parseSearchWords } from '../../../service/records/search-words.ts'
import { searchLengthMax } from '../../../service/records/text-limits.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { type Action, mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { searchConnectors } from '../../connectors/pages/connectors.ts'
import { formatControlsPath } from '../../controls/pages/share.tsx'
import { formatFindingsPath } from '../../findings/pages/finding-filter.ts'
import { rememberedFrameworksMax } from '../../own-frameworks/limits.ts'
import { listOwnFrameworks, loadFrameworkOf } from '../../own-frameworks/reading/load-own-frameworks.ts'
import { listNavigation } from '../../pages/frame/layout.tsx'
import { GetForm, Link } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { findConnectorName } from '../../pages/shared/connector-names.ts'
import { countUnits } from '../../pages/shared/count-units.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'

/** Hits of each list. */
const hitsMax = 5

interface Hit {
  readonly to: string
  readonly name: string
  readonly about?: string | undefined
}

interface Hits {
  readonly id: string
  readonly title: string
  readonly hits: readonly Hit[]
  /** The list with the same search. */
  readonly all?: string | undefined
}

interface Search {
  readonly visit: OwnVisit
  readonly text: string
  /** Whether each word of the search is in a text. */
  readonly matches: (text: string) => boolean
}

/** Asks the list of each thing as the person who searches. It has no index, and shows nothing that they would not see there. */
export const searchPage = definePage({
  path: '/search',
  access: 'runs:read',
  show: async (visit) => {
    const { texts, query } = visit
    const text = (query.get('q') ?? '').trim().slice(0, searchLengthMax)
    const words = foldSearch(text).split(/\s+/)
    const search = { visit, text, matches: (each: string) => words.every((word) => foldSearch(each).includes(word)) }
    const found = text === '' ? [] : (await findAll(search)).filter(({ hits }) => hits.length > 0)
    return createPage(
      { title: texts.actions.search },
      <>
        <PageHead title={texts.actions.search} lead={texts.overview.search.lead} />
        <GetForm to="/search" role="search" class="search">
          <label>
            <span class="sr">{texts.frame.find}</span>
            <input type="search" name="q" value={text} maxlength={countUnits(searchLengthMax)} />
          </label>
          <SubmitButton looks="primary">{texts.actions.search}</SubmitButton>
        </GetForm>
        {text !== '' && found.length === 0 && <p class="sheet">{texts.overview.search.nothing}</p>}
        {found.map((hits) => (
          <HitList {...hits} />
        ))}
      </>,
    )
  },
})

async function findAll(search: Search): Promise<readonly Hits[]> {
  const { role } = search.visit.person
  const lists: readonly (readonly [Action, (search: Search) => Promise<Hits>])[] = [
    ['runs:read', findPages],
    ['findings:read', findFindings],
    ['connections:read', findConnections],
    ['controls:read', findControls],
    ['connections:read', findChecks],
    ['tasks:read', findObligations],
    ['knowledge-base:read', findAnswers],
    ['connections:write', findConnectors],
  ]
  return Promise.all(lists.filter(([access]) => mayDo(role, access)).map(([, find]) => find(search)))
}

async function findPages({ visit: { texts, person }, matches }: Search): Promise<Hits> {
  const hits = listNavigation(texts, person.role).filter(({ name }) => matches(name))
  return { id: 'pages', title: texts.labels.pages, hits: hits.slice(0, hitsMax) }
}

async function findFindings({ visit: { texts, runtime, person }, text }: Search): Promise<Hits> {
  const { organizationId } = person
  const within = findKnownTime(person, runtime.workspace.clock.nowMs())
  const findings = await runtime.findings.list({
    organizationId,
    text,
    waived: false,
    order: 'severity',
    limit: hitsMax,
    within,
  })
  const hits = findings.map(({ id, severity, result: { title, resource } }) => ({
    to: `/findings/${id}`,
    name: title,
    about: `${texts.states.severity[severity]} · ${resource.type} ${resource.name ?? resource.id}`,
  }))
  return { id: 'findings', title: texts.labels.findings, hits, all: formatFindingsPath({ text }) }
}

async function findConnections({ visit: { texts, runtime, person }, text }: Search): Promise<Hits> {
  const found = await runtime.connections.search({ organizationId: person.organizationId, text, limit: hitsMax })
  const hits = found.map(({ connection: { id, name, connector, state } }) => ({
    to: `/connections/${id}`,
    name: name ?? findConnectorName(runtime, connector),
    about: texts.states.connection[state],
  }))
  return {
    id: 'connections',
    title: texts.labels.connections,
    hits,
    all: `/connections?${new URLSearchParams({ q: text })}`,
  }
}

async function findControls({ visit: { texts, runtime, person }, matches }: Search): Promise<Hits> {
  const { organizationId } = person
  const within = findKnownTime(person, runtime.workspace.clock.nowMs())
  const own = await listOwnFrameworks(runtime, { organizationId, within })
  const ids = [...frameworkIds, ...own.slice(0, rememberedFrameworksMax).map(({ id }) => id)]
  const loaded = await Promise.all(ids.map((id) => loadFrameworkOf(runtime, { organizationId, within, id })))
  const frameworks = loaded.filter((one) => one !== undefined)
  const hits = frameworks.flatMap(({ id: framework, title: whole, name = whole, controls }) =>
    controls.map(({ id, title }) => ({
      to: formatControlsPath({ framework, control: id }),
      name: `${name} ${id}`,
      about: title,
    })),
  )
  return {
    id: 'controls',
    title: texts.labels.controls,
    hits: hits.filter(({ name, about }) => matches(`${name} ${about}`)).slice(0, hitsMax),
  }
}

async function findChecks({ visit: { texts, runtime, person }, matches }: Search): Promise<Hits> {
  const used = await runtime.connections.listConnectors({ organizationId: person.organizationId })
  const connectors = [...runtime.connectors.filter(({ id }) => used.has(id)), runtime.crossCheckConnector]
  const hits = connectors.flatMap((connector) =>
    connector.checks.map(({ id, title }) => ({
      to: formatFindingsPath({ tab: 'all', connector: connector.id, check: id }),
      name: title,
      about: connector.definition.name,
    })),
  )
  return {
    id: 'checks',
    title: texts.labels.checks,
    hits: hits.filter(({ name, about }) => matches(`${name} ${about}`)).slice(0, hitsMax),
  }
}

async function findObligations({ visit: { texts, runtime, person }, text }: Search): Promise<Hits> {
  const within = findKnownTime(person, runtime.workspace.clock.nowMs())
  const { organizationId } = person
  const words = text.split(/\s+/)
  const { tasks } = await runtime.tasks.listPage({ organizationId, within, words, limit: hitsMax })
  const hits = tasks.map(({ id, title }) => ({ to: `/tasks/${id}`, name: title }))
  return { id: 'obligations', title: texts.labels.obligations, hits }
}

async function findAnswers({ visit: { texts, runtime, person }, text }: Search): Promise<Hits> {
  const rows = await runtime.workspace.manualAnswers.list({
    organizationId: person.organizationId,
    limit: hitsMax,
    words: parseSearchWords(text),
  })
  const hits = rows.map(({ id, question }) => ({ to: `/knowledge-base/${id}`, name: question }))
  return {
    id: 'answers',
    title: texts.labels.knowledgeBase,
    hits,
    all: `/knowledge-base?${new URLSearchParams({ q: text })}`,
  }
}

async function findConnectors({ visit: { texts, runtime }, text }: Search): Promise<Hits> {
  const found = searchConnectors(runtime.connectors, { search: text, category: undefined, control: undefined })
  const hits = found
    .slice(0, hitsMax)
    .map(({ id, definition: { name } }) => ({ to: `/connect/${id}`, name: texts.actions.connectNamed({ name }) }))
  return {
    id: 'connectors',
    title: texts.labels.connectors,
    hits,
    all: `/connect?${new URLSearchParams({ q: text })}`,
  }
}

function HitList({ id, title, hits, all }: Hits): Child {
  const texts = useTexts()
  return (
    <Sheet id={`found-${id}`} title={title}>
      <ul class="list">
        {hits.map(({ to, name, about }) => (
          <li>
            <span class="what">
              <Link to={to}>{name}</Link> {about !== undefined && <span class="small">{about}</span>}
            </span>
          </li>
        ))}
      </ul>
      {all !== undefined && hits.length === hitsMax && (
        <p>
          <Link to={all}>{texts.actions.showAll}</Link>
        </p>
      )}
    </Sheet>
  )
}
