import type { Route } from '../../route.ts'
import { deleteOAuthApp, listOAuthApps, putOAuthApp } from './apps/oauth-apps.ts'
import { startOAuth } from './apps/oauth-start.ts'
import { listChecks } from './connections/checks.ts'
import { createConnectSession, getConnectSession } from './connections/connect-sessions.ts'
import {
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
  pauseConnection,
  resumeConnection,
  testConnection,
  updateConnection,
} from './connections/connections.ts'
import { readHistory } from './connections/history.ts'
import { getVariables, listOptions, putVariables } from './connections/variables.ts'
import { getConnector, listConnectors } from './connectors/connectors.ts'
import { judgeControls } from './controls.ts'
import {
  deleteCrossCheckSchedule,
  getCrossCheckSchedule,
  putCrossCheckSchedule,
} from './cross-checks/cross-check-schedule.ts'
import {
  getCrossCheck,
  getCrossCheckVariables,
  listCrossCheckRuns,
  listCrossChecks,
  putCrossCheckVariables,
  startCrossCheck,
} from './cross-checks/cross-checks.ts'
import { getFinding, listFindings, updateFinding } from './findings/findings.ts'
import { confirmWaiver, createWaiver, getWaiver, listWaivers, revokeWaiver } from './findings/stored-waivers.ts'
import { readTrend } from './findings/trend.ts'
import { readWaivers } from './findings/waivers.ts'
import { listInventories, readInventory } from './inventories/inventories.ts'
import { downloadBundle, listSigningKeys } from './runs/bundle.ts'
import { downloadReport } from './runs/report.ts'
import { listResults } from './runs/results.ts'
import { followRun } from './runs/run-events.ts'
import { cancelRun, getRun, listRuns, startRun } from './runs/runs.ts'
import { deleteSchedule, getSchedule, listSchedules, putSchedule } from './runs/schedules.ts'

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
  confirmWaiver,
  revokeWaiver,
  readWaivers,
  judgeControls,
]
