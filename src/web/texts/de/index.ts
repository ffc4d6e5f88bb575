import type { Texts } from '../texts.ts'
import { access } from './access.ts'
import { connect } from './connect.ts'
import { connections } from './connections.ts'
import { connectors } from './connectors.ts'
import { controls } from './controls.ts'
import { crossChecks } from './cross-checks.ts'
import { dataConnectors } from './data-connectors.ts'
import { evidence } from './evidence.ts'
import { findings } from './findings.ts'
import { format } from './format.ts'
import { frame } from './frame.ts'
import { inventories } from './inventories.ts'
import { judgements } from './judgements.ts'
import { knowledgeBase } from './knowledge-base.ts'
import { overview } from './overview.ts'
import { packages } from './packages.ts'
import { people } from './people.ts'
import { runs } from './runs.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { shared } from './shared.ts'
import { signIn } from './sign-in.ts'
import { tasks } from './tasks.ts'
import { waivers } from './waivers.ts'
import { webhooks } from './webhooks.ts'

/** The same in German. A member that is missing or misspelt does not compile. */
export const de: Texts = {
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
