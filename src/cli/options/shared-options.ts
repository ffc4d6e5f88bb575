import { Option } from 'commander'
import { formats } from '../../report/reports.ts'
import { quotaNames } from '../../runtime/quotas.ts'
import { logLevels } from '../output/logger.ts'
import { collect, parseAtLeastOne, parseConnectionChoice, parseQuota } from './parse-option.ts'

/** Options that several commands share. */
export function createCredentialsOption(): Option {
  return new Option(
    '--credentials <file>',
    'JSON object of credentials, "-" for stdin (else CHECKWRIGHT_CREDENTIAL_<ID>, else you are asked)',
  )
}

export function createVariableOption(): Option {
  return new Option('--var <id=value>', 'value of a variable; may be given again').argParser(collect)
}

export function createFormatOption(): Option {
  return new Option('--format <format>', 'how results are printed').choices(formats).default('table')
}

export function createLogLevelOption(): Option {
  return new Option('--log-level <level>', 'how much is logged, on stderr').choices(logLevels).default('info')
}

export function createPrivateNetworkOption(): Option {
  return new Option('--allow-private-network', 'reach private and loopback addresses, and plain http')
}

export function createQuotaOption(): Option {
  const text = `limit of one organization, one of ${quotaNames.join(', ')}; may be given again`
  return new Option('--quota <name=n>', text).argParser(parseQuota)
}

/** For services of many organizations, with an operator who knows which connections lead into their own network. */
export function createPrivateConnectionOption(): Option {
  const text = 'connection that may reach private addresses: its id, or <organization>/<connector>; may be given again'
  return new Option('--private-connection <id>', text).argParser(parseConnectionChoice).conflicts('allowPrivateNetwork')
}

export function createEvidenceOption(): Option {
  return new Option('--evidence', 'keep signed evidence of every run, of scheduled ones too')
}

export function createKeepDaysOption(): Option {
  const text = 'delete runs that are older; each connection keeps its newest (default: none)'
  return new Option('--keep-days <n>', text).argParser(parseAtLeastOne)
}

export function createKeepInventoryDaysOption(): Option {
  const text = 'delete lists of accounts and devices that were read earlier (default: each newest one stays)'
  return new Option('--keep-inventory-days <n>', text).argParser(parseAtLeastOne)
}

export function createKeepRunsOption(): Option {
  const text = 'keep only this number of newest runs of each connection (default: all)'
  return new Option('--keep-runs <n>', text).argParser(parseAtLeastOne)
}
