import { access } from '../access-reviews/texts/access.en.ts'
import { apiKeys } from '../api-keys/texts/api-keys.en.ts'
import { appearance } from '../appearance/texts/appearance.en.ts'
import { audit } from '../audit/texts/audit.en.ts'
import { comments } from '../comments/texts/comments.en.ts'
import { connect } from '../connecting/texts/connect.en.ts'
import { connections } from '../connections/texts/connections.en.ts'
import { connectors } from '../connectors/texts/connectors.en.ts'
import { dataConnectors } from '../connectors/texts/data-connectors.en.ts'
import { controls } from '../controls/texts/controls.en.ts'
import { crossChecks } from '../cross-checks/texts/cross-checks.en.ts'
import { listThingTexts } from '../declared/thing-texts.ts'
import { destinations } from '../destinations/texts/destinations.en.ts'
import { directory } from '../directory/texts/directory.en.ts'
import { people } from '../directory/texts/people.en.ts'
import { findings } from '../findings/texts/findings.en.ts'
import { imports } from '../imports/texts/imports.en.ts'
import { inventories } from '../inventories/texts/inventories.en.ts'
import { judgements } from '../judgements/texts/judgements.en.ts'
import { knowledgeBase } from '../knowledge-base/texts/knowledge-base.en.ts'
import { letters } from '../mail-addresses/texts/letters.en.ts'
import { mailAddresses } from '../mail-addresses/texts/mail-addresses.en.ts'
import { setup } from '../oauth-apps/texts/setup.en.ts'
import { tasks } from '../obligations/texts/tasks.en.ts'
import { overview } from '../overview/texts/overview.en.ts'
import { ownFrameworks } from '../own-frameworks/texts/own-frameworks.en.ts'
import { packages } from '../packages/texts/packages.en.ts'
import { pentests } from '../pentests/texts/pentests.en.ts'
import { settings } from '../people/texts/settings.en.ts'
import { policies } from '../policies/texts/policies.en.ts'
import { populationSamples } from '../population-samples/texts/population-samples.en.ts'
import { questionnaires } from '../questionnaires/texts/questionnaires.en.ts'
import { risks } from '../risks/texts/risks.en.ts'
import { evidence } from '../runs/texts/evidence.en.ts'
import { runs } from '../runs/texts/runs.en.ts'
import { schedules } from '../schedules/texts/schedules.en.ts'
import { signIn } from '../sign-in/texts/sign-in.en.ts'
import { tickets } from '../tickets/texts/tickets.en.ts'
import { trustCentre } from '../trust-centre/texts/trust-centre.en.ts'
import { vendors } from '../vendors/texts/vendors.en.ts'
import { waivers } from '../waivers/texts/waivers.en.ts'
import { webhooks } from '../webhooks/texts/webhooks.en.ts'
import { actions } from './en/actions.ts'
import { counts } from './en/counts.ts'
import { format } from './en/format.ts'
import { frame } from './en/frame.ts'
import { labels } from './en/labels.ts'
import { shared } from './en/shared.ts'
import { states } from './en/states.ts'

/** Everything that the pages say, in English: one file for each area of pages. */
export const en = {
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
  things: listThingTexts('en'),
}
