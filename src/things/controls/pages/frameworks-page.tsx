import type { FrameworkOutcome } from '../../../checks/controls/evaluate-controls.ts'
import { frameworkNames } from '../../../checks/controls/frameworks/framework-names.ts'
import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { findKnownTime, mayNameConnections } from '../../../service/rights/period.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, definePage } from '../../pages/page-route.ts'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { judgeConnections } from '../reading/judge-connections.ts'
import { Share, states, tones } from './share.tsx'

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
          <ul class="frameworks">
            {frameworks.map((framework) => (
              <FrameworkLine framework={framework} />
            ))}
          </ul>
        </div>
      </>,
    )
  },
})

function FrameworkLine({ framework: { id, title, controls, summary } }: { readonly framework: FrameworkOutcome }) {
  const texts = useTexts()
  return (
    <li>
      <p>
        <Link to={`/controls?framework=${id}`}>{frameworkNames[id] ?? title}</Link>
      </p>
      <Share summary={summary} total={controls.length} />
      <p class="row">
        {states
          .filter((state) => summary[state] > 0)
          .map((state) => (
            <Link to={`/controls?framework=${id}&state=${state}`}>
              {summary[state]} <span class={`badge ${tones[state]}`}>{texts.states.control[state]}</span>
            </Link>
          ))}
      </p>
    </li>
  )
}
