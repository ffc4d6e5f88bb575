import { access } from '../access-reviews/texts/access.de.ts'
import { apiKeys } from '../api-keys/texts/api-keys.de.ts'
import { appearance } from '../appearance/texts/appearance.de.ts'
import { audit } from '../audit/texts/audit.de.ts'
import { comments } from '../comments/texts/comments.de.ts'
import { connect } from '../connecting/texts/connect.de.ts'
import { connections } from '../connections/texts/connections.de.ts'
import { connectors } from '../connectors/texts/connectors.de.ts'
import { dataConnectors } from '../connectors/texts/data-connectors.de.ts'
import { controls } from '../controls/texts/controls.de.ts'
import { crossChecks } from '../cross-checks/texts/cross-checks.de.ts'
import { listThingTexts } from '../declared/thing-texts.ts'
import { destinations } from '../destinations/texts/destinations.de.ts'
import { directory } from '../directory/texts/directory.de.ts'
import { people } from '../directory/texts/people.de.ts'
import { findings } from '../findings/texts/findings.de.ts'
import { imports } from '../imports/texts/imports.de.ts'
import { inventories } from '../inventories/texts/inventories.de.ts'
import { judgements } from '../judgements/texts/judgements.de.ts'
import { knowledgeBase } from '../knowledge-base/texts/knowledge-base.de.ts'
import { letters } from '../mail-addresses/texts/letters.de.ts'
import { mailAddresses } from '../mail-addresses/texts/mail-addresses.de.ts'
import { setup } from '../oauth-apps/texts/setup.de.ts'
import { tasks } from '../obligations/texts/tasks.de.ts'
import { overview } from '../overview/texts/overview.de.ts'
import { ownFrameworks } from '../own-frameworks/texts/own-frameworks.de.ts'
import { packages } from '../packages/texts/packages.de.ts'
import { pentests } from '../pentests/texts/pentests.de.ts'
import { settings } from '../people/texts/settings.de.ts'
import { policies } from '../policies/texts/policies.de.ts'
import { populationSamples } from '../population-samples/texts/population-samples.de.ts'
import { questionnaires } from '../questionnaires/texts/questionnaires.de.ts'
import { risks } from '../risks/texts/risks.de.ts'
import { evidence } from '../runs/texts/evidence.de.ts'
import { runs } from '../runs/texts/runs.de.ts'
import { schedules } from '../schedules/texts/schedules.de.ts'
import { signIn } from '../sign-in/texts/sign-in.de.ts'
import { tickets } from '../tickets/texts/tickets.de.ts'
import { trustCentre } from '../trust-centre/texts/trust-centre.de.ts'
import { vendors } from '../vendors/texts/vendors.de.ts'
import { waivers } from '../waivers/texts/waivers.de.ts'
import { webhooks } from '../webhooks/texts/webhooks.de.ts'
import { actions } from './de/actions.ts'
import { counts } from './de/counts.ts'
import { format } from './de/format.ts'
import { frame } from './de/frame.ts'
import { labels } from './de/labels.ts'
import { shared } from './de/shared.ts'
import { states } from './de/states.ts'
import type { Texts } from './texts.ts'

/** The same in German. A member that is missing or misspelt does not compile. */
export const de: Texts = {
  access,
  actions,
  comments,
  connect,
  connections,
  connectors,
  controls,
  counts,
  crossChecks,
  dataConnectors,
  evidence,
  findings,
  format,
  frame,
  imports,
  inventories,
  judgements,
  knowledgeBase,
  labels,
  letters,
  mailAddresses,
  overview,
  packages,
  people,
  runs,
  settings,
  setup,
  shared,
  signIn,
  states,
  tasks,
  apiKeys,
  audit,
  vendors,
  risks,
  policies,
  pentests,
  ownFrameworks,
  populationSamples,
  tickets,
  destinations,
  questionnaires,
  trustCentre,
  appearance,
  directory,
  schedules,
  waivers,
  webhooks,
  things: listThingTexts('de'),
}
