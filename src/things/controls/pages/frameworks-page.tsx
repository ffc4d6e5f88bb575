import { formatFrameworkTitle } from '../../../checks/controls/frameworks/format-framework-title.ts'
import { frameworkNames } from '../../../checks/controls/frameworks/framework-names.ts'
import { frameworkIds, listShippedFrameworks } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { mayNameConnections } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { findThingTexts } from '../../declared/thing-texts.ts'
import { listOwnFrameworks } from '../../own-frameworks/reading/load-own-frameworks.ts'
import { ownFramework } from '../../own-frameworks/thing.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, definePage } from '../../pages/page-route.ts'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { chooseDay } from '../reading/choose-day.ts'
import { chooseNextStep } from '../reading/choose-next-step.ts'
import { judgeConnections } from '../reading/judge-connections.ts'
import { listCovering } from '../reading/list-covering.ts'
import { loadFrameworkTrends } from '../reading/load-framework-trends.ts'
import { FrameworkLines } from './framework-lines.tsx'
import { DayChoice, formatControlsPath } from './share.tsx'

/** All frameworks at a glance. The overview loads the list from here, because it takes longer than the rest of it. */
export const frameworksPage = definePage({
  path: '/frameworks',
  access: 'controls:read',
  show: async ({ texts, runtime, person, query }) => {
    const { organizationId } = person
    const { within, ...chosen } = chooseDay(person, query.get('day'), runtime.workspace.clock.nowMs())
    const { frameworks, now } = await judgeConnections(runtime, organizationId, {
      frameworks: frameworkIds,
      within,
      isNamed: mayNameConnections(person),
    })
    const trends = await loadFrameworkTrends(runtime, organizationId, { frameworks: frameworkIds, within })
    const shipped = (await listShippedFrameworks()).filter(({ id }) => !frameworkIds.includes(id))
    const own = await listOwnFrameworks(runtime, { organizationId, within })
    const covering = listCovering(runtime.connectors)
    return createPage(
      { title: texts.controls.frameworks },
      <>
        <PageHead title={texts.controls.frameworks} actions={<DayChoice {...chosen} />}>
          {within && <p class="small">{texts.controls.asOf({ moment: <Moment at={now} /> })}</p>}
        </PageHead>
        <div id="frameworks">
          <FrameworkLines
            day={chosen.day}
            of={frameworks.map((outcome) => ({
              id: outcome.id,
              outcome,
              days: trends && [...(trends.get(outcome.id) ?? []), { day: now.slice(0, 10), summary: outcome.summary }],
              next: chooseNextStep(outcome, covering),
            }))}
          />
        </div>
        <h2>{findThingTexts(texts, ownFramework).title}</h2>
        <ul class="sheet plain-list">
          {own.map(({ id, title, version }) => (
            <li>
              <Link to={formatControlsPath({ framework: id })}>{formatFrameworkTitle({ title, version })}</Link>{' '}
              <span class="small">{id}</span>
            </li>
          ))}
          {mayDo(person.role, ownFramework.scopes.read) && (
            <li>
              <Link to={ownFramework.page}>{texts.controls.manageOwn}</Link>
            </li>
          )}
        </ul>
        <h2>{texts.controls.moreFrameworks}</h2>
        <ul class="sheet plain-list">
          {shipped.map(({ id, title, version }) => (
            <li>
              <Link to={`/controls?framework=${id}`}>{frameworkNames[id] ?? id}</Link>{' '}
              <span class="small">{formatFrameworkTitle({ title, version })}</span>
            </li>
          ))}
        </ul>
      </>,
    )
  },
})
