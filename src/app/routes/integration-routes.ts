import type { Route } from '../../things/api/route.ts'
import { createConnectSession, getConnectSession } from '../../things/connecting/api/connect-sessions.ts'
import { startOAuth } from '../../things/connecting/api/oauth-start.ts'
import { listChecks } from '../../things/connections/api/checks.ts'
import {
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
  pauseConnection,
  resumeConnection,
  testConnection,
  updateConnection,
} from '../../things/connections/api/connections.ts'
import { getVariables, listOptions, putVariables } from '../../things/connections/api/variables.ts'
import { getConnector, listConnectors } from '../../things/connectors/api/connectors.ts'
import { judgeControls } from '../../things/controls/api/controls.ts'
import {
  deleteCrossCheckSchedule,
  getCrossCheckSchedule,
  putCrossCheckSchedule,
} from '../../things/cross-checks/api/cross-check-schedule.ts'
import {
  getCrossCheck,
  getCrossCheckVariables,
  listCrossCheckRuns,
  listCrossChecks,
  putCrossCheckVariables,
  startCrossCheck,
} from '../../things/cross-checks/api/cross-checks.ts'
import { getFinding, listFindings, updateFinding } from '../../things/findings/api/findings.ts'
import { listInventories, readInventory } from '../../things/inventories/api/inventories.ts'
import { deleteOAuthApp, listOAuthApps, putOAuthApp } from '../../things/oauth-apps/api/oauth-apps.ts'
import { downloadBundle, listSigningKeys } from '../../things/runs/api/bundle.ts'
import { readHistory } from '../../things/runs/api/connection-history.ts'
import { downloadReport } from '../../things/runs/api/report.ts'
import { listResults } from '../../things/runs/api/results.ts'
import { followRun } from '../../things/runs/api/run-events.ts'
import { cancelRun, getRun, listRuns, startRun } from '../../things/runs/api/runs.ts'
import { readTrend } from '../../things/runs/api/trend.ts'
import { deleteSchedule, getSchedule, listSchedules, putSchedule } from '../../things/schedules/api/schedules.ts'
import { createWaiver, getWaiver, listWaivers, revokeWaiver } from '../../things/waivers/api/stored-waivers.ts'
import { readWaivers } from '../../things/waivers/api/waivers.ts'

/** Every route below /v1/integrations, in the order of the document. */
export const integrationRoutes: readonly Route[] = [
  listConnectors,
  getConnector,
  listOAuthApps,
  putOAuthApp,
  deleteOAuthApp,
  createConnection,
  listConnections,
  getConnection,
  updateConnection,
  deleteConnection,
  startOAuth,
  createConnectSession,
  getConnectSession,
  testConnection,
  pauseConnection,
  resumeConnection,
  getVariables,
  putVariables,
  listOptions,
  listChecks,
  listInventories,
  readInventory,
  putSchedule,
  getSchedule,
  deleteSchedule,
  listSchedules,
  listCrossChecks,
  getCrossCheck,
  startCrossCheck,
  listCrossCheckRuns,
  getCrossCheckVariables,
  putCrossCheckVariables,
  putCrossCheckSchedule,
  getCrossCheckSchedule,
  deleteCrossCheckSchedule,
  startRun,
  listRuns,
  getRun,
  cancelRun,
  followRun,
  listResults,
  downloadReport,
  downloadBundle,
  listSigningKeys,
  listFindings,
  getFinding,
  updateFinding,
  readHistory,
  readTrend,
  createWaiver,
  listWaivers,
  getWaiver,
  revokeWaiver,
  readWaivers,
  judgeControls,
]
