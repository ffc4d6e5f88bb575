import { connect, connectPage } from './connect/connect-page.tsx'
import { connectGallery } from './connect/gallery.tsx'
import {
  disconnect,
  disconnectPage,
  pauseConnection,
  renameConnection,
  resumeConnection,
  runNow,
  testConnection,
} from './connections/actions.tsx'
import { connectionPage } from './connections/connection-page.tsx'
import { connectionsPage } from './connections/connections-page.tsx'
import { saveSchedule } from './connections/save-schedule.ts'
import { saveVariables } from './connections/save-variables.ts'
import { schedulesPage } from './connections/schedules-page.tsx'
import { controlsPage } from './controls/controls-page.tsx'
import { inventoriesPage, setKeeping } from './inventories/inventories-page.tsx'
import { downloadInventory, recordsPage } from './inventories/records-page.tsx'
import {
  answerPage,
  deleteAnswer,
  editAnswerPage,
  knowledgeBasePage,
  newAnswerPage,
  saveEditedAnswer,
  saveNewAnswer,
} from './knowledge-base/knowledge-base-page.tsx'
import { overviewPage } from './overview/overview-page.tsx'
import type { PageRoute } from './page-route.ts'
import { downloadBundle, downloadReport } from './runs/downloads.tsx'
import { runEvents } from './runs/events.ts'
import { exchangePage } from './runs/exchange-page.tsx'
import { endRun, runPage } from './runs/run-page.ts'
import { runsPage } from './runs/runs-page.tsx'
import { waive, waivePage } from './runs/waive-page.tsx'
import { apiKeysPage, mintApiKey, revokeApiKey } from './settings/api-keys-page.tsx'
import { auditPage, downloadAudit } from './settings/audit-page.tsx'
import {
  activatePerson,
  changeRole,
  deactivatePerson,
  inviteAgain,
  invitePerson,
  makeSignInLink,
  removePage,
  removePerson,
} from './settings/people-actions.tsx'
import { peoplePage } from './settings/people-page.tsx'
import { personPage } from './settings/person-page.tsx'
import { setupList } from './setup/setup-list.tsx'
import {
  deleteApp,
  disableConnector,
  enableConnector,
  previewApp,
  saveApp,
  setupPage,
  testApp,
} from './setup/setup-page.tsx'
import { confirmWaiver, revokeWaiver, waiversPage } from './waivers/waivers-page.tsx'

/** Every page and form, except those for signing in. Add yours here. */
export const pageRoutes: readonly PageRoute[] = [
  overviewPage,
  connectGallery,
  connectPage,
  connect,
  setupList,
  setupPage,
  previewApp,
  testApp,
  saveApp,
  deleteApp,
  disableConnector,
  enableConnector,
  connectionsPage,
  schedulesPage,
  connectionPage,
  runNow,
  testConnection,
  pauseConnection,
  renameConnection,
  resumeConnection,
  disconnectPage,
  disconnect,
  saveVariables,
  saveSchedule,
  inventoriesPage,
  setKeeping,
  recordsPage,
  downloadInventory,
  runsPage,
  runPage,
  endRun,
  runEvents,
  exchangePage,
  downloadReport,
  downloadBundle,
  waivePage,
  waiversPage,
  revokeWaiver,
  confirmWaiver,
  waive,
  controlsPage,
  peoplePage,
  invitePerson,
  personPage,
  changeRole,
  inviteAgain,
  makeSignInLink,
  deactivatePerson,
  activatePerson,
  removePage,
  removePerson,
  knowledgeBasePage,
  newAnswerPage,
  saveNewAnswer,
  answerPage,
  editAnswerPage,
  saveEditedAnswer,
  deleteAnswer,
  apiKeysPage,
  mintApiKey,
  revokeApiKey,
  auditPage,
  downloadAudit,
]
