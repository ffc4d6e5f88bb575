import { type Command, Option } from 'commander'
import { type OrganizationQuotas, quotaNames } from '../../parts/quotas.ts'
import type { KeepingOptions } from './keeping-options.ts'
import type { LogLevel } from './logger.ts'
import { parseAtLeastOne, parseConnectionChoice, parsePortOrAny, parseQuota } from './parse-option.ts'
import { RepeatableOption } from './repeatable-option.ts'
import {
  createConnectorFileOption,
  createCrossCheckFileOption,
  createLogLevelOption,
  createPrivateNetworkOption,
} from './shared-options.ts'

/** Options of every process of a service, in front and behind. Give all of them the same. */
export interface ServiceOptions extends KeepingOptions {
  /** Files of connectors beside the shipped ones. */
  readonly connector?: readonly string[] | undefined
  /** Files of cross-checks beside the shipped ones. */
  readonly crossCheck?: readonly string[] | undefined
  readonly allowPrivateNetwork?: boolean | undefined
  /** Ids of connections that may reach private addresses. */
  readonly privateConnection?: readonly string[] | undefined
  readonly quota?: OrganizationQuotas | undefined
  readonly logLevel: LogLevel
  /** Port of Prometheus' /metrics. 0: any free port. @default none */
  readonly metricsPort?: number | undefined
  readonly metricsHost: string
}

export function addServiceOptions(command: Command): Command {
  const options = [
    createConnectorFileOption(),
    createCrossCheckFileOption(),
    createPrivateNetworkOption(),
    // For services of many organizations, with an operator who knows which connections lead into their own network.
    new RepeatableOption(
      '--private-connection <id>',
      'connection that may reach private addresses: its id, or <organization>/<connector>',
      parseConnectionChoice,
    ),
    createLogLevelOption(),
    new Option('--evidence', 'keep signed evidence of every run, of scheduled ones too'),
    new Option(
      '--keep-days <n>',
      'delete runs that are older; each connection keeps its newest (default: none)',
    ).argParser(parseAtLeastOne),
    new Option('--keep-runs <n>', 'keep only this number of newest runs of each connection (default: all)').argParser(
      parseAtLeastOne,
    ),
    new Option(
      '--keep-inventory-days <n>',
      'delete lists of accounts and devices that were read earlier (default: each newest one stays)',
    ).argParser(parseAtLeastOne),
    new RepeatableOption('--quota <name=n>', `limit of one organization, one of ${quotaNames.join(', ')}`, parseQuota),
    new Option('--metrics-port <n>', 'port of /metrics, for Prometheus (default: none)').argParser(parsePortOrAny),
    new Option('--metrics-host <address>', 'address of it').default('127.0.0.1'),
  ]
  return options.reduce((extended, option) => extended.addOption(option), command)
}
