import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { findKnownTime, mayNameConnections } from '../../../service/rights/period.ts'
import { createPage, definePage } from '../../pages/page-route.ts'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { judgeConnections } from '../reading/judge-connections.ts'
import { FrameworkLines } from './framework-lines.tsx'

/** All frameworks at a glance. The overview loads the list from here, because it takes longer than the rest of it. */
export const frameworksPage = definePage({
  path: '/frameworks',
  access: 'controls:read',
  show: async ({ texts, runtime, person }) => {
    const { frameworks } = await judgeConnections(runtime, person.organizationId, {
      frameworks: frameworkIds,
      within: findKnownTime(person, runtime.workspace.clock.nowMs()),
      isNamed: mayNameConnections(person),
    })
    return createPage(
      { title: texts.controls.frameworks },
      <>
        <PageHead title={texts.controls.frameworks} />
        <div id="frameworks">
          <FrameworkLines of={frameworks.map((outcome) => ({ id: outcome.id, outcome }))} />
        </div>
      </>,
    )
  },
})
