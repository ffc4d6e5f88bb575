import { access } from '../access-reviews/texts/access.en.ts'
import { connect } from '../connecting/texts/connect.en.ts'
import { connections } from '../connections/texts/connections.en.ts'
import { connectors } from '../connectors/texts/connectors.en.ts'
import { dataConnectors } from '../connectors/texts/data-connectors.en.ts'
import { controls } from '../controls/texts/controls.en.ts'
import { crossChecks } from '../cross-checks/texts/cross-checks.en.ts'
import { people } from '../directory/texts/people.en.ts'
import { findings } from '../findings/texts/findings.en.ts'
import { inventories } from '../inventories/texts/inventories.en.ts'
import { judgements } from '../judgements/texts/judgements.en.ts'
import { knowledgeBase } from '../knowledge-base/texts/knowledge-base.en.ts'
import { setup } from '../oauth-apps/texts/setup.en.ts'
import { tasks } from '../obligations/texts/tasks.en.ts'
import { overview } from '../overview/texts/overview.en.ts'
import { packages } from '../packages/texts/packages.en.ts'
import { settings } from '../people/texts/settings.en.ts'
import { evidence } from '../runs/texts/evidence.en.ts'
import { runs } from '../runs/texts/runs.en.ts'
import { signIn } from '../sign-in/texts/sign-in.en.ts'
import { waivers } from '../waivers/texts/waivers.en.ts'
import { webhooks } from '../webhooks/texts/webhooks.en.ts'
import { format } from './en/format.ts'
import { frame } from './en/frame.ts'
import { shared } from './en/shared.ts'

/** Everything that the pages say, in English: one file for each area of pages. */
export const en = {
  access,
  connect,
  connections,
  connectors,
  controls,
  crossChecks,
  dataConnectors,
  evidence,
  findings,
  format,
  frame,
  inventories,
  judgements,
  knowledgeBase,
  overview,
  packages,
  people,
  runs,
  settings,
  setup,
  shared,
  signIn,
  tasks,
  waivers,
  webhooks,
}
