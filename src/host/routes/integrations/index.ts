import type { Route } from '../../route.ts'
import { downloadBundle, listSigningKeys } from './bundle.ts'
import { listChecks } from './checks.ts'
import {
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
  pauseConnection,
  resumeConnection,
  testConnection,
  updateConnection,
} from './connections.ts'
import { getConnector, listConnectors } from './connectors.ts'
import { judgeControls } from './controls.ts'
import { getFinding, listFindings, updateFinding } from './findings.ts'
import { readHistory } from './history.ts'
import { listInventories, readInventory } from './inventories.ts'
import { deleteOAuthApp, listOAuthApps, putOAuthApp } from './oauth-apps.ts'
import { startOAuth } from './oauth-start.ts'
import { downloadReport } from './report.ts'
import { listResults } from './results.ts'
import { followRun } from './run-events.ts'
import { cancelRun, getRun, listRuns, startRun } from './runs.ts'
import { deleteSchedule, getSchedule, listSchedules, putSchedule } from './schedules.ts'
import { confirmWaiver, createWaiver, getWaiver, listWaivers, revokeWaiver } from './stored-waivers.ts'
import { readTrend } from './trend.ts'
import { getVariables, listOptions, putVariables } from './variables.ts'
import { readWaivers } from './waivers.ts'

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
