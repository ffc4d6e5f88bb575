import { connectorIds } from '../../../connectors/index.ts'
import type { AnyConnector } from '../../define/index.ts'
import { loadConnectors } from '../../service/commands/connector-file/load-connector.ts'
import { countNoun } from '../../text/count-noun.ts'
import { shell } from '../../text/quote-for-shell.ts'
import type { DoctorFinding, ExaminedService } from './doctor-finding.ts'
import { describeError } from './message.ts'

export interface LoadedConnectors {
  readonly findings: readonly DoctorFinding[]
  readonly connectors: readonly AnyConnector[]
}

/** Loads every connector that `serve` would. */
export async function examineConnectors({
  connectorFiles,
}: Pick<ExaminedService, 'connectorFiles'>): Promise<LoadedConnectors> {
  const findings: DoctorFinding[] = []
  const connectors: AnyConnector[] = []
  for (const target of [...connectorIds, ...connectorFiles]) {
    try {
      connectors.push(...(await loadConnectors(target)).connectors)
    } catch (error) {
      const advice = `For details: ${shell`checkwright validate ${target}`}`
      findings.push({ id: `connector.${target}`, level: 'problem', says: describeError(error), advice })
    }
  }
  const loaded: DoctorFinding = {
    id: 'connectors',
    level: 'ok',
    says: `${countNoun(connectors.length, 'connector')} can be loaded`,
  }
  return { findings: [loaded, ...findings], connectors }
}
