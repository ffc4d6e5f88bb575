import type { Route } from '../../api/route.ts'
import {
  addDataConnector,
  getDataConnector,
  getDataConnectorVersion,
  listDataConnectors,
  moveDataConnections,
  publishDataConnectorVersion,
  retireDataConnector,
  tryDataConnectorVersion,
  undoDataConnectorMove,
  validateDataConnector,
} from './data-connectors.ts'

export const dataConnectorRoutes: readonly Route[] = [
  listDataConnectors,
  addDataConnector,
  validateDataConnector,
  getDataConnector,
  getDataConnectorVersion,
  tryDataConnectorVersion,
  publishDataConnectorVersion,
  retireDataConnector,
  moveDataConnections,
  undoDataConnectorMove,
]
